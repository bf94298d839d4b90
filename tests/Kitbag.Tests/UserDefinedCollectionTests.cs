using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Collections that a program declares: refused elements, conversions and populating.</summary>
    public class UserDefinedCollectionTests
    {
        public sealed class Even : List<int>
        {
            public new void Add(int number) => base.Add(number % 2 == 0 ? number : throw new ArgumentException("It is odd."));
        }

        public sealed class Prefilled : List<int>
        {
            public Prefilled()
            {
                Add(1);
            }
        }

        public sealed class Shelf
        {
            public string? Name { get; set; }

            public Even?[]? Rows { get; set; }
        }

        public sealed class OldShelf
        {
            public string? Name { get; set; }

            public int[]?[]? Rows { get; set; }
        }

        /// <summary>Wrappers that do not implement the count.</summary>
        public sealed class UncountedList : IReadOnlyCollection<int>
        {
            private readonly int[] _numbers;

            public UncountedList(int[] numbers)
            {
                _numbers = numbers;
            }

            int IReadOnlyCollection<int>.Count => 0;

            public IEnumerator<int> GetEnumerator() => ((IEnumerable<int>)_numbers).GetEnumerator();

            IEnumerator IEnumerable.GetEnumerator() => _numbers.GetEnumerator();
        }

        private sealed class UncountedSet : SortedSet<int>, ICollection<int>
        {
            int ICollection<int>.Count => 0;
        }

        private sealed class UncountedMap : SortedDictionary<string, int>, ICollection<KeyValuePair<string, int>>
        {
            int ICollection<KeyValuePair<string, int>>.Count => 0;
        }

        [Fact]
        public void Refused_elements_have_a_path()
        {
            byte[] document = KitbagSerializer.Serialize(new OldShelf { Rows = new[] { new[] { 2, 4 }, null, new[] { 6, 8, 7 } } });
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Shelf>(document));
            Assert.Equal((KitbagErrorReason.Refused, "UserDefinedCollectionTests.Shelf.Rows[2][2]"), (e.Reason, e.Path));
            e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Shelf>("{\"Rows\":[[2],[4,5]]}"));
            Assert.Equal((KitbagErrorReason.Refused, "UserDefinedCollectionTests.Shelf.Rows[1]"), (e.Reason, e.Path));
            Assert.Contains("It is odd.", e.Message);
        }

        [Fact]
        public void Duplicate_elements_and_keys_are_errors()
        {
            AssertMalformed(() => KitbagSerializer.Deserialize<Marks>(KitbagSerializer.Serialize(new[] { 1, 1 })));
            AssertMalformed(() => KitbagSerializer.Deserialize<Scores>(KitbagSerializer.Serialize(new Dictionary<string, int>
            {
                ["a"] = 1,
                ["A"] = 2
            })));
            AssertMalformed(() => KitbagSerializer.Deserialize<Atlas>(KitbagSerializer.Serialize(new Dictionary<long,
                Cell>().Append(default).Append(default).ToList())));
            Assert.Equal(2, KitbagJson.Deserialize<Scores>("{\"a\":1,\"A\":2}",
                new KitbagJsonOptions { Duplicates = KitbagJsonDuplicates.LastWins })["a"]);
        }

        [Fact]
        public void A_collection_that_its_constructor_fills_is_refused()
        {
            KitbagException e = Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Deserialize<Prefilled>(KitbagSerializer.Serialize(new Prefilled())));
            Assert.Equal(KitbagErrorReason.NotSupported, e.Reason);
        }

        [Fact]
        public void They_are_converted_to_other_collections()
        {
            Assert.Equal(new[] { 1, 2 }, KitbagSerializer.Deserialize<Deck<int>>(KitbagSerializer.Serialize(new Queue<int>(new[] { 1,
                2 }))));
            Assert.Equal(new[] { "a" }, KitbagSerializer.Deserialize<string[]>(KitbagSerializer.Serialize(new Roster { "a" })));
            Assert.Equal(5, KitbagSerializer.Deserialize<Dictionary<string,
                long>>(KitbagSerializer.Serialize(new Scores { ["x"] = 5 }))["x"]);
        }

        [Fact]
        public void Existing_collections_are_populated()
        {
            var roster = new Roster { "old" };
            KitbagSerializer.Populate(KitbagSerializer.Serialize(new[] { "a", "b" }), roster);
            Assert.Equal(new[] { "a", "b" }, roster);
            var scores = new Scores { ["old"] = 1 };
            KitbagSerializer.Populate(KitbagSerializer.Serialize(new Dictionary<string, int> { ["x"] = 2 }), scores);
            Assert.Equal(2, Assert.Single(scores).Value);
            Assert.Equal(KitbagErrorReason.NotSupported,
                Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Populate(KitbagSerializer.Serialize(new Satchel()), new Satchel())).Reason);
        }

        [Fact]
        public void A_derived_collection_is_stored_as_the_declared_type()
        {
            Baggage again = KitbagSerializer.Deserialize<Baggage>(KitbagSerializer.Serialize(new Baggage
            {
                Roster = new LongRoster { "a" }
            }));
            Assert.Equal(typeof(Roster), again.Roster!.GetType());
            Assert.Equal(new[] { "a" }, again.Roster);
        }

        [Fact]
        public void Elements_of_a_collection_that_reports_none_are_not_lost()
        {
            var list = new UncountedList(new[] { 1 });
            AssertMalformed(() => KitbagSerializer.Serialize(list), KitbagErrorReason.NotSupported);
            AssertMalformed(() => KitbagSerializer.Serialize<IReadOnlyCollection<int>>(list), KitbagErrorReason.NotSupported);
            AssertMalformed(() => KitbagSerializer.Serialize<ISet<int>>(new UncountedSet { 1 }), KitbagErrorReason.NotSupported);
            AssertMalformed(() => KitbagSerializer.Serialize<IDictionary<string, int>>(new UncountedMap { ["a"] = 1 }),
                KitbagErrorReason.NotSupported);
            Assert.Empty(KitbagSerializer.Deserialize<UncountedList>(KitbagSerializer.Serialize(new UncountedList(new int[0]))));
            Assert.Empty(KitbagSerializer.Deserialize<ISet<int>>(KitbagSerializer.Serialize<ISet<int>>(new UncountedSet())));
        }

        private static void AssertMalformed(Action read, KitbagErrorReason reason = KitbagErrorReason.Malformed) =>
            Assert.Equal(reason, Assert.Throws<KitbagException>(read).Reason);
    }
}
