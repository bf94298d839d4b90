using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Commands
{
    internal sealed class BenchCommand : ToolCommand
    {
        private readonly Argument<string> _file = File();

        private readonly Option<int> _rounds = new Option<int>("--rounds")
        {
            Description = "The number of repetitions; the median is reported.",
            DefaultValueFactory = _ => 5,
        };

        public BenchCommand()
            : base("bench", "Measures how long reading takes, and how large the file is with each compression.",
                "kitbag bench slot1.kit")
        {
            Add(_file);
            Add(_rounds);
        }

        public override string Notes =>
            "Times are those of this tool, which has no types: a program with its types reads faster. Use them only for comparison.";

        private sealed record Result(string What, double? Milliseconds, long? Bytes);

        private protected override int Run(ParseResult arguments)
        {
            int rounds = arguments.GetValue(_rounds);
            if (rounds is < 1 or > 10_000)
                throw ToolException.Usage("--rounds must be from 1 to 10,000.");
            using Source source = Open(arguments).Open(arguments.GetValue(_file)!);
            byte[] document = source.Document.ToBytes();
            var results = new List<Result> { new Result("the document", null, document.Length) };
            Add(results, "check every value", null, rounds, source.Document.Verify);
            Add(results, "write as JSON", null, rounds, () => source.Document.WriteJson(Stream.Null, JsonTexts.Reading));
            AddFiles(results, document, source.Shape.Info, rounds);
            if (Console.Json)
                WriteJson(results);
            else
                WriteTable(results);
            return ExitCodes.Good;
        }

        private static void Add(List<Result> results, string what, long? bytes, int rounds, Action work) =>
            results.Add(new Result(what, Measure(work, rounds), bytes));

        private static double Measure(Action work, int rounds)
        {
            var times = new List<double>();
            for (int i = 0; i < rounds; i++)
            {
                long start = Stopwatch.GetTimestamp();
                work();
                times.Add(Stopwatch.GetElapsedTime(start).TotalMilliseconds);
            }
            times.Sort();
            return times[times.Count / 2];
        }

        private static void AddFiles(List<Result> results, byte[] document, ReadOnlyMemory<byte> info, int rounds)
        {
            string folder = Directory.CreateTempSubdirectory("kitbag-bench-").FullName;
            try
            {
                foreach (KitbagCompression compression in Enum.GetValues<KitbagCompression>())
                {
                    string path = Path.Combine(folder, compression + ".kit");
                    var options = new KitbagFileOptions
                    {
                        Compression = compression,
                        Keep = 1,
                        Durability = KitbagDurability.None,
                        Document = new KitbagOptions { Limits = Sources.Limits },
                    };
                    string name = compression == KitbagCompression.None ? "blocks, not compressed" : "blocks, " + compression;
                    double save = Measure(() => KitbagFile.SaveDocument(path, document, info.Span, options), rounds);
                    results.Add(new Result("save " + name, save, new FileInfo(path).Length));
                    Add(results, "load " + name, null, rounds, () => Load(path, options));
                }
            }
            finally
            {
                Directory.Delete(folder, recursive: true);
            }
        }

        private static void Load(string path, KitbagFileOptions options)
        {
            using KitbagContainer container = KitbagContainer.Open(path, options);
            container.ReadBody();
        }

        private void WriteTable(List<Result> results)
        {
            var table = new TextTable(["", "bytes", "ms"]);
            foreach (Result result in results)
                table.Add([(result.What, false), (result.Bytes?.ToString("N0", CultureInfo.InvariantCulture) ?? "", true),
                    (result.Milliseconds?.ToString("N2", CultureInfo.InvariantCulture) ?? "", true)]);
            table.Write(Console);
        }

        private void WriteJson(List<Result> results) => JsonOut.Write(Console, w =>
        {
            w.WriteStartArray();
            foreach (Result result in results)
            {
                w.WriteStartObject();
                w.WriteString("what", result.What);
                if (result.Bytes is { } bytes)
                    w.WriteNumber("bytes", bytes);
                if (result.Milliseconds is { } milliseconds)
                    w.WriteNumber("milliseconds", milliseconds);
                w.WriteEndObject();
            }
            w.WriteEndArray();
        });
    }
}
