using System.Linq;
using System.Reflection;
using Kitbag.Generator.Parsing;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>How roots are found.</summary>
    public class RootTests
    {
        private const string World = "public class World { public int A; public string? B; }\n";

        [Theory]
        [InlineData("Kitbag.KitbagSerializer.Serialize(new World())")]
        [InlineData("Kitbag.KitbagSerializer.Serialize<World>(null!)")]
        [InlineData("Kitbag.KitbagSerializer.Deserialize<World>(new byte[0])")]
        [InlineData("Kitbag.KitbagSerializer.DeserializeAsync<World>(System.IO.Stream.Null)")]
        [InlineData("Kitbag.KitbagSchema.Of<World>()")]
        [InlineData("S.Serialize(new World())")]
        [InlineData("Deserialize<World>(new byte[0])")]
        [InlineData("new World().Save()")]
        [InlineData("((World?)null)?.Save()")]
        [InlineData("new Store<World>().Put(null!)")]
        [InlineData("Store<World>.Get()")]
        public void Calls(string call) => AssertRoot(
            "using S = Kitbag.KitbagSerializer; using static Kitbag.KitbagSerializer;\n" + World + @"
public static class Extensions { public static byte[] Save<[Kitbag.KitbagRoot] T>(this T value) => S.Serialize(value); }
public class Store<[Kitbag.KitbagRoot] T> { public byte[] Put(T value) => S.Serialize(value);
    public static T Get() => S.Deserialize<T>(new byte[0]); }
public static class Program { public static object? Run() => " + call + "; }");

        [Theory]
        [InlineData("Use(Kitbag.KitbagJson.Serialize<World>)")]
        [InlineData("Use(Kitbag.KitbagJson.Serialize)")]
        [InlineData("Use(Print<World>)")]
        [InlineData("Use(Print)")]
        [InlineData("Use(Shelf<World>.Print)")]
        [InlineData("Use(new Shelf<World>().Show)")]
        [InlineData("Use(x => Print(x))")]
        [InlineData("((System.Func<World, string>)Print)(new World { A = 1 })")]
        [InlineData("new Shelf<World>().Default")]
        [InlineData("new Shelf<World> { Title = null }.Default")]
        [InlineData("new global::Shelf<World>().Default")]
        [InlineData("Made(new())")]
        [InlineData("Shelf<World>.First")]
        [InlineData("Shelf<World>.Field")]
        [InlineData("new Worlds().Default")]
        [InlineData("new Alias().Default")]
        public void Named_without_a_call(string use) =>
            Harness.RoundTrip((use.Contains("Alias", System.StringComparison.Ordinal) ? "using Alias = Shelf<World>;\n" : "") + @"
public class World { public int A; }
public class Shelf<[Kitbag.KitbagRoot] T> where T : new()
{
    public string? Title = """";
    public string Default { get; } = Kitbag.KitbagJson.Serialize(new T());
    public static string Field = Kitbag.KitbagJson.Serialize(new T());
    public static string First => Field;
    public static string Print(T value) => Kitbag.KitbagJson.Serialize(value);
    public string Show(T value) => Kitbag.KitbagJson.Serialize(value);
}
public class Worlds : " + (use.Contains("Worlds", System.StringComparison.Ordinal) ? "Shelf<World>" : "object") + @" { }
public static class Program
{
    public static string Print<[Kitbag.KitbagRoot] T>(T value) => Kitbag.KitbagJson.Serialize(value);
    private static string Use(System.Func<World, Kitbag.KitbagJsonOptions?, string> print) => print(new World { A = 1 }, null);
    private static string Use(System.Func<World, string> print) => print(new World { A = 1 });
    private static string Made(Shelf<World> shelf) => shelf.Default;
    public static object?[] Run() => new object?[] { " + use + @".Replace('1', '0'), @""{""""A"""":0}"" };
}");

        [Theory]
        [InlineData("public static object Make<T>() => new Store<T>();", "new Store<T>()")]
        [InlineData("public static Store<T> Make<T>() => new();", "new()")]
        [InlineData("public static System.Func<T, string> Make<T>() => Print;", "Print")]
        [InlineData("public static int Make<T>() => Store<T>.Count;", "Store<T>.Count")]
        [InlineData("public class Sub<T> : Store<T> { }", "Store<T>")]
        public void Open_argument_without_a_call(string member, string place)
        {
            Diagnostic diagnostic =
                Assert.Single(Harness.Diagnose("public class Store<[Kitbag.KitbagRoot] T> { public static int Count; } public static "
                + "class Program { public static string Print<[Kitbag.KitbagRoot] T>(T value) => \"\"; } public class Outer { public "
                + "static string Print<[Kitbag.KitbagRoot] T>(T value) => \"\"; " + member + " }"));
            Assert.Equal("KIT0002", diagnostic.Id);
            Assert.Equal(place, Harness.TextAt(diagnostic));
        }

        [Theory]
        [InlineData("World")]
        [InlineData("World[]")]
        [InlineData("System.Collections.Generic.List<World>")]
        public void By_type_before_any_code_of_the_assembly_has_run(string type)
        {
            // Loading an assembly does not run any of its code.
            System.Type world = Assembly.Load(Harness.Build(Harness.Compile("[assembly: Kitbag.KitbagSerializable(typeof(" + type + "))] "
                + World.Replace("?", ""), nullable: NullableContextOptions.Disable))).GetType("World")!;
            System.Type wanted = type == "World" ? world : type == "World[]"
                ? world.MakeArrayType() : typeof(System.Collections.Generic.List<>).MakeGenericType(world);
            Assert.NotEmpty(KitbagSerializer.Serialize(wanted, (object?)null));
        }

        [Fact]
        public void By_type_without_a_codec() =>
            Assert.Equal(KitbagErrorReason.NotSupported,
            Assert.Throws<KitbagException>(() => KitbagSerializer.Serialize(typeof(RootTests), (object?)null)).Reason);

        [Theory]
        [InlineData("Store<World> Run() => new()", true)]
        [InlineData("Store<World> Run() => new()", false)]
        [InlineData("byte[] Run() => Store<World>.Last()", true)]
        [InlineData("byte[] Run() => Store<World>.Last()", false)]
        [InlineData("byte[] Run() => Tool.Put(new World())", true)]
        [InlineData("byte[] Run() => Tool.Put(new World())", false)]
        public void Marked_in_a_referenced_assembly(string use, bool isCompiled)
        {
            // In an editor, a referenced project is a compilation, not a file.
            CSharpCompilation library = Harness.Compile(
                @"
public class Store<[Kitbag.KitbagRoot] T> { public byte[] Put(T value) => Kitbag.KitbagSerializer.Serialize(value);
    public static byte[] Last() => new byte[0]; }
public static class Tool { public static byte[] Put<[Kitbag.KitbagRoot] T>(T value) => Kitbag.KitbagSerializer.Serialize(value); }",
                "Library");
            AssertRootOfLibrary(use,
                isCompiled ? MetadataReference.CreateFromImage(Harness.Build(library)) : library.ToMetadataReference());
        }

        // Other members of compiled assemblies are not searched for.
        [Theory]
        [InlineData("public class Box<[Kitbag.KitbagRoot] T> { }", "Box<World> Run() => new()")]
        [InlineData("public struct Box<[Kitbag.KitbagRoot] T> { }", "Box<World> Run() => new()")]
        [InlineData("public class Box { protected Box() { } protected static byte[] Put<[Kitbag.KitbagRoot] T>(T value) => new byte[0]; }",
            "byte[] Run() => Other.Run(); private class Other : Box { public static byte[] Run() => Put(new World()); }")]
        [InlineData("public class Box { internal static byte[] Put<[Kitbag.KitbagRoot] T>(T value) => new byte[0]; }",
            "byte[] Run() => Box.Put(new World())")]
        [InlineData("internal class Box { public class Part { public static byte[] Put<[Kitbag.KitbagRoot] T>(T value) => new byte[0]; } }",
            "byte[] Run() => Box.Part.Put(new World())")]
        public void Marked_in_a_compiled_assembly(string library, string use) => AssertRootOfLibrary(use,
            MetadataReference.CreateFromImage(Harness.Build(Harness.Compile(
                "[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"Game\")] " + library, "Library"))));

        // Programs contain thousands of expressions new(), and methods whose names Kitbag only uses internally.
        [Theory]
        [InlineData("new")]
        [InlineData("WriteGroup")]
        public void Names_that_programs_cannot_use_of_Kitbag_are_not_searched_for(string name) =>
            Assert.DoesNotContain(name, MarkedNames.Of(Harness.Compile(World)));

        private static void AssertRootOfLibrary(string use, MetadataReference library)
        {
            CSharpCompilation compilation = Harness.Compile(
                World + "public static class Program { public static " + use + (use.EndsWith('}') ? " }" : "; }"), references: library);
            Harness.Diagnose(compilation, out Compilation output);
            Assert.Contains(output.SyntaxTrees, tree => tree.FilePath.EndsWith("Kitbag.WorldCodec.g.cs", System.StringComparison.Ordinal));
        }

        [Theory]
        [InlineData("[Kitbag.KitbagSerializable]")]
        [InlineData("[assembly: Kitbag.KitbagSerializable(typeof(World))]")]
        [InlineData("using Saved = Kitbag.KitbagSerializableAttribute; [Saved]")]
        [InlineData("using Saved = global::Kitbag.KitbagSerializableAttribute; [assembly: Saved(typeof(World))]")]
        [InlineData("using K = Kitbag; [K::KitbagSerializable]")]
        public void Attributes(string attribute) => AssertRoot(attribute + World);

        [Theory]
        [InlineData("[Own.KitbagSerializable]")]
        [InlineData("[assembly: Own.KitbagSerializable]")]
        public void Attributes_of_other_libraries_with_that_name_declare_no_roots(string attribute)
        {
            CSharpCompilation compilation = Harness.Compile(attribute + World
                + "namespace Own { public sealed class KitbagSerializableAttribute : System.Attribute { } }");
            Assert.Empty(Harness.Diagnose(compilation, out Compilation output));
            Assert.Equal(compilation.SyntaxTrees.Length, output.SyntaxTrees.Count());
        }

        [Theory]
        [InlineData("Save<World>(null!, MadeElsewhere.Context)")]
        [InlineData("Save(new World(), MadeElsewhere.Context)")]
        [InlineData("Tool.Save(Make(), MadeElsewhere.Context)")]
        [InlineData("Over.Save(Make(), MadeElsewhere.Context)")]
        [InlineData("Over.Save(3, Make(), MadeElsewhere.Context)")]
        public void Calls_that_depend_on_the_code_of_another_generator(string call)
        {
            // The output of other generators is not visible to this one.
            CSharpCompilation input = Harness.Compile(World + @"
public static class Program
{
    public static void Save<[Kitbag.KitbagRoot] T>(T value, object context) => Kitbag.KitbagSerializer.Serialize(value);
    private static World Make() => new World();
    public static void Run() => " + call + @";
}
public static class Tool
{
    public static void Save<[Kitbag.KitbagRoot] T>(T value, System.Action<T> context) => Kitbag.KitbagSerializer.Serialize(value);
}
public static class Over
{
    public static void Save(System.Type type, object context) { }
    public static void Save<[Kitbag.KitbagRoot] T>(string path, T value, object context) => Kitbag.KitbagSerializer.Serialize(value);
    public static void Save<[Kitbag.KitbagRoot] T>(T value, object context) => Kitbag.KitbagSerializer.Serialize(value);
    public static void Save<[Kitbag.KitbagRoot] T>(int count, T value, object context) => Kitbag.KitbagSerializer.Serialize(value);
}");
            Harness.Diagnose(input, out Compilation output);
            Assert.Contains(output.SyntaxTrees, tree => tree.ToString().Contains("class WorldCodec"));
        }

        [Fact]
        public void No_roots_no_code()
        {
            Assert.Empty(Harness.Diagnose(Harness.Compile(World), out Compilation output));
            Assert.Single(output.SyntaxTrees);
        }

        [Fact]
        public void Own_method_of_a_referenced_assembly()
        {
            byte[] library = Harness.Build(Harness.Compile(@"
public static class Library
{
    public static T Again<[Kitbag.KitbagRoot] T>(T value) =>
        Kitbag.KitbagSerializer.Deserialize<T>(Kitbag.KitbagSerializer.Serialize(value));
}
public class Shared { public int A; public int B { get; set; } }
", "Library"));
            var loaded = Assembly.Load(library);
            System.AppDomain.CurrentDomain.AssemblyResolve += (_, e) => e.Name == loaded.FullName ? loaded : null;
            Harness.Run(Harness.Build(Harness.Compile(
                @"
public class World { public Shared? A; }
public static class Program
{
    static World Make() => new World { A = new Shared { A = 1, B = 2 } };
    public static object?[] Run() => new object?[] { Make(), Library.Again(Make()) };
}",
                references: MetadataReference.CreateFromImage(library))));
        }

        [Fact]
        public void Module_initializer_of_another_assembly_is_not_ours()
        {
            // A library for netstandard2.1 declares the attribute as internal; users of the library have no access to it.
            byte[] library =
                Harness.Build(Harness.Compile("namespace System.Runtime.CompilerServices { internal sealed class "
                + "ModuleInitializerAttribute : Attribute { } }", "Library"));
            CSharpCompilation compilation = Harness.Compile(World
                + "public static class Program { public static byte[] Run() => Kitbag.KitbagSerializer.Serialize(new World()); }",
                references: MetadataReference.CreateFromImage(library));
            Harness.Build(compilation);
        }

        // The library for .NET Standard declares the attribute of module initializers, too.
        [Theory]
        [InlineData("Game", false)]
        [InlineData("Game", true)]
        [InlineData("Library_A", false)]
        public void Code_of_a_friend_assembly_has_the_same_names(string name, bool isStandard)
        {
            string source = "[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"" + name + "\")] public class World { public "
                + "int A; public Part? B; } public class Part { public int X; } public static class Use { public static byte[] Of(World "
                + "world) => Kitbag.KitbagSerializer.Serialize(world); }";
            byte[] library = Harness.Build(isStandard ? Harness.CompileForNetStandard(source, "Library.A")
                : Harness.Compile(source, "Library.A"));
            Harness.Build(Harness.Compile("public class Hero { public World? A; } public static class Program { public static byte[] "
                + "Run() => Kitbag.KitbagSerializer.Serialize(new Hero()); }", name,
                references: MetadataReference.CreateFromImage(library)));
        }

        [Theory]
        [InlineData("public class World { public object? A; public World? B; public int[]? C; }")]
        [InlineData("[System.Text.Json.Serialization.JsonDerivedType(typeof(Sub))] public class World { } public class Sub : World { }")]
        public void An_assembly_that_conforms_to_the_common_language_specification_has_no_warnings(string types) => Harness.Build(
            Harness.Compile("[assembly: System.CLSCompliant(true)] " + types + " public static class Program { public static byte[] Run("
                + "World world) => Kitbag.KitbagSerializer.Serialize(world); }"));

        [Theory]
        [InlineData("T")]
        [InlineData("System.Collections.Generic.List<T>")]
        [InlineData("T[]")]
        public void Open_argument(string type)
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(@"public static class Program { public static byte[] Save<T>(" + type
                + @" value) => Kitbag.KitbagSerializer.Serialize(value); }"));
            Assert.Equal("KIT0002", diagnostic.Id);
            Assert.Contains("'T'", diagnostic.GetMessage(null));
            Assert.Equal("Kitbag.KitbagSerializer.Serialize(value)", Harness.TextAt(diagnostic));
        }

        [Fact]
        public void Open_generic_types()
        {
            foreach (string source in new[] { "[Kitbag.KitbagSerializable] public class World<T> { public int A; }",
                "[assembly: Kitbag.KitbagSerializable(typeof(World<>))] public class World<T> { public int A; }",
                "public class World<T> { [Kitbag.KitbagSerializable] public class Zone { public int A; } }",
                "[assembly: Kitbag.KitbagSerializable(typeof(World<>.Zone))] public class World<T> { public class Zone { } }" })
                Assert.Equal("KIT0001", Assert.Single(Harness.Diagnose(source)).Id);
        }

        [Fact]
        public void Types_that_do_not_exist_are_reported_by_the_compiler_only() => Assert.All(new[] { "Zone", "Zone<int>", "Zone<>",
            "Zone<int>.Part", "World.Zone<int>.Part", "World<int>", "System.Collections.Generic.List<Zone>" },
            type => Assert.Empty(Harness.Diagnose("[assembly: Kitbag.KitbagSerializable(typeof(" + type + "))] public class World { }")));

        private static void AssertRoot(string source)
        {
            CSharpCompilation compilation = Harness.Compile(source);
            Assert.Empty(Harness.Diagnose(compilation, out Compilation output));
            Harness.Emit(compilation, output);
            Assert.Contains(output.SyntaxTrees, tree => tree.FilePath.EndsWith("Kitbag.WorldCodec.g.cs", System.StringComparison.Ordinal));
            Assert.Contains("typeof(global::World)",
                output.SyntaxTrees.Single(tree => tree.FilePath.EndsWith("Kitbag.Registration.g.cs", System.StringComparison.Ordinal))
                .ToString());
        }

        [Theory]
        [InlineData("static T Again<[Kitbag.KitbagRoot] T>(T value) => "
            + "Kitbag.KitbagSerializer.Deserialize<T>(Kitbag.KitbagSerializer.Serialize(value)); return new object?[] { new World { A "
            + "= 3 }, Again(new World { A = 3 }) };")]
        [InlineData("object?[] Outer() { T Again<[Kitbag.KitbagRoot] T>(T value) { System.Func<T> go = () => "
            + "Kitbag.KitbagSerializer.Deserialize<T>(Kitbag.KitbagSerializer.Serialize(value)); return go(); } return new object?[] { "
            + "new World { A = 3 }, Again(new World { A = 3 }) }; } return Outer();")]
        [InlineData("System.Func<object?[]> run = () => { static T Again<[Kitbag.KitbagRoot] T>(T value) => "
            + "Kitbag.KitbagSerializer.Deserialize<T>(Kitbag.KitbagSerializer.Serialize(value)); return new object?[] { new World { A "
            + "= 3 }, Again(new World { A = 3 }) }; }; return run();")]
        [InlineData("static T Again<T>(T value) { System.Func<T> go = () => "
            + "Kitbag.KitbagSerializer.Deserialize<T>(Kitbag.KitbagSerializer.Serialize(value)); return go(); } return new object?[] { "
            + "new World { A = 3 }, Again(new World { A = 3 }) };")]
        public void Type_parameter_of_a_local_function(string body) =>
            Harness.Run(Harness.Build(Harness.Compile("public class World { public int A; } public static class Program { public "
                + "static object?[] Run() { " + body + " } }")));
    }
}
