using System.Collections.Generic;
using System.CommandLine;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Query;
using Kitbag.Cli.Running;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Commands
{
    internal sealed class GetCommand : ToolCommand
    {
        private readonly Argument<string> _file = File();

        private readonly Argument<string[]> _paths = new Argument<string[]>("PATH")
        {
            Description = "The path of the value, for example Zones[3].Name or Prices[\"iron\"].",
            Arity = ArgumentArity.OneOrMore,
        };

        private readonly Option<bool> _raw = new Option<bool>("--raw", "-r") { Description = "Print strings without quotes and escapes." };

        public GetCommand()
            : base("get", "Prints single values, one per line; objects, lists and maps as JSON.",
                "kitbag get slot1.kit Name SavedAt",
                "kitbag get slot1.kit 'Zones[3].Name' --raw",
                "kitbag get replay.kitlog '[17].Tick'")
        {
            Add(_file);
            Add(_paths);
            Add(_raw);
            PathCompletions.Add(_paths, _file, Open);
        }

        private protected override int Run(ParseResult arguments)
        {
            Sources sources = Open(arguments);
            string file = arguments.GetValue(_file)!;
            LogSource? log = sources.OpenLog(file);
            using Source? source = log == null ? sources.Open(file) : null;
            var values = new List<Value>();
            foreach (string path in arguments.GetValue(_paths)!)
                values.Add(Value.Of(log != null ? log.Find(path) : source!.Document.Find(path)));
            if (Console.Json)
            {
                JsonOut.Write(Console, w =>
                {
                    if (values.Count != 1)
                        w.WriteStartArray();
                    foreach (Value value in values)
                        ValueText.WriteJson(w, value);
                    if (values.Count != 1)
                        w.WriteEndArray();
                });
                return ExitCodes.Good;
            }
            foreach (Value value in values)
                Console.Out.WriteLine(arguments.GetValue(_raw) ? ValueText.Raw(value) : Plain.Text(ValueText.Of(value)));
            return ExitCodes.Good;
        }
    }
}
