using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Kitbag.Unity.Tests
{
    /// <summary>The package, its sample and a project of several assemblies, compiled and run as in the editor and in a player.</summary>
    public class CompilationTests : IClassFixture<CompiledProjects>
    {
        private const BindingFlags AnyStatic = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

        private readonly CompiledProjects _projects;

        public CompilationTests(CompiledProjects projects) => _projects = projects;

        [Fact]
        public void Compiles_for_the_editor_and_its_tests_pass()
        {
            UnityProject project = _projects.Editor;
            AssertClean(project);
            using var loaded = new Loaded(project);
            foreach (MethodInfo method in loaded.Marked("UnityEditor.InitializeOnLoadMethodAttribute"))
                method.Invoke(null, null);
            List<MethodInfo> tests = Player.Tests(loaded.Context, "Kitbag.Unity.Editor.Tests")
                .Concat(Player.Tests(loaded.Context, "Kitbag.Unity.Tests")).ToList();
            Assert.True(tests.Count >= 8, tests.Count + " tests");
            Assert.Equal("boss 3", loaded.Type("Assembly-CSharp-Editor", "Level").GetMethod("Again")!.Invoke(null, null));
            foreach (MethodInfo test in tests)
                test.Invoke(Activator.CreateInstance(test.DeclaringType!), null);
        }

        /// <summary>./build.sh unity compares the output with that of the same assemblies under Mono.</summary>
        [Fact]
        public void Compiles_for_a_player_and_runs()
        {
            UnityProject project = _projects.Player;
            AssertClean(project);
            Assert.DoesNotContain(project.Images.Keys, name => name.Contains("Editor", StringComparison.Ordinal));
            using var loaded = new Loaded(project);
            byte[] program = Player.Compile(project, loaded.Context);
            AssertClean(project);
            var output = new StringWriter();
            TextWriter console = Console.Out;
            Console.SetOut(output);
            try
            {
                loaded.Context.LoadFromStream(new MemoryStream(program)).EntryPoint!.Invoke(null, new object[] { Array.Empty<string>() });
            }
            finally
            {
                Console.SetOut(console);
            }
            Assert.Contains("world, bare: ", output.ToString(), StringComparison.Ordinal);
            Assert.Contains("Ada 7 Hunt 2 boars", output.ToString(), StringComparison.Ordinal);
            Assert.Contains("ValuesComeBackFromJson passed", output.ToString(), StringComparison.Ordinal);

            string player = Path.Combine(Locations.Output, "player");
            Directory.CreateDirectory(player);
            project.Write(player);
            File.WriteAllBytes(Path.Combine(player, "Player.exe"), program);
            File.WriteAllText(Path.Combine(Locations.Output, "net.txt"), output.ToString());
        }

        /// <summary>Unity calls only methods with its attributes, and its linker keeps only what is marked.</summary>
        [Fact]
        public void Registration_has_the_attributes_by_which_Unity_calls_it()
        {
            UnityProject project = _projects.Player;
            foreach (string name in new[] { "Game.Play", "Assembly-CSharp", "Kitbag.Unity.Tests", "Kitbag.Samples.FirstSave" })
            {
                string code = string.Concat(project.Generated[name].Select(tree => tree.ToString()));
                Assert.Contains("[global::UnityEngine.RuntimeInitializeOnLoadMethod(", code, StringComparison.Ordinal);
                Assert.Contains("[global::UnityEngine.Scripting.Preserve]", code, StringComparison.Ordinal);
                Assert.Contains(", global::UnityEngine.Scripting.AlwaysLinkAssembly]", code, StringComparison.Ordinal);
                Assert.DoesNotContain("ModuleInitializer", code, StringComparison.Ordinal);
                Assert.DoesNotContain("InitializeOnLoadMethod]", code, StringComparison.Ordinal);
            }
            // This assembly does not call Kitbag, but gives other assemblies access to its private members.
            Assert.DoesNotContain(project.Generated["Game.Core"], tree => tree.ToString().Contains("KitbagGenerated",
                StringComparison.Ordinal));
            Assert.Contains(project.Generated["Game.Core"], tree => tree.ToString().Contains("public static float KitbagGet_morale",
                StringComparison.Ordinal));
        }

        /// <summary>Unity's vectors and similar structs, and structs of them, are stored as their memory image.</summary>
        [Fact]
        public void Structs_of_Unity_are_records()
        {
            UnityProject project = _projects.Player;
            string code = string.Concat(project.Generated["Game.Play"].Select(tree => tree.ToString()));
            Assert.Contains("new RecordCodec<global::Game.Core.Tile>(", code, StringComparison.Ordinal);
            Assert.Contains("global::Kitbag.Unity.Vector3Codec.Instance", code, StringComparison.Ordinal);
        }

        [Fact]
        public void An_assembly_without_the_generator_is_reported()
        {
            UnityProject project = _projects.Editor;
            Assert.False(project.Generated.ContainsKey("Game.Stray"));
            using var loaded = new Loaded(project);
            MethodInfo problem = loaded.Type("Kitbag.Unity.Editor", "Kitbag.Unity.Editor.GeneratorCheck").GetMethod("Problem", AnyStatic)!;
            string? Warning(string name, params string[] references) =>
                (string?)problem.Invoke(null, new object[] { loaded.Type(name, null).Assembly, references });
            Assert.StartsWith("'Game.Stray' uses Kitbag, but its assembly definition does not reference 'Kitbag.Unity'",
                Warning("Game.Stray", "Game.Core"), StringComparison.Ordinal);
            Assert.StartsWith("'Game.Shared' was compiled without a reference to UnityEngine", Warning("Game.Shared", "Kitbag.Unity"),
                StringComparison.Ordinal);
            Assert.Null(Warning("Game.Play", "Kitbag.Unity"));
            Assert.Null(Warning("Game.Core", "Kitbag.Unity"));
            Assert.Null(Warning("Kitbag.Unity"));
            // The error at run time if the warning is ignored.
            object burn = Activator.CreateInstance(loaded.Type("Game.Core", "Game.Core.Burn"))!;
            var e = Assert.Throws<TargetInvocationException>(() =>
                loaded.Type("Game.Stray", "Stray").GetMethod("Save")!.Invoke(null, new[] { burn }));
            Assert.Equal("Kitbag.KitbagException", e.InnerException!.GetType().FullName);
            Assert.Contains("Kitbag.Unity", e.InnerException.Message, StringComparison.Ordinal);
        }

        /// <summary>
        /// The fixes are for editors; the compiler must not report anything about them, such as that they contain no analyzers.
        /// </summary>
        [Fact]
        public void The_compiler_loads_generator_and_fixes() =>
            Assert.All(new[] { "Generator", "CodeFixes" }, name => Assert.Empty(
                UnityProject.LoadFailures(Path.Combine(_projects.Package, "Runtime", "Generator", "Kitbag." + name + ".dll"))));

        private static void AssertClean(UnityProject project) => Assert.True(project.Diagnostics.Count == 0,
            string.Join("\n", project.Diagnostics.Take(12)));

        /// <summary>The assemblies of a project, in a separate load context.</summary>
        private sealed class Loaded : IDisposable
        {
            private readonly string _folder = Directory.CreateTempSubdirectory("kitbag-unity-").FullName;

            public Loaded(UnityProject project)
            {
                project.Write(_folder);
                foreach (string path in Directory.GetFiles(_folder, "*.dll"))
                    Context.LoadFromStream(new MemoryStream(File.ReadAllBytes(path)));
            }

            public AssemblyLoadContext Context { get; } = new AssemblyLoadContext("Unity", isCollectible: true);

            public Type Type(string assembly, string? name) => Context.Assemblies.Single(a => a.GetName().Name == assembly).GetTypes()
                .First(type => name == null || type.FullName == name);

            public List<MethodInfo> Marked(string attribute) => Context.Assemblies.SelectMany(a => a.GetTypes())
                .SelectMany(type => type.GetMethods(AnyStatic))
                .Where(m => m.GetCustomAttributesData().Any(a => a.AttributeType.FullName == attribute)).ToList();

            public void Dispose()
            {
                Context.Unload();
                Directory.Delete(_folder, recursive: true);
            }
        }
    }
}
