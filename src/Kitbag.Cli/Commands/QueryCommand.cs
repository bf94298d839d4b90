using System.Collections.Generic;
using System.CommandLine;
using System.Linq;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Query;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Commands
{
    internal sealed class QueryCommand : ToolCommand
    {
        private const int RowsOfTable = 1000;

        private readonly Argument<string> _file = File();

        private readonly Argument<string> _query = new Argument<string>("EXPR")
        {
            Description = "A path with filters, followed by stages separated by |.",
        };

        private readonly Option<bool> _raw = new Option<bool>("--raw", "-r") { Description = "Print strings without quotes and escapes." };

        public QueryCommand()
            : base("query", "Filters, projects and counts values.",
                "kitbag query slot1.kit 'Zones[*].Entities[Level > 20].Name'",
                "kitbag query slot1.kit 'Zones[*].Entities[*] | group Kind: n = count(), max(Level) | sort n desc | first 3'",
                "kitbag query slot1.kit 'sum(Zones[*].Entities[Hostile && Health > 0].Health)'",
                "kitbag query slot1.kit '..Name | distinct | count'")
        {
            Add(_file);
            Add(_query);
            Add(_raw);
        }

        public override string Notes => """
            Steps: .Name  [3]  [^1] the last  [2..5]  ["key"]  [*]  [condition]  ..Name at any depth  `odd name`  $ the root  @ this value
            Operators: == != < <= > >= && || ! + - * / %
            Stages: count, sum, min, max, average, distinct, where, sort … desc, first N, last N, select A, b = B, group A: x = count()
            Functions: count, sum, min, max, average, length, contains, startsWith, endsWith, lower, upper, keys, type, exists
            """;

        private protected override int Run(ParseResult arguments)
        {
            try
            {
                ParsedQuery query = Parser.Parse(arguments.GetValue(_query)!);
                using Source source = Open(arguments).Open(arguments.GetValue(_file)!);
                Write(Evaluator.Run(query, Value.Of(source.Document.Root)), arguments.GetValue(_raw));
                return ExitCodes.Good;
            }
            catch (QueryException e)
            {
                Console.Subject = "";
                throw ToolException.Usage(e.Message);
            }
        }

        private void Write(IEnumerable<Value> values, bool isRaw)
        {
            if (Console.Json)
            {
                JsonOut.Write(Console, w =>
                {
                    w.WriteStartArray();
                    foreach (Value value in values)
                        ValueText.WriteJson(w, value);
                    w.WriteEndArray();
                });
                return;
            }
            // Rows are aligned in several tables, each of which has only some of the rows.
            var rows = new List<Value>();
            foreach (Value value in values)
            {
                if (value.Kind == ValueKind.Row)
                {
                    rows.Add(value);
                    if (rows.Count == RowsOfTable)
                        WriteTable(rows);
                    continue;
                }
                Console.Out.WriteLine(isRaw ? ValueText.Raw(value) : Plain.Text(ValueText.Of(value)));
            }
            WriteTable(rows);
        }

        private void WriteTable(List<Value> rows)
        {
            if (rows.Count == 0)
                return;
            var table = new TextTable([.. rows[0].Row.Select(c => Plain.Text(c.Name))]);
            foreach (Value row in rows)
                table.Add([.. row.Row.Select(c => (Plain.Text(ValueText.Of(c.Value)), c.Value.IsNumber))]);
            table.Write(Console);
            rows.Clear();
        }
    }
}
