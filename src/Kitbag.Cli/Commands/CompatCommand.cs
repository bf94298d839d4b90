using System.Collections.Generic;
using System.CommandLine;
using System.Linq;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;
using Kitbag.Cli.Schemas;
using Kitbag.Schemas;

namespace Kitbag.Cli.Commands
{
    internal sealed class CompatCommand : ToolCommand
    {
        private readonly Argument<string> _old = File("OLD", "A file or a saved schema: what documents were written by.");

        private readonly Argument<string> _new = File("NEW", "A file or a saved schema: what they are read by.");

        public CompatCommand()
            : base("compat", "Says what a reader with the schema of NEW meets in documents of OLD: lost, added, converted, refused.",
                "kitbag compat release1.kit today.kit",
                "kitbag compat today.kit release1.kit  # what the old program makes of new files")
        {
            Add(_old);
            Add(_new);
        }

        public override string Notes => """
            Exit code: 0 where everything is read, 1 where something is lost or refused. A schema does not know former names
            ([KitbagFormerName]) and required members of the reader's program; where they matter, the words say so.
            """;

        private protected override int Run(ParseResult arguments)
        {
            Sources sources = Open(arguments);
            KitbagSchema old = sources.OpenSchema(arguments.GetValue(_old)!), @new = sources.OpenSchema(arguments.GetValue(_new)!);
            Console.Subject = "";
            IReadOnlyList<Finding> findings = Finding.Compare(old.Root, @new.Root);
            if (Console.Json)
                WriteJson(findings);
            else
                WriteText(findings, old.Fingerprint == @new.Fingerprint);
            return findings.Any(f => f.Kind >= FindingKind.Lost) ? ExitCodes.Bad : ExitCodes.Good;
        }

        private void WriteText(IReadOnlyList<Finding> findings, bool areSame)
        {
            var paint = new Paint(Console);
            if (findings.Count == 0)
                Console.Out.WriteLine(areSame ? "The schemas are the same." : "Everything is read as it was written.");
            foreach (IGrouping<FindingKind, Finding> group in findings.GroupBy(f => f.Kind).OrderByDescending(g => g.Key))
            {
                string name = Finding.Name(group.Key);
                Console.Out.WriteLine(group.Key >= FindingKind.RefusedByValue ? paint.Removed(name)
                    : group.Key == FindingKind.Added ? paint.Added(name) : paint.Changed(name));
                foreach (Finding finding in group)
                    Console.Out.WriteLine("  " + paint.Name(finding.Path) + Types(finding, paint) + ": " + finding.Words);
            }
        }

        private static string Types(Finding finding, Paint paint)
        {
            if (finding.Old == finding.New)
                return " (" + paint.Type(finding.New ?? "") + ")";
            if (finding.Old == null || finding.New == null)
                return " (" + paint.Type(finding.Old ?? finding.New!) + ")";
            return " (" + paint.Type(finding.Old) + " → " + paint.Type(finding.New) + ")";
        }

        private void WriteJson(IReadOnlyList<Finding> findings) => JsonOut.Write(Console, w =>
        {
            w.WriteStartArray();
            foreach (Finding finding in findings)
            {
                w.WriteStartObject();
                w.WriteString("kind", Finding.Name(finding.Kind));
                w.WriteString("path", finding.Path);
                w.WriteString("old", finding.Old);
                w.WriteString("new", finding.New);
                w.WriteString("words", finding.Words);
                w.WriteEndObject();
            }
            w.WriteEndArray();
        });
    }
}
