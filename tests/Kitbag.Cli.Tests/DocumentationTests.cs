using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text;
using Xunit;

namespace Kitbag.Cli.Tests
{
    /// <summary>
    /// Compares the outputs in docs/cli.md with those of the commands. Blocks marked `console` begin with `$ kitbag …`, followed by the
    /// output; they run one after the other in one folder. The same applies to the README.md of samples/Quest. KITBAG_WRITE_DOCS=1 updates
    /// the outputs.
    /// </summary>
    public sealed class DocumentationTests
    {
        [Fact]
        public void Examples_of_cli_md_are_real()
        {
            using var folder = new TemporaryFolder();
            Compare(Path.Combine(Repository(), "docs", "cli.md"), folder.Path);
        }

        // samples/Quest saves a world, plays a turn and saves it again, each in a new process.
        [Fact]
        public void Examples_of_the_Quest_are_real()
        {
            using var folder = new TemporaryFolder();
            foreach (string verb in new[] { "save", "play" })
                Quest("--child", verb, "Kitbag", folder["Kitbag.kit"], "--quick");
            Compare(Path.Combine(Repository(), "samples", "Quest", "README.md"), folder.Path);
        }

        // With real input, compares the output of the sample.
        [Fact]
        public void The_upgrade_of_the_Quest_is_real()
        {
            string printed = Quest("--upgrade");
            if (Environment.GetEnvironmentVariable("KITBAG_DATA") is not { Length: > 0 })
            {
                Assert.StartsWith("There is no content to upgrade", printed, StringComparison.Ordinal);
                return;
            }
            string file = Path.Combine(Repository(), "samples", "Quest", "README.md");
            string text = File.ReadAllText(file).ReplaceLineEndings("\n");
            int start = text.IndexOf("```text\n", StringComparison.Ordinal) + "```text\n".Length;
            string real = text[..start] + printed + text[text.IndexOf("```", start, StringComparison.Ordinal)..];
            if (Environment.GetEnvironmentVariable("KITBAG_WRITE_DOCS") == "1")
                File.WriteAllText(file, real);
            else
                Assert.Equal(real, text);
        }

        private static string Quest(params string[] arguments)
        {
            string program = Path.Combine(Repository(), "samples", "Quest", "bin", "Release", "net8.0", "Quest.dll");
            using Process quest = Process.Start(new ProcessStartInfo("dotnet", [program, .. arguments]) { RedirectStandardOutput = true })!;
            string output = quest.StandardOutput.ReadToEnd().ReplaceLineEndings("\n");
            quest.WaitForExit();
            Assert.True(quest.ExitCode == 0, output);
            return output;
        }

        private static void Compare(string file, string folder)
        {
            string text = File.ReadAllText(file).ReplaceLineEndings("\n");
            string real = Rewrite(text, folder);
            if (Environment.GetEnvironmentVariable("KITBAG_WRITE_DOCS") == "1")
                File.WriteAllText(file, real);
            else
                Assert.Equal(real, text);
        }

        [Fact]
        public void Every_command_is_described()
        {
            string text = File.ReadAllText(Path.Combine(Repository(), "docs", "cli.md"));
            using var folder = new TemporaryFolder();
            string help = ToolRun.Good(folder.Path, "--help");
            string commands = help[help.IndexOf("Commands:", StringComparison.Ordinal)..help.IndexOf("Options:", StringComparison.Ordinal)];
            foreach (string line in commands.Split('\n').Where(l => l.StartsWith("  ", StringComparison.Ordinal) && l[2] != ' '))
            {
                string name = line.Trim().Split(' ')[0];
                Assert.True(text.Contains("`kitbag " + name, StringComparison.Ordinal),
                    "docs/cli.md does not describe 'kitbag " + name + "'.");
            }
        }

        private static string Rewrite(string text, string folder)
        {
            var result = new StringBuilder();
            string[] parts = text.Split("```console\n");
            result.Append(parts[0]);
            foreach (string part in parts.Skip(1))
            {
                int end = part.IndexOf("```", StringComparison.Ordinal);
                result.Append("```console\n");
                foreach (string line in part[..end].Split('\n').Where(l => l.StartsWith("$ ", StringComparison.Ordinal)))
                {
                    result.Append(line).Append('\n');
                    string[] words = [.. Words(line["$ ".Length..])];
                    Assert.Equal("kitbag", words[0]);
                    ToolRun run = ToolRun.Of(folder, words[1..]);
                    run.AssertAnswered();
                    result.Append(run.Output).Append(run.Error);
                }
                result.Append(part[end..]);
            }
            return result.ToString();
        }

        // Splits a line like a shell does, but supports only quotes of both kinds, and comments that begin with #.
        private static IEnumerable<string> Words(string line)
        {
            var word = new StringBuilder();
            bool isWord = false;
            char quote = '\0';
            foreach (char c in line + " ")
            {
                if (quote != '\0' ? c == quote : c is '\'' or '"')
                {
                    quote = quote != '\0' ? '\0' : c;
                    isWord = true;
                }
                else if (c == ' ' && quote == '\0')
                {
                    if (isWord)
                        yield return word.ToString();
                    word.Clear();
                    isWord = false;
                }
                else if (c == '#' && !isWord && quote == '\0')
                {
                    yield break;
                }
                else
                {
                    word.Append(c);
                    isWord = true;
                }
            }
        }

        internal static string Repository()
        {
            string? folder = AppContext.BaseDirectory;
            while (folder != null && !File.Exists(Path.Combine(folder, "Kitbag.slnx")))
                folder = Path.GetDirectoryName(folder);
            return folder ?? throw new InvalidOperationException("The tests are not in the repository.");
        }
    }
}
