using System;
using System.Collections.Generic;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>Members with [JsonExtensionData], compared with System.Text.Json.</summary>
    public class JsonExtensionDataTests
    {
        public class WithDictionary
        {
            public int A { get; set; }

            [JsonExtensionData]
            public Dictionary<string, JsonElement>? Others { get; set; }

            public string? B { get; set; }
        }

        public class WithInterface
        {
            public int A { get; set; }

            [JsonExtensionData]
            public IDictionary<string, JsonElement>? Others { get; set; }
        }

        public class WithObject
        {
            public int A { get; set; }

            [JsonExtensionData]
            public JsonObject? Others { get; set; }
        }

        public class WithGetOnly
        {
            public int A { get; set; }

            [JsonExtensionData]
            public Dictionary<string, JsonElement> Others { get; } = new Dictionary<string, JsonElement> { ["first"] = Element("1") };
        }

        // The constructor takes a member, so that the object is created after all members were read.
        public class Made
        {
            public Made(int a) => A = a;

            public int A { get; }

            public required string B { get; init; }

            [JsonExtensionData]
            public Dictionary<string, JsonElement> Others { get; set; } =
                new Dictionary<string, JsonElement>(StringComparer.OrdinalIgnoreCase);
        }

        public class Initialized
        {
            public required int A { get; init; }

            [JsonExtensionData]
            public Dictionary<string, JsonElement>? Others { get; init; }
        }

        public class Alone
        {
            [JsonExtensionData]
            public Dictionary<string, JsonElement>? Others { get; set; }
        }

        public class ObjectAlone
        {
            [JsonExtensionData]
            public JsonObject? Others { get; set; }
        }

        public struct Struct
        {
            public int A { get; set; }

            [JsonExtensionData]
            public Dictionary<string, JsonElement>? Others { get; set; }
        }

        [JsonDerivedType(typeof(Tree), "tree")]
        [JsonDerivedType(typeof(Stone), "stone")]
        [JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
        public abstract class Thing
        {
            [JsonExtensionData]
            public Dictionary<string, JsonElement>? Others { get; set; }
        }

        public class Tree : Thing
        {
            public int Age { get; set; }
        }

        public class Stone : Thing
        {
            public WithDictionary? Inner { get; set; }
        }

        [JsonDerivedType(typeof(Leaf), "leaf")]
        public class Usual
        {
            public int A { get; set; }
        }

        public class Leaf : Usual
        {
            [JsonExtensionData]
            public Dictionary<string, JsonElement>? Others { get; set; }
        }

        // The types that SMAPI uses, and others that System.Text.Json supports.
        public class WithObjects
        {
            public int A { get; set; }

            [JsonExtensionData]
            public IDictionary<string, object>? Others { get; set; }
        }

        public class WithDictionaryOfObjects
        {
            public int A { get; init; }

            [JsonExtensionData]
            public Dictionary<string, object?>? Others { get; init; }
        }

        public class WithSorted
        {
            public int A { get; set; }

            [JsonExtensionData]
            public SortedDictionary<string, object?> Others { get; set; } = new SortedDictionary<string, object?>();
        }

        public class WithWriteOnly
        {
            public int A { get; set; }

            [JsonExtensionData]
            [JsonPropertyName("ignored")]
            public Dictionary<string, JsonElement>? Others { get; set; }
        }

        private static readonly JsonSerializerOptions s_relaxed =
            new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

        private static JsonElement Element(string json) => JsonDocument.Parse(json).RootElement.Clone();

        // Both serializers write the same text after reading, and each reads the text of the other.
        private static void AssertSame<[KitbagRoot] T>(string json, KitbagJsonOptions? options = null)
        {
            string expected = JsonSerializer.Serialize(JsonSerializer.Deserialize<T>(json), s_relaxed);
            T value = KitbagJson.Deserialize<T>(json, options);
            string written = KitbagJson.Serialize(value);
            Assert.Equal(expected, written);
            Assert.Equal(expected, JsonSerializer.Serialize(value, s_relaxed));
            Assert.Equal(expected, JsonSerializer.Serialize(JsonSerializer.Deserialize<T>(written), s_relaxed));
            Assert.Equal(expected, KitbagJson.Serialize(KitbagJson.Deserialize<T>(KitbagJson.Serialize(value, KitbagJsonOptions.Text))));
            // In binary documents it is a member like any other.
            Assert.Equal(expected, KitbagJson.Serialize(KitbagSerializer.Deserialize<T>(KitbagSerializer.Serialize(value))));
        }

        // As above, but System.Text.Json writes invalid JSON for a JsonObject with the attribute ({"A":1,{"x":2}}), so the expected text is
        // that of a class with a dictionary.
        private static void AssertSameOfObject<[KitbagRoot] T, TDictionary>(string json)
        {
            string expected = JsonSerializer.Serialize(JsonSerializer.Deserialize<TDictionary>(json), s_relaxed);
            Assert.Equal(expected, KitbagJson.Serialize(KitbagJson.Deserialize<T>(json)));
            Assert.Equal(expected, KitbagJson.Serialize(JsonSerializer.Deserialize<T>(expected)));
            Assert.Equal(expected,
                KitbagJson.Serialize(KitbagSerializer.Deserialize<T>(KitbagSerializer.Serialize(KitbagJson.Deserialize<T>(json)))));
        }

        public class Plain
        {
            public int A { get; set; }

            [JsonExtensionData]
            public Dictionary<string, JsonElement>? Others { get; set; }
        }

        [Theory]
        [InlineData("""{}""")]
        [InlineData("""{"A":1}""")]
        [InlineData("""{"A":1,"x":2}""")]
        [InlineData("""{"x":null,"A":1,"y":[1,{"z":"w"}],"":true}""")]
        [InlineData("""{"x":1,"A":2,"x":{"b":3}}""")]
        [InlineData("""{"a":1,"Others":{"A":2},"x\ty":"é"}""")]
        [InlineData("""{ "x" : 1.50 , "A" : 3 , "y" : 1E400 }""")]
        public void Unknown_members_are_kept(string json)
        {
            AssertSame<WithDictionary>(json);
            AssertSame<WithInterface>(json);
            AssertSameOfObject<WithObject, Plain>(json);
            AssertSameOfObject<ObjectAlone, Alone>(json);
            AssertSame<Alone>(json);
            AssertSame<Struct>(json);
            AssertSame<WithWriteOnly>(json);
            AssertSame<List<WithDictionary>>("[" + json + ",null," + json + "]");
            AssertSame<Dictionary<string, Struct>>("{\"k\":" + json + "}");
            string rest = json.Length == 2 ? "}" : "," + json.Substring(1);
            AssertSame<Made>("{\"B\":\"b\",\"A\":6" + rest);
            AssertSame<Initialized>("{\"A\":7" + rest);
            AssertSame<Thing>("{\"kind\":\"tree\",\"Age\":5" + rest);
            AssertSame<Thing>("{\"kind\":\"stone\",\"Inner\":" + json + rest);
            AssertSame<Usual>("{\"$type\":\"leaf\"" + rest);
        }

        [Theory]
        [InlineData("""{"A":0}""")]
        [InlineData("""{"A":1,"x":2}""")]
        [InlineData("""{"A":1,"b":[1,{"z":"w"},2.5,[]],"k":{},"n":null,"t":true,"x":-5000000000}""")]
        [InlineData("""{"A":1,"":"2026-11-22T00:00:00Z","x":{"y":[{"":null}]}}""")]
        public void Values_of_type_object_are_kept(string json)
        {
            AssertSame<WithObjects>(json);
            AssertSame<WithDictionaryOfObjects>(json);
            AssertSame<WithSorted>(json);
            AssertSame<List<WithObjects>>("[" + json + ",null," + json + "]");
        }

        [Fact]
        public void Values_of_type_object_have_their_own_types_in_binary()
        {
            var value = new WithObjects { Others = new Dictionary<string, object> { ["d"] = new DateTime(5), ["l"] = 1L, ["g"] = 1.5f } };
            WithObjects again = KitbagSerializer.Deserialize<WithObjects>(KitbagSerializer.Serialize(value));
            Assert.Equal(value.Others, again.Others);
            again = KitbagJson.Deserialize<WithObjects>(KitbagJson.Serialize(value));
            Assert.Equal(value.Others, again.Others);
        }

        [Fact]
        public void Extension_data_follows_the_members()
        {
            var value = new WithDictionary
            {
                A = 1,
                B = "b",
                Others = new Dictionary<string, JsonElement> { ["z"] = Element("[1, 2]"), ["y"] = Element("null") }
            };
            Assert.Equal("""{"A":1,"B":"b","z":[1,2],"y":null}""", KitbagJson.Serialize(value));
            Assert.Equal("{\n  \"A\": 1,\n  \"B\": \"b\",\n  \"z\": [\n    1,\n    2\n  ],\n  \"y\": null\n}\n",
                KitbagJson.Serialize(value, KitbagJsonOptions.Text));
        }

        [Fact]
        public void Options_that_refuse_unknown_members_do_not_affect_extension_data()
        {
            var strict = new KitbagJsonOptions { UnknownMembers = KitbagJsonUnknownMembers.Refuse };
            AssertSame<WithDictionary>("""{"A":1,"x":2}""", strict);
            var e = Assert.Throws<KitbagException>(() =>
                KitbagJson.Deserialize<Thing>("""{"kind":"stone","Inner":{"q":1},"z":2,"Inner2":{}}""".Replace("kind", "Kind",
                StringComparison.Ordinal), strict));
            Assert.Equal(KitbagErrorReason.SchemaMismatch, e.Reason);
        }

        [Fact]
        public void Names_that_differ_in_case_are_members_if_the_options_specify_it()
        {
            var options = new KitbagJsonOptions { CaseInsensitive = true };
            WithDictionary value = KitbagJson.Deserialize<WithDictionary>("""{"a":5,"x":1,"X":2}""", options);
            Assert.Equal(5, value.A);
            Assert.Equal(2, value.Others!.Count);
        }

        [Theory]
        [InlineData("""{"x":1,"A":2,"x":3}""")]
        [InlineData("""{"A":1,"x":1,"A":2}""")]
        public void Duplicate_names_are_rejected_if_the_options_specify_it(string json)
        {
            var options = new KitbagJsonOptions { Duplicates = KitbagJsonDuplicates.Refuse };
            Refused<WithDictionary>();
            Refused<WithObject>();
            Refused<Struct>();

            void Refused<[KitbagRoot] T>()
            {
                var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<T>(json, options));
                Assert.Equal(KitbagErrorReason.Malformed, e.Reason);
                Assert.True(e.Offset > 0 && e.Line == 1, e.Message);
                Assert.NotNull(KitbagJson.Deserialize<T>("""{"x":1,"y":2,"A":3}""", options));
            }
        }

        [Fact]
        public void Populate_adds_what_the_text_has()
        {
            var value = new WithDictionary
            {
                A = 1,
                Others = new Dictionary<string, JsonElement> { ["x"] = Element("1"), ["y"] = Element("2") }
            };
            Dictionary<string, JsonElement> others = value.Others;
            KitbagJson.Populate("""{"y":3,"z":4}""", value);
            Assert.Same(others, value.Others);
            Assert.Equal("""{"A":1,"B":null,"x":1,"y":3,"z":4}""", KitbagJson.Serialize(value));
            Assert.Throws<KitbagException>(() => KitbagJson.Populate("""{"y":5,"A":"no"}""", value));
            Assert.Equal("""{"A":1,"B":null,"x":1,"y":3,"z":4}""", KitbagJson.Serialize(value));
        }

        [Fact]
        public void Objects_that_the_constructor_created_are_kept()
        {
            Made value = KitbagJson.Deserialize<Made>("""{"A":1,"B":"b","key":2}""");
            Assert.True(value.Others.ContainsKey("KEY"));
            // System.Text.Json skips unknown members if the member has no setter.
            Assert.Equal("""{"A":0,"first":1,"second":2}""", KitbagJson.Serialize(KitbagJson.Deserialize<WithGetOnly>("""{"second":2}""")));
        }

        [Theory]
        [InlineData("A")]
        [InlineData("$type")]
        public void An_entry_that_would_be_read_as_something_else_is_refused(string name)
        {
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Serialize(new WithObject { Others = new JsonObject { [name] = 1 } }));
            Assert.Equal(KitbagErrorReason.NotSupported, e.Reason);
            Assert.Contains("'" + name + "'", e.Message, StringComparison.Ordinal);
        }

        [Fact]
        public void An_entry_without_a_name_is_refused()
        {
            var others = new CollectionTests.Loose<string, JsonElement> { { null!, default } };
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Serialize(new WithInterface { Others = others }));
            Assert.Equal(KitbagErrorReason.NotSupported, e.Reason);
        }

        [Fact]
        public void Malformed_text_is_reported_with_its_position()
        {
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<WithDictionary>("{\"A\":1,\n\"x\":{\"y\":tru}}"));
            Assert.Equal((2, "JsonExtensionDataTests.WithDictionary.x.y"), (e.Line, e.Path));
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<WithDictionary>("{\"x\":1"));
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<WithDictionary>("{\"x\""));
            Assert.Throws<KitbagException>(() =>
                KitbagJson.Deserialize<WithDictionary>("{\"x\":[[[1]]]}", new KitbagJsonOptions { MaxDepth = 3 }));
        }
    }
}
