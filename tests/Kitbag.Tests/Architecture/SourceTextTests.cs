using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Limits on source files, and comments that unsafe code needs.</summary>
    public class SourceTextTests
    {
        private const int MaxCharacters = 140, MaxLines = 350;

        // Files of src that may be longer, with the reason.
        private static readonly Dictionary<string, string> s_long = new()
        {
            ["src/Kitbag/Json/PowersOfTen.cs"] = "a table of numbers",
        };

        [Theory]
        [InlineData("bench")]
        [InlineData("samples")]
        [InlineData("src")]
        [InlineData("tests")]
        public void Lines_are_not_too_long(string folder)
        {
            string[] found = Files(folder)
                .SelectMany(f => File.ReadAllLines(f.Path).Select((line, at) => (f.Name, Number: at + 1, line.Length)))
                .Where(l => l.Length > MaxCharacters)
                .Select(l => l.Name + "(" + l.Number + "): " + l.Length + " characters")
                .ToArray();
            Assert.True(found.Length == 0, string.Join("\n", found));
        }

        [Fact]
        public void Source_files_are_not_too_long()
        {
            string[] found = Files("src").Where(f => !s_long.ContainsKey(f.Name))
                .Select(f => (f.Name, Lines: File.ReadAllLines(f.Path).Length))
                .Where(f => f.Lines > MaxLines)
                .Select(f => f.Name + ": " + f.Lines + " lines")
                .ToArray();
            Assert.True(found.Length == 0, string.Join("\n", found));
            Assert.All(s_long.Keys, f => Assert.True(File.Exists(Path.Combine(Repository.Root, f)), f));
        }

        [Fact]
        public void Unsafe_code_names_the_benchmark_that_justifies_it()
        {
            var workload = new Regex(@"^ +// Unsafe: .*(\(bench/: (?<name>[\w-]+)(, (?<name>[\w-]+))*\)|No workload of bench/.*)\.$");
            string bench = string.Concat(Files("bench").Select(f => File.ReadAllText(f.Path)));
            var found = new List<string>();
            foreach ((string name, string path) in Files("src/Kitbag"))
            {
                string[] lines = File.ReadAllLines(path);
                if (name.Split('/')[2] is "Wire" or "Json"
                    || !lines.Any(line => Regex.IsMatch(line.Split("//")[0], @"\bUnsafe\.(?!SizeOf)")))
                    continue;
                Match[] comments = lines.Select(line => workload.Match(line)).Where(match => match.Success).ToArray();
                if (comments.Length == 0)
                    found.Add(name + ": no comment '// Unsafe: … (bench/: …).'");
                found.AddRange(comments.SelectMany(match => match.Groups["name"].Captures).Select(capture => capture.Value)
                    .Where(word => !bench.Contains('"' + word + '"', StringComparison.Ordinal))
                    .Select(word => name + ": no workload " + word));
            }
            Assert.True(found.Count == 0, string.Join("\n", found));
        }

        private static IEnumerable<(string Name, string Path)> Files(string folder) => Directory
            .EnumerateFiles(Path.Combine(Repository.Root, folder), "*.cs", SearchOption.AllDirectories)
            .Select(f => (Name: Path.GetRelativePath(Repository.Root, f).Replace('\\', '/'), Path: f))
            .Where(f => !f.Name.Split('/').Any(p => p is "bin" or "obj" or "out" or "artifacts"));
    }
}
