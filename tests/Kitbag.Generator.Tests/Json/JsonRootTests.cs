using System;
using System.Linq;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>JSON code is generated only for types that are reachable from calls of the JSON API.</summary>
    public class JsonRootTests
    {
        private const string Types = @"
using Kitbag;
public class World { public Part? P; } public class Part { public int A; } public class Side { public int B; }
public static class Store
{
    public static byte[] Save<[KitbagRoot(Json = false)] T>(T value) => KitbagSerializer.Serialize(value);
    public static string Print<[KitbagRoot] T>(T value) => KitbagJson.Serialize(value);
}";

        [Theory]
        [InlineData("KitbagSerializer.Serialize(new World());", "")]
        [InlineData("KitbagSchema.Of<World>();", "")]
        [InlineData("Store.Save(new World());", "")]
        [InlineData("KitbagJson.Serialize(new World());", "World Part")]
        [InlineData("KitbagJson.Deserialize<World>(\"\");", "World Part")]
        [InlineData("Store.Print(new World());", "World Part")]
        [InlineData("KitbagSerializer.Serialize(new World()); KitbagJson.Serialize(new Part());", "Part")]
        [InlineData("KitbagSerializer.Serialize(new World()); KitbagJson.Serialize(new World());", "World Part")]
        [InlineData("KitbagSerializer.Serialize(new World()); KitbagJson.Serialize(new[] { new Side() });", "Side")]
        [InlineData("KitbagSerializer.Serialize(new World()); KitbagJson.Serialize(typeof(World), (object?)null);", "World Part")]
        public void Calls(string calls, string withJson) => AssertHaveJson(
            Types + "public static class Program { public static void Run() { " + calls + " } }", withJson);

        [Theory]
        [InlineData("KitbagSerializable(typeof(World))", "World Part")]
        [InlineData("KitbagSerializable(typeof(World), Json = false)", "")]
        public void Attributes(string attribute, string withJson) =>
            AssertHaveJson(Types.Replace("using Kitbag;", "using Kitbag;\n[assembly: " + attribute + "]"), withJson);

        [Fact]
        public void A_form_in_JSON_that_only_JSON_has_is_left_out()
        {
            const string Source =
                "public class World { "
                + "[System.Text.Json.Serialization.JsonConverter(typeof(System.Text.Json.Serialization.JsonStringEnumConverter))] "
                + "public Kind K; } public enum Kind { A } ";
            const string Program =
                "public static class Program { public static object Run() => Kitbag.KitbagSerializer.Serialize(new World()); }";
            Assert.DoesNotContain("isByName", Text(Source + Program));
            Assert.Contains("isByName", Text(Source + Program.Replace("KitbagSerializer", "KitbagJson")));
        }

        [Fact]
        public void Without_JSON_an_error_describes_the_remedy()
        {
            Type world =
                Load("Lib",
                "using Kitbag; public class World1 { public int A; } public static class Program { public static object Run() => "
                + "KitbagSerializer.Serialize(new World1()); }", out _).GetType("World1")!;
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Serialize(world, (object?)null));
            Assert.Equal(KitbagErrorReason.NotSupported, e.Reason);
            Assert.Contains("no call of KitbagJson reaches the type", e.Message);
            Assert.Contains("[assembly: KitbagSerializable(typeof(World1))]", e.Message);
        }

        [Fact]
        public void A_type_of_another_project_gets_JSON_in_the_project_that_uses_it()
        {
            Assembly library =
                Load("Lib2",
                "using Kitbag; public class World2 { public int A; } public static class Lib { public static byte[] Run() => "
                + "KitbagSerializer.Serialize(new World2 { A = 3 }); }", out MetadataReference reference);
            // The library's codec is registered first, and remains the one for documents.
            library.GetType("Lib")!.GetMethod("Run")!.Invoke(null, null);
            CSharpCompilation app =
                Harness.Compile("using Kitbag; public static class Program { public static object?[] Run() => new object?[] { "
                + "KitbagJson.Serialize(new World2 { A = 3 }), \"{\\\"A\\\":3}\", KitbagSerializer.Deserialize<World2>(Lib.Run()).A, 3 "
                + "}; }", "App2", references: reference);
            AppDomain.CurrentDomain.AssemblyResolve += (_, wanted) =>
                wanted.Name.StartsWith("Lib2", StringComparison.Ordinal) ? library : null;
            Harness.Run(Harness.Build(app));
        }

        private static void AssertHaveJson(string source, string withJson)
        {
            CSharpCompilation compilation = Harness.Compile(source);
            Assert.Empty(Harness.Diagnose(compilation, out Compilation output));
            Harness.Emit(compilation, output);
            Assert.Equal(
                withJson.Split(' ', StringSplitOptions.RemoveEmptyEntries).Order(),
                output.SyntaxTrees.Skip(1).Where(tree => tree.ToString().Contains(" WriteMembers(", StringComparison.Ordinal))
                    .Select(tree => tree.FilePath.Split('.')[^3].Replace("Codec", "", StringComparison.Ordinal)).Order());
        }

        private static string Text(string source)
        {
            Harness.Diagnose(Harness.Compile(source), out Compilation output);
            return string.Concat(output.SyntaxTrees.Skip(1));
        }

        private static Assembly Load(string name, string source, out MetadataReference reference)
        {
            byte[] image = Harness.Build(Harness.Compile(source, name));
            reference = MetadataReference.CreateFromImage(image);
            return Assembly.Load(image);
        }
    }
}
