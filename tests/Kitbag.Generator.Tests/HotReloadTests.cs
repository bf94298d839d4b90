using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Files with codecs of programs without optimization contain a constant that changes with them: hot reload cannot change constants,
    /// and restarts the program.
    /// </summary>
    public class HotReloadTests
    {
        private const string Source =
            "public enum Kind { None, One } public class World { public int A; public Kind Kind; public int Get() => 1; } "
            + "public static class Program { public static byte[] Run() => Kitbag.KitbagSerializer.Serialize(new World()); }";

        [Theory]
        [InlineData("int A", "long A", "WorldCodec", "Shapes")]
        [InlineData("int A;", "int A; public int B;", "WorldCodec")]
        [InlineData("public int A", "[Kitbag.KitbagFormerName(\"Old\")] public int A", "WorldCodec")]
        [InlineData("One", "One, Two", "Shapes")]
        [InlineData("Get() => 1", "Get() => 2")]
        [InlineData("new World()", "new World { A = 1 }")]
        public void Constants_change_with_their_files(string before, string after, params string[] changed)
        {
            IReadOnlyDictionary<string, string> old = Constants(Source, OptimizationLevel.Debug);
            IReadOnlyDictionary<string, string> edited =
                Constants(Source.Replace(before, after, StringComparison.Ordinal), OptimizationLevel.Debug);
            Assert.Equal(new[] { "Shapes", "WorldCodec" }, old.Keys.Order());
            Assert.Equal(changed.Order(), old.Keys.Where(name => old[name] != edited[name]).Order());
        }

        [Fact]
        public void Optimized_programs_have_none() => Assert.Empty(Constants(Source, OptimizationLevel.Release));

        private static Dictionary<string, string> Constants(string source, OptimizationLevel optimization)
        {
            CSharpCompilation compilation = Harness.Compile(source);
            compilation = compilation.WithOptions(compilation.Options.WithOptimizationLevel(optimization));
            IEnumerable<string> texts = Harness.Driver(compilation).RunGenerators(compilation).GetRunResult().GeneratedTrees
                .Select(tree => tree.ToString());
            return texts.SelectMany(text => Regex.Matches(text, "static class (\\w+) { const uint Hash = (\\w+); }"))
                .ToDictionary(match => match.Groups[1].Value, match => match.Groups[2].Value);
        }
    }
}
