using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using System.Text.RegularExpressions;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Query;
using Kitbag.Cli.Running;
using Kitbag.Cli.Schemas;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Commands
{
    internal sealed class DiffCommand : ToolCommand
    {
        private const int LongestValue = 90, DefaultMost = 1000, MostJson = 100_000;

        // Brackets in keys are in pairs, or quoted.
        private static readonly Regex s_index = new Regex("""
            \[("([^"\\]|\\.)*"|'([^'\\]|\\.)*'|[^][]|(?<open>\[)|(?<-open>\]))*\](?(open)(?!))
            """);

        private readonly Argument<string> _a = File("A", "A file, or - for standard input.");

        private readonly Argument<string> _b = File("B", "The second file.");

        private readonly Option<string?> _key = new Option<string?>("--key", "-k")
        {
            Description = "The member by which items of lists are matched, instead of Id, Key, Guid or Name.",
            HelpName = "NAME",
        };

        private readonly Option<bool> _stat = new Option<bool>("--stat")
        {
            Description = "Print only the number of differences, by member.",
        };

        private readonly Option<int?> _most = new Option<int?>("--most")
        {
            Description = "The maximum number of differences to print; 1,000 by default.",
        };

        public DiffCommand()
            : base("diff", "Prints the differences between two files, by path.",
                "kitbag diff slot1.kit slot2.kit",
                "kitbag diff slot1.kit slot2.kit --stat",
                "kitbag diff slot1.kit slot2.kit --key Serial --json")
        {
            Add(_a);
            Add(_b);
            Add(_key);
            Add(_stat);
            Add(_most);
        }

        public override string Notes => """
            ~ changed, + added, - removed, > moved. Paths are those of the second file; of what was removed, of the first.
            Exit code: 0 where nothing differs, 1 where something does.
            """;

        private protected override int Run(ParseResult arguments)
        {
            Sources sources = Open(arguments);
            using Source a = sources.Open(arguments.GetValue(_a)!), b = sources.Open(arguments.GetValue(_b)!);
            bool isStat = arguments.GetValue(_stat);
            int most = arguments.GetValue(_most) ?? (isStat || Console.Json ? MostJson : DefaultMost);
            if (most < 1)
                throw ToolException.Usage("--most must be 1 or more.");
            KitbagComparison comparison = KitbagDocument.Compare(a.Document, b.Document, new KitbagCompareOptions
            {
                MaxDifferences = most,
                Keys = Keys(arguments.GetValue(_key), a.Document.Schema, b.Document.Schema),
            });
            if (Console.Json)
                WriteJson(comparison);
            else if (isStat)
                WriteStat(comparison);
            else
                WriteLines(comparison);
            if (!Console.Json && a.Document.Schema.Fingerprint != b.Document.Schema.Fingerprint)
                Console.Out.WriteLine("The schemas differ; run 'kitbag compat' for details.");
            return comparison.AreEqual ? ExitCodes.Good : ExitCodes.Bad;
        }

        private static Dictionary<string, string> Keys(string? key, params KitbagSchema[] schemas) => key == null ? []
            : schemas.SelectMany(s => TypeText.All(s.Root)).Where(t => t.Members.Any(m => m.Name == key) && t.Name.Length != 0)
                .Select(t => t.Name).Distinct().ToDictionary(name => name, _ => key);

        private void WriteLines(KitbagComparison comparison)
        {
            var paint = new Paint(Console);
            foreach (KitbagDifference difference in comparison.Differences)
            {
                string path = paint.Name(Path(difference.Path));
                Console.Out.WriteLine(difference.Kind switch
                {
                    KitbagDifferenceKind.Added => paint.Added("+ ") + path + ": " + paint.Added(Text(difference.New)),
                    KitbagDifferenceKind.Removed => paint.Removed("- ") + path + ": " + paint.Removed(Text(difference.Old)),
                    KitbagDifferenceKind.Moved => paint.Changed("> ") + paint.Name(Path(difference.OldPath!)) + " → " + path,
                    _ => paint.Changed("~ ") + path + ": " + paint.Removed(Changed(difference, difference.Old))
                        + " → " + paint.Added(Changed(difference, difference.New)),
                });
            }
            if (comparison.IsCut)
                Console.Out.WriteLine(paint.Faint("… and more; use --most or --stat"));
        }

        private static string Path(string path) => path.Length == 0 ? "the root" : Plain.Text(path);

        private static string Text(KitbagNode? node) => Brief.Of(node!.Value, LongestValue);

        // For two objects, the reference has changed; changes within the objects are reported separately.
        private static string Changed(KitbagDifference difference, KitbagNode? node) =>
            Nodes.Identity(node!.Value) == null ? Text(node) + Plain.Text(difference.TypeOf(node)) : Brief.Reference(node.Value);

        private void WriteStat(KitbagComparison comparison)
        {
            if (comparison.AreEqual)
                return;
            var table = new TextTable(["", "changed", "added", "removed", "moved"]);
            foreach (IGrouping<string, KitbagDifference> group in comparison.Differences.GroupBy(d => Member(d.Path)).OrderBy(g => g.Key,
                StringComparer.Ordinal))
                table.Add(Row(Path(group.Key), group));
            table.Add(Row(comparison.IsCut ? "at least" : "all", comparison.Differences));
            table.Write(Console);
        }

        private static (string, bool)[] Row(string name, IEnumerable<KitbagDifference> differences)
        {
            ILookup<KitbagDifferenceKind, KitbagDifference> kinds = differences.ToLookup(d => d.Kind);
            return
            [
                (name, false), Cell(KitbagDifferenceKind.Changed), Cell(KitbagDifferenceKind.Added), Cell(KitbagDifferenceKind.Removed),
                Cell(KitbagDifferenceKind.Moved),
            ];

            (string, bool) Cell(KitbagDifferenceKind kind) =>
                (kinds[kind].Any() ? kinds[kind].Count().ToString("N0", CultureInfo.InvariantCulture) : "", true);
        }

        // The member, whichever item it is of.
        private static string Member(string path) => s_index.Replace(path, "[]");

        private void WriteJson(KitbagComparison comparison) => JsonOut.Write(Console, w =>
        {
            w.WriteStartArray();
            foreach (KitbagDifference difference in comparison.Differences)
            {
                w.WriteStartObject();
                w.WriteString("kind", difference.Kind.ToString().ToLowerInvariant());
                w.WriteString("path", difference.Path);
                if (difference.OldPath is { } old && old != difference.Path)
                    w.WriteString("oldPath", old);
                if (difference.Kind != KitbagDifferenceKind.Moved)
                    WriteValues(w, difference);
                w.WriteEndObject();
            }
            w.WriteEndArray();
        });

        private static void WriteValues(Utf8JsonWriter w, KitbagDifference difference)
        {
            if (difference.Old is { } old)
            {
                w.WritePropertyName("old");
                ValueText.WriteNode(w, old);
            }
            if (difference.New is { } @new)
            {
                w.WritePropertyName("new");
                ValueText.WriteNode(w, @new);
            }
        }
    }
}
