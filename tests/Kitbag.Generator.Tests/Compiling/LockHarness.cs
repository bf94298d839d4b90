using System.Collections.Generic;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Linq;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Simulates a build with a lock file: creates it from one version of a program, and compares another version with it.
    /// </summary>
    internal static class LockHarness
    {
        public const string Path = "/game/kitbag.lock";

        private const string Program = "\npublic static class Program { public static void Run() => Kitbag.KitbagSerializer.Serialize("
            + "new System.Collections.Generic.List<Hero>()); }";

        /// <summary>A program that serializes the class Hero.</summary>
        public static CSharpCompilation Compile(string source) => Harness.Compile(Complete(source), version: LanguageVersion.Preview);

        /// <summary>The text of such a program.</summary>
        public static string Complete(string source) => "using Kitbag; using System.Collections.Generic;\n" + source + Program;

        /// <summary>Returns the updated lock file of a program.</summary>
        public static string Update(string source, string? old = null, string? release = null) => Update(Compile(source), old, release);

        /// <inheritdoc cref="Update(string, string?, string?)"/>
        public static string Update(CSharpCompilation compilation, string? old = null, string? release = null)
        {
            GeneratorRunResult result = Run(compilation, old, "Update", release, out _);
            string text = result.GeneratedSources.Single(one => one.HintName == "Kitbag.Lock.g.cs").SourceText.ToString();
            // Kitbag.targets extracts the text in the same way.
            return text.Substring(text.IndexOf('\n')).Replace("\n// ", "\n", System.StringComparison.Ordinal).Trim() + "\n";
        }

        /// <summary>Returns the diagnostics for a program with a lock file.</summary>
        public static ImmutableArray<Diagnostic> Diagnose(string source, string? file, string? mode = null) =>
            Diagnose(Compile(source), file, mode);

        /// <inheritdoc cref="Diagnose(string, string?, string?)"/>
        public static ImmutableArray<Diagnostic> Diagnose(CSharpCompilation compilation, string? file, string? mode = null) =>
            Run(compilation, file, mode, null, out _).Diagnostics;

        /// <summary>Runs the generator.</summary>
        public static GeneratorRunResult Run(CSharpCompilation compilation, string? file, string? mode, string? release,
            out GeneratorDriver driver)
        {
            driver = Driver(compilation, file, mode, release).RunGenerators(compilation);
            GeneratorRunResult result = driver.GetRunResult().Results.Single();
            Assert.Null(result.Exception);
            return result;
        }

        /// <summary>The generator with a lock file.</summary>
        public static GeneratorDriver Driver(CSharpCompilation compilation, string? file, string? mode, string? release)
        {
            var global = new Dictionary<string, string> { ["build_property.KitbagLockFile"] = Path };
            if (mode != null)
                global.Add("build_property.KitbagLock", mode);
            if (release != null)
                global.Add("build_property.KitbagLockRelease", release);
            return CSharpGeneratorDriver.Create(
                new[] { new KitbagGenerator().AsSourceGenerator() },
                file == null ? Enumerable.Empty<AdditionalText>() : new[] { new LockText(file) },
                (CSharpParseOptions)compilation.SyntaxTrees[0].Options,
                new Provider(new Options(global)),
                new GeneratorDriverOptions(IncrementalGeneratorOutputKind.None, trackIncrementalGeneratorSteps: true));
        }

        internal sealed class LockText : AdditionalText
        {
            private readonly SourceText _text;

            public LockText(string text) => _text = SourceText.From(text);

            public override string Path => LockHarness.Path;

            public override SourceText GetText(CancellationToken cancellationToken = default) => _text;
        }

        private sealed class Provider : AnalyzerConfigOptionsProvider
        {
            private static readonly AnalyzerConfigOptions s_none = new Options(new Dictionary<string, string>()),
                s_marked = new Options(new Dictionary<string, string> { ["build_metadata.AdditionalFiles.KitbagLock"] = "true" });

            public Provider(AnalyzerConfigOptions global) => GlobalOptions = global;

            public override AnalyzerConfigOptions GlobalOptions { get; }

            public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => s_none;

            public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => textFile is LockText ? s_marked : s_none;
        }

        private sealed class Options : AnalyzerConfigOptions
        {
            private readonly Dictionary<string, string> _values;

            public Options(Dictionary<string, string> values) => _values = values;

            public override bool TryGetValue(string key, [NotNullWhen(true)] out string? value) => _values.TryGetValue(key, out value);
        }
    }
}
