using System.Linq;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests the effects of other serializers' attributes on the JSON of a type.</summary>
    public class JsonTests
    {
        private static void Written(string types, string value, string expected, string options = "null",
            LanguageVersion version = LanguageVersion.CSharp9) => Harness.RoundTrip(@"
using System.Text.Json.Serialization;
using System.Runtime.Serialization;
" + types + @"
public static class Program { public static object?[] Run() {
    var value =
    " + value + "; return new object?[] { @\"" + expected.Replace("\"", "\"\"")
            + "\", Kitbag.KitbagJson.Serialize(value, " + options + "), value, Tool.Again(value) }; } }", version: version);

        [Fact]
        public void Members_are_in_order_of_declaration_those_of_the_base_first() => Written(
            "public class Base { public int Z { get; set; } public int A; } public class World : Base { public string? Name; public "
                + "int B { get; set; } public int C; }",
            "new World { Z = 1, A = 2, Name = \"n\", B = 3, C = 4 }",
            "{\"Z\":1,\"A\":2,\"Name\":\"n\",\"B\":3,\"C\":4}");

        [Fact]
        public void Order_by_attribute() => Written(
            "public class World { [JsonPropertyOrder(5)] public int A { get; set; } public int B { get; set; } [JsonPropertyOrder(-1)] "
                + "public int C { get; set; } }",
            "new World { A = 1, B = 2, C = 3 }",
            "{\"C\":3,\"B\":2,\"A\":1}");

        [Fact]
        public void Names_by_attribute_stay_whatever_the_naming() => Written(
            "public class World { [JsonPropertyName(\"the id\")] public int Id { get; set; } [DataMember(Name = \"n\")] public int "
                + "Name { get; set; } public int OtherName { get; set; } }",
            "new World { Id = 1, Name = 2, OtherName = 3 }",
            "{\"the id\":1,\"n\":2,\"other_name\":3}",
            "new Kitbag.KitbagJsonOptions { Naming = Kitbag.KitbagJsonNaming.SnakeCase }");

        [Fact]
        public void Names_of_a_records_fields() => Written(
            "public struct Vec { [JsonPropertyName(\"x\")] public float X; public float Y; }",
            "new Vec { X = 1, Y = 2.5f }",
            "{\"x\":1,\"Y\":2.5}");

        [Fact]
        public void Conditions() => Written(
            "public class World { [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public string? A { get; set; } "
                + "[JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] public int B { get; set; } [JsonIgnore(Condition = "
                + "JsonIgnoreCondition.WhenWritingNull)] public int? C { get; set; } [JsonIgnore(Condition = "
                + "JsonIgnoreCondition.Never)] public int D { get; set; } public int E { get; set; } [JsonIgnore] public int F { get; "
                + "set; } }",
            "new World { F = 0 }",
            "{\"D\":0}",
            "new Kitbag.KitbagJsonOptions { OmitDefaults = true }");

        [Fact]
        public void A_default_that_a_new_object_would_not_have_is_written() => Written(
            "public class World { public int Lives { get; set; } = 3; public int Score { get; set; } public string? Name { get; set; } "
                + "= \"you\"; } public struct S { public string? L; public int M; }",
            "new World { Lives = 0, Name = null }",
            "{\"Lives\":0,\"Name\":null}",
            "new Kitbag.KitbagJsonOptions { OmitDefaults = true }");

        // A new object has another value if its constructor was passed another argument.
        [Theory]
        [InlineData("public World(int max = 0) { Max = max; Hp = max; } public int Max { get; } public int Hp { get; set; }",
            "new World(100) { Hp = 0 }", "{\"Max\":100,\"Hp\":0}")]
        [InlineData("public World(int max = 0) { Max = max; Heal(); } void Heal() => Hp = Max; public int Max { get; } public int Hp { "
            + "get; set; } public int Age { get; set; }", "new World(100) { Hp = 0 }", "{\"Max\":100,\"Hp\":0}")]
        [InlineData("public World(int? max) { Max = max; if (max > 5) Hp = 5; } public int? Max { get; } public int Hp { get; set; }",
            "new World(100) { Hp = 0 }", "{\"Max\":100,\"Hp\":0}")]
        [InlineData("public World(int max = 0, int hp = 0) { Max = max; Hp = hp == 0 ? max : hp; } public int Max { get; } public int Hp { "
            + "get; set; }", "new World(100) { Hp = 0 }", "{\"Max\":100,\"Hp\":0}")]
        [InlineData("public World(int max = 0, int hp = 0) { Max = max; Hp = hp; } public int Max { get; } public int Hp { get; set; }",
            "new World(100)", "{\"Max\":100}")]
        public void A_default_that_depends_on_another_member_is_written(string members, string value, string json)
        {
            Written("public class World { " + members + " }", value, json, "new Kitbag.KitbagJsonOptions { OmitDefaults = true }");
            Written(("public record World(int? Max) { public int? Hp { get; set; } = Max; }"), "new World(5) { Hp = null }",
                "{\"Max\":5,\"Hp\":null}", "new Kitbag.KitbagJsonOptions { OmitDefaults = true }");
        }

        private const string Structs = "public struct Part { public int X; public void Set(int x) => X = x; "
            + "public int this[int i] { set => X = value; } } public class World { public string Name { get; } public Part Age; ";

        // No object can be created to find out, because a member is required.
        [Theory]
        [InlineData("public record World(string Name, int? Age = null, string? Nick = null, bool On = false, int Level = 0);",
            "new World(\"x\")", "{\"Name\":\"x\"}")]
        [InlineData("public record World(string Name, int? Age, string? Nick);", "new World(\"x\", null, null)", "{\"Name\":\"x\"}")]
        [InlineData("public readonly record struct World(string Name, int? Age);", "new World(\"x\", null)", "{\"Name\":\"x\"}")]
        [InlineData("public record World(string Name, int? Age = null, World? Next = null);", "new World(\"x\")", "{\"Name\":\"x\"}")]
        [InlineData("public record World(string Name, int Level) { public int? Age { get; set; } "
            + "public string? Nick { get; init; } = null; }",
            "new World(\"x\", 0)", "{\"Name\":\"x\",\"Level\":0}")]
        [InlineData("public class World { public World(string name) => Name = name ?? throw new System.Exception(); "
            + "public string Name { get; } public int? Age { get; set; } [JsonPropertyName(\"n\")] public int No { get; set; } }",
            "new World(\"x\")", "{\"Name\":\"x\"}")]
        [InlineData("public class Base { protected Base(int age) { Age = age; } public int Age { get; set; } public int Level; } "
            + "public class World : Base { public World(string name) : base(3) => Name = name; public string Name { get; } }",
            "new World(\"x\") { Age = 0 }", "{\"Age\":0,\"Name\":\"x\"}")]
        [InlineData("public record World(string Name, int? Age = 5, int Level = 1);", "new World(\"x\", null, 0)",
            "{\"Name\":\"x\",\"Age\":null,\"Level\":0}")]
        [InlineData("public class World { public World(string name, int? age = null) { Name = name; Age = age ?? 7; } "
            + "public string Name { get; } public int? Age { get; set; } }", "new World(\"x\") { Age = null }",
            "{\"Name\":\"x\",\"Age\":null}")]
        [InlineData("public record World(string Name) { public int Age { get; set; } = 3; }", "new World(\"x\") { Age = 0 }",
            "{\"Name\":\"x\",\"Age\":0}")]
        [InlineData("public class World { public World(string name) { Name = name; Age = name.Length; } public string Name { get; } "
            + "public int Age { get; set; } }", "new World(\"x\") { Age = 0 }", "{\"Name\":\"x\",\"Age\":0}")]
        [InlineData("public class World { public World(string name) { Name = name; Start(); } void Start() => Age = 5; "
            + "public string Name { get; } public int Age { get; set; } }", "new World(\"x\") { Age = 0 }",
            "{\"Name\":\"x\",\"Age\":0}")]
        [InlineData(Structs + "public World(string name) { Name = name; Age.X = 3; } }",
            "new World(\"x\") { Age = default }", "{\"Name\":\"x\",\"Age\":{}}")]
        [InlineData(Structs + "public World(string name) { Name = name; Age.Set(3); } }",
            "new World(\"x\") { Age = default }", "{\"Name\":\"x\",\"Age\":{}}")]
        [InlineData(Structs + "public World(string name) { Name = name; Age[0] = 3; } }",
            "new World(\"x\") { Age = default }", "{\"Name\":\"x\",\"Age\":{}}")]
        [InlineData(Structs + "public World(string name) { Name = name; (Age.X, _) = (3, 4); } }",
            "new World(\"x\") { Age = default }", "{\"Name\":\"x\",\"Age\":{}}")]
        [InlineData(Structs + "public World(string name) { Name = name; int.TryParse(\"3\", out Age.X); } }",
            "new World(\"x\") { Age = default }", "{\"Name\":\"x\",\"Age\":{}}")]
        [InlineData(Structs + "public World(string name) { Name = name; Setter = 3; } int Setter { set => Age.X = value; } }",
            "new World(\"x\") { Age = default }", "{\"Name\":\"x\",\"Age\":{}}")]
        [InlineData(Structs + "public World(string name) { Name = name; Me.Age.X = 3; } World Me => this; }",
            "new World(\"x\") { Age = default }", "{\"Name\":\"x\",\"Age\":{}}")]
        [InlineData(Structs + "public World(string name) { Name = name; new System.Action(Start)(); } void Start() => Age.X = 3; }",
            "new World(\"x\") { Age = default }", "{\"Name\":\"x\",\"Age\":{}}")]
        [InlineData(Structs + "public World(string name) { Name = name; _ = Lazy; } int Lazy => Age.X = 3; }",
            "new World(\"x\") { Age = default }", "{\"Name\":\"x\",\"Age\":{}}")]
        public void A_default_is_omitted_if_the_source_shows_that_it_is_restored(string types, string value, string json) =>
            Harness.RoundTrip("using System.Text.Json.Serialization; " + types + @"
public static class Program { public static object?[] Run() {
    var omitting = new Kitbag.KitbagJsonOptions { OmitDefaults = true }; World value = " + value + @";
    string text = Kitbag.KitbagJson.Serialize(value, omitting);
    return new object?[] { @""" + json.Replace("\"", "\"\"") + @""", text, Kitbag.KitbagJson.Serialize(value),
        Kitbag.KitbagJson.Serialize(Kitbag.KitbagJson.Deserialize<World>(text)) }; } }", version: LanguageVersion.CSharp10);

        // The compiler does not see the source of the record.
        [Fact]
        public void A_default_of_a_record_of_a_library_is_omitted()
        {
            byte[] library = Harness.Build(Harness.Compile("public record Part(string Name, int? Age = null, int Level = 1);",
                "RecordParts"));
            var loaded = System.Reflection.Assembly.Load(library);
            System.AppDomain.CurrentDomain.AssemblyResolve += (_, e) => e.Name == loaded.FullName ? loaded : null;
            Harness.Run(Harness.Build(Harness.Compile("public static class Program { public static object?[] Run() => new object?[] { "
                + "\"{\\\"Name\\\":\\\"x\\\",\\\"Level\\\":0}\", Kitbag.KitbagJson.Serialize(new Part(\"x\", null, 0), "
                + "new Kitbag.KitbagJsonOptions { OmitDefaults = true }) }; }", "RecordUser",
                references: MetadataReference.CreateFromImage(library))));
        }

        [Theory]
        [InlineData("private int _lives = 3; public World() { }", "{\"_lives\":0}")]
        [InlineData("private int _lives; public int Other => 1;", "{}")]
        public void A_default_of_a_hidden_member_is_written_where_a_new_struct_would_not_have_it(string members, string json) => Written(
            "public struct World { [Kitbag.KitbagInclude] " + members
                + " public static World With(int lives) => new World { _lives = lives }; }",
            "World.With(0)",
            json,
            "new Kitbag.KitbagJsonOptions { OmitDefaults = true }",
            LanguageVersion.CSharp10);

        [Fact]
        public void Included_members_that_are_internal() => Written(
            "public class World { [JsonInclude] internal int A; [JsonInclude] public int B { get; internal set; } "
                + "[Kitbag.KitbagIgnore] internal int C; }",
            "new World { A = 1, B = 2 }",
            "{\"A\":1,\"B\":2}");

        [Fact]
        public void Enums_with_a_converter_are_written_by_name() => Written(
            "[JsonConverter(typeof(JsonStringEnumConverter))] public enum Kind { Small, Large } public enum Plain { Zero, One } "
                + "[System.Flags] public enum Doors { None = 0, North = 1, South = 2, Both = 3, Up = 4 } public class World { public "
                + "Kind K { get; set; } public Plain P { get; set; } public Doors D { get; set; } }",
            "new World { K = Kind.Large, P = Plain.One, D = Doors.North }",
            "{\"K\":\"Large\",\"P\":1,\"D\":1}");

        [Fact]
        public void Flags_by_name() => Written(
            "[System.Flags] public enum Doors { None = 0, North = 1, South = 2, Both = 3, Up = 4 } public class World { public Doors "
                + "A, B, C, D; }",
            "new World { A = Doors.None, B = Doors.Both, C = Doors.North | Doors.Up, D = (Doors)9 }",
            "{\"A\":\"None\",\"B\":\"Both\",\"C\":\"North, Up\",\"D\":9}",
            "new Kitbag.KitbagJsonOptions { EnumsByName = true }");

        [Fact]
        public void Other_converters_are_reported()
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(@"
using System.Text.Json.Serialization;
public class World { [JsonConverter(typeof(JsonStringEnumConverter))] public Kind[]? A { get; set;
    } [JsonConverter(typeof(JsonStringEnumConverter<Kind>))] public Kind B { get; set; } }
public enum Kind { One }
public static class Program { public static void Run() => Kitbag.KitbagJson.Serialize(new World()); }"));
            Assert.Equal(Rules.IgnoredAttribute.Id, diagnostic.Id);
            Assert.Equal("A", Harness.TextAt(diagnostic));
            Assert.StartsWith("World.A: ", diagnostic.GetMessage(null), System.StringComparison.Ordinal);
        }

        private static void Reported(string types, string id, string place, string expected)
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(@"
using System.Collections.Generic;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Runtime.Serialization;
" + types + @"
public enum Kind { One }
public static class Program { public static void Run() => Kitbag.KitbagJson.Serialize(new World()); }"));
            Assert.Equal(id, diagnostic.Id);
            Assert.Equal(place, Harness.TextAt(diagnostic));
            Assert.Contains(expected, diagnostic.GetMessage(null), System.StringComparison.Ordinal);
        }

        [Theory]
        [InlineData("public class World { [JsonNumberHandling(JsonNumberHandling.WriteAsString)] public string? A { get; set; } }", "A",
            "World.A: [JsonNumberHandling] is not supported")]
        [InlineData("public class World { [JsonNumberHandling(JsonNumberHandling.WriteAsString)] public List<List<int>>? A { get; set; } }",
            "A", "World.A: [JsonNumberHandling] is not supported")]
        [InlineData("public class World { [JsonConverter(typeof(JsonStringEnumConverter))] public List<Kind>? A { get; set; } }", "A",
            "World.A: [JsonConverter(typeof(JsonStringEnumConverter))] is not supported")]
        [InlineData("[DataContract] public class World { [DataMember] public int A { get; set; } public int Secret { get; set; } }",
            "Secret", "World.Secret: [DataContract] is not supported: the member is not marked")]
        [InlineData("[JsonConverter(typeof(JsonStringEnumConverter))] public class World { public int A { get; set; } }", "World",
            "World: [JsonConverter(typeof(JsonStringEnumConverter))] is not supported")]
        [InlineData("public class World { public int X { get; init; } "
            + "[JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public List<int> A { get; set; } = new(); }", "A",
            "World.A: [JsonObjectCreationHandling(Populate)] is not supported")]
        [InlineData("public class World { public Thing? A { get; set; } } [JsonPolymorphic(UnknownDerivedTypeHandling = "
            + "JsonUnknownDerivedTypeHandling.FallBackToBaseType)] [JsonDerivedType(typeof(Known))] public abstract class Thing { } "
            + "public class Known : Thing { } public class Unlisted : Thing { }", "Thing",
            "World.A: [JsonPolymorphic(UnknownDerivedTypeHandling)] is not supported: 'Thing' is abstract")]
        [InlineData("public class World { public int A { get; set; } [OnDeserializing] void Fill(StreamingContext context) => A++; }",
            "Fill", "World: [OnDeserializing] is not supported: the method is not called: assign what it sets in the constructor or in")]
        public void Unsupported_attributes_are_reported(string types, string place, string expected) =>
            Reported(types, "KIT0008", place, expected);

        [Fact]
        public void Attributes_of_callbacks_beside_an_interface_are_not_reported() => Assert.Empty(Harness.Diagnose("using System.Runtime."
            + "Serialization; public class World : Kitbag.IKitbagDeserialized { public int A { get; set; } [OnDeserialized] void Fill("
            + "StreamingContext context) => OnDeserialized(); public void OnDeserialized() => A++; } public static class Program { public "
            + "static void Run() => Kitbag.KitbagSerializer.Serialize(new World()); }"));

        [Theory]
        [InlineData("[JsonExtensionData] public Dictionary<string, string>? Others { get; set; }", "Others",
            "World.Others: [JsonExtensionData] cannot be used here: the member has the type 'Dictionary<string, string>'; make it a "
                + "Dictionary<string, object?>")]
        [InlineData("[JsonExtensionData] public IReadOnlyDictionary<string, object>? Others { get; set; }", "Others",
            "World.Others: [JsonExtensionData] cannot be used here: the member has the type 'IReadOnlyDictionary<string, object>'; make")]
        [InlineData("[JsonExtensionData] public System.Collections.ObjectModel.ReadOnlyDictionary<string, object>? Others { get; set; }",
            "Others", "World.Others: [JsonExtensionData] cannot be used here: the member has the type "
                + "'ReadOnlyDictionary<string, object>', which has no public parameterless constructor")]
        [InlineData("[JsonExtensionData] public Dictionary<string, JsonElement>? A { get; set; } [JsonExtensionData] public "
            + "System.Text.Json.Nodes.JsonObject? B { get; set; }", "B",
            "World.B: [JsonExtensionData] cannot be used here: another member of 'World' also has the attribute")]
        public void Extension_data_that_cannot_be_honoured_are_reported(string members, string place, string expected) =>
            Reported("public class World { " + members + " }", "KIT0022", place, expected);

        [Fact]
        public void Extension_data_of_a_type_that_refuses_unknown_members_are_reported() => Reported(
            "[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)] public class World { [JsonExtensionData] public "
                + "IDictionary<string, JsonElement>? Others { get; set; } }",
            "KIT0022",
            "Others",
            "World.Others: [JsonExtensionData] cannot be used here: [JsonUnmappedMemberHandling(Disallow)] of 'World' rejects");

        [Fact]
        public void Supported_attributes_are_not_reported() => Assert.Empty(Harness.Diagnose(@"
using System.Collections.Generic;
using System.Text.Json.Serialization;
using System.Runtime.Serialization;
public enum Kind { [EnumMember(Value = ""1"")] One, [JsonStringEnumMemberName(""2"")] Two }
[DataContract]
[JsonNumberHandling(JsonNumberHandling.WriteAsString)]
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
[JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
public class World
{
    [JsonPropertyName("""")] [DataMember(IsRequired = true, EmitDefaultValue = false)] public int A { get; set; }
    [JsonConverter(typeof(JsonStringEnumConverter<Kind>))] [DataMember] public Kind? B { get; set; }
    [JsonRequired] [JsonPropertyOrder(3)] [DataMember] public List<int> C { get; set; } = new();
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWriting)] [JsonNumberHandling(JsonNumberHandling.Strict)] [DataMember] public int D {
        get; set; }
    [DataMember] public string? E { get; set; }
    [DataMember] public Base? F { get; set; }
}
[JsonPolymorphic(TypeDiscriminatorPropertyName = ""k"")] [JsonDerivedType(typeof(Derived), 1)] public abstract class Base { }
public sealed class Derived : Base { public int A { get; set; } }
public static class Program { public static void Run() => Kitbag.KitbagJson.Serialize(new World()); }"));

        [Fact]
        public void Calls_of_the_text_form_are_roots()
        {
            Microsoft.CodeAnalysis.CSharp.CSharpCompilation compilation =
                Harness.Compile("public class World { public int A; } public static class Program { public static object?[] Run() => "
                + "new object?[] { 5, Kitbag.KitbagJson.Deserialize<World>(\"{\\\"A\\\":5}\").A }; }");
            Harness.Run(Harness.Build(compilation));
        }
    }
}
