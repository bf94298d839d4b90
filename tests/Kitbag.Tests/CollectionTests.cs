using System;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Linq;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>What collections have beyond the list of cases: populating, conversions, what they refuse.</summary>
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
        public void Lists_become_each_other()
        {
            byte[] document = KitbagSerializer.Serialize(new[] { 1, 2, 3 });
            Assert.Equal(new[] { 1, 2, 3 }, KitbagSerializer.Deserialize<Queue<int>>(document));
            Assert.Equal(new[] { 3, 2, 1 }, KitbagSerializer.Deserialize<Stack<int>>(document));
            Assert.Equal(new long[] { 1, 2, 3 }, KitbagSerializer.Deserialize<LinkedList<long>>(document));
            Assert.Equal(new[] { 1, 2, 3 }, KitbagSerializer.Deserialize<List<int>>(KitbagSerializer.Serialize(new Stack<int>(new[] { 1, 2, 3 }))));
            byte[] map = KitbagSerializer.Serialize(new Dictionary<string, int> { ["b"] = 1, ["a"] = 2 });
            Assert.Equal(new[] { "a", "b" }, KitbagSerializer.Deserialize<SortedDictionary<string, int>>(map).Keys);
            Assert.Equal(new[] { "a", "b" }, KitbagSerializer.Deserialize<SortedList<string, long>>(map).Keys);
        }

        [Fact]
        public void What_exists_is_filled()
        {
            byte[] document = KitbagSerializer.Serialize(new[] { 1, 2, 3 });
            Fills(document, new Queue<int>(new[] { 9 }), 1, 2, 3);
            Fills(document, new Stack<int>(new[] { 9 }), 3, 2, 1);
            Fills(document, new LinkedList<int>(new[] { 9 }), 1, 2, 3);
            Fills(document, new SortedSet<int> { 9 }, 1, 2, 3);
            Fills(document, new Collection<int> { 9 }, 1, 2, 3);
            Fills(document, new ObservableCollection<int> { 9 }, 1, 2, 3);
            Fills(document, new ConcurrentQueue<int>(new[] { 9 }), 1, 2, 3);
            Fills(document, new ConcurrentStack<int>(new[] { 9 }), 3, 2, 1);
            Fills(document, new ConcurrentBag<int> { 9 }, 1, 2, 3);
            byte[] map = KitbagSerializer.Serialize(new Dictionary<string, int> { ["b"] = 1, ["a"] = 2 });
            Fills(map, new SortedDictionary<string, int> { ["x"] = 1 }, KeyValuePair.Create("a", 2), KeyValuePair.Create("b", 1));
            Fills(map, new SortedList<string, int> { ["x"] = 1 }, KeyValuePair.Create("a", 2), KeyValuePair.Create("b", 1));
            var concurrent = new ConcurrentDictionary<string, int> { ["x"] = 1 };
            KitbagSerializer.Populate(map, concurrent);
            Assert.Equal(new[] { "a", "b" }, concurrent.Keys.Order());
        }

        [Fact]
        public void Filling_keeps_the_comparer_and_changes_nothing_where_keys_collide()
        {
            var target = new SortedDictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["x"] = 1 };
            KitbagSerializer.Populate(KitbagSerializer.Serialize(new Dictionary<string, int> { ["a"] = 2 }), target);
            Assert.Equal(2, target["A"]);
            byte[] both = KitbagSerializer.Serialize(new Dictionary<string, int> { ["c"] = 1, ["C"] = 2 });
            Assert.Equal(KitbagErrorReason.Malformed, Assert.Throws<KitbagException>(() => KitbagSerializer.Populate(both, target)).Reason);
            Assert.Equal(new[] { "a" }, target.Keys);
        }

        [Fact]
        public void What_is_there_twice_is_refused()
        {
            byte[] list = KitbagSerializer.Serialize(new[] { 1, 2, 1 });
            Assert.Equal("$[2]", Refuses<SortedSet<int>>(list).Path);
            var map = KitbagJson.Deserialize<SortedDictionary<int, int>>("{\"1\":1,\"1\":2}");
            Assert.Equal(2, map[1]);
            var strict = new KitbagJsonOptions { Duplicates = KitbagJsonDuplicates.Refuse };
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<SortedDictionary<int, int>>("{\"1\":1,\"1\":2}", strict));
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<ConcurrentDictionary<int, int>>("{\"1\":1,\"1\":2}", strict));
        }

        [Fact]
        public void What_cannot_be_compared_is_refused()
        {
            byte[] list = KitbagSerializer.Serialize(new[] { new Vec3 { X = 1 }, default });
            Assert.Equal(KitbagErrorReason.NotSupported, Refuses<SortedSet<Vec3>>(list).Reason);
            byte[] map = KitbagSerializer.Serialize(new Dictionary<Vec3, int> { [new Vec3 { X = 1 }] = 1, [default] = 2 });
            Assert.Equal(KitbagErrorReason.NotSupported, Refuses<SortedDictionary<Vec3, int>>(map).Reason);
            Assert.Equal(KitbagErrorReason.NotSupported, Refuses<SortedList<Vec3, int>>(map).Reason);
        }

        [Fact]
        public void Any_implementation_of_an_interface_is_written()
        {
            Assert.IsType<List<int>>(Again<IEnumerable<int>>(new[] { 1, 2 }));
            foreach (IEnumerable<int> value in new IEnumerable<int>[] { new[] { 1, 2 }, new List<int> { 1, 2 }, new Queue<int>(new[] { 1, 2 }), Enumerable.Range(1, 2), Lazily(), new ReadOnlyCollection<int>(new[] { 1, 2 }) })
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
        public void Interfaces_are_filled_where_they_can_be_changed()
        {
            byte[] document = KitbagSerializer.Serialize(new[] { 1, 2, 3 });
            Fills<ICollection<int>, int>(document, new List<int> { 9 }, 1, 2, 3);
            Fills<IList<int>, int>(document, new ObservableCollection<int> { 9 }, 1, 2, 3);
            Fills<ISet<int>, int>(document, new SortedSet<int> { 9 }, 1, 2, 3);
            Assert.Equal(KitbagErrorReason.NotSupported, Assert.Throws<KitbagException>(() => KitbagSerializer.Populate<IList<int>>(document, new int[3])).Reason);
            Assert.Equal(KitbagErrorReason.NotSupported, Assert.Throws<KitbagException>(() => KitbagSerializer.Populate<IReadOnlyList<int>>(document, new List<int>())).Reason);
        }

        [Fact]
        public void What_changes_while_it_is_written_is_refused()
        {
            int calls = 0;
            IEnumerable<int> Growing()
            {
                calls++;
                for (int i = 0; i < calls; i++)
                    yield return i;
            }
            Assert.Equal(KitbagErrorReason.NotSupported, Assert.Throws<KitbagException>(() => KitbagSerializer.Serialize(Growing())).Reason);
        }

        [Fact]
        public void Immutable_and_frozen_ones_become_others()
        {
            byte[] document = KitbagSerializer.Serialize(new List<int> { 3, 1 });
            Assert.Equal(new[] { 3, 1 }, KitbagSerializer.Deserialize<ImmutableArray<int>>(document));
            Assert.Equal(new[] { 1, 3 }, KitbagSerializer.Deserialize<ImmutableSortedSet<int>>(document));
            Assert.Equal(new[] { 1, 3 }, KitbagSerializer.Deserialize<FrozenSet<int>>(document).Order());
            Assert.Equal(new long[] { 1, 3 }, KitbagSerializer.Deserialize<ImmutableStack<long>>(document));
            Assert.True(KitbagSerializer.Deserialize<ImmutableArray<int>>(KitbagSerializer.Serialize((List<int>?)null)).IsDefault);
            Assert.Null(KitbagSerializer.Deserialize<List<int>>(KitbagSerializer.Serialize(default(ImmutableArray<int>))));
            byte[] twice = KitbagSerializer.Serialize(new[] { 1, 2, 1 });
            Assert.Equal("$[2]", Refuses<ImmutableHashSet<int>>(twice).Path);
            Assert.Equal("$[2]", Refuses<FrozenSet<int>>(twice).Path);
        }

        [Fact]
        public void A_priority_queue_gives_the_same_elements_in_the_same_order()
        {
            var queue = new PriorityQueue<string, int>();
            for (int i = 0; i < 100; i++)
                queue.Enqueue("e" + i, i % 7);
            PriorityQueue<string, int> again = Again(queue);
            Assert.Equal("[{\"Element\":\"e0\",\"Priority\":0}]", KitbagJson.Serialize(new PriorityQueue<string, int>(new[] { ("e0", 0) })));
            byte[] document = KitbagSerializer.Serialize(queue);
            var filled = new PriorityQueue<string, int>(Comparer<int>.Create((a, b) => b.CompareTo(a)));
            filled.Enqueue("old", 1);
            KitbagSerializer.Populate(document, filled);
            Assert.Equal((100, 6), (filled.Count, filled.TryPeek(out _, out int priority) ? priority : -1));
            while (queue.Count != 0)
                Assert.Equal(queue.Dequeue(), again.Dequeue());
            Assert.Equal(KitbagErrorReason.NotSupported, Refuses<PriorityQueue<string, Vec3>>(KitbagSerializer.Serialize(new PriorityQueue<string, Vec3>(new[] { ("a", new Vec3()), ("b", new Vec3()) }, Comparer<Vec3>.Create((a, b) => 0)))).Reason);
        }

        private static T Again<[KitbagRoot] T>(T value) => KitbagSerializer.Deserialize<T>(KitbagSerializer.Serialize(value));

        private static void Fills<[KitbagRoot] T, TElement>(byte[] document, T target, params TElement[] expected)
            where T : class, IEnumerable<TElement>
        {
            KitbagSerializer.Populate(document, target);
            Assert.Equal(expected.OrderBy(e => target is ConcurrentBag<int> ? (object?)e : null), target.OrderBy(e => target is ConcurrentBag<int> ? (object?)e : null));
        }

        private static KitbagException Refuses<[KitbagRoot] T>(byte[] document) => Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<T>(document));
    }
}
