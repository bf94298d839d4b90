using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Reports;
using Kitbag.Cli.Running;
using Kitbag.Dynamic;
using Spectre.Console;

namespace Kitbag.Cli.Commands
{
    internal sealed class StatsCommand : ToolCommand
    {
        // Parts below this share of the file are omitted, unless --all is specified.
        private const double Smallest = 0.01;

        private readonly Argument<string[]> _files = Files();

        private readonly Option<bool> _all = new Option<bool>("--all", "-a") { Description = "Also show small parts." };

        public StatsCommand()
            : base("stats", "Prints the size of each part of files, how each column is encoded, and how to make the files smaller.",
                "kitbag stats slot1.kit",
                "kitbag stats 'saves/*.kit' --json")
        {
            Add(_files);
            Add(_all);
        }

        public override string Notes =>
            "The encodings are those of docs/format.md: packed, delta, raw, constant, decimals, as integers (the bits of floating point "
            + "numbers), words, dictionary, front coded, sparse.";

        private protected override int Run(ParseResult arguments)
        {
            IReadOnlyList<string> files = Globs.Expand(arguments.GetValue(_files)!, Console);
            Sources sources = Open(arguments);
            // An error in it is not one of the files.
            _ = sources.Schema;
            var all = new List<(Source Source, KitbagSize Size, IReadOnlyList<string> Advice)>();
            int code = ExitCodes.Good;
            try
            {
                foreach (string file in files)
                {
                    try
                    {
                        all.Add(Measure(sources, file));
                    }
                    catch (Exception e) when (files.Count > 1 && Tool.IsOfFile(e))
                    {
                        code = Math.Max(code, Tool.CodeOf(e));
                        Tool.WriteError(e, Console);
                        continue;
                    }
                    if (Console.Json)
                        continue;
                    if (files.Count > 1)
                        Console.Out.WriteLine(new Paint(Console).Bold(Plain.Text(file)));
                    WriteTable(all[^1].Size, arguments.GetValue(_all));
                    WriteAdvice(all[^1].Advice);
                }
                if (Console.Json)
                    WriteJson(all);
            }
            finally
            {
                foreach ((Source source, _, _) in all)
                    source.Dispose();
            }
            return code;
        }

        private static (Source Source, KitbagSize Size, IReadOnlyList<string> Advice) Measure(Sources sources, string file)
        {
            Source source = sources.Open(file);
            try
            {
                KitbagSize size = source.Document.Sizes();
                return (source, size, ShrinkAdvice.For(source, size));
            }
            catch
            {
                source.Dispose();
                throw;
            }
        }

        private void WriteTable(KitbagSize size, bool isAll)
        {
            Table table = SpectreTables.Make(
                [("", false), ("bytes", true), ("share", true), ("", false), ("values", true), ("stored", false)]);
            var open = new Stack<(KitbagSize Size, int Depth)>();
            open.Push((size, 0));
            while (open.TryPop(out (KitbagSize Size, int Depth) part))
            {
                double share = size.Bytes == 0 ? 0 : (double)part.Size.Bytes / size.Bytes;
                table.AddRow(new string(' ', 2 * part.Depth) + SpectreTables.Text(NameOf(part.Size, part.Depth)),
                    Number(part.Size.Bytes), (100 * share).ToString("0.0", CultureInfo.InvariantCulture) + " %", SpectreTables.Bar(share),
                    part.Size.Values == 0 ? "" : Number(part.Size.Values), SpectreTables.Text(Stored(part.Size)));
                foreach (KitbagSize inner in part.Size.Parts.Where(p => isAll || p.Bytes >= size.Bytes * Smallest).OrderBy(p => p.Bytes))
                    open.Push((inner, part.Depth + 1));
            }
            SpectreTables.Write(Console, table);
        }

        // The value of a nullable has no name.
        private static string NameOf(KitbagSize size, int depth) => depth == 0 ? "document" : size.Name.Length == 0 ? "(value)" : size.Name;

        private static string Number(long number) => number.ToString("N0", CultureInfo.InvariantCulture);

        // The encodings, the largest first.
        private static string Stored(KitbagSize size)
        {
            const int Shown = 3;
            KitbagEncoding[] encodings = [.. size.Encodings.OrderByDescending(e => e.Bytes)];
            return string.Join("; ", encodings.Take(Shown).Select(e => e.Name)) + (encodings.Length > Shown ? "; …" : "");
        }

        private void WriteAdvice(IReadOnlyList<string> advice)
        {
            if (advice.Count == 0)
                return;
            Console.Out.WriteLine();
            Console.Out.WriteLine("What would shrink it:");
            foreach (string line in advice)
                Console.Out.WriteLine("- " + Plain.Line(line));
        }

        private void WriteJson(List<(Source Source, KitbagSize Size, IReadOnlyList<string> Advice)> all) => JsonOut.Write(Console, w =>
        {
            w.WriteStartArray();
            foreach ((Source source, KitbagSize size, IReadOnlyList<string> advice) in all)
            {
                w.WriteStartObject();
                w.WriteString("file", source.Name);
                w.WriteNumber("fileBytes", source.Length);
                w.WriteNumber("documentBytes", size.Bytes);
                w.WriteStartArray("parts");
                foreach (KitbagSize part in size.All())
                    WritePart(w, part);
                w.WriteEndArray();
                w.WriteStartArray("advice");
                foreach (string line in advice)
                    w.WriteStringValue(line);
                w.WriteEndArray();
                w.WriteEndObject();
            }
            w.WriteEndArray();
        });

        private static void WritePart(Utf8JsonWriter w, KitbagSize part)
        {
            w.WriteStartObject();
            w.WriteString("path", part.Path);
            w.WriteString("name", part.Name);
            w.WriteString("type", part.TypeName);
            w.WriteNumber("bytes", part.Bytes);
            w.WriteNumber("ownBytes", part.OwnBytes);
            w.WriteNumber("values", part.Values);
            w.WriteStartArray("stored");
            foreach (KitbagEncoding encoding in part.Encodings)
            {
                w.WriteStartObject();
                w.WriteString("form", encoding.Name);
                w.WriteNumber("columns", encoding.Columns);
                w.WriteNumber("values", encoding.Values);
                w.WriteNumber("bytes", encoding.Bytes);
                w.WriteEndObject();
            }
            w.WriteEndArray();
            w.WriteEndObject();
        }
    }
}
