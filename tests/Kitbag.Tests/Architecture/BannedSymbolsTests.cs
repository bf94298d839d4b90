using System;
using System.IO;
using System.Linq;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>The library and the generator do not use the members that their BannedSymbols.txt lists.</summary>
    public class BannedSymbolsTests
    {
        private const string Library = "src/Kitbag", Generator = "src/Kitbag.Generator";

        [Theory]
        [InlineData(Library, "net8.0", "Kitbag.dll")]
        [InlineData(Library, "netstandard2.1", "Kitbag.dll")]
        [InlineData(Library, "netstandard2.0", "Kitbag.dll")]
        [InlineData(Generator, "netstandard2.0", "Kitbag.Generator.dll")]
        public void No_banned_member_is_used(string project, string target, string assembly)
        {
            // The output of the build, for each target of the library and for the generator.
            string configuration = new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;
            string file = Path.Combine(Repository.Root, project, "bin", configuration, target, assembly);
            string[] violations = List(project).Violations(file);
            Assert.True(violations.Length == 0, string.Join("\n", violations));
        }

        [Theory]
        [InlineData(Library)]
        [InlineData(Generator)]
        public void Every_ban_exists_and_has_a_reason(string project)
        {
            BannedSymbols list = List(project);
            Assert.All(list.Reasons, r => Assert.Matches(@"^[a-z].{10,}[^.]$", r));
            Assert.All(list.Symbols.Where(s => !s.EndsWith(".*", StringComparison.Ordinal)), s => Assert.True(Exists(s), s));
        }

        // A member of a type, of a generic type, of a nested type, and all of a namespace.
        [Fact]
        public void A_banned_member_is_found()
        {
            string file = Path.Combine(Path.GetTempPath(), "kitbag-banned-" + Environment.ProcessId + ".txt");
            try
            {
                File.WriteAllLines(file,
                [
                    "# a comment", "System.IO.File.ReadAllLines; because", "System.Text.StringBuilder; because",
                    "System.Collections.Generic.List`1.Add; because", "System.Reflection.PortableExecutable.*; because",
                    "System.Text.RegularExpressions.Regex; because",
                ]);
                string[] symbols = BannedSymbols.Load(file).Violations(typeof(BannedSymbolsTests).Assembly.Location)
                    .Select(v => v.Split(": ")[1]).Distinct().ToArray();
                Assert.Contains("System.IO.File.ReadAllLines; because", symbols);
                Assert.Contains("System.Text.StringBuilder; because", symbols);
                Assert.Contains("System.Collections.Generic.List`1.Add; because", symbols);
                Assert.Contains("System.Reflection.PortableExecutable.*; because", symbols);
            }
            finally
            {
                File.Delete(file);
            }
        }

        private static BannedSymbols List(string project) =>
            BannedSymbols.Load(Path.Combine(Repository.Root, project, "BannedSymbols.txt"));

        private static bool Exists(string symbol) => Find(symbol) != null
            || (symbol.LastIndexOf('.') is var dot && Find(symbol[..dot]) is { } type && type.GetMember(symbol[(dot + 1)..]).Length != 0);

        private static Type? Find(string name) =>
            AppDomain.CurrentDomain.GetAssemblies().Select(a => a.GetType(name)).FirstOrDefault(t => t != null)
            ?? s_assemblies.Select(a => Type.GetType(name + ", " + a)).FirstOrDefault(t => t != null);

        private static readonly string[] s_assemblies =
        [
            "System.Console", "System.Diagnostics.Process", "System.Net.Http", "System.Net.Primitives", "System.Net.NameResolution",
            "System.Net.Sockets", "System.Linq.Expressions", "System.Runtime.Serialization.Formatters", "System.Threading.ThreadPool",
        ];
    }
}
