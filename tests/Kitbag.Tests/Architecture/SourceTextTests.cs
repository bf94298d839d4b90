using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>How long lines and files of source are.</summary>
    public class SourceTextTests
    {
        private const int MostCharacters = 140, MostLines = 350;

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
        public void Lines_fit_on_a_screen(string folder)
        {
            string[] found = Files(folder)
                .SelectMany(f => File.ReadAllLines(f.Path).Select((line, at) => (f.Name, Number: at + 1, line.Length)))
                .Where(l => l.Length > MostCharacters)
                .Select(l => l.Name + "(" + l.Number + "): " + l.Length + " characters")
                .ToArray();
            Assert.True(found.Length == 0, string.Join("\n", found));
        }

        [Fact]
        public void Files_of_the_product_have_one_subject()
        {
            string[] found = Files("src").Where(f => !s_long.ContainsKey(f.Name))
                .Select(f => (f.Name, Lines: File.ReadAllLines(f.Path).Length))
                .Where(f => f.Lines > MostLines)
                .Select(f => f.Name + ": " + f.Lines + " lines")
                .ToArray();
            Assert.True(found.Length == 0, string.Join("\n", found));
            Assert.All(s_long.Keys, f => Assert.True(File.Exists(Path.Combine(Repository.Root, f)), f));
        }

        private static IEnumerable<(string Name, string Path)> Files(string folder) => Directory
            .EnumerateFiles(Path.Combine(Repository.Root, folder), "*.cs", SearchOption.AllDirectories)
            .Select(f => (Name: Path.GetRelativePath(Repository.Root, f).Replace('\\', '/'), Path: f))
            .Where(f => !f.Name.Split('/').Any(p => p is "bin" or "obj" or "out" or "artifacts"));
    }
}
