using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Nodes;
using Kitbag.Cli.Input;
using Kitbag.Cli.Merging;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;
using Kitbag.Dynamic;
using Kitbag.Schema;

namespace Kitbag.Cli.Commands
{
    internal sealed class MergeCommand : ToolCommand
    {
        private const int DeepestJson = 1000, LongestValue = 80;

        private readonly Argument<string> _base = File("BASE", "The common ancestor of both files.");

        private readonly Argument<string> _ours = File("OURS", "The file of this branch, which the result replaces unless --out is set.");

        private readonly Argument<string> _theirs = File("THEIRS", "The file of the other branch.");

        private readonly Option<string?> _out = new Option<string?>("--out", "-o")
        {
            Description = "The file to write.",
            HelpName = "FILE",
        };

        private readonly Option<string?> _name = new Option<string?>("--name")
        {
            Description = "The name of the file in messages.",
            HelpName = "FILE",
        };

        public MergeCommand()
            : base("merge", "Merges two files with a common ancestor, by paths; 'git merge' calls it after git-setup.",
                "kitbag merge base.kit ours.kit theirs.kit --out merged.kit")
        {
            Add(_base);
            Add(_ours);
            Add(_theirs);
            Add(_out);
            Add(_name);
        }

        public override string Notes => """
            Items of lists are matched by a member Id, Guid, Key or Name, others by value. Where both sides have changed one
            value, each such path is named, nothing is written, and the exit code is 1. Objects that are referred to from
            several places are matched by such a member, too, and without one the files are not merged.
            """;

        private protected override int Run(ParseResult arguments)
        {
            string ours = arguments.GetValue(_ours)!, target = arguments.GetValue(_out) ?? ours;
            using IDisposable? held = HeldFile.Lock(Console, ours, target);
            Sources sources = Open(arguments);
            byte[] merged;
            FileShape shape;
            using (Source @base = sources.Open(arguments.GetValue(_base)!), our = sources.Open(ours),
                their = sources.Open(arguments.GetValue(_theirs)!))
            {
                Console.Subject = arguments.GetValue(_name) ?? ours;
                KitbagSchema schema = our.Document.Schema;
                Check(schema, their.Document.Schema, @base.Document.Schema);
                JsonNode? baseTree = Read(@base.Document), ourTree = Read(our.Document), theirTree = Read(their.Document), tree;
                IReadOnlyList<Conflict> conflicts;
                if (Schemas.TypeText.All(schema.Root).Any(t => t.Kind == SchemaKind.Reference))
                    tree = GraphMerge.Merge(schema.Root, baseTree, ourTree, theirTree, out conflicts);
                else
                    tree = ThreeWayMerge.Merge(schema.Root, baseTree, ourTree, theirTree, out conflicts);
                if (conflicts.Count != 0)
                    return Tell(conflicts);
                merged = KitbagDocument.FromJson(tree?.ToJsonString() ?? "null", schema, JsonTexts.Reading).ToBytes();
                shape = our.Shape;
            }
            Saving.Save(Console, target, merged, shape, isLocked: held != null);
            return ExitCodes.Good;
        }

        private static void Check(KitbagSchema schema, params KitbagSchema[] others)
        {
            if (others.Any(o => o.Fingerprint != schema.Fingerprint))
                throw ToolException.Bad("The files have different schemas: load and save one of them with the program of the other.");
        }

        private static JsonNode? Read(KitbagDocument document)
        {
            try
            {
                string json = document.ToJson(JsonTexts.Reading);
                if (HasLoneSurrogate(json))
                    throw ToolException.Bad("A string contains a half of a surrogate pair: such files cannot be merged.");
                return JsonNode.Parse(json, null, new JsonDocumentOptions { MaxDepth = DeepestJson });
            }
            catch (JsonException e)
            {
                throw ToolException.Bad(e.Message);
            }
        }

        // Nodes cannot hold such a string. Backslashes before a 'u' may be escaped themselves.
        private static bool HasLoneSurrogate(string json)
        {
            bool isPossible = json.Contains("\\ud", StringComparison.OrdinalIgnoreCase);
            for (int i = 0; isPossible && i < json.Length - 2; i++)
            {
                if (json[i] != '\\')
                    continue;
                // KitbagJson writes pairs without escapes.
                if (json[i + 1] == 'u' && json[i + 2] is 'd' or 'D')
                    return true;
                i++;
            }
            return false;
        }

        private int Tell(IReadOnlyList<Conflict> conflicts)
        {
            if (Console.Json)
            {
                JsonOut.Write(Console, w =>
                {
                    w.WriteStartArray();
                    foreach (Conflict conflict in conflicts)
                    {
                        w.WriteStartObject();
                        w.WriteString("path", conflict.Path);
                        w.WriteString("base", conflict.Base);
                        w.WriteString("ours", conflict.Ours);
                        w.WriteString("theirs", conflict.Theirs);
                        w.WriteEndObject();
                    }
                    w.WriteEndArray();
                });
                return ExitCodes.Bad;
            }
            foreach (Conflict conflict in conflicts)
                Console.Out.WriteLine("CONFLICT in " + Plain.Line(Console.Subject) + ": " + Plain.Line(conflict.Path) + " was "
                    + Cut(conflict.Base) + ", is " + Cut(conflict.Ours) + " here and " + Cut(conflict.Theirs) + " there");
            return ExitCodes.Bad;
        }

        private static string Cut(string? value) => value == null ? "absent"
            : Plain.Line(value.Length <= LongestValue ? value : value[..LongestValue] + "…");
    }
}
