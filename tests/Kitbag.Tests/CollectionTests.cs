using System;
using System.Buffers;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Linq;
using Kitbag.Dynamic;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Collections beyond the list of cases: populating, conversions, and values that are refused.</summary>
    public partial class CollectionTests
    {
        [Fact]
        public void Order_is_kept()
        {
            Assert.Equal(new[] { 3, 2, 1 }, Again(new Stack<int>(new[] { 1, 2, 3 })));
            Assert.Equal(new[] { 3, 2, 1 }, Again(new ConcurrentStack<int>(new[] { 1, 2, 3 })));
            Assert.Equal(new ConcurrentBag<int> { 1, 2, 3 }, Again(new ConcurrentBag<int> { 1, 2, 3 }));
            Assert.Equal(1, Again(new Queue<int>(new[] { 1, 2, 3 })).Peek());
        }

        [Fact]
        public void Collections_are_converted_to_each_other()
        {
            byte[] document = KitbagSerializer.Serialize(new[] { 1, 2, 3 });
            Assert.Equal(new[] { 1, 2, 3 }, KitbagSerializer.Deserialize<Queue<int>>(document));
            Assert.Equal(new[] { 3, 2, 1 }, KitbagSerializer.Deserialize<Stack<int>>(document));
            Assert.Equal(new long[] { 1, 2, 3 }, KitbagSerializer.Deserialize<LinkedList<long>>(document));
            Assert.Equal(new[] { 1, 2, 3 }, KitbagSerializer.Deserialize<List<int>>(KitbagSerializer.Serialize(new Stack<int>(new[] { 1, 2,
                3 }))));
            byte[] map = KitbagSerializer.Serialize(new Dictionary<string, int> { ["b"] = 1, ["a"] = 2 });
            Assert.Equal(new[] { "a", "b" }, KitbagSerializer.Deserialize<SortedDictionary<string, int>>(map).Keys);
            Assert.Equal(new[] { "a", "b" }, KitbagSerializer.Deserialize<SortedList<string, long>>(map).Keys);
        }

        [Fact]
        public void Existing_collections_are_populated()
        {
            byte[] document = KitbagSerializer.Serialize(new[] { 1, 2, 3 });
            AssertPopulates(document, new Queue<int>(new[] { 9 }), 1, 2, 3);
            AssertPopulates(document, new Stack<int>(new[] { 9 }), 3, 2, 1);
            AssertPopulates(document, new LinkedList<int>(new[] { 9 }), 1, 2, 3);
            AssertPopulates(document, new SortedSet<int> { 9 }, 1, 2, 3);
            AssertPopulates(document, new Collection<int> { 9 }, 1, 2, 3);
            AssertPopulates(document, new ObservableCollection<int> { 9 }, 1, 2, 3);
            AssertPopulates(document, new ConcurrentQueue<int>(new[] { 9 }), 1, 2, 3);
            AssertPopulates(document, new ConcurrentStack<int>(new[] { 9 }), 3, 2, 1);
            AssertPopulates(document, new ConcurrentBag<int> { 9 }, 1, 2, 3);
            byte[] map = KitbagSerializer.Serialize(new Dictionary<string, int> { ["b"] = 1, ["a"] = 2 });
            AssertPopulates(map, new SortedDictionary<string, int> { ["x"] = 1 }, KeyValuePair.Create("a", 2), KeyValuePair.Create("b", 1));
            AssertPopulates(map, new SortedList<string, int> { ["x"] = 1 }, KeyValuePair.Create("a", 2), KeyValuePair.Create("b", 1));
            var concurrent = new ConcurrentDictionary<string, int> { ["x"] = 1 };
            KitbagSerializer.Populate(map, concurrent);
            Assert.Equal(new[] { "a", "b" }, concurrent.Keys.Order());
        }

        [Fact]
        public void Populate_keeps_the_comparer_and_changes_nothing_if_keys_collide()
        {
            var target = new SortedDictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["x"] = 1 };
            KitbagSerializer.Populate(KitbagSerializer.Serialize(new Dictionary<string, int> { ["a"] = 2 }), target);
            Assert.Equal(2, target["A"]);
            byte[] both = KitbagSerializer.Serialize(new Dictionary<string, int> { ["c"] = 1, ["C"] = 2 });
            Assert.Equal(KitbagErrorReason.Malformed, Assert.Throws<KitbagException>(() => KitbagSerializer.Populate(both, target)).Reason);
            Assert.Equal(new[] { "a" }, target.Keys);
        }

        [Fact]
        public void Duplicates_are_refused()
        {
            byte[] list = KitbagSerializer.Serialize(new[] { 1, 2, 1 });
            Assert.Equal("$[2]", AssertRefuses<SortedSet<int>>(list).Path);
            var map = KitbagJson.Deserialize<SortedDictionary<int, int>>("{\"1\":1,\"1\":2}");
            Assert.Equal(2, map[1]);
            var strict = new KitbagJsonOptions { Duplicates = KitbagJsonDuplicates.Refuse };
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<SortedDictionary<int, int>>("{\"1\":1,\"1\":2}", strict));
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<ConcurrentDictionary<int, int>>("{\"1\":1,\"1\":2}", strict));
        }

        [Fact]
        public void Sorted_collections_of_incomparable_types_are_refused()
        {
            byte[] list = KitbagSerializer.Serialize(new[] { new Vec3 { X = 1 }, default });
            Assert.Equal(KitbagErrorReason.NotSupported, AssertRefuses<SortedSet<Vec3>>(list).Reason);
            byte[] map = KitbagSerializer.Serialize(new Dictionary<Vec3, int> { [new Vec3 { X = 1 }] = 1, [default] = 2 });
            Assert.Equal(KitbagErrorReason.NotSupported, AssertRefuses<SortedDictionary<Vec3, int>>(map).Reason);
            Assert.Equal(KitbagErrorReason.NotSupported, AssertRefuses<SortedList<Vec3, int>>(map).Reason);
        }

        [Fact]
        public void Any_implementation_of_an_interface_is_written()
        {
            Assert.IsType<List<int>>(Again<IEnumerable<int>>(new[] { 1, 2 }));
            foreach (IEnumerable<int> value in new IEnumerable<int>[] { new[] { 1, 2 }, new List<int> { 1, 2 },
                new Queue<int>(new[] { 1, 2 }), Enumerable.Range(1, 2), Lazily(), new ReadOnlyCollection<int>(new[] { 1, 2 }) })
            {
                Assert.Equal(new[] { 1, 2 }, Again(value));
                Assert.Equal(new[] { 1, 2 }, KitbagJson.Deserialize<IEnumerable<int>>(KitbagJson.Serialize(value)));
                Assert.Equal(new IEnumerable<int>?[] { null, value, value }, Again(new List<IEnumerable<int>?> { null, value, value }));
            }
            Assert.Equal(new[] { 1, 2 }, Again<ISet<int>>(new SortedSet<int> { 1, 2 }).Order());
            Assert.Equal(1, Again<IDictionary<string, int>>(new SortedList<string, int> { ["a"] = 1 })["a"]);
            Assert.Equal(1, Again<IReadOnlyDictionary<string, int>>(new ConcurrentDictionary<string, int> { ["a"] = 1 })["a"]);

            static IEnumerable<int> Lazily()
            {
                yield return 1;
                yield return 2;
            }
        }

        [Fact]
        public void Mutable_interfaces_are_populated()
        {
            byte[] document = KitbagSerializer.Serialize(new[] { 1, 2, 3 });
            AssertPopulates<ICollection<int>, int>(document, new List<int> { 9 }, 1, 2, 3);
            AssertPopulates<IList<int>, int>(document, new ObservableCollection<int> { 9 }, 1, 2, 3);
            AssertPopulates<ISet<int>, int>(document, new SortedSet<int> { 9 }, 1, 2, 3);
            Assert.Equal(KitbagErrorReason.NotSupported,
                Assert.Throws<KitbagException>(() => KitbagSerializer.Populate<IList<int>>(document, new int[3])).Reason);
            Assert.Equal(KitbagErrorReason.NotSupported,
                Assert.Throws<KitbagException>(() => KitbagSerializer.Populate<IReadOnlyList<int>>(document, new List<int>())).Reason);
        }

        [Fact]
        public void A_sequence_that_changes_while_it_is_written_is_refused()
        {
            int calls = 0;
            IEnumerable<int> Growing()
            {
                calls++;
                for (int i = 0; i < calls; i++)
                    yield return i;
            }
            Assert.Equal(KitbagErrorReason.NotSupported,
                Assert.Throws<KitbagException>(() => KitbagSerializer.Serialize(Growing())).Reason);
        }

        [Fact]
        public void Immutable_and_frozen_collections_are_converted()
        {
            byte[] document = KitbagSerializer.Serialize(new List<int> { 3, 1 });
            Assert.Equal(new[] { 3, 1 }, KitbagSerializer.Deserialize<ImmutableArray<int>>(document));
            Assert.Equal(new[] { 1, 3 }, KitbagSerializer.Deserialize<ImmutableSortedSet<int>>(document));
            Assert.Equal(new[] { 1, 3 }, KitbagSerializer.Deserialize<FrozenSet<int>>(document).Order());
            Assert.Equal(new long[] { 1, 3 }, KitbagSerializer.Deserialize<ImmutableStack<long>>(document));
            Assert.True(KitbagSerializer.Deserialize<ImmutableArray<int>>(KitbagSerializer.Serialize((List<int>?)null)).IsDefault);
            Assert.Null(KitbagSerializer.Deserialize<List<int>>(KitbagSerializer.Serialize(default(ImmutableArray<int>))));
            byte[] twice = KitbagSerializer.Serialize(new[] { 1, 2, 1 });
            Assert.Equal("$[2]", AssertRefuses<ImmutableHashSet<int>>(twice).Path);
            Assert.Equal("$[2]", AssertRefuses<FrozenSet<int>>(twice).Path);
        }

        [Fact]
        public void A_priority_queue_returns_the_same_elements_in_the_same_order()
        {
            var queue = new PriorityQueue<string, int>();
            for (int i = 0; i < 100; i++)
                queue.Enqueue("e" + i, i % 7);
            PriorityQueue<string, int> again = Again(queue);
            Assert.Equal("[{\"Element\":\"e0\",\"Priority\":0}]",
                KitbagJson.Serialize(new PriorityQueue<string, int>(new[] { ("e0", 0) })));
            byte[] document = KitbagSerializer.Serialize(queue);
            var filled = new PriorityQueue<string, int>(Comparer<int>.Create((a, b) => b.CompareTo(a)));
            filled.Enqueue("old", 1);
            KitbagSerializer.Populate(document, filled);
            Assert.Equal((100, 6), (filled.Count, filled.TryPeek(out _, out int priority) ? priority : -1));
            while (queue.Count != 0)
                Assert.Equal(queue.Dequeue(), again.Dequeue());
            Assert.Equal(KitbagErrorReason.NotSupported,
                AssertRefuses<PriorityQueue<string, Vec3>>(KitbagSerializer.Serialize(new PriorityQueue<string,
                Vec3>(new[] { ("a", new Vec3()), ("b", new Vec3()) }, Comparer<Vec3>.Create((a, b) => 0)))).Reason);
        }

        [Fact]
        public void Memory_is_stored_as_the_elements_that_it_refers_to()
        {
            byte[] document = KitbagSerializer.Serialize(new Memory<int>(new[] { 0, 1, 2, 3 }, 1, 2));
            Assert.Equal(new[] { 1, 2 }, KitbagSerializer.Deserialize<List<int>>(document));
            Assert.Equal(new[] { 1, 2 }, KitbagSerializer.Deserialize<ReadOnlySequence<int>>(document).ToArray());
            Assert.Equal("\"AQI=\"", KitbagJson.Serialize(new ArraySegment<byte>(new byte[] { 0, 1, 2 }, 1, 2)));
            Assert.Equal(new byte[] { 1, 2 }, KitbagJson.Deserialize<Memory<byte>>("[1,2]").ToArray());
            Assert.True(KitbagJson.Deserialize<Memory<byte>>("null").IsEmpty);
            ReadOnlySequence<byte> split = RoundTripTests.Split(new byte[] { 1, 2, 3, 4, 5 }, 2);
            Assert.True(Again(split).IsSingleSegment);
            Assert.Equal(split.ToArray(), Again(split).ToArray());
            Assert.Equal("\"AQIDBAU=\"", KitbagJson.Serialize(split));
        }

        /// <summary>A dictionary that accepts null as a key, as many declared by programs do.</summary>
        public sealed class Loose<TKey, TValue> : Collection<KeyValuePair<TKey, TValue>>, IDictionary<TKey, TValue>,
            IReadOnlyDictionary<TKey, TValue>
        {
            public ICollection<TKey> Keys => this.Select(entry => entry.Key).ToList();

            public ICollection<TValue> Values => this.Select(entry => entry.Value).ToList();

            IEnumerable<TKey> IReadOnlyDictionary<TKey, TValue>.Keys => Keys;

            IEnumerable<TValue> IReadOnlyDictionary<TKey, TValue>.Values => Values;

            public TValue this[TKey key]
            {
                get => this.First(entry => Equals(entry.Key, key)).Value;
                set
                {
                    Remove(key);
                    Add(key, value);
                }
            }

            public void Add(TKey key, TValue value) => Add(KeyValuePair.Create(key, value));

            public bool ContainsKey(TKey key) => Keys.Contains(key);

            public bool Remove(TKey key)
            {
                int at = Keys.ToList().IndexOf(key);
                if (at >= 0)
                    RemoveAt(at);
                return at >= 0;
            }

            public bool TryGetValue(TKey key, [MaybeNullWhen(false)] out TValue value)
            {
                value = ContainsKey(key) ? this[key] : default;
                return ContainsKey(key);
            }
        }

        public sealed class Station
        {
            public int Number { get; set; }

            public IDictionary<Station, int>? Distances { get; set; }

            public SortedDictionary<string, int>? Lines { get; set; }
        }

        [Fact]
        public void A_map_with_a_null_key_is_refused_when_it_is_written()
        {
            var sorted = new SortedDictionary<string, int> { ["b"] = 2 };
            ((ICollection<KeyValuePair<string, int>>)sorted).Add(new KeyValuePair<string, int>(null!, 1));
            AssertCannotBeWritten(sorted);
            AssertCannotBeWritten(new Station { Lines = sorted });
            var own = new Loose<string, int> { { "a", 1 }, { null!, 2 } };
            AssertCannotBeWritten(own);
            AssertCannotBeWritten<IDictionary<string, int>>(own);
            AssertCannotBeWritten<IReadOnlyDictionary<string, int>>(own);
            AssertCannotBeWritten(new ReadOnlyDictionary<string, int>(own));
            AssertCannotBeWritten(new[] { 1 }.ToLookup(number => (string)null!));
            AssertCannotBeWritten(new Loose<int?, int> { { 1, 0 }, { null, 1 } });
            AssertCannotBeWritten(new Loose<Vec3?, int> { { null, 1 } });
            // The keys are tracked objects: they are found before anything is written.
            var station = new Station();
            station.Distances = new Loose<Station, int> { { station, 0 }, { null!, 2 } };
            AssertCannotBeWritten(station);
            Assert.Equal(0, Again(new Loose<int?, int> { { 1, 0 } })[1]);
        }

        private static void AssertCannotBeWritten<T>(T map)
            where T : class
        {
            // As a row, as elements of one group and of several ones, as JSON in the order of the map and by key.
            KitbagDocument edited = KitbagDocument.Parse(KitbagSerializer.Serialize(new List<T?> { null }));
            foreach (Action write in new Action[]
            {
                () => KitbagSerializer.Serialize(map),
                () => KitbagSerializer.Serialize(new List<T?> { null, map }),
                () => KitbagSerializer.Serialize(Enumerable.Repeat<T?>(null, 5000).Append(map).ToList()),
                () => KitbagJson.Serialize(map),
                () => KitbagJson.Serialize(map, KitbagJsonOptions.Text),
                () => edited.Set("[0]", map)
            })
            {
                KitbagException e = Assert.Throws<KitbagException>(write);
                Assert.Equal(KitbagErrorReason.NotSupported, e.Reason);
                Assert.Contains("null", e.Message, StringComparison.Ordinal);
            }
        }

        [Fact]
        public void A_lookup_has_no_key_twice()
        {
            Assert.Equal(new[] { 2 }, KitbagJson.Deserialize<ILookup<string, int>>("{\"a\":[1],\"a\":[2],\"b\":[]}")["a"]);
            Assert.Throws<KitbagException>(() =>
                KitbagJson.Deserialize<ILookup<string, int>>("{\"a\":[1],\"a\":[2]}",
                new KitbagJsonOptions { Duplicates = KitbagJsonDuplicates.Refuse }));
            Assert.Equal(new[] { 3, 4 }, KitbagSerializer.Deserialize<ILookup<string,
                int>>(KitbagSerializer.Serialize(new Dictionary<string, List<int>> { ["k"] = new List<int> { 3, 4 } }))["k"]);
        }

        public class Grid
        {
            public int[]? Items;
            public int[]? Lengths;
        }

        [Theory]
        [InlineData(new[] { 1, 2, 3, 4 }, new[] { 2, 2 }, true)]
        [InlineData(new int[0], new[] { 0, 2147483591 }, true)]
        [InlineData(new int[0], new[] { 0, int.MaxValue }, false)]
        [InlineData(new[] { 1, 2, 3, 4 }, new[] { 2, 3 }, false)]
        [InlineData(new[] { 1, 2, 3, 4 }, new[] { -2, -2 }, false)]
        [InlineData(new[] { 1, 2, 3, 4 }, new[] { 4 }, false)]
        [InlineData(new[] { 1, 2, 3, 4 }, new[] { 4, 1, 1 }, false)]
        [InlineData(new int[0], new[] { 65536, 65536 }, false)]
        [InlineData(new int[0], new[] { int.MaxValue, int.MaxValue }, false)]
        [InlineData(new int[0], new[] { -1, 0 }, false)]
        [InlineData(new int[0], null, false)]
        [InlineData(null, new[] { 0, 0 }, false)]
        public void The_lengths_of_an_array_fit_its_elements(int[]? items, int[]? lengths, bool fits)
        {
            foreach (byte[] document in new[] { KitbagSerializer.Serialize(new Grid { Items = items, Lengths = lengths }),
                KitbagSerializer.Serialize(Enumerable.Repeat(new Grid { Items = items, Lengths = lengths }, 20).ToArray()) })
            {
                bool isList = document.Length != KitbagSerializer.Serialize(new Grid { Items = items, Lengths = lengths }).Length;
                object Read() => isList ? KitbagSerializer.Deserialize<int[][,]>(document)[19]
                    : KitbagSerializer.Deserialize<int[,]>(document);
                if (fits)
                    Assert.Equal(lengths, new[] { ((int[,])Read()).GetLength(0), ((int[,])Read()).GetLength(1) });
                else
                    Assert.Equal(KitbagErrorReason.Malformed, Assert.Throws<KitbagException>(Read).Reason);
            }
        }

        [Fact]
        public void Arrays_of_several_dimensions_as_JSON()
        {
            Assert.Equal("[[1,2],[3,4]]", KitbagJson.Serialize(new[,] { { 1, 2 }, { 3, 4 } }));
            Assert.Equal("[\n  [1, 2],\n  [3, 4]\n]\n", KitbagJson.Serialize(new[,] { { 1, 2 }, { 3, 4 } }, KitbagJsonOptions.Text));
            Assert.Equal(new[,] { { 1, 2 }, { 3, 4 } }, KitbagJson.Deserialize<int[,]>("[[1,2],[3,4]]"));
            Assert.Empty(KitbagJson.Deserialize<int[,]>("[]"));
            Assert.Equal(2, KitbagJson.Deserialize<int[,]>("[[],[]]").GetLength(0));
            // The text of an empty array does not contain its other lengths.
            Assert.Equal(0, KitbagJson.Deserialize<int[,]>(KitbagJson.Serialize(new int[0, 5])).GetLength(1));
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<int[,]>("[[1,2],[3]]"));
            Assert.Contains("Found an array of 1 where those before it have 2", e.Message, StringComparison.Ordinal);
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<int[,]>("[[1,2],null]"));
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<int[,]>("[1,2]"));
        }

        [Fact]
        public void Arrays_that_cannot_be_written_or_populated_are_refused()
        {
            Assert.Equal(KitbagErrorReason.NotSupported,
                Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Serialize((int[,])Array.CreateInstance(typeof(int), new[] { 1, 1 }, new[] { 1, 1 }))).Reason);
            Assert.Equal(KitbagErrorReason.NotSupported,
                Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Populate(KitbagSerializer.Serialize(new int[1, 1]), new int[1, 1])).Reason);
            Assert.Equal(KitbagErrorReason.NotSupported,
                Assert.Throws<KitbagException>(() => KitbagJson.Populate("[[1]]", new int[1, 1])).Reason);
            var bits = new BitArray(9, true);
            KitbagSerializer.Populate(KitbagSerializer.Serialize(new[] { false, true }), bits);
            Assert.Equal(new[] { false, true }, bits.Cast<bool>());
        }

        [Fact]
        public void A_pair_is_an_object_of_Key_and_Value()
        {
            byte[] document = KitbagSerializer.Serialize(new[] { KeyValuePair.Create("a", 1) });
            Assert.Equal(KeyValuePair.Create("a", 1L), KitbagSerializer.Deserialize<List<KeyValuePair<string, long>>>(document)[0]);
            Assert.Equal("{\"Key\":\"a\",\"Value\":1}", KitbagJson.Serialize(KeyValuePair.Create("a", 1)));
            Assert.Equal(KeyValuePair.Create("b", 0), KitbagJson.Deserialize<KeyValuePair<string, int>>("{\"Key\":\"b\",\"More\":[]}"));
        }

        [Fact]
        public void A_list_of_pairs_with_a_null_is_not_a_map()
        {
            byte[] nullables = KitbagSerializer.Serialize(new KeyValuePair<string, int>?[] { KeyValuePair.Create("a", 1), null });
            Assert.Equal("$[1]", AssertRefuses<Dictionary<string, int>>(nullables).Path);
            byte[] classes = KitbagSerializer.Serialize(new List<PairOfClass?> { new PairOfClass { Key = "a" }, null });
            Assert.Equal("$[1]", AssertRefuses<Dictionary<string, int>>(classes).Path);
            Assert.Equal(0, KitbagSerializer.Deserialize<Dictionary<string, int>>(
                KitbagSerializer.Serialize(new List<PairOfClass?> { new PairOfClass { Key = "a" } }))!["a"]);
            var target = new Dictionary<string, int> { ["b"] = 2 };
            foreach (byte[] document in new[] { nullables, classes })
                Assert.Equal("$[1]", Assert.Throws<KitbagException>(() => KitbagSerializer.Populate(document, target)).Path);
            Assert.Equal(new[] { "b" }, target.Keys);
        }

        public sealed class PairOfClass
        {
            public string? Key { get; set; }

            public int Value { get; set; }
        }

        [Fact]
        public void Well_known_comparers_of_strings_are_kept()
        {
            foreach (StringComparer comparer in new[] { StringComparer.OrdinalIgnoreCase, StringComparer.InvariantCulture,
                StringComparer.InvariantCultureIgnoreCase })
            {
                Assert.Equal(comparer, Again(new HashSet<string>(comparer) { "a" }).Comparer);
                Assert.Equal(comparer, ((HashSet<string>)Again<ISet<string>>(new HashSet<string>(comparer))).Comparer);
                Assert.Equal(comparer, ((HashSet<string>)Again<IReadOnlySet<string>>(new HashSet<string>(comparer))).Comparer);
                Assert.Equal(comparer, Again(ImmutableHashSet.Create(comparer, "a")).KeyComparer);
                Assert.Equal(comparer, Again(new[] { "a" }.ToFrozenSet(comparer)).Comparer);
                Assert.Equal(comparer, Again(new Dictionary<string, int>(comparer) { ["a"] = 1 }).Comparer);
                Assert.Equal(comparer, ((Dictionary<string, int>)Again<IDictionary<string, int>>(new Dictionary<string,
                    int>(comparer))).Comparer);
                Assert.Equal(comparer, ((Dictionary<string, int>)Again<IReadOnlyDictionary<string, int>>(new Dictionary<string,
                    int>(comparer))).Comparer);
                Assert.Equal(comparer, Again(new ConcurrentDictionary<string, int>(comparer) { ["a"] = 1 }).Comparer);
                Assert.Equal(comparer, Again(ImmutableDictionary.Create<string, int>(comparer).Add("a", 1)).KeyComparer);
                Assert.Equal(comparer, Again(new Dictionary<string, int> { ["a"] = 1 }.ToFrozenDictionary(comparer)).Comparer);
            }
            foreach (StringComparer comparer in new[] { StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase,
                StringComparer.InvariantCulture, StringComparer.InvariantCultureIgnoreCase })
            {
                Assert.Equal(comparer, Again(new SortedSet<string>(comparer) { "a" }).Comparer);
                Assert.Equal(comparer, Again(ImmutableSortedSet.Create(comparer, "a")).KeyComparer);
                Assert.Equal(comparer, Again(new SortedDictionary<string, int>(comparer) { ["a"] = 1 }).Comparer);
                Assert.Equal(comparer, Again(new SortedList<string, int>(comparer) { ["a"] = 1 }).Comparer);
                Assert.Equal(comparer, Again(ImmutableSortedDictionary.Create<string, int>(comparer).Add("a", 1)).KeyComparer);
            }
        }

        [Fact]
        public void Comparers_are_kept_in_columns_and_skipped_by_other_collections()
        {
            var maps = new[] { new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 }, null,
                new Dictionary<string, int> { ["b"] = 2 }, new Dictionary<string, int>(StringComparer.InvariantCulture) };
            Dictionary<string, int>?[] again = Again(maps);
            Assert.Equal(1, again[0]!["A"]);
            Assert.False(again[2]!.ContainsKey("B"));
            Assert.Equal(StringComparer.InvariantCulture, again[3]!.Comparer);
            var sets = new[] { new HashSet<string>(StringComparer.OrdinalIgnoreCase), null,
                new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "x" }, new HashSet<string>() };
            Assert.Equal(new[] { true, false, true, false }, Again(sets).Select(s => s?.Comparer.Equals("a", "A") ?? false));

            // Comparers are skipped if the reader's collection has another type or the member was removed.
            Assert.Equal(new[] { "x" }, KitbagSerializer.Deserialize<List<string>[]>(KitbagSerializer.Serialize(sets))[2]);
            Assert.Equal(1, KitbagSerializer.Deserialize<SortedDictionary<string, int>>(KitbagSerializer.Serialize(maps[0]))["A"]);
            foreach (int count in new[] { 1, 20 })
            {
                byte[] document = KitbagSerializer.Serialize(Enumerable.Repeat(new TestCases.Index
                {
                    Names = sets[2],
                    Values = maps[0],
                    Last = 7
                }, count).ToArray());
                Assert.Equal(Enumerable.Repeat(7, count), KitbagSerializer.Deserialize<Payload[]>(document).Select(t => t.Last));
            }

            // Other comparers are not stored, and take no bytes.
            Assert.Equal(KitbagSerializer.Serialize(new HashSet<string> { "a" }),
                KitbagSerializer.Serialize(new HashSet<string>(StringComparer.Ordinal) { "a" }));
            Assert.Equal(KitbagSerializer.Serialize(new HashSet<string> { "a" }),
                KitbagSerializer.Serialize(new HashSet<string>(ReferenceComparer.Instance) { "a" }));
            Assert.False(KitbagJson.Deserialize<Dictionary<string, int>>(KitbagJson.Serialize(maps[0])).ContainsKey("A"));
        }

        [Theory]
        [InlineData(0)]
        [InlineData(5)]
        [InlineData(255)]
        public void Unknown_comparers_are_refused(byte number)
        {
            byte[] document = KitbagSerializer.Serialize(new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "a" }, KitbagOptions.Bare);
            Assert.Equal(2, document[5]);
            document[5] = number;
            Assert.Equal(KitbagErrorReason.Malformed,
                Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<HashSet<string>>(document, KitbagOptions.Bare)).Reason);
        }

        public class Payload
        {
            public int Last { get; set; }
        }

        private sealed class ReferenceComparer : IEqualityComparer<string>
        {
            public static readonly ReferenceComparer Instance = new ReferenceComparer();

            public bool Equals(string? a, string? b) => ReferenceEquals(a, b);

            public int GetHashCode(string value) => 0;
        }

        private static T Again<[KitbagRoot] T>(T value) => KitbagSerializer.Deserialize<T>(KitbagSerializer.Serialize(value));

        private static void AssertPopulates<[KitbagRoot] T, TElement>(byte[] document, T target, params TElement[] expected)
            where T : class, IEnumerable<TElement>
        {
            KitbagSerializer.Populate(document, target);
            Assert.Equal(expected.OrderBy(e => target is ConcurrentBag<int> ? (object?)e : null),
                target.OrderBy(e => target is ConcurrentBag<int> ? (object?)e : null));
        }

        private static KitbagException AssertRefuses<[KitbagRoot] T>(byte[] document) =>
            Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<T>(document));
    }
}
