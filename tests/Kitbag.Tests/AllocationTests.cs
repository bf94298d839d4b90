using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Globalization;
using System.Linq;
using System.Numerics;
using System.Text;
using Kitbag.Codecs;
using Kitbag.CompilerServices;
using Kitbag.Documents;
using Kitbag.Schema;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Reading stays within KitbagLimits.MaxAllocation, whatever a document describes.</summary>
    public class AllocationTests
    {
        // The exception, its texts and what the runtime allocates to find its handlers.
        private const int Exceptions = 128 * 1024;

        private static KitbagOptions Within(long bytes) =>
            new KitbagOptions { Schema = KitbagSchemaMode.Bare, Limits = new KitbagLimits { MaxAllocation = bytes } };

        private static long Allocated(Action read)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            try
            {
                read();
            }
            catch (KitbagException)
            {
            }
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }

        // Reads documents of the codec's collections with a small budget, and reports allocations beyond it.
        private static void Try(Codec codec, string name, long budget, List<string> failures)
        {
            var boxed = new BoxedCodec(codec);
            foreach ((bool members, int elements, string text) in new[] { (false, 0, "a"), (true, 0, new string('a', 3000)),
                (true, 1, "1.2.3"), (true, 1, "en"), (true, 2, new string('1', 300)) })
            {
                var columns = new HostileColumns(members, elements, text);
                Allocated(() => DocumentReader.Read(columns.Root(codec.Schema, 9), boxed, KitbagOptions.Bare));
                foreach (int count in new[] { 1_000, 12_000, 60_000, 1_000_000 })
                {
                    byte[] document = columns.Root(codec.Schema, count);
                    if (document.Length > budget / 4)
                        break;
                    KitbagOptions options = Within(budget);
                    long allocated = Allocated(() => DocumentReader.Read(document, boxed, options));
                    if (allocated > budget * 1.25 + Exceptions)
                        failures.Add(name + ": " + allocated.ToString("N0", CultureInfo.InvariantCulture) + " bytes of " + count + " ("
                            + members + ", " + elements + ", " + text.Length + "), document of " + document.Length);
                }
            }
        }

        public static TheoryData<string> AllCases()
        {
            var data = new TheoryData<string>();
            foreach (string name in Cases.All.Where(c => !c.AllocatesByItself).GroupBy(c => c.Type).Select(g => g.First().Name))
                data.Add(name);
            return data;
        }

        [Theory]
        [MemberData(nameof(AllCases))]
        public void Each_case(string name)
        {
            TestCase test = Cases.All.First(c => c.Name == name);
            Codec codec = CodecRegistry.Find(test.Type);
            var failures = new List<string>();
            if (codec.Schema.Kind is SchemaKind.Sequence or SchemaKind.Map)
                Try(codec, name, 1 << 20, failures);
            var list = (Codec)Activator.CreateInstance(typeof(ListCodec<>).MakeGenericType(test.Type), codec)!;
            Try(list, "List of " + name, 1 << 20, failures);
            Assert.True(failures.Count == 0, string.Join("\n", failures));
        }

        public static TheoryData<Codec> Collections()
        {
            HalfCodec half = HalfCodec.Instance;
            Int32Codec number = Int32Codec.Instance;
            DoubleCodec real = DoubleCodec.Instance;
            ByteCodec bytes = ByteCodec.Instance;
            StringCodec text = StringCodec.Instance;
            Codec<Guid> guid = GuidCodec.Instance;
            Codec<object?> any = AnyValueCodec.Instance!;
            return new TheoryData<Codec>
            {
                new ArrayCodec<Half>(half), new ListCodec<Half>(half), new LinkedListCodec<Half>(half), new LinkedListCodec<byte>(bytes),
                    new LinkedListCodec<double>(real), new LinkedListCodec<Guid>(guid),
                new QueueCodec<Half>(half), new StackCodec<Half>(half), new PlainCollectionCodec<Half>(half),
                    new ReadOnlyCollectionCodec<Half>(half),
                new ObservableCollectionCodec<Half>(half), new ReadOnlyObservableCollectionCodec<Half>(half),
                new ConcurrentQueueCodec<Half>(half), new ConcurrentQueueCodec<double>(real), new ConcurrentStackCodec<Half>(half),
                    new ConcurrentStackCodec<Guid>(guid), new ConcurrentBagCodec<Half>(half), new ConcurrentBagCodec<double>(real),
                new SortedSetCodec<int>(number), new HashSetCodec<int>(number), new FrozenSetCodec<int>(number),
                    new FrozenSetCodec<string?>(text), new SetInterfaceCodec<int>(number), new ReadOnlySetInterfaceCodec<int>(number),
                new ImmutableArrayCodec<Half>(half), new ImmutableListCodec<Half>(half), new ImmutableListCodec<double>(real),
                    new ImmutableListInterfaceCodec<Half>(half),
                new ImmutableQueueCodec<Half>(half), new ImmutableQueueInterfaceCodec<Half>(half), new ImmutableStackCodec<Half>(half),
                    new ImmutableStackInterfaceCodec<Half>(half),
                new ImmutableHashSetCodec<int>(number), new ImmutableSetInterfaceCodec<int>(number),
                    new ImmutableSortedSetCodec<int>(number),
                new DictionaryCodec<int, int>(number, number), new DictionaryInterfaceCodec<int, int>(number, number),
                    new ReadOnlyDictionaryInterfaceCodec<int, int>(number, number), new ReadOnlyDictionaryCodec<int, int>(number, number),
                new ConcurrentDictionaryCodec<int, int>(number, number), new SortedDictionaryCodec<int, int>(number, number),
                    new SortedListCodec<int, int>(number, number), new FrozenDictionaryCodec<int, int>(number, number),
                new ImmutableDictionaryCodec<int, int>(number, number), new ImmutableDictionaryInterfaceCodec<int, int>(number, number),
                    new ImmutableSortedDictionaryCodec<int, int>(number, number),
                new LookupCodec<int, int>(number, number), new LookupCodec<int, double>(number, real),
                    new PriorityQueueCodec<int, Half>(number, half), BitArrayCodec.Instance,
                new MemoryCodec<Half>(half), new ReadOnlyMemoryCodec<Half>(half), new ArraySegmentCodec<Half>(half),
                    new ReadOnlySequenceCodec<Half>(half),
                new ListInterfaceCodec<Half>(half), new EnumerableInterfaceCodec<Half>(half), new CollectionInterfaceCodec<Half>(half),
                    new ReadOnlyListInterfaceCodec<Half>(half), new ReadOnlyCollectionInterfaceCodec<Half>(half),
                new ListCodec<int[,]>(new Array2Codec<int>(number)), new ListCodec<Lazy<int>>(new LazyCodec<int>(number)),
                    new ListCodec<StringBuilder>(StringBuilderCodec.Instance), new ListCodec<Uri>(UriCodec.Instance),
                new ListCodec<BigInteger>(BigIntegerCodec.Instance), new ListCodec<Version>(VersionCodec.Instance),
                    new ListCodec<string?>(text),
                new ArrayListCodec(any), new NonGenericQueueCodec(any), new NonGenericStackCodec(any), new HashtableCodec(any!, any),
                    new HybridDictionaryCodec(any!, any), new OrderedDictionaryCodec(any!, any), new NonGenericSortedListCodec(any!, any),
                    new NonGenericListInterfaceCodec(any), new NonGenericCollectionInterfaceCodec(any),
                    new NonGenericEnumerableInterfaceCodec(any), new NonGenericDictionaryInterfaceCodec(any!, any),
                    StringCollectionCodec.Instance, NameValueCollectionCodec.Instance,
            };
        }

        [Theory]
        [MemberData(nameof(Collections))]
        public void Each_collection(Codec codec)
        {
            var failures = new List<string>();
            Try(codec, codec.Type.ToString(), 1 << 20, failures);
            Try(codec, codec.Type.ToString(), 16 << 20, failures);
            var list = (Codec)Activator.CreateInstance(typeof(ListCodec<>).MakeGenericType(codec.Type), codec)!;
            Try(list, "List of " + codec.Type, 1 << 20, failures);
            Assert.True(failures.Count == 0, string.Join("\n", failures));
        }

        [Fact]
        public void Eight_bytes_cannot_allocate_a_gigabyte()
        {
            byte[] document = Convert.FromHexString("030124F40001003C");
            long allocated = Allocated(() => KitbagSerializer.Deserialize<ImmutableQueue<Half>>(document, KitbagOptions.Bare));
            Assert.InRange(allocated, 0, 64 << 20);
            Assert.Equal(KitbagErrorReason.LimitExceeded,
                Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Deserialize<ImmutableQueue<Half>>(document, KitbagOptions.Bare)).Reason);
        }

        [Fact]
        public void A_failed_read_allocates_no_more_than_a_successful_one()
        {
            // A truncated string?[] of 25 million: read once, and a second time to find the path.
            byte[] document = Convert.FromHexString("0301004000018755");
            long allocated = Allocated(() => KitbagSerializer.Deserialize<string?[]>(document, KitbagOptions.Bare));
            Assert.InRange(allocated, 0, 80 << 20);
        }

        [Fact]
        public void Populate_reads_twice_within_one_budget()
        {
            byte[] document = KitbagSerializer.Serialize(new int[20_000], KitbagOptions.Bare);
            Assert.Equal(20_000, KitbagSerializer.Deserialize<List<int>>(document, Within(100_000)).Count);
            var target = new List<int> { 1 };
            Assert.Equal(KitbagErrorReason.LimitExceeded,
                Assert.Throws<KitbagException>(() => KitbagSerializer.Populate(document, target, Within(100_000))).Reason);
            Assert.Equal(new[] { 1 }, target);
            KitbagSerializer.Populate(document, target, Within(200_000));
            Assert.Equal(20_000, target.Count);
        }

        // Both passes use the scratch memory of the thread: a second piece of it would take 132 KB.
        [Fact]
        public void Populate_allocates_no_memory_of_its_own()
        {
            byte[] document = KitbagSerializer.Serialize(new Dictionary<string, string> { ["a"] = "b" });
            var target = new Dictionary<string, string>();
            KitbagSerializer.Populate(document, target);
            Assert.InRange(Allocated(() => KitbagSerializer.Populate(document, target)), 0, 8 << 10);
        }

        [Fact]
        public void A_string_that_several_values_share_is_charged_for_each()
        {
            var s = new HostileColumns(true, 1, new string('a', 20_000));
            var list = new ListCodec<Tag>(TagCodec.Instance);
            byte[] document = s.Root(list.Schema, 50_000);
            Assert.InRange(document.Length, 0, 25_000);
            Assert.InRange(Allocated(() => DocumentReader.Read(document, list, Within(16 << 20))), 0, 20 << 20);
            var prices = new ListCodec<Price>(PriceCodec.Instance);
            var e = Assert.Throws<KitbagException>(() => DocumentReader.Read(s.Root(prices.Schema, 50_000), prices, Within(16 << 20)));
            Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
        }

        private sealed class Tag
        {
            public Tag(string text) => Text = text.ToUpperInvariant();

            public string Text { get; }
        }

        private sealed class TagCodec : SurrogateCodec<Tag, string>
        {
            public static readonly TagCodec Instance = new TagCodec();

            private TagCodec()
                : base(StringCodec.Instance!)
            {
            }

            protected override string ToSurrogate(Tag value) => value.Text;

            protected override Tag FromSurrogate(string surrogate) => new Tag(surrogate);
        }

        private struct Price
        {
            public int Length;
        }

        private sealed class PriceCodec : SurrogateCodec<Price, string>
        {
            public static readonly PriceCodec Instance = new PriceCodec();

            private PriceCodec()
                : base(StringCodec.Instance!)
            {
            }

            protected override string ToSurrogate(Price value) => "";

            protected override Price FromSurrogate(string surrogate) => new Price { Length = surrogate.Length };
        }
    }
}
