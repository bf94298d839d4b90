using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Globalization;
using System.IO;
using System.Linq;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Commands
{
    internal sealed class VerifyCommand : ToolCommand
    {
        private readonly Argument<string[]> _files = Files();

        public VerifyCommand()
            : base("verify", "Checks every byte of files: checksums of blocks and documents, and every value.",
                "kitbag verify slot1.kit",
                "kitbag verify 'saves/**/*.kit'")
        {
            Add(_files);
        }

        // A document that cannot be read without its schema may be whole.
        private sealed record Outcome(string File, long Bytes, IReadOnlyList<string> Problems, bool IsUnread, int Code)
        {
            public bool IsWhole => Problems.Count == 0;

            public bool IsDamaged => !IsWhole && !IsUnread;
        }

        private protected override int Run(ParseResult arguments)
        {
            Sources sources = Open(arguments);
            // An error in it is not one of the files.
            _ = sources.Schema;
            IReadOnlyList<string> files = Globs.Expand(arguments.GetValue(_files)!, Console);
            var outcomes = new List<Outcome>();
            foreach (string file in files)
            {
                Outcome outcome = Verify(sources, file, files.Count == 1);
                outcomes.Add(outcome);
                if (!Console.Json)
                    Tell(outcome);
            }
            Console.Subject = "";
            int damaged = outcomes.Count(o => o.IsDamaged), unread = outcomes.Count(o => o.IsUnread);
            if (Console.Json)
                WriteJson(outcomes);
            else if (files.Count > 1)
                Console.Out.WriteLine(outcomes.Count.ToString("N0", CultureInfo.InvariantCulture) + " files, "
                    + (outcomes.TrueForAll(o => o.IsWhole) ? "all whole."
                        : string.Join(", ", CountOf(damaged, "damaged").Concat(CountOf(unread, "not verified"))) + "."));
            return outcomes.Where(o => !o.IsWhole).Select(o => o.Code).DefaultIfEmpty(ExitCodes.Good).Max();
        }

        private static IEnumerable<string> CountOf(int count, string what) =>
            count == 0 ? [] : [count.ToString("N0", CultureInfo.InvariantCulture) + " " + what];

        private Outcome Verify(Sources sources, string file, bool isOnly)
        {
            int code = ExitCodes.Bad;
            var problems = new List<string>();
            long length = 0;
            bool isUnread = false;
            try
            {
                length = sources.LengthOf(file);
                if (sources.OpenLog(file) is { } log)
                    VerifyLog(log.ReadState(), problems);
                else
                    VerifyDocument(sources, file, problems);
            }
            catch (Exception e) when (Tool.IsOfFile(e) && !(isOnly && e is ToolException { ExitCode: ExitCodes.Usage }))
            {
                code = Tool.CodeOf(e);
                isUnread = code == ExitCodes.Usage || e is IOException or UnauthorizedAccessException or KitbagException
                {
                    Reason: KitbagErrorReason.UnknownSchema or KitbagErrorReason.AccessDenied or KitbagErrorReason.FileInUse
                };
                problems.Add(Tool.Describe(e, Console, file));
            }
            return new Outcome(file, length, problems, isUnread, code);
        }

        private void VerifyDocument(Sources sources, string file, List<string> problems)
        {
            VerifyBlocks(sources, file, problems);
            if (problems.Count != 0)
                return;
            using Source source = sources.Open(file);
            source.Document.Verify();
            if (source.Container is { HasInfo: true })
            {
                using KitbagDocument info = sources.OpenInfo(source);
                info.Verify();
            }
        }

        // All blocks, so that each damaged one is listed.
        private void VerifyBlocks(Sources sources, string file, List<string> problems)
        {
            using KitbagContainer container = sources.OpenContainer(file);
            if (container.Kind != KitbagFileKind.Value)
                return;
            using var progress = new ProgressLine(Console, file);
            for (int i = 0; i < container.Blocks.Count; i++)
            {
                try
                {
                    container.ReadBlock(i);
                }
                catch (KitbagException e)
                {
                    problems.Add(Tool.Describe(e, Console, file));
                }
                progress.Report((i + 1.0) / container.Blocks.Count);
            }
        }

        private static void VerifyLog(KitbagLogState state, List<string> problems)
        {
            problems.AddRange(state.Damages.Select(d => d.Message));
            if (state.TornBytes != 0)
                problems.Add("The last " + state.TornBytes.ToString("N0", CultureInfo.InvariantCulture)
                    + " bytes are incomplete: the program ended while it wrote them. Opening the log removes them; "
                    + state.WholeRecords.ToString("N0", CultureInfo.InvariantCulture) + " records are complete.");
        }

        private void Tell(Outcome outcome)
        {
            var paint = new Paint(Console);
            string name = Plain.Text(outcome.File);
            if (outcome.IsWhole)
                Console.Out.WriteLine(name + ": " + paint.Added("whole") + ", "
                    + outcome.Bytes.ToString("N0", CultureInfo.InvariantCulture) + " bytes");
            string state = paint.Removed(outcome.IsUnread ? "not verified" : "damaged");
            foreach (string problem in outcome.Problems)
                Console.Out.WriteLine(name + ": " + state + ": " + Plain.Line(problem));
        }

        private void WriteJson(List<Outcome> outcomes) => JsonOut.Write(Console, w =>
        {
            w.WriteStartArray();
            foreach (Outcome outcome in outcomes)
            {
                w.WriteStartObject();
                w.WriteString("file", outcome.File);
                w.WriteNumber("bytes", outcome.Bytes);
                if (outcome.IsUnread)
                    w.WriteNull("whole");
                else
                    w.WriteBoolean("whole", outcome.IsWhole);
                w.WriteStartArray("problems");
                foreach (string problem in outcome.Problems)
                    w.WriteStringValue(problem);
                w.WriteEndArray();
                w.WriteEndObject();
            }
            w.WriteEndArray();
        });
    }
}
