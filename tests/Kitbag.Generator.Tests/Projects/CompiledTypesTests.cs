using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Ignored members and layouts must be found both in source and in compiled types, although the information differs.</summary>
    public class CompiledTypesTests
    {
        private const string Library = @"
using System; using System.Runtime.InteropServices; using System.Text.Json.Serialization;
[StructLayout(LayoutKind.Explicit)] public struct Overlaid { [FieldOffset(4)] public int A; [FieldOffset(0)] public int B; }
[StructLayout(LayoutKind.Sequential, Size = 64)] public struct Large { public int A; }
public struct Pair { public int A, B; }
public class Members
{
    [JsonIgnore(Condition = JsonIgnoreCondition.Never)] public int Never;
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] public int Sometimes;
    [JsonIgnore(Condition = JsonIgnoreCondition.Always)] public int Always;
    [JsonIgnore] public int Plain;
    [NonSerialized] public int Flagged;
}";

        private const string Use = @"
public static class Uses { public static void All(Overlaid a, Large b, Pair c, Members d) {
    Kitbag.KitbagSerializer.Serialize(a); Kitbag.KitbagSerializer.Serialize(b); Kitbag.KitbagSerializer.Serialize(c);
    Kitbag.KitbagSerializer.Serialize(d); } }";

        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public void Are_the_same_from_source_and_compiled(bool compiled)
        {
            CSharpCompilation input = compiled
                ? Harness.CompileWithLibrary(Use, Library)
                : Harness.Compile(Library + Use);
            Assert.Empty(Harness.Diagnose(input, out Compilation output));
            string code = string.Concat(output.SyntaxTrees.Select(tree => tree.ToString()));
            Assert.Contains("RecordCodec<global::Pair>", code);
            Assert.DoesNotContain("RecordCodec<global::Overlaid>", code);
            Assert.DoesNotContain("RecordCodec<global::Large>", code);
            string members = Harness.Members(code);
            Assert.Contains(" Never ", members);
            Assert.Contains(" Sometimes ", members);
            Assert.DoesNotContain(" Always ", members);
            Assert.DoesNotContain(" Plain ", members);
            Assert.DoesNotContain(" Flagged ", members);
        }

        // Like the BloomFilter of NBitcoin: it would be stored empty.
        [Theory]
        [InlineData("private byte[] _data = new byte[3]; public void Add(int i) => _data[0] = (byte)i;", "KIT0001")]
        [InlineData("private int Count { get; set; } public void Add() => Count++;", "KIT0001")]
        [InlineData("[System.NonSerialized] private int _count; public void Add() => _count++;", "")]
        [InlineData("private static int s_count; private System.Action? _done; public void Add(System.Action a) { _done = a; "
            + "s_count++; }", "")]
        [InlineData("public int Count() => 1;", "")]
        public void Classes_with_private_fields_only_are_reported(string members, string id)
        {
            const string Use = "class Use { static void All(Filter f) => Kitbag.KitbagSerializer.Serialize(f); }";
            Assert.Equal(id, string.Join(",", Harness.Diagnose(
                Harness.CompileWithLibrary(Use, "public class Filter { " + members + " }"), out _).Select(d => d.Id)));
        }

        // Like the UserVerificationMethod of Fido2: its value would be lost.
        [Theory]
        [InlineData("public bool Method { private get; set; }", "KIT0017")]
        [InlineData("public bool Method { internal get; set; }", "KIT0017")]
        [InlineData("[System.Text.Json.Serialization.JsonIgnore] public bool Method { private get; set; }", "")]
        [InlineData("private string _text = \"\"; public string Method { set { _text = value; } } public int Length() => "
            + "_text.Length;", "")]
        [InlineData("public System.Action? Method { private get; set; }", "")]
        public void Properties_whose_getter_is_hidden_are_reported(string members, string id)
        {
            const string Use = "class Use { static void All(Inputs i) => Kitbag.KitbagSerializer.Serialize(i); }";
            Diagnostic[] found = Harness.Diagnose(
                Harness.CompileWithLibrary(Use, "public class Inputs { public int X { get; set; } " + members + " }"), out _).ToArray();
            Assert.Equal(id, string.Join(",", found.Select(d => d.Id)));
            Assert.All(found, d => Assert.Contains("'Inputs.Method' is not stored: its getter is not public. Its type is "
                + "declared in another assembly", d.GetMessage(null)));
        }

        // Nothing can be added to such a class, so the message suggests no constructor.
        [Fact]
        public void Constructors_that_call_those_of_base_classes_are_not_suggested_for_compiled_types()
        {
            const string Use = "class Use { static void All(Zone z) => Kitbag.KitbagSerializer.Serialize(z); }";
            const string Library = "public abstract class Base { protected Base(string id) { Id = id; } public string Id { get; } } "
                + "public sealed class Zone : Base { public Zone(System.Type it) : base(it.Name) { } }";
            Diagnostic found = Assert.Single(Harness.Diagnose(Harness.CompileWithLibrary(Use, Library), out _));
            Assert.Equal("KIT0005", found.Id);
            Assert.EndsWith("Write a [KitbagSurrogate] for it", found.GetMessage(), System.StringComparison.Ordinal);
        }

        // A struct has no base class that could have members, so one that other serializers skip would be lost where it is a member.
        [Theory]
        [InlineData("[System.Text.Json.Serialization.JsonIgnore] public int X;", "KIT0001")]
        [InlineData("[System.Runtime.Serialization.IgnoreDataMember] public int X { get; set; }", "KIT0001")]
        [InlineData("[System.NonSerialized] private int _x; public int Get() => _x++;", "KIT0001")]
        [InlineData("[Kitbag.KitbagIgnore] public int X;", "")]
        [InlineData("[Kitbag.KitbagIgnore] public int X { get; set; }", "")]
        [InlineData("[System.NonSerialized] public System.Action Done;", "")]
        [InlineData("[System.NonSerialized] public int X; public int Y;", "")]
        [InlineData("public int X => 1;", "KIT0001")]
        public void Structs_whose_members_are_all_ignored_are_reported(string members, string id)
        {
            const string Use = "class Use { public Mark M; static void All(Use u) => Kitbag.KitbagSerializer.Serialize(u); }";
            Diagnostic[] found = Harness.Diagnose(
                Harness.CompileWithLibrary(Use, "public struct Mark { " + members + " }"), out _).ToArray();
            Assert.Equal(id, string.Join(",", found.Select(d => d.Id)));
            Assert.All(found, d => Assert.Contains("no member that can be both read and set", d.GetMessage(null)));
        }

        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public void Record_structs_are_created_with_their_parameters(bool compiled)
        {
            const string Records = @"
public record struct Memory(int X, int Y = 3); public readonly record struct Members(int X, int Y = 3);
public struct Plain { public int X, Y; public Plain(int x, int y) { X = x; Y = y; } public void Deconstruct(out int x, out int y) { x = X;
    y = Y; } }
public struct Begun { public int X, Y; public Begun() { X = 1; Y = 2; } }";
            const string Uses = @"
public static class Uses { public static void All(Memory a, Members b, Plain c, Begun d) {
    Kitbag.KitbagSerializer.Serialize(a); Kitbag.KitbagSerializer.Serialize(b); Kitbag.KitbagSerializer.Serialize(c);
    Kitbag.KitbagSerializer.Serialize(d); } }";
            CSharpCompilation input = compiled
                ? Harness.CompileWithLibrary(Uses, Records, LanguageVersion.CSharp10)
                : Harness.Compile(Records + Uses, version: LanguageVersion.CSharp10);
            Assert.Empty(Harness.Diagnose(input, out Compilation output));
            string code = string.Concat(output.SyntaxTrees.Select(tree => tree.ToString()));
            // In compiled code, the property of a backing field is not known, so a struct with properties is not stored as a record there.
            Assert.Equal(compiled ? 2 : 1, code.Split(".Require(").Length - 1);
            if (!compiled)
            {
                Assert.Contains("new RecordField(\"X\", Of.Int32, null, true), new RecordField(\"Y\", "
                    + "Of.Int32)", code);
                Assert.Contains("() => new global::Memory(default(int), unchecked((int)(3)))", code);
            }
            Assert.Contains("(\"Begun\", static () => new global::Begun()", code);
            // Without a constructor to run, it is known that a new value consists of zeros.
            Assert.Contains("(\"Plain\", new RecordField(", code);
        }

        [Fact]
        public void Fields_are_found_if_another_assembly_has_a_type_of_the_same_name()
        {
            string[] sources = { "public class Twin { private int _value; }", "internal class Twin { } public class Other { }" };
            MetadataReference[] libraries = sources
                .Select((source, i) => (MetadataReference)MetadataReference.CreateFromImage(
                    Harness.Build(Harness.Compile(source, "Library" + i)))).ToArray();
            CSharpCompilation input = Harness.Compile(
                "[assembly: Kitbag.KitbagSerializable(typeof(Twin), Fields = true)] public class User : Other { }", references: libraries);
            Assert.Empty(Harness.Diagnose(input, out Compilation output));
            Assert.Contains("type.Add(\"_value\"", string.Concat(output.SyntaxTrees.Select(tree => tree.ToString())));
        }

        [Fact]
        public void Members_of_enums_are_written_by_codecs_of_integers()
        {
            CSharpCompilation input = Harness.Compile(@"
public enum Small : byte { A, B } public enum Wide { A, B }
public class Holder { public Small Small; public Small? Perhaps; public Wide[] All; public Wide? Wide; }
public static class Uses { public static void All(Holder a) => Kitbag.KitbagSerializer.Serialize(a); }");
            Assert.Empty(Harness.Diagnose(input, out Compilation output));
            string code = string.Concat(output.SyntaxTrees.Select(tree => tree.ToString()));
            Assert.Contains(" EnumCodec<byte> Numbers", code);
            Assert.Contains("new NullableCodec<byte>(SmallCodec.Numbers)", code);
            Assert.Contains("new NullableCodec<int>(WideCodec.Numbers)", code);
            Assert.Contains("new ArrayCodec<global::Wide>(WideCodec.Codec)", code);
            Assert.Contains("(byte?)item.Perhaps", code);
            // No codec contains these types themselves.
            Assert.DoesNotContain("EnumCodec<global::Small>", code);
            Assert.DoesNotContain("NullableCodec<global::", code);
        }
    }
}
