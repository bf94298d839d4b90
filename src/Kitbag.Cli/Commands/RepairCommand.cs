using System.Buffers;
using System.Collections.Generic;
using System.CommandLine;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.Json;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Repairing;
using Kitbag.Cli.Running;
using Kitbag.Cli.Schemas;
using Kitbag.Dynamic;
using Kitbag.Schema;

namespace Kitbag.Cli.Commands
{
    internal sealed class RepairCommand : ToolCommand
    {
        private const int MostLines = 50;

        private readonly Argument<string> _file = new Argument<string>("FILE") { Description = "A damaged file." };

        private readonly Option<string?> _out = new Option<string?>("--out", "-o")
        {
            Description = "Where what was saved goes; the name of the file with .repaired before its end unless given.",
            HelpName = "FILE",
        };

        public RepairCommand()
            : base("repair", "Saves what can be saved of a damaged file into a new one, and says what could not.",
                "kitbag repair slot1.kit --out saved.kit")
        {
            Add(_file);
            Add(_out);
        }

        public override string Notes => """
            What depends on a damaged block is lost: a member gets the default of its type, an item is left out. Look for an
            older generation first (slot1.1.kit), for it may be whole. Exit code: 0 where nothing was lost.
            """;

        private protected override int Run(ParseResult arguments)
        {
            string file = arguments.GetValue(_file)!, path = Console.Place(file);
            Console.Subject = file;
            if (!System.IO.File.Exists(path))
                throw ToolException.Usage("There is no such file.");
            DamagedFile damaged = DamagedFile.Read(path);
            foreach (string line in damaged.Problems.Concat(damaged.Words()))
                Say(line);
            string target = arguments.GetValue(_out) ?? Path.ChangeExtension(file, ".repaired" + Path.GetExtension(file));
            byte[] saved;
            IReadOnlyList<(string Path, string Why)> lost = [];
            if (damaged.Holes.Count == 0 && IsWhole(damaged.Body))
                saved = damaged.Body;
            else
                saved = Salvage(damaged, out lost);
            Saving.Save(Console, target, saved, damaged.Shape);
            Tell(target, damaged, lost);
            return lost.Count == 0 ? ExitCodes.Good : ExitCodes.Bad;
        }

        private void Say(string line)
        {
            if (!Console.Json)
                Console.Out.WriteLine(Plain.Line(line));
        }

        private static bool IsWhole(byte[] body)
        {
            try
            {
                using KitbagDocument document = Parse(body);
                document.Verify();
                return true;
            }
            catch (KitbagException)
            {
                return false;
            }
        }

        private static KitbagDocument Parse(byte[] body) =>
            KitbagDocument.Parse(body, new KitbagDocumentOptions { Limits = Sources.Limits });

        private static byte[] Salvage(DamagedFile damaged, out IReadOnlyList<(string Path, string Why)> lost)
        {
            using KitbagDocument first = Parse(damaged.Filled(0)), second = Parse(damaged.Filled(0xFF));
            KitbagSchema schema = first.Schema;
            if (TypeText.All(schema.Root).Any(t => t.Kind == SchemaKind.Reference))
                throw ToolException.Bad("Its objects refer to each other, so none can be saved without the others.");
            Salvaged saved = SalvageReader.Read(() => first.Root);
            if (damaged.Holes.Count != 0)
                saved = SalvageReader.Both(saved, SalvageReader.Read(() => second.Root));
            var buffer = new ArrayBufferWriter<byte>();
            SalvageJson json;
            using (var w = new Utf8JsonWriter(buffer))
            {
                json = new SalvageJson(w);
                json.Write(saved, schema.Root, "");
            }
            lost = json.Lost;
            if (json.Saved == 0)
                throw ToolException.Bad("Nothing could be saved.");
            return KitbagDocument.FromJson(buffer.WrittenSpan.ToArray(), schema, JsonTexts.Reading).ToBytes();
        }

        private void Tell(string target, DamagedFile damaged, IReadOnlyList<(string Path, string Why)> lost)
        {
            if (Console.Json)
            {
                JsonOut.Write(Console, w =>
                {
                    w.WriteStartObject();
                    w.WriteString("file", target);
                    WriteList(w, "problems", damaged.Problems.Concat(damaged.Words()));
                    WriteList(w, "lost", lost.Select(l => l.Path));
                    w.WriteEndObject();
                });
                return;
            }
            foreach ((string path, string why) in lost.Take(MostLines))
                Console.Out.WriteLine("lost: " + (path.Length == 0 ? "everything" : Plain.Text(path)) + ": " + Plain.Line(why));
            if (lost.Count > MostLines)
                Console.Out.WriteLine("… and " + (lost.Count - MostLines).ToString("N0", CultureInfo.InvariantCulture) + " more");
            Console.Out.WriteLine("Saved " + Plain.Text(target) + (lost.Count == 0 ? "; nothing is lost." : "."));
        }

        private static void WriteList(Utf8JsonWriter w, string name, IEnumerable<string> lines)
        {
            w.WriteStartArray(name);
            foreach (string line in lines)
                w.WriteStringValue(line);
            w.WriteEndArray();
        }
    }
}
