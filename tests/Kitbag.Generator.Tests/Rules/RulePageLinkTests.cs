using System.Collections.Generic;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Diagnostics link to the pages of their rules, in the folder that the package specifies.</summary>
    public class RulePageLinkTests
    {
        private const string Source = "public class World { public System.IO.Stream? A; } " +
            "static class Program { static byte[] Run() => Kitbag.KitbagSerializer.Serialize(new World()); " +
            "static byte[] Save<T>(T value) => Kitbag.KitbagSerializer.Serialize(value); }";

        [Theory]
        [InlineData("file:///packages/kitbag/docs/rules/", "file:///packages/kitbag/docs/rules/")]
        [InlineData(null, "")]
        public void Diagnostics_link_to_the_folder_that_the_build_names(string? folder, string start)
        {
            CSharpCompilation compilation = Harness.Compile(Source);
            GeneratorDriver driver = CSharpGeneratorDriver.Create(
                new[] { new KitbagGenerator().AsSourceGenerator() },
                parseOptions: (CSharpParseOptions)compilation.SyntaxTrees[0].Options,
                optionsProvider: new Provider(new Options(folder)));
            driver.RunGeneratorsAndUpdateCompilation(compilation, out _, out ImmutableArray<Diagnostic> diagnostics);
            Assert.Equal(new[] { "KIT0001", "KIT0002" }, diagnostics.Select(d => d.Id).OrderBy(id => id));
            foreach (Diagnostic diagnostic in diagnostics)
                Assert.Equal(start.Length == 0 ? "" : start + diagnostic.Id + ".md", diagnostic.Descriptor.HelpLinkUri);
        }

        private sealed class Provider : AnalyzerConfigOptionsProvider
        {
            private static readonly AnalyzerConfigOptions s_none = new Options(null);

            public Provider(AnalyzerConfigOptions global) => GlobalOptions = global;

            public override AnalyzerConfigOptions GlobalOptions { get; }

            public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => s_none;

            public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => s_none;
        }

        private sealed class Options : AnalyzerConfigOptions
        {
            private readonly string? _pages;

            public Options(string? pages) => _pages = pages;

            public override bool TryGetValue(string key, [NotNullWhen(true)] out string? value)
            {
                value = key == "build_property.KitbagRulePages" ? _pages : null;
                return value != null;
            }
        }
    }
}
