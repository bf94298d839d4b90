using System;
using System.Buffers;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Linq;

namespace Kitbag.TestCases
{
    public static partial class Cases
    {
        // The hash codes of strings differ from process to process, so the order of these keys and elements must not depend on them.
        private static void AddMoreCollections(List<TestCase> all)
        {
            Add(all, "Queue<int>", new Queue<int>(Numbers(300)));
            Add(all, "Queue<string?>?[]", new[] { new Queue<string?>(new[] { "a", null }), null, new Queue<string?>() });
            Add(all, "Stack<int>", new Stack<int>(Numbers(300)));
            Add(all, "Stack<string?>?[]", new[] { new Stack<string?>(new[] { "a", null }), null, new Stack<string?>() });
            Add(all, "LinkedList<Named?>", new LinkedList<Named?>(new[] { new Named { Id = 1, Name = "n" }, null }));
            Add(all, "SortedSet<string>", new SortedSet<string> { "c", "a", "b" });
            Add(all, "SortedSet<int>?[]", new[] { new SortedSet<int>(Numbers(9)), null, new SortedSet<int>() });
            Add(all, "SortedDictionary<string, int>", new SortedDictionary<string, int> { ["b"] = 1, ["a"] = 2 });
            Add(all, "SortedDictionary<int, Named?>?[]",
                new[] { new SortedDictionary<int, Named?> { [2] = null, [-1] = new Named { Id = 4 } }, null,
                new SortedDictionary<int, Named?>() });
            Add(all, "SortedList<int, string?>", new SortedList<int, string?> { [30] = "x", [-7] = null, [8] = "" });
            Add(all, "Collection<double>", new Collection<double> { 1.5, 2 });
            Add(all, "ObservableCollection<string?>", new ObservableCollection<string?> { "a", null });
            Add(all, "ReadOnlyCollection<Vec3>", new ReadOnlyCollection<Vec3>(new[] { new Vec3 { X = 1 }, default }));
            Add(all, "ReadOnlyObservableCollection<int>", new ReadOnlyObservableCollection<int>(new ObservableCollection<int> { 3, 4 }));
            Add(all, "ReadOnlyDictionary<int, string?>",
                new ReadOnlyDictionary<int, string?>(new Dictionary<int, string?> { [1] = "a", [5] = null }));
            Add(all, "ConcurrentQueue<int>", new ConcurrentQueue<int>(Numbers(40)));
            Add(all, "ConcurrentStack<string?>", new ConcurrentStack<string?>(new[] { "a", null, "c" }));
            Add(all, "ConcurrentBag<int>", new ConcurrentBag<int>(new[] { 5, 3, 4 }));
            Add(all, "ConcurrentDictionary<int, string?>",
                new ConcurrentDictionary<int, string?>(new[] { KeyValuePair.Create(3, (string?)"c"),
                KeyValuePair.Create(1, (string?)null) }));
            Add(all, "IEnumerable<int>", (IEnumerable<int>)Numbers(30).ToList());
            Add(all, "IReadOnlyCollection<string?>?[]",
                new IReadOnlyCollection<string?>?[] { new List<string?> { "a", null }, null, new List<string?>() });
            Add(all, "IReadOnlyList<Named?>", (IReadOnlyList<Named?>)new List<Named?> { new Named { Id = 3 }, null });
            Add(all, "ICollection<bool>", (ICollection<bool>)new List<bool> { true, false });
            Add(all, "IList<IList<int>?>", (IList<IList<int>?>)new List<IList<int>?> { new List<int> { 1 }, null });
            Add(all, "ISet<int>", (ISet<int>)new HashSet<int> { 3, 1 });
            Add(all, "IDictionary<string, int>", (IDictionary<string, int>)new Dictionary<string, int> { ["b"] = 1, ["a"] = 2 });
            Add(all, "IReadOnlyDictionary<int, IReadOnlyList<int>?>",
                (IReadOnlyDictionary<int, IReadOnlyList<int>?>)new Dictionary<int, IReadOnlyList<int>?>
                {
                    [7] = new List<int> { 1 },
                    [1] = null
                });
            Add(all, "Memory<int>", new Memory<int>(Numbers(40), 3, 30));
            Add(all, "Memory<byte>[]", new[] { new byte[] { 1, 2, 3 }, default(Memory<byte>), new byte[40] });
            Add(all, "ReadOnlyMemory<string?>", new ReadOnlyMemory<string?>(new[] { "a", null }));
            Add(all, "ReadOnlyMemory<char>[]", new[] { "text".AsMemory(), default });
            Add(all, "ArraySegment<int>", new ArraySegment<int>(Numbers(40), 3, 30));
            Add(all, "ArraySegment<byte>[]", new[] { new ArraySegment<byte>(new byte[] { 1, 2 }), default,
                new ArraySegment<byte>(Array.Empty<byte>()) });
            Add(all, "ReadOnlySequence<byte>", new ReadOnlySequence<byte>(new byte[] { 1, 2, 3 }));
            Add(all, "ReadOnlySequence<int>[]", new[] { new ReadOnlySequence<int>(Numbers(9)), default });
            Add(all, "BitArray", new BitArray(Numbers(77).Select(i => (i & 1) != 0).ToArray()));
            Add(all, "BitArray?[]", new[] { new BitArray(3), null, new BitArray(0) });
            Add(all, "KeyValuePair<string?, int>", KeyValuePair.Create((string?)"k", 5));
            Add(all, "KeyValuePair<int, Named?>?", (KeyValuePair<int, Named?>?)KeyValuePair.Create(0, (Named?)null));
            Add(all, "List<KeyValuePair<Vec3, KeyValuePair<bool, Label>>> 9",
                Enumerable.Range(0, 9).Select(i =>
                KeyValuePair.Create(new Vec3 { X = i }, KeyValuePair.Create(i % 2 == 0, new Label { Size = i }))).ToList());
            Add(all, "ILookup<int, string?>", new[] { (3, "a"), (1, null), (3, "b") }.ToLookup(t => t.Item1, t => t.Item2));
            Add(all, "int[,]", new[,] { { 1, 2, 3 }, { 4, 5, 6 } });
            Add(all, "string?[,,]", new[, ,] { { { "a", null } }, { { "c", "d" } } });
            Add(all, "double[,,,] empty", new double[2, 3, 4, 0]);
            Add(all, "bool[,] null", (bool[,]?)null);
            Add(all, "Named?[,]?[][,] 1", new[] { new[,] { { new Named?[,] { { new Named { Id = 1 } }, { null } } }, { null } } });
            Add(all, "Label[,]?[] 9", Enumerable.Range(0, 9).Select(i => i % 3 == 0 ? null : new Label[i, 2]).ToArray());
            Add(all, "HashSet<string?> that ignores case", new HashSet<string?>(StringComparer.OrdinalIgnoreCase) { "a", "B", null });
            Add(all, "HashSet<string>?[] of comparers",
                new[] { new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "a", "B" }, null, new HashSet<string> { "x" },
                new HashSet<string>(StringComparer.InvariantCulture), new HashSet<string>(StringComparer.Ordinal) { "y" } });
            Add(all, "HashSet<string>?[] one filled",
                new[] { new HashSet<string>(StringComparer.OrdinalIgnoreCase), null,
                new HashSet<string>(StringComparer.InvariantCultureIgnoreCase) { "x" } });
            Add(all, "SortedSet<string> ordinal empty", new SortedSet<string>(StringComparer.Ordinal));
            // JSON does not store comparers, so these strings have the same order with every comparer.
            Add(all, "SortedSet<string> by ordinal", new SortedSet<string>(StringComparer.Ordinal) { "b", "c", "a" });
            Add(all, "Dictionary<string, int> that ignores case",
                new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["a"] = 1, ["B"] = 2 });
            Add(all, "SortedDictionary<string, int>?[] by ordinal",
                new[] { new SortedDictionary<string, int>(StringComparer.Ordinal) { ["b"] = 1, ["c"] = 2 }, null,
                new SortedDictionary<string, int> { ["x"] = 3 } });
            Add(all, "class of comparers", new Index
            {
                Names = new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "n" },
                Values = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase),
                Last = 7
            });
            Add(all, "class of comparers 9", Enumerable.Range(0,
                9).Select(i => new Index
                {
                    Names = i % 2 == 0
                ? null : new HashSet<string>(i % 3 == 0 ? StringComparer.Ordinal : StringComparer.OrdinalIgnoreCase) { "n" + i },
                    Values = new Dictionary<string, int>(StringComparer.InvariantCultureIgnoreCase) { ["k"] = i },
                    Last = i
                }).ToArray());
            Add(all, "class of memory default", new Plate());
            Add(all, "class of memory", MakePlate(3));
            Add(all, "class of memory 9", Enumerable.Range(0, 9).Select(MakePlate).ToArray());
            Add(all, "class of interfaces", new Views { List = Numbers(3).ToList(), Items = new List<Named?> { null } });
            Add(all, "class of interfaces 9", Enumerable.Range(0,
                9).Select(i => new Views
                {
                    List = i % 2 == 0 ? null : Numbers(i).ToList(),
                    Map = new Dictionary<int, string?> { [i] = "v" }
                }).ToArray());
            Add(all, "class of collections", MakeShelves(1));
            Add(all, "class of collections default", new Shelves());
            Add(all, "class of collections 9", Enumerable.Range(0, 9).Select(MakeShelves).ToArray());
            Add(all, "Memory<int>? null", (Memory<int>?)null);
            Add(all, "Memory<string?>?", (Memory<string?>?)new[] { "a", null });
            Add(all, "ReadOnlyMemory<byte>?[]", new ReadOnlyMemory<byte>?[] { new byte[] { 1, 2 }, null, default(ReadOnlyMemory<byte>) });
            Add(all, "class of memory optional default", new Slots());
            Add(all, "class of memory optional", MakeSlots(3));
            Add(all, "class of memory optional 9", Enumerable.Range(0, 9).Select(MakeSlots).ToArray());
            AddNewerCollections(all);
        }

        // Cases of collections that netstandard2.1 lacks.
        static partial void AddNewerCollections(List<TestCase> all);

        private static Plate MakePlate(int i) => new Plate
        {
            Bytes = new byte[i],
            Segment = i % 2 == 0 ? default : new ArraySegment<int>(Numbers(i)),
            Pair = KeyValuePair.Create(i, i % 3 == 0 ? null : "p"),
            Optional = i % 4 == 0 ? (KeyValuePair<int, string?>?)null : KeyValuePair.Create(-i, (string?)null),
            Grid = i % 3 == 1 ? null : new[,] { { i, 1 }, { 2, 3 } },
            Bits = i % 2 == 0 ? null : new BitArray(i),
            Groups = Enumerable.Range(0, i).ToLookup(n => n % 3),
        };

        private static Slots MakeSlots(int i) => new Slots
        {
            Memory = i % 2 == 0 ? (Memory<int>?)null : Numbers(i),
            Bytes = i % 3 == 0 ? (ReadOnlyMemory<byte>?)null : new byte[i],
            Segment = i % 4 == 0 ? (ArraySegment<Named?>?)null : new ArraySegment<Named?>(new[] { new Named { Id = i }, null }),
            Sequence = i % 2 != 0 ? (ReadOnlySequence<int>?)null : new ReadOnlySequence<int>(Numbers(i)),
            Route = i % 3 == 1 ? (Route?)null : new Route(new Cell[i]),
            Last = i,
        };

        private static Shelves MakeShelves(int i) => new Shelves
        {
            Queue = new Queue<int>(Numbers(i)),
            Stack = i % 2 == 0 ? null : new Stack<string?>(new[] { "s" + i, null }),
            Sorted = new SortedDictionary<string, Named?> { ["k" + i] = new Named { Id = i }, ["a"] = null },
            Concurrent = i % 3 == 0 ? null : new ConcurrentDictionary<int, int> { [i] = i },
        };
    }

    public class Plate
    {
        public ReadOnlyMemory<byte> Bytes { get; set; }

        public ArraySegment<int> Segment { get; set; }

        public KeyValuePair<int, string?> Pair { get; set; }

        public KeyValuePair<int, string?>? Optional { get; set; }

        public int[,]? Grid { get; set; }

        public BitArray? Bits { get; set; }

        public ILookup<int, int>? Groups { get; set; }
    }

    public class Index
    {
        public HashSet<string>? Names { get; set; }

        public IDictionary<string, int>? Values { get; set; }

        public int Last { get; set; }
    }

    public class Views
    {
        public IReadOnlyList<int>? List { get; set; }

        public IDictionary<int, string?>? Map { get; set; }

        public IEnumerable<Named?> Items { get; set; } = new List<Named?>();
    }

    public class Slots
    {
        public Memory<int>? Memory { get; set; }

        public ReadOnlyMemory<byte>? Bytes { get; set; }

        public ArraySegment<Named?>? Segment { get; set; }

        public ReadOnlySequence<int>? Sequence { get; set; }

        public Route? Route { get; set; }

        public int Last { get; set; }
    }

    public class Shelves
    {
        public Queue<int>? Queue { get; set; }

        public Stack<string?>? Stack { get; set; }

        public SortedDictionary<string, Named?>? Sorted { get; set; }

        public ConcurrentDictionary<int, int>? Concurrent { get; set; }
    }
}
