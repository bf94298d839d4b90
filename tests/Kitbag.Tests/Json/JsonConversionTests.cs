using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Text.Json.Serialization;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>Conversions of JSON where they meet other features: members without a setter, attributes, unknown types, roots.</summary>
    public class JsonConversionTests
    {
        private static readonly KitbagJsonOptions s_anyCase = new KitbagJsonOptions { CaseInsensitive = true };

        private static readonly KitbagJsonOptions s_drop = new KitbagJsonOptions { UnknownCases = KitbagUnknownCases.Drop };

        [Fact]
        public void A_whole_text_without_any_value_is_an_error()
        {
            AssertMismatch<Holder>("[]");
            AssertMismatch<string>("[]");
            AssertMismatch<int?>(" [ ]");
            AssertMismatch<Shape>("[]");
            Assert.Equal(3, KitbagJson.Deserialize<Holder>("[{\"Count\":3}]").Count);
            Assert.Null(KitbagJson.Deserialize<Holder>("{\"Name\":[]}").Name);
            Assert.Empty(KitbagJson.Deserialize<List<int>>("[]"));
            Assert.Empty(KitbagJson.Deserialize<Dictionary<string, int>>("[]"));
        }

        private static void AssertMismatch<[KitbagRoot] T>(string json) =>
            Assert.Equal(KitbagErrorReason.SchemaMismatch, Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<T>(json)).Reason);

        public sealed class Holder
        {
            public string? Name { get; set; } = "new";

            public int Count { get; set; }
        }

        public struct Weighted
        {
            public int Key;
            public int Value;
            public int Weight;

            public Weighted()
            {
                Key = 0;
                Value = 0;
                Weight = 5;
            }
        }

        public struct Demanding
        {
            public int Key;
            public int Value;
            [JsonRequired]
            public int Weight;
        }

        [Fact]
        public void Entries_of_a_dictionary_as_structs_are_created_like_other_structs()
        {
            Weighted one = Assert.Single(KitbagJson.Deserialize<List<Weighted>>("{\"1\":2}"));
            Assert.Equal((1, 2, 5), (one.Key, one.Value, one.Weight));
            Assert.Contains("Weight", Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<List<Demanding>>("{\"1\":2}")).Message);
        }

        public sealed class Renamed
        {
            [KitbagFormerName("Label")]
            public string? Name { get; set; }
        }

        [Fact]
        public void Former_names_and_pairs_are_matched_case_insensitively_if_the_options_specify_it()
        {
            Assert.Equal("a", KitbagJson.Deserialize<Renamed>("{\"LABEL\":\"a\"}", s_anyCase).Name);
            Assert.Null(KitbagJson.Deserialize<Renamed>("{\"LABEL\":\"a\"}").Name);
            Assert.Equal(2, KitbagJson.Deserialize<Dictionary<string, int>>("[{\"key\":\"x\",\"value\":2}]", s_anyCase)["x"]);
        }

        [Fact]
        public void A_former_name_and_the_current_one_are_duplicates()
        {
            const string Json = "{\"Name\":\"a\",\"Label\":\"b\"}";
            Assert.Equal("b", KitbagJson.Deserialize<Renamed>(Json).Name);
            var refuse = new KitbagJsonOptions { Duplicates = KitbagJsonDuplicates.Refuse };
            Assert.Equal(KitbagErrorReason.Malformed,
                Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Renamed>(Json, refuse)).Reason);
        }

        public sealed class Owner
        {
            public Holder Held { get; } = new Holder { Count = 1 };

            public Shape Form { get; } = new Square { Label = "own" };

            public List<int> Numbers { get; } = new List<int> { 1 };
        }

        public sealed class Built
        {
            public Built(string name)
            {
                Name = name;
            }

            public string Name { get; }

            public Holder Held { get; } = new Holder { Count = 1 };
        }

        [Fact]
        public void Members_without_a_setter_accept_an_array_of_one()
        {
            Owner owner =
                KitbagJson.Deserialize<Owner>("{\"Held\":[{\"Count\":7}],"
                    + "\"Form\":[{\"$type\":\"Square\",\"Label\":\"read\"}],\"Numbers\":[]}");
            Assert.Equal((7, "read"), (owner.Held.Count, owner.Form.Label));
            Assert.Empty(owner.Numbers);
            owner = KitbagJson.Deserialize<Owner>("{\"Held\":[],\"Form\":[]}");
            Assert.Equal((1, "own"), (owner.Held.Count, owner.Form.Label));
            Assert.Equal(7, KitbagJson.Deserialize<Built>("{\"Held\":[{\"Count\":7}],\"Name\":\"a\"}").Held.Count);
            Assert.Equal(1, KitbagJson.Deserialize<Built>("{\"Held\":[],\"Name\":\"a\"}").Held.Count);
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Owner>("{\"Held\":[{\"Count\":7},{}]}"));
            Assert.Equal(KitbagErrorReason.SchemaMismatch, e.Reason);
        }

        public sealed class Loose
        {
            [JsonNumberHandling(JsonNumberHandling.AllowReadingFromString)]
            public int Number { get; set; }

            [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
            public Dictionary<string, int>? Counts { get; set; } = new Dictionary<string, int> { ["one"] = 1 };
        }

        [Fact]
        public void Attributes_hold_within_an_array_of_one()
        {
            Assert.Equal(5, KitbagJson.Deserialize<Loose>("{\"Number\":[\"5\"]}").Number);
            Assert.Null(KitbagJson.Deserialize<Loose>("{\"Counts\":[null]}").Counts);
            Assert.Equal(2, KitbagJson.Deserialize<Loose>("{\"Counts\":[{\"two\":2}]}").Counts!.Count);
        }

        [Fact]
        public void Values_of_unknown_types_are_dropped_from_lists_of_pairs_too()
        {
            const string Unknown = "{\"$type\":\"Dodecagon\"}", Known = "{\"$type\":\"Square\"}";
            Dictionary<Cell, Shape?> map = KitbagJson.Deserialize<Dictionary<Cell, Shape?>>(
                "[{\"Key\":{\"X\":1,\"Y\":1},\"Value\":" + Unknown + "},{\"Key\":{\"X\":2,\"Y\":2},\"Value\":" + Known + "}]", s_drop);
            Assert.IsType<Square>(Assert.Single(map).Value);
            Assert.Null(KitbagJson.Deserialize<List<Shape?>>(Unknown, s_drop));
        }

        [Fact]
        public void Base64_is_read_as_any_collection_of_bytes()
        {
            string json = KitbagJson.Serialize(new byte[] { 3, 1, 2 });
            Assert.Equal("\"AwEC\"", json);
            Assert.Equal(new byte[] { 3, 1, 2 }, KitbagJson.Deserialize<List<byte>>(json));
            Assert.Equal(new byte[] { 3, 1, 2 }, KitbagJson.Deserialize<Queue<byte>>(json));
            Assert.Equal(new byte[] { 1, 2, 3 }, KitbagJson.Deserialize<SortedSet<byte>>(json));
            Assert.Equal(new byte[] { 3, 1, 2 }, KitbagJson.Deserialize<ImmutableArray<byte>>(json));
            Assert.Empty(KitbagJson.Deserialize<List<byte>>("\"\""));
            Assert.Equal(new byte[] { 3, 1, 2 }, Assert.Single(KitbagJson.Deserialize<List<List<byte>>>("[" + json + "]")));
            // Each byte would be a collection of bytes, as in a document.
            AssertMismatch<List<List<byte>>>(json);
        }

        [Fact]
        public void Base64_that_a_collection_refuses_is_an_error()
        {
            Assert.Equal(KitbagErrorReason.Malformed,
                Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<List<byte>>("\"Aw\"")).Reason);
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<HashSet<byte>>("\"AQE=\""));
        }
    }
}
