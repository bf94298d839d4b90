using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Linq;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;
using Kitbag.Cli.Schemas;
using Kitbag.Schema;
using Kitbag.Schemas;

namespace Kitbag.Cli.Commands
{
    internal sealed class CompatCommand : ToolCommand
    {
        private readonly Argument<string> _old = File("OLD", "A file or a saved schema: the schema of the documents.");

        private readonly Argument<string?> _new = new Argument<string?>("NEW")
        {
            Description = "A file or a saved schema: the schema of the reader. Omit it with --lock.",
            Arity = ArgumentArity.ZeroOrOne,
        };

        private readonly Option<string?> _lock = new Option<string?>("--lock")
        {
            Description = "A lock file: the reader is the program whose types are locked.",
            HelpName = "LOCK",
        };

        private readonly Option<string?> _release = new Option<string?>("--release")
        {
            Description = "With --lock: use the types of this release.",
            HelpName = "NAME",
        };

        private readonly Option<string?> _root = new Option<string?>("--root")
        {
            Description = "With --lock: the root type of the reader; by default the one with the name of OLD's root.",
            HelpName = "TYPE",
        };

        private readonly Option<string[]> _migrated = new Option<string[]>("--migrated")
        {
            Description = "A path of the output that the program reads with a migration: it does not affect the exit code.",
            HelpName = "PATH",
        };

        public CompatCommand()
            : base("compat", "Shows what happens when the schema NEW reads documents of OLD: lost, added, converted, rejected.",
                "kitbag compat release1.kit today.kit",
                "kitbag compat today.kit release1.kit  # how the old program reads new files",
                "kitbag compat slot1.kit --lock kitbag.lock  # how the current program reads a file",
                "kitbag compat today.kit --lock kitbag.lock --release 1.0",
                "kitbag compat slot1.kit --lock kitbag.lock --migrated Hero.Class")
        {
            Add(_old);
            Add(_new);
            Add(_lock);
            Add(_release);
            Add(_root);
            Add(_migrated);
        }

        public override string Notes => """
            Exit code: 0 where everything is read, 1 where something is lost or refused. A schema does not know former names
            ([KitbagFormerName]) and required members of the reader's program; where they matter, the words say so. A lock file (--lock)
            knows both of the current types. Migrations ([KitbagMigration]) are in neither: what they read is shown as lost or refused,
            and affects the exit code unless --migrated names its path.
            """;

        private protected override int Run(ParseResult arguments)
        {
            if (arguments.GetValue(_lock) == null && (arguments.GetValue(_release) ?? arguments.GetValue(_root)) != null)
                throw ToolException.Usage("--release and --root require a lock file: specify it with --lock.");
            Sources sources = Open(arguments);
            KitbagSchema old = sources.OpenSchema(arguments.GetValue(_old)!);
            SchemaType reader;
            LockedAttributes? attributes = null;
            if (arguments.GetValue(_lock) is { } file)
                (reader, attributes) = OpenLocked(arguments, file, old);
            else
                reader = sources.OpenSchema(arguments.GetValue(_new)
                    ?? throw ToolException.Usage("Specify NEW (a file or a saved schema), or a lock file with --lock.")).Root;
            Console.Subject = "";
            IReadOnlyList<Finding> findings = Finding.Compare(old.Root, reader, attributes);
            string[] migrated = arguments.GetValue(_migrated)!;
            if (migrated.FirstOrDefault(path => findings.All(f => f.Path != path)) is { } unknown)
                throw ToolException.Usage("There is no difference at the path '" + Plain.Text(unknown) + "' of --migrated.");
            bool isBad = findings.Any(f => f.Kind >= FindingKind.Lost && !migrated.Contains(f.Path));
            if (Console.Json)
                WriteJson(findings);
            else
                WriteText(findings, old.Bytes.SequenceEqual(new CanonicalSchema(reader).Bytes));
            if (isBad && !Console.Json)
                Console.Out.WriteLine("Migrations ([KitbagMigration]) are unknown here; specify --migrated PATH for what they read.");
            return isBad ? ExitCodes.Bad : ExitCodes.Good;
        }

        private (SchemaType, LockedAttributes?) OpenLocked(ParseResult arguments, string file, KitbagSchema old)
        {
            if (arguments.GetValue(_new) != null)
                throw ToolException.Usage("Specify either NEW or --lock.");
            Console.Subject = file;
            SchemaLock locked = LockFile.Read(Console.Place(file));
            return LockFile.ReaderOf(locked, arguments.GetValue(_release), arguments.GetValue(_root), old);
        }

        private void WriteText(IReadOnlyList<Finding> findings, bool areSame)
        {
            var paint = new Paint(Console);
            if (findings.Count == 0)
                Console.Out.WriteLine(areSame ? "The schemas are the same." : "Everything can be read without changes.");
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
