using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Emit;

namespace Kitbag.Unity.Tests
{
    /// <summary>
    /// Compiles a project like Unity does: with C# 9, .NET Standard 2.1, an assembly for each .asmdef and one for all other scripts, each
    /// with the reference assemblies of those that it references. An analyzer below an .asmdef runs for that assembly and for those that
    /// reference it.
    /// </summary>
    internal sealed class UnityProject
    {
        private static readonly string[] s_engineModules = { "UnityEngine.CoreModule", "nunit.framework" };

        private readonly bool _isEditor;
        private readonly string[] _symbols;
        private readonly List<AssemblyDefinition> _definitions = new List<AssemblyDefinition>();
        private readonly List<Plugin> _plugins = new List<Plugin>();
        private readonly Dictionary<string, byte[]> _images = new Dictionary<string, byte[]>();
        private readonly Dictionary<string, MetadataReference> _references = new Dictionary<string, MetadataReference>();
        private readonly List<MetadataReference> _platform;

        /// <summary>Reads a project.</summary>
        /// <param name="isEditor">Whether it is compiled for the editor or for a player.</param>
        /// <param name="folders">The folders of its assets and packages.</param>
        public UnityProject(bool isEditor, params string[] folders)
        {
            _isEditor = isEditor;
            _symbols = new[] { "UNITY_2022_3_OR_NEWER", "UNITY_2022_2_OR_NEWER", "UNITY_INCLUDE_TESTS" }
                .Concat(isEditor ? new[] { "UNITY_EDITOR" } : Array.Empty<string>()).ToArray();
            _platform = TargetingPack().Select(path => (MetadataReference)MetadataReference.CreateFromFile(path)).ToList();
            foreach (string folder in folders)
            {
                foreach (string path in Files(folder, "*.asmdef"))
                    _definitions.Add(AssemblyDefinition.Read(path));
                foreach (string path in Files(folder, "*.dll"))
                    _plugins.Add(new Plugin(path));
            }
            Folders = folders;
        }

        /// <summary>The folders of its assets and packages.</summary>
        public string[] Folders { get; }

        /// <summary>All assemblies, in the order in which they were compiled, by their names.</summary>
        public IReadOnlyDictionary<string, byte[]> Images => _images;

        /// <summary>The diagnostics of the compiler and the generator, without those that Unity suppresses.</summary>
        public List<Diagnostic> Diagnostics { get; } = new List<Diagnostic>();

        /// <summary>The generated files, by assembly.</summary>
        public Dictionary<string, ImmutableArray<SyntaxTree>> Generated { get; } = new Dictionary<string, ImmutableArray<SyntaxTree>>();

        /// <summary>Compiles everything.</summary>
        public UnityProject Compile()
        {
            foreach (string module in s_engineModules.Concat(_isEditor ? new[] { "UnityEditor.CoreModule" } : Array.Empty<string>()))
                CompileModule(module);
            List<AssemblyDefinition> waiting = _definitions.Where(d => (_isEditor || !d.IsForEditorOnly)
                && d.Constraints.All(_symbols.Contains)).ToList();
            var known = new HashSet<string>(waiting.Select(d => d.Name));
            while (waiting.Count != 0)
            {
                AssemblyDefinition next = waiting.First(d => d.References.All(name => !known.Contains(name) || _images.ContainsKey(name)));
                waiting.Remove(next);
                Compile(next);
            }
            CompileScripts(AssemblyDefinition.Predefined);
            if (_isEditor)
                CompileScripts(AssemblyDefinition.PredefinedEditor, AssemblyDefinition.Predefined);
            return this;
        }

        /// <summary>Compiles a program that uses all assemblies, without running the generator.</summary>
        public byte[] CompileProgram(string name, string source)
        {
            var compilation = CSharpCompilation.Create(name, new[] { Parse(source, name + ".cs") },
                _platform.Concat(_references.Values).Concat(Libraries(p => p.IsForAnyPlatform)),
                new CSharpCompilationOptions(OutputKind.ConsoleApplication, optimizationLevel: OptimizationLevel.Release));
            return Emit(compilation);
        }

        /// <summary>Writes all assemblies, and those of the package that players need, to a folder.</summary>
        public void Write(string folder)
        {
            foreach ((string name, byte[] image) in _images)
                File.WriteAllBytes(Path.Combine(folder, name + ".dll"), image);
            foreach (Plugin plugin in _plugins.Where(p => p.IsForAnyPlatform))
                File.Copy(plugin.Path, Path.Combine(folder, Path.GetFileName(plugin.Path)), overwrite: true);
        }

        /// <summary>Returns the reasons for which the compiler rejects the assembly of an analyzer.</summary>
        public static List<string> LoadFailures(string path)
        {
            var failures = new List<string>();
            var reference = new AnalyzerFileReference(path, new Loader());
            reference.AnalyzerLoadFailed += (_, e) => failures.Add(e.ErrorCode + " " + e.Message);
            reference.GetAnalyzers(LanguageNames.CSharp);
            reference.GetGenerators(LanguageNames.CSharp);
            return failures;
        }

        private void CompileModule(string module)
        {
            string folder = Path.Combine(Locations.Tests, "Kitbag.Unity.Stubs", module);
            CSharpCompilation compilation = Create(module, Directory.GetFiles(folder, "*.cs"),
                _references.Values, NullableContextOptions.Disable);
            Add(module, compilation);
        }

        private void CompileScripts(string name, params string[] more)
        {
            AssemblyDefinition scripts = AssemblyDefinition.OfScripts(name, Folders[0]);
            scripts.References.AddRange(_definitions.Where(d => d.IsAutoReferenced && _images.ContainsKey(d.Name)).Select(d => d.Name)
                .Concat(more));
            Compile(scripts);
        }

        private string NameOfAssembly(string path) => Owner(path)?.Name
            ?? (path.Split(Path.DirectorySeparatorChar).Contains("Editor") ? AssemblyDefinition.PredefinedEditor
                : AssemblyDefinition.Predefined);

        private void Compile(AssemblyDefinition definition)
        {
            string[] sources = Folders.SelectMany(folder => Files(folder, "*.cs")).Where(path => NameOfAssembly(path) == definition.Name)
                .ToArray();
            if (sources.Length == 0)
                return;
            IEnumerable<MetadataReference> references = definition.References.Where(_references.ContainsKey)
                .Select(name => _references[name])
                .Concat(definition.HasEngine ? s_engineModules.Append("UnityEditor.CoreModule").Where(_references.ContainsKey)
                    .Where(name => name != "nunit.framework" || definition.Precompiled.Contains("nunit.framework.dll"))
                    .Select(name => _references[name]) : Array.Empty<MetadataReference>())
                .Concat(Libraries(p => p.IsForAnyPlatform && (definition.OverridesReferences
                    ? definition.Precompiled.Contains(Path.GetFileName(p.Path)) : p.IsAutoReferenced)));
            CSharpCompilation compilation = Create(definition.Name, sources, references, NullableContextOptions.Disable);
            List<ISourceGenerator> generators = _plugins.Where(p => p.IsAnalyzer && RunsFor(p, definition))
                .SelectMany(p => new AnalyzerFileReference(p.Path, new Loader()).GetGenerators(LanguageNames.CSharp)).ToList();
            if (generators.Count != 0)
            {
                GeneratorDriver driver = CSharpGeneratorDriver.Create(generators,
                    parseOptions: (CSharpParseOptions)compilation.SyntaxTrees[0].Options);
                driver = driver.RunGeneratorsAndUpdateCompilation(compilation, out Compilation output,
                    out ImmutableArray<Diagnostic> diagnostics);
                Diagnostics.AddRange(diagnostics);
                Generated[definition.Name] = driver.GetRunResult().GeneratedTrees;
                compilation = (CSharpCompilation)output;
            }
            Add(definition.Name, compilation);
        }

        // See "analyzer scope" in Unity's manual.
        private bool RunsFor(Plugin analyzer, AssemblyDefinition definition) =>
            Owner(analyzer.Path) is not { } owner || owner.Name == definition.Name || definition.References.Contains(owner.Name);

        // The .asmdef in the folder of a file, or in the nearest parent folder that has one.
        private AssemblyDefinition? Owner(string path) => _definitions
            .Where(d => path.StartsWith(d.Folder + Path.DirectorySeparatorChar, StringComparison.Ordinal))
            .OrderByDescending(d => d.Folder.Length).FirstOrDefault();

        private CSharpCompilation Create(string name, IEnumerable<string> files, IEnumerable<MetadataReference> references,
            NullableContextOptions nullable) =>
            CSharpCompilation.Create(
                name,
                files.Order(StringComparer.Ordinal).Select(path => Parse(File.ReadAllText(path), path)),
                _platform.Concat(references),
                new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, optimizationLevel: OptimizationLevel.Release,
                    nullableContextOptions: nullable, deterministic: true));

        private SyntaxTree Parse(string text, string path) =>
            CSharpSyntaxTree.ParseText(text, new CSharpParseOptions(LanguageVersion.CSharp9, preprocessorSymbols: _symbols), path);

        private void Add(string name, CSharpCompilation compilation)
        {
            _images[name] = Emit(compilation);
            // Like in Unity's build, other assemblies are compiled against a reference assembly, without method bodies and private members.
            var reference = new MemoryStream();
            compilation.Emit(reference, options: new EmitOptions(metadataOnly: true, includePrivateMembers: false));
            _references[name] = MetadataReference.CreateFromImage(reference.ToArray());
        }

        private byte[] Emit(CSharpCompilation compilation)
        {
            Diagnostics.AddRange(compilation.GetDiagnostics().Where(d => d.Severity >= DiagnosticSeverity.Warning && !d.IsSuppressed
                && d.Id is not ("CS1701" or "CS1702")));
            var image = new MemoryStream();
            EmitResult result = compilation.Emit(image);
            if (!result.Success)
                throw new InvalidOperationException(compilation.AssemblyName + " does not compile:\n"
                    + string.Join("\n", result.Diagnostics.Where(d => d.Severity == DiagnosticSeverity.Error).Take(8)) + "\n"
                    + string.Join("\n", Diagnostics.Take(8)));
            return image.ToArray();
        }

        private IEnumerable<MetadataReference> Libraries(Func<Plugin, bool> wanted) =>
            _plugins.Where(wanted).Select(p => (MetadataReference)MetadataReference.CreateFromFile(p.Path));

        // Unity ignores names that begin with a dot or end with ~.
        private static IEnumerable<string> Files(string folder, string pattern) =>
            Directory.GetFiles(folder, pattern, SearchOption.AllDirectories).Where(path => Path.GetRelativePath(folder, path)
                .Split(Path.DirectorySeparatorChar).All(step => step[0] != '.' && step[^1] != '~'));

        private static string[] TargetingPack() => Directory.GetFiles(Locations.TargetingPacks
            .SelectMany(root => new[] { "netstandard.library.ref", "NETStandard.Library.Ref" }.Select(name => Path.Combine(root, name)))
            .Where(Directory.Exists)
            .SelectMany(pack => Directory.GetDirectories(pack, "2.1*"))
            .Select(pack => Path.Combine(pack, "ref", "netstandard2.1"))
            .First(Directory.Exists), "*.dll");

        /// <summary>Loads an analyzer with the compiler that runs here.</summary>
        private sealed class Loader : IAnalyzerAssemblyLoader
        {
            private static readonly Dictionary<string, Assembly> s_loaded = new Dictionary<string, Assembly>();

            public void AddDependencyLocation(string fullPath)
            {
            }

            public Assembly LoadFromPath(string fullPath)
            {
                lock (s_loaded)
                {
                    if (!s_loaded.TryGetValue(fullPath, out Assembly? assembly))
                        s_loaded[fullPath] = assembly = new AssemblyLoadContext(fullPath).LoadFromAssemblyPath(fullPath);
                    return assembly;
                }
            }
        }
    }
}
