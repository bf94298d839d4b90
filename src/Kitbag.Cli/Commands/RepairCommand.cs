using System;
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
using Kitbag.Dynamic;

namespace Kitbag.Cli.Commands
{
    internal sealed class RepairCommand : ToolCommand
    {
        private const int MostLines = 50;
        private const string LostInfo = "the info document";

        private readonly Argument<string> _file = new Argument<string>("FILE") { Description = "A damaged file." };

        private readonly Option<string?> _out = new Option<string?>("--out", "-o")
        {
            Description = "The file to write; by default the name of the file with .repaired before its extension.",
            HelpName = "FILE",
        };

        public RepairCommand()
            : base("repair", "Recovers what it can from a damaged file into a new one, and prints what is lost.",
                "kitbag repair slot1.kit --out saved.kit")
        {
            Add(_file);
            Add(_out);
        }

        public override string Notes => """
            What depends on a damaged block is lost: a member gets the default of its type, an item is left out. Look for an
            older generation first (slot1.1.kit), for it may be whole. Exit code: 0 where nothing was lost
            and no value may be wrong.
            """;

        private protected override int Run(ParseResult arguments)
        {
            string file = arguments.GetValue(_file)!;
            Console.Subject = file;
            string path = InputFiles.FindReal(Console, file);
            string target = arguments.GetValue(_out) ?? Path.ChangeExtension(file, ".repaired" + Path.GetExtension(file));
            OutputFile.RefuseInput(Console, file, target);
            DamagedFile damaged = DamagedFile.Read(path);
            foreach (string line in damaged.Problems.Concat(damaged.Words()))
                Say(line);
            byte[] saved;
            IReadOnlyList<(string Path, string Why)> lost = [];
            if (damaged.Holes.Count == 0 && IsWhole(damaged.Body))
                saved = damaged.Body;
            else
                saved = Save(damaged, out lost);
            if (damaged.IsInfoLost)
                lost = [.. lost, (LostInfo, "its checksum is wrong, and the new file has none")];
            Saving.Save(Console, target, saved, damaged.Shape);
            Tell(target, damaged, lost);
            return lost.Count == 0 && !damaged.IsDoubtful ? ExitCodes.Good : ExitCodes.Bad;
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

        private byte[] Save(DamagedFile damaged, out IReadOnlyList<(string Path, string Why)> lost)
        {
            if (damaged.Shape.IsContainer && damaged.Body.Length == 0)
                throw ToolException.Bad("No block of the file is complete: nothing can be recovered. Look for an older generation.");
            if (damaged.Holes.Count != 0 && damaged.Holes[0].From == 0)
                throw ToolException.Bad("The first block is lost, and the schema with it: nothing can be read. Look for an older "
                    + "generation.");
            try
            {
                // The readings are released before the values are created from their JSON.
                ReadOnlyMemory<byte> text = Read(damaged, out KitbagSchema schema, out lost);
                return KitbagDocument.FromJson(text.Span, schema, JsonTexts.Reading).ToBytes();
            }
            catch (KitbagException e) when (damaged.IsDoubtful && e.Reason != KitbagErrorReason.Defect)
            {
                throw ToolException.Bad("The first block is damaged, and the schema in it: nothing can be read. Look for an older "
                    + "generation.");
            }
        }

        private ReadOnlyMemory<byte> Read(DamagedFile damaged, out KitbagSchema schema, out IReadOnlyList<(string Path, string Why)> lost)
        {
            using KitbagDocument first = Parse(damaged.Body);
            using KitbagDocument? other = damaged.Holes.Count == 0 ? null : Parse(damaged.Filled(0xFF));
            schema = first.Schema;
            var text = new ArrayBufferWriter<byte>();
            SalvageJson json;
            using (var progress = new ProgressLine(Console, Console.Subject))
            using (var w = new Utf8JsonWriter(text, new JsonWriterOptions { Encoder = ToolEncoder.Instance }))
                json = new SalvageJson(new Salvage(first, other ?? first), schema, w, progress);
            lost = [.. LostObjects(first, json.Objects), .. json.Lost];
            if (json.Saved == 0)
                throw ToolException.Bad("Nothing could be recovered" + (json.Lost.Count == 0 ? "." : ": " + json.Lost[0].Why));
            return text.WrittenMemory;
        }

        // Lost objects are known from references to them; others are unknown.
        private static IEnumerable<(string Path, string Why)> LostObjects(KitbagDocument document, IReadOnlyCollection<string> saved)
        {
            foreach ((string type, int count) in document.TrackedObjects)
            {
                int kept = saved.Count(identity => identity.StartsWith("#" + type + "[", StringComparison.Ordinal));
                if (kept < count)
                    yield return ("#" + type, (count - kept).ToString("N0", CultureInfo.InvariantCulture) + " of "
                        + count.ToString("N0", CultureInfo.InvariantCulture) + " objects, which depend on what is damaged, are stored "
                        + "behind it in the same columns, or are referenced by such objects only");
            }
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
            Console.Out.WriteLine("Saved " + Plain.Text(target) + (damaged.IsDoubtful ? "; values may be wrong."
                : lost.Count == 0 ? "; nothing is lost." : "."));
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
