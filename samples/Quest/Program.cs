using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using Quest.Content;
using Quest.Editing;
using Quest.Measuring;
using Quest.Reporting;
using Quest.Upgrading;

namespace Quest
{
    internal static class Program
    {
        private const int Equal = 0;
        private const int NotEqual = 1;
        private const int WrongInput = 2;

        private static int Main(string[] args)
        {
            try
            {
                CommandLine command = CommandLine.Parse(args);
                if (command.ShowHelp)
                {
                    Console.WriteLine(CommandLine.Help);
                    return Equal;
                }

                if (command.Json)
                {
                    return InDirectory(command, directory => EditorForm.Show(directory, Report()) ? Equal : NotEqual);
                }

                if (command.Upgrade)
                {
                    return InDirectory(command, to => Upgrade.Show(command.Content ?? DataContent(), to, Report()) ? Equal : NotEqual);
                }

                Input input = command.Content is string directory ? ContentInput.Create(directory) : WorldInput.Create();
                return command.Child is var (verb, candidate, file)
                    ? BeChild(input, verb, candidate, file, command.Quick)
                    : Run(input, command);
            }
            catch (FormatException e)
            {
                Console.Error.WriteLine($"{e.Message} Try --help.");
                return WrongInput;
            }
            catch (Exception e) when (e is ContentException or IOException or UnauthorizedAccessException)
            {
                Console.Error.WriteLine(e.Message);
                return WrongInput;
            }
        }

        // The content in the folder of real input for the tests, if there is one.
        private static string? DataContent() => Environment.GetEnvironmentVariable("KITBAG_DATA") is string data
            && Directory.Exists(Path.Combine(data, "content")) ? Path.Combine(data, "content") : null;

        private static int BeChild(Input input, string verb, string candidate, string file, bool quick)
        {
            TimeSpan duration = TimeSpan.FromMilliseconds(quick ? 300 : 1500);
            switch (verb)
            {
                case "save": Console.WriteLine(input.Save(candidate, file, duration)); break;
                case "load": Console.WriteLine(input.Load(candidate, file, duration)); break;
                case "play": Console.WriteLine(input.Play(candidate, file)); break;
                default: throw new FormatException($"There is no verb '{verb}'.");
            }

            return Equal;
        }

        private static int Run(Input input, CommandLine command)
        {
            IReport report = Report();
            var counts = input.Count().Select(entry => string.Create(CultureInfo.InvariantCulture, $"{entry.Count:N0} {entry.What}"));
            report.Line($"{(command.Content == null ? "Generated" : "Read")} {string.Join(", ", counts)}.");

            return InDirectory(command, directory =>
            {
                var rows = new List<Row>();
                report.Track(2 * input.Candidates.Count,
                    step => rows.AddRange(input.Candidates.Select(name => Measure(name, input.FileOf(name), directory, command, step))));
                report.Table(rows);
                int result = Conclude(rows[^1], report);
                string save = Path.Combine(directory, input.FileOf(rows[^1].Name));
                if (result == Equal && input.Play(rows[^1].Name, save) is string played)
                {
                    report.Line(played);
                }

                return result;
            });
        }

        private static IReport Report() => Console.IsOutputRedirected ? new PlainReport() : new TerminalReport();

        // Uses the directory that --out names, or a temporary one, which is deleted at the end.
        private static int InDirectory(CommandLine command, Func<string, int> work)
        {
            string directory = command.Out ?? Directory.CreateTempSubdirectory("quest-").FullName;
            try
            {
                Directory.CreateDirectory(directory);
                return work(directory);
            }
            finally
            {
                if (command.Out == null)
                {
                    Directory.Delete(directory, recursive: true);
                }
            }
        }

        private static Row Measure(string name, string fileName, string directory, CommandLine command, Action<string> step)
        {
            string file = Path.Combine(directory, fileName);
            File.Delete(file);
            step($"{name} saves");
            Outcome save = Start("save");
            step($"{name} loads in a new process");
            bool saved = save.Problem == null;
            return new Row(name, saved ? new FileInfo(file).Length : null, save, saved ? Start("load") : null);

            Outcome Start(string verb)
            {
                var arguments = new List<string> { "--child", verb, name, file };
                if (command.Content != null)
                {
                    arguments.AddRange(new[] { "--content", command.Content });
                }

                if (command.Quick)
                {
                    arguments.Add("--quick");
                }

                return Child.Run(arguments);
            }
        }

        private static int Conclude(Row kitbag, IReport report)
        {
            report.Line(kitbag.IsEqual
                ? "Kitbag: the value that the new process loaded is equal, member by member, and each reference refers to the same object."
                : $"Kitbag failed. {kitbag.Verdict}.");
            return kitbag.IsEqual ? Equal : NotEqual;
        }
    }
}
