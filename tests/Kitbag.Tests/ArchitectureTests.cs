using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Which part of the library may know which: Wire ← Codecs ← generated code; Wire ← Schema.</summary>
    public class ArchitectureTests
    {
        private static readonly string s_source = Path.Combine(Repository.Root, "src", "Kitbag");

        [Theory]
        [InlineData("Wire", "Kitbag.Codecs", "Kitbag.Schema", "Kitbag.Documents", "Kitbag.CompilerServices")]
        [InlineData("Schema", "Kitbag.Documents", "Kitbag.CompilerServices")]
        [InlineData("Codecs", "Kitbag.Documents", "Kitbag.CompilerServices")]
        public void Arrows(string folder, params string[] forbidden)
        {
            foreach (string file in Files(folder))
                Assert.DoesNotContain(File.ReadAllLines(file), line => forbidden.Any(f => line.StartsWith("using " + f + ";", StringComparison.Ordinal)));
        }

        [Fact]
        public void No_reflection_and_no_conditional_compilation()
        {
            string[] banned = { "System.Reflection", "MakeGeneric", "Activator.", "Type.GetType", "System.Linq.Expressions", "DynamicMethod", "dynamic ", "#if" };
            foreach (string file in Files(""))
            {
                string text = File.ReadAllText(file);
                foreach (string word in banned)
                    Assert.False(text.Contains(word, StringComparison.Ordinal), file + " has " + word);
            }
        }

        private static IEnumerable<string> Files(string folder) => Directory
            .EnumerateFiles(Path.Combine(s_source, folder), "*.cs", SearchOption.AllDirectories)
            .Where(f => !f.Contains(Path.DirectorySeparatorChar + "obj" + Path.DirectorySeparatorChar, StringComparison.Ordinal));
    }

    internal static class Repository
    {
        /// <summary>The folder of the repository, found from where the tests run.</summary>
        public static string Root { get; } = Find();

        private static string Find()
        {
            for (DirectoryInfo? d = new DirectoryInfo(AppContext.BaseDirectory); d != null; d = d.Parent)
            {
                if (File.Exists(Path.Combine(d.FullName, "Kitbag.slnx")))
                    return d.FullName;
            }
            throw new DirectoryNotFoundException("No folder above the tests has Kitbag.slnx.");
        }
    }
}
