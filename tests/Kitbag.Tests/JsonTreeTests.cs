using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Nodes;
using Kitbag.Codecs;
using Kitbag.Documents;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Members that hold JSON: their stored form, what is refused, and what they allocate.</summary>
    public class JsonTreeTests
    {
        public static class Typed
        {
            public class Box
            {
                public JsonElement Element { get; set; }
                public JsonDocument? Document { get; set; }
                public JsonNode? Node { get; set; }
                public JsonObject? Object { get; set; }
                public JsonArray? Array { get; set; }
                public JsonValue? Value { get; set; }
            }

            public class Optional
            {
                public JsonElement? A { get; set; }
            }
        }

        public static class Stored
        {
            public class Box
            {
                public string? Element { get; set; }
                public string? Document { get; set; }
                public string? Node { get; set; }
                public string? Object { get; set; }
                public string? Array { get; set; }
                public string? Value { get; set; }
            }
        }

        // A lone surrogate, escapes, a number that no .NET type can hold, a duplicate name.
        private const string Odd = """{"a":"\ud800\u0041","n":1e999,"n":0.10,"ä":["\/",-0]}""";

        private static JsonElement Parse(string text, bool comments = false)
        {
            using JsonDocument document = JsonDocument.Parse(text,
                new JsonDocumentOptions
                {
                    CommentHandling = comments ? JsonCommentHandling.Skip : default,
                    AllowTrailingCommas = comments
                });
            return document.RootElement.Clone();
        }

        [Fact]
        public void JSON_is_stored_as_compact_text()
        {
            var value = new Typed.Box
            {
                Element = Parse(" { \"a\" : [ 1 , /* b */ 2, ] } ", comments: true),
                Document = JsonDocument.Parse("[ true ]"),
                Node = JsonNode.Parse("{ \"ä\" : null }"),
                Object = new JsonObject { ["x"] = 1 },
                Array = new JsonArray("<", null),
                Value = JsonValue.Create("日")
            };
            Stored.Box stored = KitbagSerializer.Deserialize<Stored.Box>(KitbagSerializer.Serialize(value));
            Assert.Equal("""{"a":[1,2]} [true] {"ä":null} {"x":1} ["<",null] "日" """.TrimEnd(),
                string.Join(' ', stored.Element, stored.Document, stored.Node, stored.Object, stored.Array, stored.Value));
            Typed.Box again = KitbagSerializer.Deserialize<Typed.Box>(KitbagSerializer.Serialize(stored));
            Assert.Equal("2 True x", again.Element.GetProperty("a").GetArrayLength().ToString(CultureInfo.InvariantCulture) + " "
                + again.Document!.RootElement[0].GetBoolean() + " " + again.Object!.Single().Key);
        }

        [Fact]
        public void JSON_is_inserted_and_formatted_again()
        {
            var value = new Typed.Box { Element = Parse("{ \"a\":[1, {}] }") };
            const string Compact = """{"Element":{"a":[1,{}]},"Document":null,"Node":null,"Object":null,"Array":null,"Value":null}""";
            Assert.Equal(Compact, KitbagJson.Serialize(value));
            string text = KitbagJson.Serialize(new Typed.Optional { A = value.Element }, KitbagJsonOptions.Text);
            Assert.Equal("{\n  \"A\": {\n    \"a\": [\n      1,\n      {}\n    ]\n  }\n}\n", text);
            Assert.Equal(Compact, KitbagJson.Serialize(KitbagJson.Deserialize<Typed.Box>("{ \"Element\": { \"a\" : [ 1,// one\n {}, ] } }",
                KitbagJsonOptions.Text)));
        }

        [Fact]
        public void Unusual_JSON_is_restored_exactly()
        {
            Assert.Equal(Odd, KitbagJson.Serialize(KitbagJson.Deserialize<JsonElement>(Odd)));
            Assert.Equal(Odd, KitbagSerializer.Deserialize<JsonElement>(KitbagSerializer.Serialize(Parse(Odd))).GetRawText());
            Assert.Equal(Odd,
                KitbagSerializer.Deserialize<JsonDocument>(KitbagSerializer.Serialize(JsonDocument.Parse(Odd))).RootElement.GetRawText());
        }

        [Fact]
        public void A_node_that_cannot_be_written_is_refused()
        {
            foreach (JsonNode node in new[] { JsonNode.Parse("[\"\\ud800\"]")!, JsonNode.Parse("{\"\\ud800\":1}")! })
            {
                Assert.Equal(KitbagErrorReason.NotSupported, Assert.Throws<KitbagException>(() => KitbagSerializer.Serialize(node)).Reason);
                Assert.Equal(KitbagErrorReason.NotSupported, Assert.Throws<KitbagException>(() => KitbagJson.Serialize(node)).Reason);
            }
        }

        [Theory]
        [InlineData("[\"\\uD83D\"]", false)]
        [InlineData("{\"\\uDE00\":1}", false)]
        [InlineData("[\"\\uD83Dx\\uDE00\"]", false)]
        [InlineData("[\"\\uD83D\\n\\uDE00\"]", false)]
        [InlineData("[\"\\uD83D\\uD83D\\uDE00\"]", false)]
        [InlineData("[\"\\uD83D\\uDE00\",\"\\\\uD83D\",\"\\u0041\"]", true)]
        public void A_node_that_is_read_can_be_written(string text, bool isRead)
        {
            byte[] stored = KitbagSerializer.Serialize(text);
            if (isRead)
            {
                Assert.NotEmpty(KitbagSerializer.Serialize(KitbagJson.Deserialize<JsonNode>(text)));
                Assert.NotEmpty(KitbagJson.Serialize(KitbagSerializer.Deserialize<JsonNode>(stored)));
                return;
            }
            Assert.Equal(KitbagErrorReason.OutOfRange,
                Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<JsonNode>(text)).Reason);
            Assert.Equal(KitbagErrorReason.OutOfRange,
                Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<JsonNode>(stored)).Reason);
        }

        [Fact]
        public void Null_and_undefined_are_different()
        {
            JsonElement[] values = { default, Parse("null"), default };
            Assert.Equal(new[] { JsonValueKind.Undefined, JsonValueKind.Null, JsonValueKind.Undefined },
                KitbagSerializer.Deserialize<JsonElement[]>(KitbagSerializer.Serialize(values)).Select(v => v.ValueKind));
            JsonElement?[] optional = { null, default(JsonElement), Parse("null") };
            Assert.Equal(new JsonValueKind?[] { null, JsonValueKind.Undefined, JsonValueKind.Null },
                KitbagSerializer.Deserialize<JsonElement?[]>(KitbagSerializer.Serialize(optional)).Select(v => v?.ValueKind));
            foreach (int count in new[] { 1, 20 })
            {
                Typed.Box[] boxes = Enumerable.Range(0, count).Select(i => new Typed.Box()).ToArray();
                Assert.All(KitbagSerializer.Deserialize<Typed.Box[]>(KitbagSerializer.Serialize(boxes)),
                    b => Assert.Equal(JsonValueKind.Undefined, b.Element.ValueKind));
            }
            Assert.Equal(JsonValueKind.Null, KitbagJson.Deserialize<JsonElement>("null").ValueKind);
            Assert.Equal("[]", KitbagJson.Deserialize<Typed.Optional>("{\"A\":[]}").A!.Value.GetRawText());
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Serialize(new Typed.Box()));
            Assert.Equal((KitbagErrorReason.NotSupported, "JsonTreeTests.Typed.Box.Element"), (e.Reason, e.Path));
            Assert.DoesNotContain("Element", KitbagJson.Serialize(new Typed.Box(), new KitbagJsonOptions { OmitDefaults = true }));
        }

        [Fact]
        public void Invalid_JSON_is_refused()
        {
            foreach ((string text, int count) in new[] { "{", "", "[1] 2", "\ud800", "\"\ud800\"",
                "nul" }.SelectMany(t => new[] { (t, 1), (t, 20) }))
            {
                Stored.Box[] boxes = Enumerable.Range(0, count).Select(i => new Stored.Box { Element = i == count - 1 ? text : "1" })
                    .ToArray();
                var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Typed.Box[]>(KitbagSerializer.Serialize(boxes)));
                Assert.Equal((KitbagErrorReason.OutOfRange, true),
                    (e.Reason, e.Path!.EndsWith("[" + (count - 1) + "].Element", StringComparison.Ordinal)));
                boxes = Enumerable.Range(0, count).Select(i => new Stored.Box { Element = "1", Node = i == count - 1 ? text : "1" })
                    .ToArray();
                e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Typed.Box[]>(KitbagSerializer.Serialize(boxes)));
                Assert.Equal(KitbagErrorReason.OutOfRange, e.Reason);
            }
        }

        [Fact]
        public void Json_of_another_kind_is_refused()
        {
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Typed.Box>("{\"Element\":1,\"Object\":[]}"));
            Assert.Equal((KitbagErrorReason.OutOfRange, "JsonTreeTests.Typed.Box.Object"), (e.Reason, e.Path));
            e = Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Deserialize<Typed.Box>(KitbagSerializer.Serialize(new Stored.Box { Element = "1", Value = "{}" })));
            Assert.Equal(KitbagErrorReason.OutOfRange, e.Reason);
            e = Assert.Throws<KitbagException>(() => KitbagJson.Serialize(new Dictionary<JsonElement, int> { [Parse("1")] = 1 }));
            Assert.Equal(KitbagErrorReason.NotSupported, e.Reason);
        }

        [Fact]
        public void Depth_is_bounded()
        {
            string Nested(int depth) => new string('[', depth) + new string(']', depth);
            Assert.Equal(Nested(1000), KitbagSerializer.Deserialize<JsonElement>(KitbagSerializer.Serialize(Nested(1000))).GetRawText());
            Assert.Equal(KitbagErrorReason.OutOfRange,
                Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Deserialize<JsonNode>(KitbagSerializer.Serialize(Nested(1001)))).Reason);
            Assert.Equal(KitbagErrorReason.LimitExceeded,
                Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<JsonElement>(Nested(65))).Reason);
            JsonNode node = new JsonArray();
            for (int i = 0; i < 1000; i++)
                node = new JsonArray(node);
            Assert.Equal(KitbagErrorReason.LimitExceeded,
                Assert.Throws<KitbagException>(() =>
                KitbagJson.Serialize(KitbagSerializer.Deserialize<JsonElement>(KitbagSerializer.Serialize(Nested(65))))).Reason);
            Assert.Throws<KitbagException>(() => KitbagSerializer.Serialize(node));
        }

        public static TheoryData<Codec, string> Costs() => new TheoryData<Codec, string>
        {
            { new ListCodec<JsonElement>(JsonElementCodec.Instance), "[[]" },
                { new ListCodec<JsonDocument>(JsonDocumentCodec.Instance), "[[]" },
                { new ListCodec<JsonNode>(JsonNodeCodec.Instance), "[[]" },
            { new ListCodec<JsonElement>(JsonElementCodec.Instance), "[1" },
                { new ListCodec<JsonDocument>(JsonDocumentCodec.Instance), "[1" },
                { new ListCodec<JsonArray>(JsonArrayCodec.Instance), "[1" },
        };

        [Theory]
        [MemberData(nameof(Costs))]
        public void Allocations_are_counted(Codec codec, string start)
        {
            foreach (int repeats in new[] { 0, 1, 10, 1000, 20_000 })
            {
                string text = start + string.Concat(Enumerable.Repeat("," + start.Substring(1), repeats)) + "]";
                byte[] document = new HostileColumns(true, 1, text).Root(codec.Schema, 50_000);
                var options = new KitbagOptions { Schema = KitbagSchemaMode.Bare, Limits = new KitbagLimits { MaxAllocation = 16 << 20 } };
                long before = GC.GetAllocatedBytesForCurrentThread();
                Assert.Equal(KitbagErrorReason.LimitExceeded,
                    Assert.Throws<KitbagException>(() => DocumentReader.Read(document, new BoxedCodec(codec), options)).Reason);
                Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 20 << 20);
            }
        }
    }
}
