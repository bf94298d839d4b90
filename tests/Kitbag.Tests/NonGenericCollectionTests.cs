using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.Specialized;
using System.Linq;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Collections that do not declare the type of their elements.</summary>
    public class NonGenericCollectionTests
    {
        [Fact]
        public void Documents_of_generic_collections_are_read_and_the_reverse()
        {
            byte[] list = KitbagSerializer.Serialize(new List<object?> { 1, "x", null });
            Assert.Equal(new object?[] { 1, "x", null }, KitbagSerializer.Deserialize<ArrayList>(list).ToArray());
            Assert.Equal(list, KitbagSerializer.Serialize(new ArrayList { 1, "x", null }));
            Assert.Equal(new object?[] { 1, "x", null }, KitbagSerializer.Deserialize<object?[]>(KitbagSerializer.Serialize(
                new Queue(new object?[] { 1, "x", null }))));
            Assert.Equal(new object?[] { 1, 2 }, KitbagSerializer.Deserialize<IList>(KitbagSerializer.Serialize(new[] { 1, 2 })));
            byte[] map = KitbagSerializer.Serialize(new Dictionary<string, int> { ["a"] = 1, ["b"] = 2 });
            Hashtable read = KitbagSerializer.Deserialize<Hashtable>(map);
            Assert.Equal((1, 2), (read["a"], read["b"]));
        }

        [Fact]
        public void Interfaces_hold_any_implementation()
        {
            Assert.Equal(new object?[] { 1, 2 }, Back<IEnumerable>(Enumerable.Range(1, 2)).Cast<object>());
            Assert.Equal(new object?[] { 3 }, Back<ICollection>(new Stack(new[] { 3 })).Cast<object>());
            Assert.Equal(new object?[] { 1, 2 }, Back<IList>(new[] { 1, 2 }).Cast<object>());
            Assert.Equal(1.5, Back<IDictionary>(new SortedList<string, double> { ["k"] = 1.5 })["k"]);
            Assert.Equal(KitbagErrorReason.NotSupported, ReasonOf(() => KitbagSerializer.Serialize<IEnumerable>(new int[1, 2])));
            Assert.Equal(KitbagErrorReason.NotSupported, ReasonOf(() => KitbagJson.Serialize<IList>(new int[1, 2])));
            // Its entries are no values of type object.
            var entries = new Hashtable { [1] = 1 };
            Assert.Equal(KitbagErrorReason.NotSupported, ReasonOf(() => KitbagSerializer.Serialize<IEnumerable>(entries)));
        }

        [Fact]
        public void A_stack_keeps_its_order()
        {
            var stack = new Stack();
            stack.Push(1);
            stack.Push(2);
            Assert.Equal(2, KitbagSerializer.Deserialize<Stack>(KitbagSerializer.Serialize(stack)).Peek());
            Assert.Equal("[1,2]", KitbagJson.Serialize(stack));
            Assert.Equal(2, KitbagJson.Deserialize<Stack>("[1,2]").Peek());
        }

        [Fact]
        public void An_OrderedDictionary_keeps_its_order()
        {
            var map = new OrderedDictionary { { "z", 1 }, { "a", 2 }, { 5, 3 } };
            Assert.Equal(new object[] { "z", "a", 5 }, Back(map).Keys.Cast<object>());
            Assert.Equal(new object[] { "z", "a", 5 }, KitbagJson.Deserialize<OrderedDictionary>(
                KitbagJson.Serialize(map, KitbagJsonOptions.Text)).Keys.Cast<object>());
        }

        [Fact]
        public void JSON_has_pairs_and_reads_objects()
        {
            string json = KitbagJson.Serialize(new Hashtable { [5] = "v" });
            Assert.Equal("[{\"Key\":5,\"Value\":\"v\"}]", json);
            Assert.Equal("v", KitbagJson.Deserialize<Hashtable>(json)[5]);
            // Other serializers write the keys as names.
            Hashtable read = KitbagJson.Deserialize<Hashtable>("{\"5\":\"v\",\"a\":[1]}");
            Assert.Equal("v", read["5"]);
            Assert.Equal(new List<object?> { 1 }, read["a"]);
            Assert.Equal(2, KitbagJson.Deserialize<Dictionary<object, int>>("{\"a\":2}")["a"]);
            Assert.Equal("{\"a\":[\"1\",\"2\"],\"b\":null}",
                KitbagJson.Serialize(new NameValueCollection { { "a", "1" }, { "a", "2" }, { "b", null } }));
        }

        [Fact]
        public void Equal_and_null_keys_are_refused()
        {
            byte[] document = KitbagSerializer.Serialize(new List<KeyValuePair<object, object?>> { new("a", 1), new("a", 2) });
            foreach (Action read in new Action[]
            {
                () => KitbagSerializer.Deserialize<Hashtable>(document), () => KitbagSerializer.Deserialize<HybridDictionary>(document),
                () => KitbagSerializer.Deserialize<OrderedDictionary>(document),
                () => KitbagSerializer.Deserialize<SortedList>(document), () => KitbagSerializer.Deserialize<IDictionary>(document),
            })
                Assert.Equal(KitbagErrorReason.Malformed, ReasonOf(read));
            byte[] names = KitbagSerializer.Serialize(new Dictionary<string, string[]?> { ["a"] = null, ["A"] = ["x"] });
            Assert.Equal(KitbagErrorReason.Malformed, ReasonOf(() => KitbagSerializer.Deserialize<NameValueCollection>(names)));
            Assert.Equal(KitbagErrorReason.Malformed, ReasonOf(() => KitbagJson.Deserialize<Hashtable>("[{\"Key\":null,\"Value\":1}]")));
            Assert.Equal(KitbagErrorReason.NotSupported,
                ReasonOf(() => KitbagJson.Deserialize<SortedList>("[{\"Key\":1,\"Value\":1},{\"Key\":\"a\",\"Value\":1}]")));
            Assert.Equal(KitbagErrorReason.Refused, ReasonOf(() => KitbagJson.Deserialize<NameValueCollection>("{\"a\":[null]}")));
            var nameless = new NameValueCollection { { null, "x" } };
            Assert.Equal(KitbagErrorReason.NotSupported, ReasonOf(() => KitbagSerializer.Serialize(nameless)));
            Assert.Equal(new[] { "y" }, KitbagJson.Deserialize<NameValueCollection>("{\"a\":[\"x\"],\"A\":[\"y\"]}").GetValues("a"));
        }

        [Fact]
        public void The_last_of_equal_keys_in_JSON_wins()
        {
            const string Json = "{\"b\":1,\"a\":2,\"b\":3}";
            OrderedDictionary map = KitbagJson.Deserialize<OrderedDictionary>(Json);
            Assert.Equal(new object[] { "b", "a" }, map.Keys.Cast<object>());
            Assert.Equal((3, 2), (map["b"], map["a"]));
            Assert.Equal(3, KitbagJson.Deserialize<Hashtable>(Json)["b"]);
            NameValueCollection names = KitbagJson.Deserialize<NameValueCollection>("{\"b\":[\"1\"],\"a\":null,\"B\":[\"2\",\"3\"]}");
            Assert.Equal(new[] { "a", "B" }, names.AllKeys);
            Assert.Equal("2,3", names["b"]);
            // To search all keys for each that occurs again would take minutes.
            Assert.Equal(100_000, KitbagJson.Deserialize<OrderedDictionary>(EachTwice(100_000, "1")).Count);
            Assert.Equal(100_000, KitbagJson.Deserialize<NameValueCollection>(EachTwice(100_000, "null")).Count);
        }

        private static string EachTwice(int keys, string value) =>
            "{" + string.Join(",", Enumerable.Range(0, 2 * keys).Select(i => "\"k" + i % keys + "\":" + value)) + "}";

        [Fact]
        public void Existing_collections_are_populated()
        {
            byte[] list = KitbagSerializer.Serialize(new object?[] { 1, "x" }), map = KitbagSerializer.Serialize(
                new Dictionary<object, object?> { ["a"] = 1, [2] = null });
            var items = new ArrayList { 9 };
            IList any = new ArrayList { 9 };
            var queue = new Queue(new[] { 9 });
            var stack = new Stack(new[] { 9 });
            KitbagSerializer.Populate(list, items);
            KitbagSerializer.Populate(list, any);
            KitbagSerializer.Populate(list, queue);
            KitbagSerializer.Populate(list, stack);
            Assert.All(new IEnumerable[] { items, any, queue }, read => Assert.Equal(new object?[] { 1, "x" }, read.Cast<object>()));
            Assert.Equal(new object?[] { "x", 1 }, stack.Cast<object>());
            foreach (IDictionary target in new IDictionary[] { new Hashtable { [9] = 9 }, new OrderedDictionary { { 9, 9 } } })
            {
                KitbagSerializer.Populate(map, target);
                Assert.Equal((2, 1, null), (target.Count, target["a"], target[(object)2]));
            }
            var words = new StringCollection { "old" };
            KitbagJson.Populate("[\"a\",null]", words);
            Assert.Equal(new[] { "a", null }, words.Cast<string?>());
            var names = new NameValueCollection { { "old", "1" } };
            KitbagJson.Populate("{\"a\":[\"x\",\"y\"]}", names);
            Assert.Equal("a=x,y", string.Join(";", names.AllKeys.Select(key => key + "=" + names[key])));
        }

        [Fact]
        public void A_collection_that_refuses_keeps_its_contents()
        {
            IList fixedSize = ArrayList.FixedSize(new ArrayList { 9 });
            Assert.Equal(KitbagErrorReason.NotSupported, ReasonOf(() => KitbagSerializer.Populate(KitbagSerializer.Serialize(new[] { 1 }),
                fixedSize)));
            Assert.Equal(new object[] { 9 }, fixedSize.Cast<object>());
            byte[] map = KitbagSerializer.Serialize(new Dictionary<object, object?> { ["a"] = 1, ["A"] = 2 });
            var caseless = new Hashtable(StringComparer.OrdinalIgnoreCase) { ["old"] = 1 };
            Assert.Equal(KitbagErrorReason.Malformed, ReasonOf(() => KitbagSerializer.Populate(map, caseless)));
            Assert.Equal(new object[] { "old" }, caseless.Keys.Cast<object>());
            var names = new NameValueCollection(StringComparer.Ordinal) { { "old", "1" }, { "Old", null } };
            KitbagSerializer.Populate(KitbagSerializer.Serialize(new NameValueCollection { { "a", "b" } }), names);
            Assert.Equal(new[] { "a" }, names.AllKeys);
        }

        [Fact]
        public void Elements_of_a_derived_collection_have_the_type_of_its_indexer()
        {
            var numbers = new Numbers { 1, 2 };
            Assert.Equal("[1,2]", KitbagJson.Serialize(numbers));
            Assert.Equal(new[] { 1, 2 }, KitbagSerializer.Deserialize<int[]>(KitbagSerializer.Serialize(numbers)));
            KitbagSerializer.Populate(KitbagSerializer.Serialize(new[] { 3 }), numbers);
            Assert.Equal(new[] { 3 }, numbers.Cast<int>());
            ((IList)numbers).Add("x");
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Serialize(numbers));
            Assert.Contains("contains a 'string', but its elements are of type 'int'", e.Message, StringComparison.Ordinal);
            var even = new Even { 2 };
            Assert.Equal(KitbagErrorReason.Refused, ReasonOf(() => KitbagJson.Populate("[4,5]", even)));
            Assert.Equal(new[] { 2 }, even.Cast<int>());
        }

        internal sealed class Numbers : CollectionBase
        {
            public int this[int index] => (int)List[index]!;

            public void Add(int number) => List.Add(number);
        }

        internal sealed class Even : CollectionBase
        {
            public void Add(int number) => List.Add(number);

            protected override void OnValidate(object value)
            {
                if ((int)value % 2 != 0)
                    throw new ArgumentException("It is odd.");
            }
        }

        [Fact]
        public void Many_keys_with_equal_hash_codes_are_refused()
        {
            // Two halves that are equal cancel each other out.
            var entries = Enumerable.Range(0, 100_000)
                .Select(i => new KeyValuePair<object, object?>(((long)i << 32) | (uint)i, null)).ToArray();
            byte[] document = KitbagSerializer.Serialize(entries);
            Assert.Equal(KitbagErrorReason.LimitExceeded, ReasonOf(() => KitbagSerializer.Deserialize<Hashtable>(document)));
        }

        private static T Back<[KitbagRoot] T>(T value) => KitbagSerializer.Deserialize<T>(KitbagSerializer.Serialize(value));

        private static KitbagErrorReason ReasonOf(Action action) => Assert.Throws<KitbagException>(action).Reason;
    }
}
