using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>What other serializers preserve is stored, or a diagnostic says what to write, and that works.</summary>
    public class OtherSerializersTests
    {
        private const string Declared = @"
namespace MemoryPack
{
    public enum GenerateType { Object, VersionTolerant, CircularReference, Collection }
    public class MemoryPackableAttribute : System.Attribute { public MemoryPackableAttribute(GenerateType type = GenerateType.Object) { } }
    public class MemoryPackIncludeAttribute : System.Attribute { }
    public class MemoryPackOrderAttribute : System.Attribute { public MemoryPackOrderAttribute(int order) { } }
}
namespace MessagePack
{
    public class KeyAttribute : System.Attribute { public KeyAttribute(int x) { } }
    public class IgnoreMemberAttribute : System.Attribute { }
}
namespace ProtoBuf
{
    public class ProtoContractAttribute : System.Attribute
    {
        public int ImplicitFields { get; set; }
        public bool AsReferenceDefault { get; set; }
        public bool IgnoreListHandling { get; set; }
    }
    public class ProtoMemberAttribute : System.Attribute
    {
        public ProtoMemberAttribute(int tag) { }
        public bool AsReference { get; set; }
    }
    [System.AttributeUsage(System.AttributeTargets.Class, AllowMultiple = true)]
    public class ProtoPartialMemberAttribute : System.Attribute { public ProtoPartialMemberAttribute(int tag, string name) { } }
    public class ProtoIgnoreAttribute : System.Attribute { }
}";

        private const string Usings = "using System; using System.Collections; using System.Collections.Generic; using Kitbag; using "
            + "MemoryPack; using MessagePack; using ProtoBuf; using System.Runtime.Serialization; using System.Text.Json.Serialization; "
            + "using System.Xml.Serialization;\n#pragma warning disable SYSLIB0050\n";

        private static string Of(string types) => Usings + types
            + "\npublic static class Program { public static void Run() { Kitbag.KitbagSerializer.Serialize(new World()); } }" + Declared;

        private static string Running(string types, string run) =>
            Usings + types + "\npublic static class Program { public static object?[] Run() { " + run + " } }" + Declared;

        private static void AssertReported(string types, string place, string expected, string id = "KIT0008")
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(Of(types)));
            Assert.Equal(id, diagnostic.Id);
            Assert.Equal(place, Harness.TextAt(diagnostic));
            Assert.Contains(expected, diagnostic.GetMessage(null), StringComparison.Ordinal);
        }

        [Theory]
        [InlineData("[ProtoContract] class World { [ProtoMember(1)] public int X; [ProtoMember(2), JsonIgnore] public string? A; }",
            "World.A: [ProtoMember] together with [JsonIgnore] is not supported: the member is not stored: store it with [KitbagInclude], "
                + "or exclude it with [KitbagIgnore]")]
        [InlineData("[ProtoContract] class World { [ProtoMember(1)] public int X; [ProtoMember(3), IgnoreDataMember] public string? A { "
            + "get; set; } }", "[ProtoMember] together with [IgnoreDataMember]")]
        [InlineData("class World { public int X; [ProtoMember(6), JsonIgnore] private int A; public void Set() => A++; }",
            "[ProtoMember] together with [JsonIgnore]")]
        [InlineData("class World { public int X; [ProtoMember(8), NonSerialized] private List<int> A = new(); }",
            "[ProtoMember] together with [NonSerialized]")]
        [InlineData("class World { public int X; [ProtoMember(8)] private int a; [JsonIgnore] public int A { get => a; set => a = "
            + "value; } }",
            "[ProtoMember] together with [JsonIgnore]")]
        [InlineData("class World { public int X; private List<int> a = new(); [ProtoMember(8), JsonIgnore] public List<int> A => a; }",
            "[ProtoMember] together with [JsonIgnore]")]
        [InlineData("class World { public int X; [Key(1), JsonIgnore] public int A; }", "[Key] together with [JsonIgnore]")]
        [InlineData("class World { public int X; [MemoryPackOrder(1), JsonIgnore] public int A; }", "[MemoryPackOrder] together with")]
        [InlineData("class World { public int X; [MemoryPackInclude, IgnoreDataMember] private int A; public void Set() => A++; }",
            "[MemoryPackInclude] together with [IgnoreDataMember]")]
        [InlineData("[DataContract] class World { [DataMember] public int X; [DataMember, JsonIgnore] public string? A; }",
            "[DataMember] together with [JsonIgnore]")]
        [InlineData("[DataContract] class World { [DataMember] public int X; [DataMember, NonSerialized] private int A; }",
            "[DataMember] together with [NonSerialized]")]
        [InlineData("class World { public int X; [XmlAttribute, JsonIgnore] public int A { get; set; } }", "[XmlAttribute] together with")]
        [InlineData("class World { public int X; [JsonInclude, IgnoreDataMember] private int A { get; set; } }", "[JsonInclude] together")]
        public void Members_that_one_serializer_includes_and_another_excludes_are_reported(string type, string expected) =>
            AssertReported("public " + type, "A", expected);

        [Theory]
        [InlineData("[DataContract] public class World { [DataMember] public int X; [DataMember, JsonIgnore, KitbagIgnore] public int "
            + "A; }")]
        [InlineData("public class World { public int X; [Key(1), IgnoreDataMember] public int A; }")]
        [InlineData("public class World { public int X; [JsonInclude, JsonIgnore] public int A; }")]
        [InlineData("public class World { public int X; [XmlElement(\"X\"), JsonIgnore] public string A { get => \"\" + X; set { } } }")]
        [InlineData("public class World { public int X; [ProtoMember(1), JsonIgnore] public int A => X * 2; }")]
        [InlineData("public class World { public int X; [Key(1), JsonIgnore(Condition = JsonIgnoreCondition.Never)] public int A; }")]
        public void Members_that_no_other_serializer_stores_are_not_reported(string types) => Assert.Empty(Harness.Diagnose(Of(types)));

        [Fact]
        public void Kitbags_own_attribute_overrules_those_that_exclude_a_member_from_others() => Harness.RoundTrip(Running(
            "public class World { public int X; [ProtoMember(1), JsonIgnore, KitbagInclude] public int A; [Key(1), NonSerialized, "
            + "KitbagInclude] private List<int> _b = new(); [DataMember, IgnoreDataMember, KitbagInclude] private int C { get; set; } "
            + "public void Set() { _b.Add(4); C = 5; } public int B() => _b[0] + C; }",
            "var world = new World { A = 3 }; world.Set(); var read = Tool.Again(world); return new object?[] { 3, read.A, 9, "
                + "read.B() };"));

        [Fact]
        public void Private_members_that_an_attribute_includes_are_reported_in_spite_of_one_that_excludes_them_from_another() =>
            AssertReported("public class World { public int X; [ProtoMember(5), XmlIgnore] private int A; public void Set() => A++; }", "A",
                "World.A", "KIT0027");

        private const string Part = " public class World { public Part? A, B; public List<Part>? C; }";

        [Theory]
        [InlineData("[DataContract(IsReference = true)] public class Part { [DataMember] public int A; }", "[DataContract(IsReference)]")]
        [InlineData("[ProtoContract(AsReferenceDefault = true)] public class Part { [ProtoMember(1)] public int A; }",
            "[ProtoContract(AsReferenceDefault)]")]
        [InlineData("[MemoryPackable(GenerateType.CircularReference)] public class Part { public int A; }",
            "[MemoryPackable(GenerateType.CircularReference)]")]
        [InlineData("[CollectionDataContract(IsReference = true)] public class Part : List<int> { }",
            "[CollectionDataContract(IsReference)]")]
        public void Classes_that_other_serializers_track_are_reported(string part, string attribute)
        {
            AssertReported(part + Part, "Part", "World.A: " + attribute + " is not supported: objects keep their identity if their "
                + "class is "
                + "tracked: mark it with [KitbagSerializable(Tracked = true)]");
            Harness.RoundTrip(Running("[KitbagSerializable(Tracked = true)] " + part + Part, "var part = new Part(); var read = Tool.Again("
                + "new World { A = part, B = part }); return new object?[] { true, ReferenceEquals(read.A, read.B) };"));
        }

        [Theory]
        [InlineData("public Part? A;")]
        [InlineData("public List<Part>? A;")]
        public void Members_whose_objects_protobuf_tracks_are_reported(string member) => AssertReported("public class Part { public "
            + "int X; } "
            + "public class World { [ProtoMember(1, AsReference = true)] " + member + " }", "A", "World.A: [ProtoMember(AsReference)]");

        [Theory]
        [InlineData("[DataContract(IsReference = true)] public class World { [DataMember] public World? Next; }")]
        [InlineData("public class World { [ProtoMember(1, AsReference = true)] public World? Next; }")]
        [InlineData("public class World { [ProtoMember(1, AsReference = true)] public string? Name; }")]
        [InlineData("[KitbagSerializable(Tracked = false), DataContract(IsReference = true)] public class World { [DataMember] public "
            + "int A; "
            + "}")]
        [InlineData("[MemoryPackable(GenerateType.VersionTolerant)] public class World { public int A; }")]
        public void Classes_that_are_tracked_are_not_reported(string types) => Assert.Empty(Harness.Diagnose(Of(types)));

        private const string Rank = "public sealed class Rank : IObjectReference { public int Id { get; set; } public static Rank "
            + "Of(int id)"
            + " => id == 1 ? One : Two; public static readonly Rank One = new() { Id = 1 }, Two = new() { Id = 2 }; public object "
            + "GetRealObject(StreamingContext context) => Of(Id); } public class World { public Rank? A { get; set; } }";

        [Fact]
        public void Objects_that_stand_for_existing_ones_are_reported()
        {
            AssertReported(Rank, "Rank", "IObjectReference is not supported: GetRealObject is not called, and each object that is "
                + "read is a "
                + "new one: write a [KitbagSurrogate] that returns the existing object");
            Harness.RoundTrip(Running("[KitbagSurrogate(typeof(Rank))] public struct RankForm { public int Id; public static implicit "
                + "operator RankForm(Rank rank) => new() { Id = rank.Id }; public static implicit operator Rank(RankForm form) => "
                + "Rank.Of(form.Id); } " + Rank,
                "return new object?[] { true, ReferenceEquals(Rank.Two, Tool.Again(new World { A = Rank.Two }).A) };"));
        }

        [Fact]
        public void Members_that_an_attribute_of_the_type_includes_are_marked()
        {
            Assert.Empty(Harness.Diagnose(Of("[ProtoContract, ProtoPartialMember(2, \"A\")] public class World { public int A; }")));
            AssertReported("[ProtoContract, ProtoPartialMember(2, nameof(A))] public class World { public int B; public int A; }", "B",
                "not marked");
        }

        // Elements of a collection are stored by enumerating it, so the member that contains them is not lost.
        private const string Enumerable = "public World() { } public void Add(int d) { _items.Add(d); _total += d; } public void "
            + "Double() => "
            + "_total *= 2; public int Total() => _total; public IEnumerator<int> GetEnumerator() => _items.GetEnumerator(); IEnumerator "
            + "IEnumerable.GetEnumerator() => GetEnumerator(); ";

        [Theory]
        [InlineData("public class World : IEnumerable<int> { [DataMember] private List<int> _items = new(); [DataMember] private int "
            + "_total; "
            + Enumerable + "}", "_total")]
        [InlineData("public class World : List<int> { [ProtoMember(1)] private List<int> _a = new(); public void Mark(int i) => "
            + "_a.Add(i); }",
            "_a")]
        [InlineData("public class World : List<int> { [Key(1)] public int A { get; set; } public new void Add(int i) { base.Add(i); "
            + "A++; } }",
            "A")]
        [InlineData("[ProtoPartialMember(1, \"_a\")] public class World : List<int> { private int _a; public void Set() => _a++; }", "_a")]
        [InlineData("[Serializable] public class World : List<int> { private List<int> _a = new(); public void Mark(int i) => _a.Add(i); }",
            "_a")]
        [InlineData("[Serializable] public class World : List<int> { private int _a; public void Move() => _a++; }", "_a")]
        [InlineData("public class World : List<int> { private int _a; public void Move() => _a++; }", "_a")]
        [InlineData("[Serializable] public class World : List<int> { private DateTime? _a; public void Use() => _a = DateTime.Now; "
            + "}", "_a")]
        public void Members_of_collections_that_other_serializers_store_are_reported(string type, string member) =>
            AssertReported(type, member, "'World' is a collection, of which only the elements are stored", "KIT0017");

        [Theory]
        [InlineData("[Serializable] public class World : List<int> { private int _a; public new void Add(int i) { base.Add(i); _a += i; } "
            + "public int A() => _a; }")]
        [InlineData("[Serializable] public class World : List<int> { private readonly object _lock = new(); private Action? _a; "
            + "public void "
            + "Set() { lock (_lock) _a = null; } }")]
        [InlineData("public class World : List<int> { private DateTime? _a; public void Use() => _a = DateTime.Now; }")]
        [InlineData("public class World : List<int> { [DataMember, KitbagIgnore] private int _a; public void Move() => _a++; }")]
        public void Other_members_of_collections_are_not_reported(string types) => Assert.Empty(Harness.Diagnose(Of(types)));

        [Theory]
        [InlineData("[DataContract]", "[DataContract]")]
        [InlineData("[ProtoContract(IgnoreListHandling = true)]", "[ProtoContract]")]
        public void Collections_whose_members_other_serializers_store_are_reported(string attributes, string reported)
        {
            const string Cart = "class World : IEnumerable<int> { private List<int> _items = new(); private int _total; " +
                Enumerable + "}";
            AssertReported(attributes + " public " + Cart, "World", reported + " is not supported: a collection is stored as its elements, "
                + "without its members: make it a member of a class, or store its fields with [KitbagSerializable(Fields = true)]");
            AssertReported(attributes + " public class World : List<int> { }", "World", "make it a member of a class; or suppress");
            Harness.RoundTrip(Running("[KitbagSerializable(Fields = true)] " + attributes + " public " + Cart,
                "var world = new World { 15 }; world.Double(); return new object?[] { 30, Tool.Again(world).Total() };"));
        }

        [Fact]
        public void Fields_of_a_collection_are_suggested_only_where_they_can_be_stored()
        {
            const string Message = "Make the collection a member of a class that has this member, too";
            AssertReported("public class World : List<int> { public int A { get; set; } }", "A", Message + "; if it need", "KIT0017");
            AssertReported("public class World : IEnumerable<int> { public int A { get; set; } private List<int> _items = new(); "
                + "private int "
                + "_total; " + Enumerable + "}", "A", Message + ", or store the fields with [KitbagSerializable(Fields = true)]",
                    "KIT0017");
        }

        [Theory]
        [InlineData("", "[IgnoreMember] public System.Threading.Thread? A { get; set; }", "[IgnoreMember]")]
        [InlineData("", "[XmlIgnore] public System.Numerics.Vector<int> A { get; set; }", "[XmlIgnore]")]
        [InlineData("", "[XmlIgnore] public Type? A { get; set; }", "[XmlIgnore]")]
        [InlineData("", "[ProtoIgnore] public System.Text.Encoding? A;", "[ProtoIgnore]")]
        [InlineData("", "[field: NonSerialized] public Type? A { get; set; }", "[field: NonSerialized]")]
        [InlineData("[DataContract] ", "public Type? A { get; set; }", "[DataContract]")]
        [InlineData("[DataContract] ", "public ExtensionDataObject? A { get; set; }", "[DataContract]")]
        [InlineData("[ProtoContract] ", "public List<System.Threading.Thread>? A { get; set; }", "[ProtoContract]")]
        public void Members_that_need_not_be_stored_and_cannot_be_are_reported_once(string attributes, string member, string attribute)
        {
            AssertReported(attributes + "public class World { [DataMember, ProtoMember(1)] public int X; " + member + " }", "A", "World.A: "
                + "'A' cannot be serialized: another serializer does not store it, because of " + attribute + ": exclude it from Kitbag "
                + "with [KitbagIgnore]. Its type is not supported (World.A", "KIT0001");
            Assert.Empty(Harness.Diagnose(Of(attributes + "public class World { [DataMember, ProtoMember(1)] public int X; [KitbagIgnore] "
                + member + " }")));
        }

        [Fact]
        public void Fields_of_properties_that_are_not_serialized_are_reported() => AssertReported("public class World { [field: "
            + "NonSerialized] public int A { get; set; } }", "A", "[field: NonSerialized] is not supported: the member is stored: "
                + "exclude it "
            + "with [KitbagIgnore]");

        [Theory]
        [InlineData("System.Xml.XmlElement", "store its text, a string (OuterXml), or exclude the member with [KitbagIgnore]")]
        [InlineData("System.Xml.XmlDocument", "store its text, a string (OuterXml)")]
        [InlineData("System.Xml.XmlNode[]", "store its text, a string (OuterXml)")]
        [InlineData("System.Xml.Linq.XElement", "store its text, a string (ToString())")]
        [InlineData("System.Xml.XmlQualifiedName", "store its Name and its Namespace, two strings")]
        [InlineData("System.Xml.Serialization.XmlSerializerNamespaces", "exclude the member with [KitbagIgnore]")]
        public void Parts_of_XML_are_reported_with_what_to_store_instead(string type, string expected) =>
            AssertReported("public class World { public int X; public " + type + "? A; }", "A", expected, "KIT0001");

        [Theory]
        [InlineData("public int? A { get; set; }", "KitbagJsonOptions.OmitDefaults and [JsonIgnore(Condition = "
            + "JsonIgnoreCondition.WhenWritingDefault)] omit default values; exclude a member with [KitbagIgnore]")]
        [InlineData("[KitbagIgnore] public int? X; public int A { get => X!.Value; set => X = value; }", "its getter must not throw. If it "
            + "shows another member, which is stored, exclude it with [KitbagIgnore]")]
        public void Conditions_are_reported_with_what_the_program_can_write(string member, string expected) => AssertReported(
            "public class World { " + member + " public bool ShouldSerializeA() => false; }", "ShouldSerializeA", expected);
    }
}
