using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text.Json;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Compiles sources together with the generated code, and runs the result.</summary>
    internal static class Harness
    {
        private static readonly Lazy<MetadataReference[]> s_platform =
            new(() => Platform.Select(path => (MetadataReference)MetadataReference.CreateFromFile(path)).ToArray());

        private static readonly ConcurrentDictionary<(string Name, bool Kitbag, NullableContextOptions Nullable), CSharpCompilation>
            s_empty = new();

        private static readonly MetadataReference s_kitbag = MetadataReference.CreateFromFile(typeof(KitbagSerializer).Assembly.Location);

        /// <summary>
        /// A round trip as JSON and then in binary. It is also a method of the user with a marked type parameter.
        /// </summary>
        private const string Tools = @"
public static class Tool
{
    public static T Again<[Kitbag.KitbagRoot] T>(T value) =>
        Kitbag.KitbagSerializer.Deserialize<T>(Kitbag.KitbagSerializer.Serialize(
            Kitbag.KitbagJson.Deserialize<T>(Kitbag.KitbagJson.Serialize(value))));
}";

        private static IEnumerable<string> Platform => ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!)
            .Split(Path.PathSeparator)
            .Where(path => Path.GetFileName(path) is var name
                && (name.StartsWith("System", StringComparison.Ordinal) || name is "mscorlib.dll" or "netstandard.dll"));

        /// <summary>The assemblies that programs reference: .NET and Kitbag.</summary>
        public static IEnumerable<string> References => Platform.Append(typeof(KitbagSerializer).Assembly.Location);

        public static CSharpCompilation Compile(string source, string name = "Game", LanguageVersion version = LanguageVersion.CSharp9,
            bool kitbag = true, NullableContextOptions nullable = NullableContextOptions.Enable, params MetadataReference[] references)
        {
            SyntaxTree tree = CSharpSyntaxTree.ParseText(source, new CSharpParseOptions(version), "Game.cs");
            // Compilations that are derived from one another resolve their references only once.
            return (references.Length == 0 ? s_empty.GetOrAdd((name, kitbag, nullable), key => Empty(key.Name, key.Kitbag, key.Nullable))
                : Empty(name, kitbag, nullable, references)).AddSyntaxTrees(tree);
        }

        private static CSharpCompilation Empty(string name, bool kitbag, NullableContextOptions nullable,
            params MetadataReference[] references) => CSharpCompilation.Create(
                name,
                null,
                s_platform.Value.Concat(kitbag ? new[] { s_kitbag } : Array.Empty<MetadataReference>()).Concat(references),
                // Projects may check for overflow, which generated code must not depend on.
                new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, checkOverflow: true, allowUnsafe: true,
                    warningLevel: 9999, nullableContextOptions: nullable)
                    .WithSpecificDiagnosticOptions(new Dictionary<string, ReportDiagnostic>
                    {
                        ["CS1701"] = ReportDiagnostic.Suppress,
                        ["CS1702"] = ReportDiagnostic.Suppress
                    }));

        /// <summary>Compiles a library, and a source that references the compiled library.</summary>
        public static CSharpCompilation CompileWithLibrary(string source, string library,
            LanguageVersion version = LanguageVersion.CSharp9) => Compile(source, version: version,
                references: MetadataReference.CreateFromImage(Build(Compile(library, "Library", version))));

        /// <summary>Compiles a source like a project for an older runtime.</summary>
        /// <param name="source">The source.</param>
        /// <param name="version">The runtime's major version.</param>
        public static CSharpCompilation CompileFor(int version, string source) => Compile(source).WithReferences(
            TargetingPack("Microsoft.NETCore.App.Ref", version + ".*", "net" + version + ".0").Append(s_kitbag));

        /// <summary>Compiles a source like a project for .NET Standard 2.1, such as those of Unity.</summary>
        public static CSharpCompilation CompileForNetStandard(string source, string name) => Compile(source, name).WithReferences(
            TargetingPack("NETStandard.Library.Ref", "2.1*", "netstandard2.1")
                .Append(MetadataReference.CreateFromFile(Metadata("KitbagForNetStandard"))));

        private static IEnumerable<MetadataReference> TargetingPack(string name, string version, string framework)
        {
            string folder = Metadata("TargetingPacks").Split(';')
                .SelectMany(root => new[] { name.ToLowerInvariant(), name }.Select(one => Path.Combine(root, one)))
                .Where(Directory.Exists)
                .SelectMany(pack => Directory.GetDirectories(pack, version))
                .Select(pack => Path.Combine(pack, "ref", framework))
                .First(Directory.Exists);
            return Directory.GetFiles(folder, "*.dll").Select(path => (MetadataReference)MetadataReference.CreateFromFile(path));
        }

        private static string Metadata(string key) => typeof(Harness).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .Single(a => a.Key == key).Value!;

        /// <summary>The number in an environment variable; null if there is none.</summary>
        public static int? Variable(string name) =>
            int.TryParse(Environment.GetEnvironmentVariable(name), NumberStyles.None, CultureInfo.InvariantCulture, out int number)
                ? number : null;

        public static GeneratorDriver Driver(CSharpCompilation compilation) => CSharpGeneratorDriver.Create(
            new[] { new KitbagGenerator().AsSourceGenerator() },
            parseOptions: (CSharpParseOptions)compilation.SyntaxTrees.First().Options,
            driverOptions: new GeneratorDriverOptions(IncrementalGeneratorOutputKind.None, trackIncrementalGeneratorSteps: true));

        /// <summary>Returns the generator's diagnostics. Fails if the generator threw an exception, also one that it reports.</summary>
        public static ImmutableArray<Diagnostic> Diagnose(CSharpCompilation compilation, out Compilation output)
        {
            ImmutableArray<Diagnostic> diagnostics = DiagnoseWithDefects(compilation, out output);
            Assert.DoesNotContain(diagnostics, diagnostic => diagnostic.Id == "KIT0020");
            return diagnostics;
        }

        /// <summary>Returns the generator's diagnostics, which may report exceptions of the generator.</summary>
        public static ImmutableArray<Diagnostic> DiagnoseWithDefects(CSharpCompilation compilation, out Compilation output)
        {
            GeneratorDriver driver = Driver(compilation)
                .RunGeneratorsAndUpdateCompilation(compilation, out output, out ImmutableArray<Diagnostic> diagnostics);
            foreach (GeneratorRunResult result in driver.GetRunResult().Results)
                Assert.Null(result.Exception);
            return diagnostics;
        }

        public static ImmutableArray<Diagnostic> Diagnose(string source) => Diagnose(Compile(source), out _);

        /// <summary>Returns the names of all members in generated code, each between two spaces.</summary>
        public static string Members(string code) =>
            string.Concat(System.Text.RegularExpressions.Regex.Matches(code, "\\.Add\\(\"([^\"]*)\"")
                .Select(match => " " + match.Groups[1].Value + " "));

        /// <summary>Returns the source text at the location of a diagnostic.</summary>
        public static string TextAt(Diagnostic diagnostic) =>
            diagnostic.Location.SourceTree!.GetText().ToString(diagnostic.Location.SourceSpan);

        /// <summary>Compiles a program. Fails if there are diagnostics other than warnings in the user's own code.</summary>
        public static byte[] Build(CSharpCompilation compilation)
        {
            Assert.Empty(Diagnose(compilation, out Compilation output));
            return Emit(compilation, output);
        }

        public static byte[] Emit(CSharpCompilation compilation, Compilation output)
        {
            var users = new HashSet<SyntaxTree>(compilation.SyntaxTrees);
            var image = new MemoryStream();
            // Emit returns the compiler's diagnostics; GetDiagnostics would bind all method bodies a second time.
            EmitResult result = output.Emit(image);
            IEnumerable<Diagnostic> bad = result.Diagnostics.Where(d =>
                d.Severity == DiagnosticSeverity.Error
                    || (d.Severity == DiagnosticSeverity.Warning && !(d.Location.SourceTree is { } tree && users.Contains(tree))));
            Assert.True(!bad.Any(), string.Join("\n", bad.Take(5)) + "\n"
                + string.Join("\n", bad.Take(1).Select(d => d.Location.SourceTree?.ToString())));
            Assert.True(result.Success);
            return image.ToArray();
        }

        /// <summary>Compiles, calls Program.Run, and compares the values that it returns pair by pair.</summary>
        public static void RoundTrip(string source, string name = "Game", LanguageVersion version = LanguageVersion.CSharp9,
            NullableContextOptions nullable = NullableContextOptions.Enable) =>
            Run(Build(Compile(source + Tools, name, version, nullable: nullable)));

        /// <summary>The same for a program that uses a compiled library.</summary>
        public static void RoundTripWithLibrary(string source, string library, string name,
            LanguageVersion version = LanguageVersion.CSharp9)
        {
            byte[] image = Build(Compile(library, name, version, kitbag: false));
            Assembly loaded = Assembly.Load(image);
            AppDomain.CurrentDomain.AssemblyResolve += (_, e) => e.Name == loaded.FullName ? loaded : null;
            Run(Build(Compile(source + Tools, name + ".Use", version, references: MetadataReference.CreateFromImage(image))));
        }

        public static void Run(byte[] image) => Run(Assembly.Load(image).GetTypes().Single(t => t.Name == "Program"));

        /// <summary>Calls the method <c>Run</c> of a class, and compares the values that it returns in pairs.</summary>
        public static void Run(Type program)
        {
            var values = (object?[])program.GetMethod("Run")!.Invoke(null, null)!;
            Assert.NotEmpty(values);
            for (int i = 0; i < values.Length; i += 2)
                Assert.Equal(Json(values[i]), Json(values[i + 1]));
        }

        /// <summary>
        /// Creates an object of a class <c>World</c>, changes it, and calls its method <c>Show</c> before and after a round trip. Checks
        /// that a warning is given, at <c>«</c> in the source, exactly if the two results differ.
        /// </summary>
        /// <param name="id">The id of the warning; empty if nothing is lost.</param>
        /// <param name="source">The classes.</param>
        /// <param name="create">What follows <c>new World</c>.</param>
        /// <param name="change">A call of a method of the object.</param>
        public static void Loss(string id, string source, string create, string change)
        {
            const string Usings = "using System; using System.Collections.Generic; using System.Collections.ObjectModel; "
                + "using System.Linq; ";
            CSharpCompilation compilation = Compile(Usings + source.Replace("«", "", StringComparison.Ordinal)
                + " public static class Program { public static string Run() { World one = new World" + create + "; one." + change
                + "; World read = Kitbag.KitbagSerializer.Deserialize<World>(Kitbag.KitbagSerializer.Serialize(one)); return one.Show() + "
                + "\" \" + read.Show(); } }");
            ImmutableArray<Diagnostic> diagnostics = Diagnose(compilation, out Compilation output);
            Assert.Equal(id, string.Join(" ", diagnostics.Select(d => d.Id)));
            Assert.All(diagnostics, d =>
                Assert.Equal(Usings.Length + source.IndexOf('«', StringComparison.Ordinal), d.Location.SourceSpan.Start));
            string[] shown = ((string)Assembly.Load(Emit(compilation, output)).GetType("Program")!.GetMethod("Run")!
                .Invoke(null, null)!).Split(' ');
            Assert.Equal(id.Length != 0, shown[0] != shown[1]);
        }

        private static string Json(object? value) => JsonSerializer.Serialize(value, new JsonSerializerOptions { IncludeFields = true });
    }
}
