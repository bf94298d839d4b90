using System.Linq;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Types with attributes of MemoryPack, MessagePack and protobuf-net, which are declared here as in these packages.</summary>
    public class BinaryAttributesTests
    {
        private const string Declared = @"
namespace MemoryPack
{
    public class MemoryPackIncludeAttribute : System.Attribute { }
    public class MemoryPackIgnoreAttribute : System.Attribute { }
    public class MemoryPackConstructorAttribute : System.Attribute { }
}
namespace MessagePack
{
    public class MessagePackObjectAttribute : System.Attribute { }
    public class KeyAttribute : System.Attribute { public KeyAttribute(int x) { } }
    public class IgnoreMemberAttribute : System.Attribute { }
    public class SerializationConstructorAttribute : System.Attribute { }
    public class MessagePackFormatterAttribute : System.Attribute { public MessagePackFormatterAttribute(System.Type type) { } }
    public interface IMessagePackSerializationCallbackReceiver { void OnBeforeSerialize(); void OnAfterDeserialize(); }
}
namespace ProtoBuf
{
    public enum ImplicitFields { None, AllPublic, AllFields }
    public class ProtoContractAttribute : System.Attribute
    {
        public ImplicitFields ImplicitFields { get; set; }
        public System.Type? Surrogate { get; set; }
    }
    public class ProtoMemberAttribute : System.Attribute { public ProtoMemberAttribute(int tag) { } }
    public class ProtoIgnoreAttribute : System.Attribute { }
}";

        private const string Usings = "using Kitbag; using MemoryPack; using MessagePack; using ProtoBuf;\n";

        private static string Of(string types) => Usings + types
            + "\npublic static class Program { public static void Run() { Kitbag.KitbagSerializer.Serialize(new World()); } }" + Declared;

        // One declaration, which each of the classes inherits.
        [Fact]
        public void A_member_of_a_base_class_is_reported_once()
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(Of("public class World { public Unit? One; public Elf? Other; } "
                + "public class Unit { [IgnoreMember] public int Time { get; set; } } public class Elf : Unit { } public class Orc : Unit "
                + "{ }")));
            Assert.Equal(("KIT0008", "Time"), (diagnostic.Id, Harness.TextAt(diagnostic)));
        }

        [Theory]
        [InlineData("public class World { [MemoryPackIgnore] public int A { get; set; } }", "A",
            "World.A: [MemoryPackIgnore] is not supported: the member is stored: exclude it with [KitbagIgnore]")]
        [InlineData("public class World { [IgnoreMember] public int A; }", "A", "World.A: [IgnoreMember] is not supported: the member is")]
        [InlineData("public struct World { [ProtoIgnore] public int A; }", "A", "World.A: [ProtoIgnore] is not supported: the member is")]
        [InlineData("[ProtoContract] public class World { [ProtoMember(1)] public int A { get; set; } public int B { get; set; } }", "B",
            "World.B: [ProtoContract] is not supported: the member is not marked")]
        [InlineData("[ProtoContract(Surrogate = typeof(int))] public class World { public int A { get; set; } }", "World",
            "World: [ProtoContract] is not supported: its Surrogate is not used: declare one with [KitbagSurrogate]")]
        [InlineData("public class World { [MessagePackFormatter(typeof(int))] public int A { get; set; } }", "A",
            "World.A: [MessagePackFormatter] is not supported: formatters are not called")]
        [InlineData("[MessagePackFormatter(typeof(int))] public class World { public int A { get; set; } }", "World",
            "World: [MessagePackFormatter] is not supported: formatters are not called")]
        [InlineData("public class World { [MemoryPack.Utf8StringFormatter] public string? A { get; set; } } namespace MemoryPack { public "
            + "abstract class MemoryPackCustomFormatterAttribute<TFormatter, T> : System.Attribute { } public class "
            + "Utf8StringFormatterAttribute : MemoryPackCustomFormatterAttribute<int, string> { } }", "A",
            "World.A: [Utf8StringFormatter] is not supported: formatters are not called")]
        public void What_these_attributes_do_otherwise_is_reported(string types, string place, string expected)
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(Of(types)));
            Assert.Equal("KIT0008", diagnostic.Id);
            Assert.Equal(place, Harness.TextAt(diagnostic));
            Assert.Contains(expected, diagnostic.GetMessage(null), System.StringComparison.Ordinal);
        }

        [Theory]
        [InlineData("[MessagePackObject] public class World { [Key(0)] public int A { get; set; } [IgnoreMember] public int B => A; }")]
        [InlineData("[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)] public class World { public int A { get; set; } }")]
        [InlineData("[ProtoContract] public class World { [ProtoMember(1)] private int _a; public int A { get => _a; set => _a = value; } "
            + "[KitbagIgnore] public int B { get; set; } }")]
        [InlineData("public class World { [MemoryPackIgnore, KitbagIgnore] public int A { get; set; } public int B { get; set; } }")]
        public void Attributes_that_say_what_Kitbag_does_are_not_reported(string types) => Assert.Empty(Harness.Diagnose(Of(types)));

        // References to other objects that no attribute includes are reported as information (KIT0029), and others not at all.
        [Theory]
        [InlineData("[ProtoMember(1)] private Part _a = new();")]
        [InlineData("[Key(1)] private Part _a = new();")]
        [InlineData("[MemoryPackInclude] private System.IServiceProvider? _a;")]
        public void Private_members_that_other_serializers_store_are_warnings(string member)
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(Of("public class World { public int Id; " + member
                + " public void Set(Part part) => _a = null!; } public class Part { public int A; }")));
            Assert.Equal(("KIT0027", DiagnosticSeverity.Warning), (diagnostic.Id, diagnostic.Severity));
        }

        // The property is the form in which another serializer stores what has no form of its own.
        [Theory]
        [InlineData("ProtoMember(1)")]
        [InlineData("Key(1)")]
        [InlineData("MemoryPackInclude")]
        public void Private_properties_with_code_that_other_serializers_store_are_warnings(string attribute)
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(Of("public class World { public int Id; [KitbagIgnore] public "
                + "System.Drawing.Color C; [" + attribute + "] private int Argb { get => C.ToArgb(); set => C = System.Drawing.Color."
                + "FromArgb(value); } }")));
            Assert.Equal(("KIT0027", "Argb"), (diagnostic.Id, Harness.TextAt(diagnostic)));
        }

        [Theory]
        [InlineData("public string? Name { get; set; } [ProtoMember(1)] private string Text { get => Name ?? \"\"; set => Name = value; }")]
        [InlineData("private string _name = \"\"; public string Name { get => _name; set => _name = value; } [Key(1)] private string "
            + "Text { get => _name; set => _name = value; }")]
        [InlineData("public int Id; [ProtoMember(1)] private int Twice => Id * 2;")]
        public void Other_forms_of_stored_members_are_not_reported(string members) =>
            Assert.Empty(Harness.Diagnose(Of("public class World { " + members + " }")));

        // All fields are data, whether or not an attribute marks them.
        [Theory]
        [InlineData("AllFields", "KIT0027 _part, KIT0027 _service")]
        [InlineData("AllPublic", "KIT0029 _part")]
        public void Private_references_are_warnings_if_all_fields_are_included(string fields, string expected)
        {
            Diagnostic[] found = Harness.Diagnose(Of("[ProtoContract(ImplicitFields = ImplicitFields." + fields + ")] public class World { "
                + "public int Id; private Part? _part; private IService? _service; [ProtoIgnore] private Part? _other; private readonly "
                + "object _lock = new(); } public class Part { public int A; } public interface IService { }")).ToArray();
            Assert.Equal(expected, string.Join(", ", found.Select(d => d.Id + " " + Harness.TextAt(d)).OrderBy(text => text)));
        }

        [Theory]
        [InlineData("MemoryPackConstructor")]
        [InlineData("SerializationConstructor")]
        public void Marked_constructors_are_called(string attribute) => Harness.RoundTrip(Of(
            "public class World { [KitbagIgnore] public readonly string How; public int A { get; } public int B { get; } "
            + "public World(int a) { A = a; How = \"a\"; } [" + attribute + "] public World(int a, int b) { A = a; B = b; "
            + "How = \"ab\"; } }")
            .Replace("void Run() { Kitbag.KitbagSerializer.Serialize(new World()); }", "object?[] Run() => new object?[] { \"ab\", "
                + "Tool.Again(new World(1)).How };", System.StringComparison.Ordinal));

        [Fact]
        public void Callbacks_of_MessagePack_are_called() => Harness.RoundTrip(Of("public class World : "
            + "IMessagePackSerializationCallbackReceiver { public int A { get; set; } [KitbagIgnore] public int B { get; set; } void "
            + "IMessagePackSerializationCallbackReceiver.OnBeforeSerialize() => A++; void IMessagePackSerializationCallbackReceiver."
            + "OnAfterDeserialize() => B = 10 * A; }")
            .Replace("void Run() { Kitbag.KitbagSerializer.Serialize(new World()); }", "object?[] Run() => new object?[] { 30, "
                + "Tool.Again(new World { A = 1 }).B };", System.StringComparison.Ordinal));
    }
}
