using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Tests hundreds of unusual families of types: generated code compiles without warnings, and round trips are correct.
    /// </summary>
    public class CorpusTests
    {
        [Fact]
        public void There_are_enough() => Assert.True(CorpusFamilies.All().Count() >= 300);

        /// <summary>Uses the oldest compiler that can load the generator.</summary>
        [Theory]
        [InlineData(9, true)]
        [InlineData(9, false)]
        [InlineData(10, false)]
        public void Oldest_compiler(int version, bool nullable)
        {
            CorpusFamily[] families = Families(version, nullable);
            CSharpCompilation empty = Harness.Compile("", Name(version, nullable), version == 9
                ? LanguageVersion.CSharp9 : LanguageVersion.CSharp10, nullable: nullable
                ? NullableContextOptions.Enable : NullableContextOptions.Disable);
            var options = (CSharpParseOptions)empty.SyntaxTrees[0].Options;
            CSharpCompilation compilation = empty.RemoveAllSyntaxTrees()
                .AddSyntaxTrees(families.Select(f => CSharpSyntaxTree.ParseText(f.Source, options, f.File)))
                .AddSyntaxTrees(families.Select(f => CSharpSyntaxTree.ParseText(f.Registration, options, "Root" + f.File)));
            Diagnostic[] found = Harness.Diagnose(compilation, out Compilation output).ToArray();
            var image = new MemoryStream();
            EmitResult result = output.Emit(image);
            Check(families, found.Concat(result.Diagnostics).Select(d => d.ToString()),
                output.SyntaxTrees.Skip(families.Length * 2).Select(t => t.ToString()));
            Assert.True(result.Success);
            Run(families, found.Select(d => d.ToString()).ToArray(), Assembly.Load(image.ToArray()));
        }

        /// <summary>
        /// Uses the compiler of the SDK that runs the tests. It is a separate process, which takes seconds to start, so the families of all
        /// newer language versions are compiled together with the newest one.
        /// </summary>
        [Theory]
        [InlineData(9)]
        [InlineData(13)]
        public void Newest_compiler(int version)
        {
            CorpusFamily[] families = version == 9 ? Families(9, true) : CorpusFamilies.All().Where(f => f.Version > 10).ToArray();
            string name = Name(version, true);
            using var compiler = new SdkCompiler(name, version);
            foreach (CorpusFamily family in families)
            {
                compiler.Add(family.File, (family.Version == 12 ? "#nullable disable\n" : "") + family.Source);
                compiler.Add("Root" + family.File, family.Registration);
            }
            string[] lines = compiler.Run();
            Check(families, lines, compiler.Generated());
            Run(families, lines, Assembly.Load(compiler.Image()));
        }

        private static CorpusFamily[] Families(int version, bool nullable) =>
            CorpusFamilies.All().Where(f => f.Version == version && (version != 9 || f.Number % 2 == 0 == nullable)).ToArray();

        private static string Name(int version, bool nullable) => "Corpus" + version + (nullable ? "Nullable" : "Plain");

        private static void Check(CorpusFamily[] families, IEnumerable<string> diagnostics, IEnumerable<string> generated)
        {
            // Invalid C# would prove nothing, so errors in either part are failures; warnings are failures in generated code only.
            string[] bad = diagnostics.Where(line => Regex.IsMatch(line, @"error (?!KIT00(?!20))[A-Z]+\d+")
                || (line.Contains("Kitbag.Generator", StringComparison.Ordinal)
                && Regex.IsMatch(line, @"\.g\.cs.*warning "))).Distinct().ToArray();
            Assert.True(bad.Length == 0, string.Join("\n", bad.Take(20)));
            string[] withErrors = FamiliesWithErrors(diagnostics);
            string provider = generated.Single(text => text.Contains("internal static class KitbagGenerated", StringComparison.Ordinal));
            foreach (CorpusFamily family in families)
                Assert.True(withErrors.Contains(family.Namespace)
                    || provider.Contains("global::" + family.Namespace + ".", StringComparison.Ordinal),
                    family.Namespace + " has neither code nor a diagnostic");
        }

        // The families for which an error was reported. Even if its severity is lowered to a warning, it is the reason why there is no
        // code.
        private static string[] FamiliesWithErrors(IEnumerable<string> diagnostics) => diagnostics
            .Select(line => Regex.Match(line, @"^(?:Root)?(F\d+)\.cs.*(?:error|warning) KIT\d+"))
            .Where(match => match.Success).Select(match => match.Groups[1].Value).Distinct().ToArray();

        private static void Run(CorpusFamily[] families, string[] diagnostics, Assembly assembly)
        {
            string[] withErrors = FamiliesWithErrors(diagnostics);
            var wrong = new List<string>();
            int ran = 0;
            foreach (Type root in assembly.GetCustomAttributes<KitbagSerializableAttribute>().Select(a => a.Type!))
            {
                string? problem = CorpusValues.Problem(root);
                ran++;
                if (problem != null && !withErrors.Contains(root.Namespace!.Split('.')[0]))
                    wrong.Add(root + ": " + problem);
            }
            Assert.True(wrong.Count == 0, string.Join("\n", wrong));
            Assert.Equal(families.Length, ran);
        }
    }
}
