using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Half-typed code and missing references: the generator never throws.</summary>
    public class RobustnessTests
    {
        [Theory]
        [InlineData("public class World { public Missing A; public System.Collections.Generic.List<Missing> B; public Missing[] C; "
            + "public Missing? D; }")]
        [InlineData("public class World : Missing { public int A; }")]
        [InlineData("public class World : System { public int A; }")]
        [InlineData("public class World : World { public int A; }")]
        [InlineData("public class A : World { } public class World : A { public int X; }")]
        [InlineData("public struct World { public World Inner; public int X; }")]
        [InlineData("public struct A { public World Inner; } public struct World { public A Inner; }")]
        [InlineData("public struct S<T> { public S<S<T>> Inner; public int X; } public class World { public S<int> A; }")]
        [InlineData("public class S<T> { public S<S<T>> Inner; public int X; } public class World { public S<int> A; }")]
        [InlineData("public unsafe class S<T> { public S<T*>? Inner; public int X; } public class World { public S<int>? A; }")]
        [InlineData("public enum E : Missing { A } public class World { public E A; }")]
        [InlineData("public enum E : string { A } public class World { public E A; }")]
        [InlineData("public enum E : char { A = 'c' } public class World { public E A; }")]
        [InlineData("public enum E { A = Missing, B = \"x\", A } public class World { public E A; }")]
        [InlineData("public class World { public int A; public string A; public int A { get; set; } }")]
        [InlineData("public class World { public int ; public { get; set; } public string B { get; set; ")]
        [InlineData("public class World { public void A; public int* B; public ref int C; public "
            + "System.Collections.Generic.Dictionary<int> D; }")]
        [InlineData("public class World { public int A; } public class World { public int B; }")]
        [InlineData("public static class World { public static int A; }")]
        [InlineData("public class World { public System.Collections.Generic.List<> A; public (int) B; public (int, Missing) C; public "
            + "dynamic D; }")]
        [InlineData("public unsafe struct World { public fixed int A[4]; public fixed int B[; }")]
        [InlineData("public class World { public override int A { get; set; } public override int B { set { } } }")]
        [InlineData("namespace World { public class World { } }")]
        [InlineData("")]
        public void Half_typed(string source) =>
            Harness.Diagnose(Harness.Compile(source
            + "\npublic static class Program { public static void Run() { Kitbag.KitbagSerializer.Serialize(new World()); "
            + "Kitbag.KitbagSerializer.Deserialize<World>(null); Kitbag.KitbagSerializer.Deserialize<>(); "
            + "Kitbag.KitbagSerializer.Serialize(; } }"), out _);

        [Theory]
        [InlineData("[Kitbag.KitbagSerializable(typeof(Missing))] public class World { }")]
        [InlineData("[assembly: Kitbag.KitbagSerializable(typeof())]")]
        [InlineData("[assembly: Kitbag.KitbagSerializable(typeof(Missing<int>.Part))] public class World { }")]
        [InlineData("[assembly: Kitbag.KitbagSerializable(typeof(Missing<>.Part))] public class World { }")]
        [InlineData("[assembly: Kitbag.KitbagSerializable(null)]")]
        [InlineData("[assembly: Kitbag.KitbagSerializable(typeof(void))]")]
        [InlineData("[assembly: Kitbag.KitbagSerializable]")]
        [InlineData("[Kitbag.KitbagSerializable(1, 2)] public class World { }")]
        public void Half_typed_attributes(string source) => Harness.Diagnose(Harness.Compile(source), out _);

        [Fact]
        public void Codecs_of_the_compilation_itself()
        {
            Harness.Diagnose(Harness.Compile(@"
[Kitbag.Codecs.CodecFor(typeof(Missing), Kitbag.Codecs.CodecShape.Leaf)] public class A { }
[Kitbag.Codecs.CodecFor(null, (Kitbag.Codecs.CodecShape)9)] public class B { }
[Kitbag.Codecs.CodecFor(typeof(World), )] public class C { }
[Kitbag.Codecs.CodecFor(typeof(System.Collections.Generic.Queue<>), Kitbag.Codecs.CodecShape.LengthPrefix)] public class D { }
public class World { public System.Collections.Generic.Queue<int> Q; }
public static class Program { public static void Run() => Kitbag.KitbagSerializer.Serialize(new World()); }"), out _);
        }

        [Fact]
        public void Without_Kitbag()
        {
            Assert.Empty(Harness.Diagnose(Harness.Compile("public class World { } public static class Program { public static void "
                + "Run() => Kitbag.KitbagSerializer.Serialize(new World()); }", kitbag: false), out Compilation output));
            Assert.Single(output.SyntaxTrees);
        }

        [Fact]
        public void Without_any_reference() => Harness.Diagnose(
            CSharpCompilation.Create("Game", new[] {
                CSharpSyntaxTree.ParseText("namespace Kitbag { public class KitbagRootAttribute { } public static class S { public "
                + "static void Save<[KitbagRoot] T>(T value) { } } } public class World { public int A; public string B; public E C; "
                + "public int? D; } public enum E { A } public class Program { public void Run() => Kitbag.S.Save(new World()); }") }),
                out _);

        [Theory]
        [InlineData("new { A = 1 }")]
        [InlineData("new[] { new { A = 1 } }")]
        [InlineData("(System.Action)(() => { })")]
        [InlineData("typeof(int)")]
        [InlineData("new System.Random()")]
        public void Values_that_cannot_be_stored_are_errors(string value) =>
            Assert.Contains(Harness.Diagnose("public static class Program { public static object Run() => "
                + "Kitbag.KitbagSerializer.Serialize<object>(null!); public static void Main2() { Do(" + value
                + "); } public static void Do<[Kitbag.KitbagRoot] T>(T v) { } }"), d => d.Severity == DiagnosticSeverity.Error);

        // Neither anonymous types nor calls with a Type have an id by which the call could be found.
        [Theory]
        [InlineData("")]
        [InlineData("Kitbag.KitbagJson.Serialize(typeof(int), 1); ")]
        public void Each_anonymous_type_is_reported_at_its_call(string before) => Assert.Equal(
            new[] { "Kitbag.KitbagJson.Serialize(new { A = 1 })", "Kitbag.KitbagSerializer.Serialize(new { B = 2 })" },
            Harness.Diagnose("public static class Program { public static void Run() { " + before
                + "Kitbag.KitbagJson.Serialize(new { A = 1 }); Kitbag.KitbagSerializer.Serialize(new { B = 2 }); } }")
                .Where(d => d.Id == "KIT0001").Select(Harness.TextAt));
    }
}
