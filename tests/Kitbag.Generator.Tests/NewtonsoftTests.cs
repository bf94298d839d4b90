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
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
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
