using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests programs that use Newtonsoft's types, which the library itself does not reference.</summary>
    public class NewtonsoftTests
    {
        private static readonly MetadataReference s_newtonsoft =
            MetadataReference.CreateFromFile(typeof(Newtonsoft.Json.Linq.JToken).Assembly.Location);

        private const string Head = @"
using System.Collections.Generic;
using System.Linq;
using System.Runtime.Serialization;
using Newtonsoft.Json;
using Newtonsoft.Json.Converters;
using Newtonsoft.Json.Linq;
using Newtonsoft.Json.Serialization;
using Kitbag;
";

        // Runs Program.Run, which returns pairs of texts that must be equal.
        private static void Runs(string source)
        {
            Microsoft.CodeAnalysis.CSharp.CSharpCompilation compilation = Harness.Compile(Head + source, references: s_newtonsoft);
            Harness.Run(Harness.Build(compilation));
        }

        [Fact]
        public void Tokens_are_stored_as_their_text() => Runs(@"
public class World
{
    public JToken? Any;
    public JObject? Object;
    public JArray? Array { get; set; }
    public JValue? Value;
    public List<JToken?>? List;
    public Dictionary<string, JObject>? Map;
}
public static class Program
{
    private static World Binary(World world) => KitbagSerializer.Deserialize<World>(KitbagSerializer.Serialize(world));
    private static World Json(World world) => KitbagJson.Deserialize<World>(KitbagJson.Serialize(world));
    private static string Text(World world) => JsonConvert.SerializeObject(world);

    public static object?[] Run()
    {
        var world = new World
        {
            Any = JToken.Parse(""[1,2.5,\""a\"",null,true,{\""b\"":{}}]""),
            Object = new JObject { [""at""] = ""2026-11-22T09:00:00Z"", [""big""] = 12345678901234567890123m.ToString() },
            Array = new JArray(1, 2, new JArray()),
            Value = new JValue(5.25),
            List = Enumerable.Range(0, 20).Select(i => i % 7 == 3 ? null : (JToken?)new JObject { [""i""] = i }).ToList(),
            Map = new Dictionary<string, JObject> { [""k""] = new JObject { [""x""] = JValue.CreateNull() } },
        };
        var half = new World { Any = new JValue(""a\ud800\ud83d\ude00"") };
        var empty = new World { Any = JValue.CreateNull() };
        return new object?[]
        {
            Text(world), Text(Binary(world)),
            Text(world), Text(Json(world)),
            Text(world).Length, KitbagJson.Serialize(world).Length,
            (string?)half.Any, (string?)Binary(half).Any,
            (string?)half.Any, (string?)Json(half).Any,
            Text(empty), Text(Binary(empty)),
            Text(empty), Text(Json(empty)),
            true, Binary(empty).Any is JValue && Binary(new World()).Any is null && Json(new World()).Object is null,
            JTokenType.String, Binary(world).Object![""at""]!.Type,
            JTokenType.String, Json(world).Object![""at""]!.Type,
        };
    }
}");

        [Fact]
        public void A_text_that_is_not_a_valid_token_is_rejected() => Runs(@"
public class World { public JArray? Array; }
public static class Program
{
    private static string Reason(string json)
    {
        try
        {
            KitbagJson.Deserialize<World>(json);
            return ""none"";
        }
        catch (KitbagException e)
        {
            return e.Reason + "" "" + e.Path + "" "" + e.Offset;
        }
    }

    public static object?[] Run() => new object?[]
    {
        ""OutOfRange World.Array 9"", Reason(""{\""Array\"":{}}""),
        ""Truncated World.Array[0] 10"", Reason(""{\""Array\"":[""),
        ""none"", Reason(""{\""Array\"":null}""),
        ""LimitExceeded"", Reason(""{\""Array\"":"" + new string('[', 500) + new string(']', 500) + ""}"").Split(' ')[0],
    };
}");

        // Values of a column may share one string, from which each of them creates its own tokens.
        [Fact]
        public void The_allocation_budget_holds() => Runs(@"
public class World { public List<JToken>? All; }
public static class Program
{
    public static object?[] Run()
    {
        var results = new List<object?>();
        foreach (string part in new[] { ""1,"", ""{},"", ""[],"", ""{\""a\"":1},"", ""[[]],"", ""\""\"","", ""[[1]],"", ""null,"", ""1.5,"",
            ""{\""a\"":{}},"", ""\""aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"","" })
        {
            string text = ""["" + string.Concat(Enumerable.Repeat(part, 2000)) + ""0]"";
            byte[] document = KitbagSerializer.Serialize(new World { All = Enumerable.Repeat(JToken.Parse(text), 20).ToList() });
            KitbagSerializer.Deserialize<World>(document);
            long before = System.GC.GetAllocatedBytesForCurrentThread();
            KitbagSerializer.Deserialize<World>(document);
            long taken = System.GC.GetAllocatedBytesForCurrentThread() - before;
            string result = part + "" is read"";
            try
            {
                KitbagSerializer.Deserialize<World>(document, new KitbagOptions
                {
                    Limits = new KitbagLimits { MaxAllocation = taken * 4 / 5 }
                });
                result += "": "" + taken + "" bytes for "" + text.Length;
            }
            catch (KitbagException e) when (e.Reason == KitbagErrorReason.LimitExceeded)
            {
                result = part;
            }
            results.Add(part);
            results.Add(result);
        }
        return results.ToArray();
    }
}");

        [Theory]
        [InlineData("public IDictionary<string, JToken>? More { get; set; }")]
        [InlineData("public Dictionary<string, JToken> More { get; } = new Dictionary<string, JToken>();")]
        [InlineData("private readonly IDictionary<string, JToken> _more = new Dictionary<string, JToken>();")]
        [InlineData("public JObject? More { get; set; }")]
        [InlineData("public IDictionary<string, object?>? More { get; set; }")]
        [InlineData("public SortedDictionary<string, object?>? More { get; init; }")]
        public void Extension_data_are_those_that_Newtonsoft_reads(string member) => Runs(@"
public class World
{
    public int A { get; set; }
    [JsonExtensionData] " + member + @"
}
public static class Program
{
    public static object?[] Run()
    {
        string text = ""{\""A\"":1,\""b\"":[1,{\""c\"":null}],\""d\"":2.5,\""n\"":null,\""s\"":\""t\""}"";
        World expected = JsonConvert.DeserializeObject<World>(text)!, world = KitbagJson.Deserialize<World>(text);
        return new object?[]
        {
            text, KitbagJson.Serialize(world),
            text, JsonConvert.SerializeObject(world),
            text, JsonConvert.SerializeObject(expected),
            text, KitbagJson.Serialize(KitbagSerializer.Deserialize<World>(KitbagSerializer.Serialize(world))),
            ""{\""A\"":2}"", KitbagJson.Serialize(KitbagJson.Deserialize<World>(""{\""A\"":2}"")),
        };
    }
}");

        // Newtonsoft keeps the values of computed and ignored members.
        [Fact]
        public void Extension_data_contain_computed_and_ignored_members() => Runs(@"
public class World
{
    public int A { get; set; }
    public int Twice => A * 2;
    [JsonIgnore] public string Secret { get; set; } = """";
    [JsonExtensionData] public IDictionary<string, JToken>? More { get; set; }
}
public static class Program
{
    public static object?[] Run()
    {
        string text = ""{\""A\"":1,\""Twice\"":2,\""Secret\"":\""s\"",\""x\"":3}"";
        return new object?[]
        {
            ""Twice Secret x"", string.Join("" "", JsonConvert.DeserializeObject<World>(text)!.More!.Keys),
            ""Twice Secret x"", string.Join("" "", KitbagJson.Deserialize<World>(text).More!.Keys),
        };
    }
}");

        [Fact]
        public void A_surrogate_of_the_program_is_preferred() => Runs(@"
public class World { public JObject? Object; public System.Text.RegularExpressions.Regex? Pattern; }
[KitbagSurrogate(typeof(JObject))]
public class Keys
{
    public List<string> All { get; set; } = new List<string>();
    public static explicit operator Keys(JObject value) => new Keys { All = value.Properties().Select(p => p.Name).ToList() };
    public static explicit operator JObject(Keys keys) => new JObject(keys.All.Select(k => new JProperty(k, 0)));
}
[KitbagSurrogate(typeof(System.Text.RegularExpressions.Regex))]
public class Pattern
{
    public string? Text { get; set; }
    public static explicit operator Pattern(System.Text.RegularExpressions.Regex value) => new Pattern { Text = value.ToString() };
    public static explicit operator System.Text.RegularExpressions.Regex(Pattern p) => new System.Text.RegularExpressions.Regex(p.Text!);
}
public static class Program
{
    public static object?[] Run()
    {
        var world = new World { Object = new JObject { [""a""] = 5 }, Pattern = new System.Text.RegularExpressions.Regex(""x+"") };
        World again = KitbagSerializer.Deserialize<World>(KitbagSerializer.Serialize(world));
        return new object?[] { ""{\""a\"":0}"", again.Object!.ToString(Formatting.None), ""x+"", again.Pattern!.ToString() };
    }
}");

        [Theory]
        [InlineData("TypeNameHandling.Auto")]
        [InlineData("TypeNameHandling.Objects")]
        [InlineData("TypeNameHandling.Auto, TypeNameAssemblyFormatHandling = TypeNameAssemblyFormatHandling.Full")]
        [InlineData("TypeNameHandling.Auto, PreserveReferencesHandling = PreserveReferencesHandling.Objects")]
        public void Names_of_types_are_found(string settings) => Runs(@"
[assembly: KitbagSerializable(typeof(Game.Shop.Item))]
namespace Game
{
    public abstract class Pet { public string? Name; }
    public class Dog : Pet { public int Age; }
    public class Shop { public class Cat : Pet { public int Lives; } public class Item { public int Price; } }
    [KitbagFormerName(""Old.Hamster"")] public class Mouse : Pet { public Node? Home; }
    public class Node { public Node? Next; public Pet? Pet; }
    public class World { public Pet? A; public List<Pet> All = new List<Pet>(); public object? Item; public Node? Node; }
    public static class Program
    {
        private static string Reason(string json)
        {
            try
            {
                KitbagJson.Deserialize<World>(json);
                return ""none"";
            }
            catch (KitbagException e)
            {
                return e.Reason + "" "" + e.Path;
            }
        }

        public static object?[] Run()
        {
            var settings = new JsonSerializerSettings { TypeNameHandling = " + settings + @" };
            var node = new Node { Pet = new Shop.Cat { Lives = 9 } };
            node.Next = settings.PreserveReferencesHandling == PreserveReferencesHandling.None ? null : node;
            var world = new World { A = new Dog { Age = 3 }, All = { new Shop.Cat { Lives = 7 }, new Dog() }, Node = node };
            world.Item = new Shop.Item { Price = 5 };
            string text = JsonConvert.SerializeObject(world, settings);
            World read = KitbagJson.Deserialize<World>(text);
            return new object?[]
            {
                text, JsonConvert.SerializeObject(read, settings),
                ""Mouse"", KitbagJson.Deserialize<World>(""{\""A\"":{\""$type\"":\""Old.Hamster, Old\""}}"").A!.GetType().Name,
                ""Cat"", KitbagJson.Deserialize<World>(""{\""A\"":{\""$type\"":\""Game.Shop+Cat, Any\""}}"").A!.GetType().Name,
                ""SchemaMismatch World.A"", Reason(""{\""A\"":{\""$type\"":\""Game.Fish, Game\""}}""),
                ""SchemaMismatch World.A"", Reason(""{\""A\"":{\""$type\"":\"", Dog\""}}""),
            };
        }
    }
}");

        [Theory]
        [InlineData("[JsonProperty(DefaultValueHandling = DefaultValueHandling.Ignore)] public int A = 5;", "{\"A\":0}")]
        [InlineData("[JsonProperty(DefaultValueHandling = DefaultValueHandling.Ignore)] public int A;", "{}")]
        [InlineData("[JsonProperty(DefaultValueHandling = DefaultValueHandling.Ignore)] public int A; public World() { A = 5; }",
            "{\"A\":0}")]
        [InlineData("[JsonProperty(DefaultValueHandling = DefaultValueHandling.Ignore)] public int A; public World(int b = 3) { A = b; }",
            "{\"A\":0}")]
        [InlineData("[JsonProperty(NullValueHandling = NullValueHandling.Ignore)] public string? A = \"a\";", "{\"A\":null}")]
        [InlineData("[JsonProperty(NullValueHandling = NullValueHandling.Ignore)] public string? A;", "{}")]
        [InlineData("[JsonProperty(NullValueHandling = NullValueHandling.Ignore)] public int? A = 3;", "{\"A\":null}")]
        [InlineData("[JsonProperty(NullValueHandling = NullValueHandling.Ignore)] public int? A;", "{}")]
        [InlineData("[System.Text.Json.Serialization.JsonIgnore(Condition = System.Text.Json.Serialization.JsonIgnoreCondition."
            + "WhenWritingDefault)] public double A = 5;", "{\"A\":0}")]
        [InlineData("[DataMember(EmitDefaultValue = false)] public List<int>? A = new List<int>();", "{\"A\":null}")]
        [InlineData("[JsonProperty(NullValueHandling = NullValueHandling.Ignore)] public string? A = \"a\"; public World? Next;",
            "{\"A\":null,\"Next\":null}")]
        public void A_default_that_a_new_object_does_not_have_is_not_omitted(string member, string text) => Runs(@"
public class World
{
    " + member + @"
}
public static class Program
{
    public static object?[] Run()
    {
        var world = new World { A = default };
        return new object?[]
        {
            """ + text.Replace("\"", "\\\"", StringComparison.Ordinal) + @""", KitbagJson.Serialize(world),
            world.A, KitbagJson.Deserialize<World>(KitbagJson.Serialize(world)).A,
            world.A, KitbagJson.Deserialize<World>(KitbagJson.Serialize(world, KitbagJsonOptions.Text)).A,
            world.A, KitbagJson.Deserialize<World>(KitbagJson.Serialize(world, new KitbagJsonOptions { OmitDefaults = true })).A,
            """ + text.Replace("\"", "\\\"", StringComparison.Ordinal) + @""", KitbagJson.Serialize(world),
        };
    }
}");

        // If no object can be created without values, only what the source shows to be the default of a new object is omitted.
        [Theory]
        [InlineData("public World(string name, int a = 5) { Name = name; A = a; }", "int", "", "")]
        [InlineData("public World(string name, int a = 0) { Name = name; A = a; }", "int", "", "omitted")]
        [InlineData("public World(string name) { Name = name; }", "int", "= 5;", "")]
        [InlineData("public World(string name) { Name = name; A = name.Length; }", "int", "", "")]
        [InlineData("public World(string name) { Name = name; }", "int", "", "omitted")]
        [InlineData("public World(string name) { Name = name; }", "string?", "= \"a\";", "")]
        [InlineData("public World(string name) { Name = name; }", "string?", "", "omitted")]
        public void A_default_that_is_restored_differently_is_not_omitted(string constructor, string type, string value, string omitted)
        {
            foreach (string attribute in new[]
            {
                "JsonProperty(DefaultValueHandling = DefaultValueHandling.Ignore)", "DataMember(EmitDefaultValue = false)",
                "System.Text.Json.Serialization.JsonIgnore(Condition = System.Text.Json.Serialization.JsonIgnoreCondition."
                    + "WhenWritingDefault)",
            })
            {
                Runs("public class World { [" + attribute + "] public " + type + " A { get; set; } " + value + " public string Name "
                    + "{ get; } " + constructor + " } public static class Program { public static object?[] Run() { "
                    + "var world = new World(\"n\") { A = default }; string text = KitbagJson.Serialize(world); return new object?[] { "
                    + (omitted.Length == 0 ? "true" : "false") + ", text.Contains(\"A\"), default(" + type + "), "
                    + "KitbagJson.Deserialize<World>(text).A, default(" + type + "), KitbagJson.Deserialize<World>("
                    + "KitbagJson.Serialize(world, new KitbagJsonOptions { OmitDefaults = true })).A }; } }");
            }
        }

        // A constructor that fails for a new object, or cannot be called without values, does not prevent writing.
        [Theory]
        [InlineData("public int B = 2; public World(string name) { Name = name; } public string Name { get; } ", "new World(\"n\")",
            "{\"B\":2,\"Name\":\"n\"}")]
        [InlineData("public int B = 2; public static bool Fails; public World() { if (Fails) throw new System.Exception(); }",
            "Fail(new World())", "{\"A\":null,\"B\":2}")]
        public void Objects_that_cannot_be_created_are_written(string members, string value, string text) => Runs(@"
public class World
{
    [JsonProperty(NullValueHandling = NullValueHandling.Ignore)] public string? A;
    " + members + @"
}
public static class Program
{
    private static World Fail(World world)
    {
        typeof(World).GetField(""Fails"")!.SetValue(null, true);
        return world;
    }

    public static object?[] Run() =>
        new object?[] { """ + text.Replace("\"", "\\\"", StringComparison.Ordinal) + @""", KitbagJson.Serialize(" + value + @") };
}");

        [Fact]
        public void Reuse_extends_what_a_new_object_has() => Runs(@"
public class Part { public int X; public int Y; }
public class World
{
    [JsonProperty(ObjectCreationHandling = ObjectCreationHandling.Reuse)] public List<int> A = new List<int> { 1, 2 };
    [JsonProperty(ObjectCreationHandling = ObjectCreationHandling.Reuse)] public Part B = new Part { X = 1, Y = 2 };
    [JsonProperty(ObjectCreationHandling = ObjectCreationHandling.Replace)] public List<int> C = new List<int> { 1, 2 };
    [JsonProperty(ObjectCreationHandling = ObjectCreationHandling.Reuse)] public Dictionary<string, int> D = new Dictionary<string, int>
        { [""a""] = 1 };
}
public static class Program
{
    public static object?[] Run()
    {
        string text = ""{\""A\"":[3],\""B\"":{\""X\"":5},\""C\"":[3],\""D\"":{\""b\"":2}}"";
        return new object?[]
        {
            JsonConvert.SerializeObject(JsonConvert.DeserializeObject<World>(text)),
            KitbagJson.Serialize(KitbagJson.Deserialize<World>(text)),
        };
    }
}");

        [Theory]
        [InlineData("public int A; public bool ShouldSerializeA() => A > 0;", "ShouldSerializeA",
            "World.A: ShouldSerializeA() is not supported: the method is not called, and the member is always written. KitbagJsonOptions."
                + "OmitDefaults and [JsonProperty(DefaultValueHandling = DefaultValueHandling.Ignore)] omit default values; exclude a "
                + "member with [KitbagIgnore]; or suppress this rule if it is only for the other serializer")]
        [InlineData("public int A; [JsonIgnore] public bool ASpecified { get; set; }", "ASpecified",
            "World.A: ASpecified is not supported: the member is always written, and 'ASpecified' is neither stored nor set: let it be "
                + "stored, or make the member nullable; or suppress")]
        [InlineData("int? _a; public int A { get => _a ?? 0; set => _a = value; } [JsonIgnore] public bool ASpecified { get => _a != null; "
            + "set { if (!value) _a = null; } }", "ASpecified", "World.A: ASpecified is not supported: the member is always written, and "
                + "'ASpecified' is neither stored nor set: let it be stored, or make the member nullable. Its field '_a' can be stored "
                + "instead: mark that with [KitbagInclude] and both properties with [KitbagIgnore]")]
        [InlineData("[JsonProperty(DefaultValueHandling = DefaultValueHandling.IgnoreAndPopulate)] public int A;", "A",
            "World.A: [JsonProperty(DefaultValueHandling)] is not supported: a member that is missing keeps the value of its initializer")]
        [InlineData("[JsonProperty(ItemIsReference = true)] public List<string>? A;", "A",
            "World.A: [JsonProperty(ItemIsReference)] is not supported: objects keep their identity if their class is tracked")]
        [InlineData("public int A { get; init; } [JsonProperty(ObjectCreationHandling = ObjectCreationHandling.Reuse)] public "
            + "List<int> B = new List<int>();", "B", "World.B: [JsonProperty(ObjectCreationHandling)] is not supported: the type's "
                + "constructor or initializer takes members")]
        [InlineData("[JsonExtensionData(WriteData = false)] public Dictionary<string, JToken>? A;", "A",
            "World.A: [JsonExtensionData(WriteData)] is not supported: the members of the text are read and written")]
        [InlineData("[JsonConverter(typeof(StringEnumConverter), typeof(SnakeCaseNamingStrategy))] public System.DayOfWeek A;", "A",
            "World.A: [JsonConverter(typeof(StringEnumConverter), ...)] is not supported: arguments of a converter have no effect: mark "
                + "the values with [EnumMember(Value = \"name\")], or set KitbagJsonOptions.EnumNaming")]
        [InlineData("public E A; [JsonConverter(typeof(StringEnumConverter), true)] public enum E { One }", "E",
            "World.A: [JsonConverter(typeof(StringEnumConverter), ...)] is not supported")]
        [InlineData("public int A { get; } public World([JsonProperty(\"b\")] int a) { A = a; }", "World",
            "World: [JsonProperty] of the parameter 'a' is not supported: mark the member instead, in a record with [property: "
                + "JsonProperty(...)]")]
        [InlineData("public D? A; public class B { [JsonIgnore] public virtual int X { get; set; } } public sealed class D : B { public "
            + "override int X { get; set; } }", "X", "World.A.X: [JsonIgnore] of 'World.B.X' is not supported: attributes are not "
                + "inherited: repeat it on this member")]
        [InlineData("public D? A; public interface I { [JsonProperty(\"x\")] int X { get; set; } } public class D : I { public "
            + "int X { get; set; } }", "X", "World.A.X: [JsonProperty] of 'World.I.X' is not supported: attributes are not inherited")]
        [InlineData("public D? A; [JsonObject(IsReference = true)] public class D { public int X; }", "D",
            "World.A: [JsonObject(IsReference)] is not supported: objects keep their identity if their class is tracked: mark it with "
                + "[KitbagSerializable(Tracked = true)]")]
        [InlineData("public D? A; [JsonObject(ItemRequired = Required.Always)] public class B { } public sealed class D : B { public int "
            + "X; }", "D", "World.A: [JsonObject(ItemRequired)] is not supported: mark the members with [JsonRequired]")]
        [InlineData("public D? A; [JsonObject(\"id\", MemberSerialization = MemberSerialization.Fields)] public class D { public int X; }",
            "D", "World.A: [JsonObject(MemberSerialization)] is not supported: fields are stored with")]
        [InlineData("public V A; [JsonObject(NamingStrategyType = typeof(CamelCaseNamingStrategy))] public struct V { public int X; }", "V",
            "World.A: [JsonObject(NamingStrategyType)] is not supported: set KitbagJsonOptions.Naming, or specify the names of "
                + "the members: [JsonProperty(\"name\")]")]
        [InlineData("public V A; [JsonConverter(typeof(C))] public struct V { public int X; } public abstract class C : JsonConverter { }",
            "V", "World.A: [JsonConverter(typeof(World.C))] is not supported: converters are not called")]
        [InlineData("public D? A; [JsonObject] public class D : List<int> { }", "D",
            "World.A: [JsonObject] is not supported: a collection is stored as its elements")]
        [InlineData("public D? A; [JsonArray] public class D : Dictionary<string, int> { }", "D",
            "World.A: [JsonArray] is not supported: a dictionary is a JSON object")]
        [InlineData("public D? A; [JsonDictionary(ItemConverterType = typeof(StringEnumConverter))] public class D : Dictionary<string, "
            + "System.DayOfWeek> { }", "D", "World.A: [JsonDictionary(ItemConverterType)] is not supported: elements have the form of")]
        [InlineData("public D? A; [System.Serializable] public class D : ISerializable { public int X; public D() { } public void "
            + "GetObjectData(SerializationInfo info, StreamingContext context) { } }", "D",
            "World.A: ISerializable is not supported: GetObjectData is not called, and the members are stored")]
        [InlineData("public int A; [JsonProperty] public static int B { get; set; }", "B",
            "World.B: [JsonProperty] of a static member is not supported: static members are not stored")]
        [InlineData("public int A; public extern bool ShouldSerializeA();", "ShouldSerializeA",
            "World.A: ShouldSerializeA() is not supported: the method is not called")]
        [InlineData("public int A; [JsonProperty(\"Old\")] private int Former { set => A = value; }", "Former",
            "World.Former: [JsonProperty] of a property without a getter is not supported: it is neither written nor set: if it reads a")]
        [InlineData("public int A; [OnError] internal void Failed(StreamingContext context, ErrorContext error) { }", "Failed",
            "World: [OnError] is not supported: the method is not called: an error is a KitbagException, which ends the call")]
        public void What_is_not_supported_is_reported(string members, string place, string message)
        {
            Diagnostic diagnostic = Assert.Single(Diagnose(members));
            Assert.Equal("KIT0008", diagnostic.Id);
            Assert.Equal(place, Harness.TextAt(diagnostic));
            Assert.StartsWith(message, diagnostic.GetMessage(null), StringComparison.Ordinal);
        }

        [Theory]
        [InlineData("public int A; private bool ShouldSerializeA() => true; public bool ShouldSerializeB() => true;")]
        [InlineData("public int A; public bool ShouldSerializeA(int level) => level > 5; public static bool ShouldSerializeB() => true;")]
        [InlineData("[JsonIgnore] public int A; public int B; public bool ShouldSerializeA() => true;")]
        [InlineData("public int A; public bool ASpecified; [JsonIgnore] public bool IsSpecified;")]
        [InlineData("public D? A; [JsonObject(MemberSerialization.OptIn)] public class D { [JsonProperty] public int X; public bool "
            + "XSpecified; [JsonProperty] public int Y; public bool YSpecified { get; set; } }")]
        [InlineData("public D? A; public class B { [JsonProperty(\"x\")] public virtual int X { get; set; } } public sealed class D : B { "
            + "[JsonProperty(\"x\")] public override int X { get; set; } }")]
        [InlineData("public D? A; [JsonObject(IsReference = true)] public class D { public D? X; }")]
        [InlineData("public D? A; [JsonObject(IsReference = true)] [KitbagSerializable(Tracked = false)] public class D { public int X; }")]
        [InlineData("public D? A; [JsonObject(\"id\", ItemRequired = Required.Default, MissingMemberHandling = MissingMemberHandling."
            + "Ignore, IsReference = false)] public class D { public int X; }")]
        [InlineData("public D? A; [JsonArray] public class D : List<int> { } public E? B; [JsonDictionary] public class E : "
            + "Dictionary<string, int> { }")]
        [InlineData("[JsonConverter(typeof(VersionConverter))] public System.Version? A; [JsonConverter(typeof(IsoDateTimeConverter))] "
            + "public System.DateTime B; [JsonConverter(typeof(StringEnumConverter))] public System.DayOfWeek C;")]
        [InlineData("public int A; public static int B; [JsonIgnore] public static int C;")]
        [InlineData("[JsonExtensionData(WriteData = true)] public Dictionary<string, JToken>? A;")]
        [InlineData("public D? A; public class D : ISerializable { public int X; public D() { } public void "
            + "GetObjectData(SerializationInfo info, StreamingContext context) { } }")]
        public void What_is_supported_is_not_reported(string members) => Assert.Empty(Diagnose(members));

        private static Diagnostic[] Diagnose(string members) => Harness.Diagnose(Harness.Compile(Head + "public class World { " + members
            + " } public static class Program { public static void Run() => KitbagJson.Deserialize<World>(\"\"); }",
            references: s_newtonsoft), out _).ToArray();

        [Fact]
        public void Parts_of_tokens_are_reported()
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(Harness.Compile(Head + @"
public class World { public JProperty? One; }
public static class Program { public static void Run() => KitbagSerializer.Serialize(new World()); }", references: s_newtonsoft), out _));
            Assert.Equal("KIT0001", diagnostic.Id);
            Assert.Equal("One", Harness.TextAt(diagnostic));
            Assert.Contains("World.One: 'JProperty' cannot be serialized: it is not a complete JSON value: "
                + "declare the JToken, JObject or JArray that contains it", diagnostic.GetMessage(null), System.StringComparison.Ordinal);
        }
    }
}
