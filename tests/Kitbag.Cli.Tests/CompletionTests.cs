using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using Xunit;

namespace Kitbag.Cli.Tests
{
    /// <summary>Tests the completions of command lines, and the scripts for shells.</summary>
    public sealed class CompletionTests : IClassFixture<TemporaryFolder>
    {
        private readonly TemporaryFolder _folder;

        public CompletionTests(TemporaryFolder folder) => _folder = folder;

        [Theory]
        [InlineData("kitbag sh", "show")]
        [InlineData("kitbag show world.bin --dep", "--depth")]
        [InlineData("kitbag completion p", "pwsh")]
        [InlineData("kitbag get world.bin Zo", "Zones")]
        [InlineData("kitbag get world.bin Name Zo", "Zones")]
        [InlineData("kitbag show world.bin Zones[", "Zones[0] Zones[1] Zones[2] Zones[3]")]
        [InlineData("kitbag set world.bin Zones[1].N", "Zones[1].Name")]
        [InlineData("kitbag show world.bin Zones[1].Entities[2].Position.", "Zones[1].Entities[2].Position.X "
            + "Zones[1].Entities[2].Position.Y Zones[1].Entities[2].Position.Z")]
        [InlineData("kitbag get world.bin Prices[\"s", "Prices[\"salt\"] Prices[\"silver\"]")]
        [InlineData("kitbag get world.bin Nothing.", "")]
        [InlineData("kitbag get nothing.bin Zo", "")]
        [InlineData("kitbag get world.json Zo", "")]
        public void Offers_the_possible_completions(string line, string expected)
        {
            File.WriteAllText(_folder["world.json"], "{}");
            string word = line[(line.LastIndexOf(' ') + 1)..];
            ToolRun run = ToolRun.Of(_folder.Path, "[suggest:" + line.Length + "]", line);
            Assert.Equal("", run.Error);
            Assert.Equal(expected, string.Join(' ', run.Output.Split('\n').Where(l => l.Length != 0
                && l.StartsWith(word, StringComparison.Ordinal))));
        }

        [Fact]
        public void Bash_requests_completion_of_paths_and_completes_file_names_itself()
        {
            if (!File.Exists("/usr/bin/bash"))
                return;
            string script = ToolRun.Good(_folder.Path, "completion", "bash") + """
                kitbag() { printf '%s\n' Zones Zoo Name "$1"; }
                try() {
                    COMP_LINE="$*" COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
                    COMP_POINT=${#COMP_LINE}
                    _kitbag
                    echo "${COMPREPLY[*]}"
                }
                try kitbag get a.kit Zo
                try kitbag get Zo
                try kitbag diff a.kit Zo
                """;
            (int code, string output) = Shell("bash", "-c", script);
            Assert.Equal((0, "Zones Zoo\n\n\n"), (code, output));
        }

        [Theory]
        [InlineData("bash")]
        [InlineData("zsh")]
        public void Shells_find_no_mistakes_in_their_scripts(string shell)
        {
            if (!File.Exists("/usr/bin/" + shell))
                return;
            (int code, string output) = Shell(shell, "-n", "-c", ToolRun.Good(_folder.Path, "completion", shell));
            Assert.Equal((0, ""), (code, output));
        }

        /// <summary>Checks what can be checked without PowerShell: quotes and brackets are balanced.</summary>
        [Fact]
        public void Brackets_in_the_script_for_PowerShell_are_balanced()
        {
            var open = new Stack<char>();
            bool isComment = false;
            char quote = '\0';
            foreach (char c in ToolRun.Good(_folder.Path, "completion", "pwsh"))
            {
                if (isComment)
                    isComment = c != '\n';
                else if (quote != '\0')
                    quote = c == quote ? '\0' : quote;
                else if (c == '#')
                    isComment = true;
                else if (c is '\'' or '"')
                    quote = c;
                else if (c is '(' or '[' or '{')
                    open.Push(c);
                else if (c is ')' or ']' or '}')
                    Assert.Equal(c switch { ')' => '(', ']' => '[', _ => '{' }, open.Pop());
            }
            Assert.Equal((0, '\0'), (open.Count, quote));
        }

        private static (int Code, string Output) Shell(string program, params string[] arguments)
        {
            using Process process = Process.Start(new ProcessStartInfo("/usr/bin/" + program, arguments)
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!;
            string error = process.StandardError.ReadToEnd(), output = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return (process.ExitCode, output + error);
        }
    }
}
