using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Threading;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.CompilerServices;
using Kitbag.Documents;
using Kitbag.Layout;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Columns of objects that several threads write and read have the same bytes, values and errors as with one thread.</summary>
    public class ThreadTests
    {
        // One full group, which is stored by column, and a few more objects.
        private const int Copies = Groups.Capacity + 9;

        // Copies of larger values would take too much memory for a test.
        private const int LargestCopied = 100;

        private static readonly KitbagLimits s_large = new KitbagLimits { MaxAllocation = 1L << 30 };

        private static KitbagOptions WithThreads(int degree, KitbagLimits? limits = null) => new KitbagOptions
        {
            Schema = KitbagSchemaMode.Bare,
            Threads = new PoolThreads(degree, 0),
            Limits = limits ?? s_large,
        };

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Every_case_has_the_same_bytes(string name)
        {
            TestCase test = CaseData.Get(name);
            if (test.IsNullObject)
                return;
            byte[] document = test.Serialize(KitbagOptions.Bare);
            Assert.Equal(document, test.Serialize(WithThreads(2)));
            RoundTripTests.AssertEqual(test, test.Deserialize(document, WithThreads(2)));
            if (document.Length > LargestCopied)
                return;
            typeof(ThreadTests).GetMethod(nameof(CheckCopies), BindingFlags.NonPublic | BindingFlags.Static)!
                .MakeGenericMethod(test.Type)
                .Invoke(null, BindingFlags.DoNotWrapExceptions, null, new[] { test.Value, 2 + name.Length % 3 }, null);
        }

        private static void CheckCopies<T>(T value, int degree)
        {
            var codec = new ArrayCodec<T>(CodecCache<T>.Get());
            var values = new T[Copies];
            Array.Fill(values, value);
            byte[] document = DocumentWriter.ToArray(codec, values, KitbagOptions.Bare);
            Assert.Equal(document, DocumentWriter.ToArray(codec, values, WithThreads(degree)));
            T[]? read = DocumentReader.Read(document, codec, WithThreads(degree));
            Assert.Equal(Copies, read!.Length);
            byte[] written = DocumentWriter.ToArray(codec, read, KitbagOptions.Bare);
            if (document.AsSpan().SequenceEqual(written))
                return;
            // Collections without a defined order may have another one after they have been read, whatever the number of threads.
            T[]? alone = DocumentReader.Read(document, codec, WithThreads(1));
            Assert.Equal(DocumentWriter.ToArray(codec, alone, KitbagOptions.Bare), written);
        }

        private static Item? MakeItem(int i) => i % 97 == 5 ? null : new Item
        {
            Id = i,
            Name = i % 7 == 0 ? null : "item " + i % 50,
            Note = i % 30 == 0 ? "note " + i : null,
            Label = new ItemLabel { Text = "label " + i % 5, Size = i },
            Target = i % 3 == 0 ? i : null,
            Owner = i % 4 == 0 ? new ItemOwner { Id = i, Name = "owner " + i % 9 } : null,
        };

        private static Zone MakeZone(int i) => new Zone
        {
            Heights = Enumerable.Range(0, i % 5).Select(n => n * 0.5f).ToArray(),
            Items = i % 9 == 0 ? null : Enumerable.Range(i, i % 4).Select(MakeItem).ToList(),
            Flags = i % 3 == 0 ? null : Enumerable.Range(0, i % 3).ToDictionary(n => "flag " + n, n => i),
            Set = new HashSet<int> { i, i + 1 },
        };

        private static Shape MakeShape(int i) => i % 3 == 0 ? new Circle { Radius = i, Label = "circle " + i % 10 }
            : i % 3 == 1 ? new Square { Side = i } : new Cube { Depth = i % 2 == 0 ? i : null, Side = 2 };

        private static string Outcome<[KitbagRoot] T>(byte[] document, KitbagOptions options)
        {
            try
            {
                T? value = KitbagSerializer.Deserialize<T>(document, options);
                return Sha256.First64Bits(KitbagSerializer.Serialize(value, KitbagOptions.Bare)).ToString(CultureInfo.InvariantCulture);
            }
            catch (KitbagException e)
            {
                // The message contains the rest of the budget, which depends on the progress of other threads.
                return e.Reason == KitbagErrorReason.LimitExceeded ? e.Reason.ToString() : e.Message;
            }
        }

        private static void CompareDamaged<[KitbagRoot] T>(T value, int changes, int seed)
        {
            var random = new Random(seed);
            byte[] document = KitbagSerializer.Serialize(value, KitbagOptions.Bare);
            var outcomes = new HashSet<string>();
            for (int i = 0; i < changes; i++)
            {
                byte[] damaged = i % 4 == 0 ? document.AsSpan(0, random.Next(document.Length)).ToArray() : (byte[])document.Clone();
                for (int n = i % 4; n > 0; n--)
                    damaged[random.Next(damaged.Length)] ^= (byte)(1 << random.Next(8));
                string alone = Outcome<T>(damaged, KitbagOptions.Bare);
                Assert.Equal(alone, Outcome<T>(damaged, WithThreads(2 + i % 3)));
                outcomes.Add(alone);
            }
            Assert.InRange(outcomes.Count, changes / 4, changes);
        }

        [Fact]
        public void Damaged_documents_fail_as_with_one_thread()
        {
            CompareDamaged(Enumerable.Range(0, 3 * Groups.Capacity).Select(MakeItem).ToList(), 40, 1);
            CompareDamaged(Enumerable.Range(0, 2 * Groups.Capacity).Select(MakeZone).ToArray(), 20, 2);
            CompareDamaged(Enumerable.Range(0, 3 * Groups.Capacity).Select(MakeShape).ToArray(), 24, 3);
        }

        [Fact]
        public void Lists_in_lists_are_one_column()
        {
            List<List<Item?>?> lists = Enumerable.Range(0, 50)
                .Select(i => i % 6 == 0 ? null : Enumerable.Range(i, i * 17).Select(MakeItem).ToList()).ToList();
            byte[] document = KitbagSerializer.Serialize(lists, KitbagOptions.Default);
            Assert.Equal(document, KitbagSerializer.Serialize(lists, new KitbagOptions { Threads = new PoolThreads(3, 0) }));
            var output = new RoundTripTests.ChunkedWriter();
            KitbagSerializer.Serialize(output, lists, new KitbagOptions { Threads = new PoolThreads(3, 0) });
            Assert.Equal(document, output.ToArray());
            Assert.Null(DeepComparer.Difference(lists, KitbagSerializer.Deserialize<List<List<Item?>?>>(document, WithHeader(2))));
        }

        private static KitbagOptions WithHeader(int degree) => new KitbagOptions { Threads = new PoolThreads(degree, 0) };

        [Fact]
        public void Documents_of_another_schema_are_read()
        {
            byte[] document = KitbagSerializer.Serialize(Enumerable.Range(0, 3 * Groups.Capacity).Select(MakeItem).ToList());
            Assert.Equal(KitbagSerializer.Serialize(KitbagSerializer.Deserialize<List<LesserItem?>>(document)),
                KitbagSerializer.Serialize(KitbagSerializer.Deserialize<List<LesserItem?>>(document, WithHeader(3))));
        }

        [Fact]
        public void The_budget_is_that_of_all_threads()
        {
            List<Item?> items = Enumerable.Range(0, 4 * Groups.Capacity).Select(MakeItem).ToList();
            byte[] document = KitbagSerializer.Serialize(items, KitbagOptions.Bare);
            long low = 0, high = 64 << 20;
            while (high - low > 10_000)
            {
                long middle = (low + high) / 2;
                if (Fits(document, new KitbagOptions { Schema = KitbagSchemaMode.Bare, Limits = Within(middle) }))
                    high = middle;
                else
                    low = middle;
            }
            // Each thread rents memory for a group.
            Assert.False(Fits(document, WithThreads(2, Within(low - 10_000))));
            Assert.True(Fits(document, WithThreads(4, Within(high + (8 << 20)))));
        }

        private static KitbagLimits Within(long bytes) => new KitbagLimits { MaxAllocation = bytes };

        private static bool Fits(byte[] document, KitbagOptions options)
        {
            try
            {
                KitbagSerializer.Deserialize<List<Item?>>(document, options);
                return true;
            }
            catch (KitbagException e)
            {
                Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
                Assert.Contains("MaxAllocation", e.Message);
                return false;
            }
        }

        private static HashSet<long> Colliding() => Enumerable.Range(1, 1000).Select(k => k * 0x100000001L).ToHashSet(new ById());

        [Fact]
        public void Comparisons_of_keys_are_counted_together()
        {
            // Each set uses an eighth of the limit.
            var sets = new List<KeySet>();
            for (int i = 0; i < 3 * Groups.Capacity; i++)
                sets.Add(new KeySet { Keys = i % 1000 == 0 ? Colliding() : null });
            byte[] document = KitbagSerializer.Serialize(sets, KitbagOptions.Bare);
            var limits = new KitbagLimits { MaxKeyComparisons = 4_000_000 };
            foreach (KitbagOptions options in new[] { new KitbagOptions { Schema = KitbagSchemaMode.Bare, Limits = limits },
                WithThreads(4, limits) })
            {
                var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<List<KeySet>>(document, options));
                Assert.Contains("MaxKeyComparisons", e.Message);
            }
        }

        [Fact]
        public void The_first_of_several_failures_counts()
        {
            Choosy.Refused = int.MaxValue;
            List<Choosy> values = Enumerable.Range(0, 5 * Groups.Capacity).Select(i => new Choosy { Id = i }).ToList();
            byte[] document = KitbagSerializer.Serialize(values, KitbagOptions.Bare);
            for (int refused = 10; refused < values.Count; refused += 5999)
            {
                Choosy.Refused = refused;
                string message = Assert.Throws<KitbagException>(() =>
                    KitbagSerializer.Deserialize<List<Choosy>>(document, KitbagOptions.Bare)).Message;
                for (int degree = 2; degree <= 4; degree++)
                {
                    var e = Assert.Throws<KitbagException>(() =>
                        KitbagSerializer.Deserialize<List<Choosy>>(document, WithThreads(degree)));
                    Assert.Equal(KitbagErrorReason.Refused, e.Reason);
                    Assert.IsType<FormatException>(e.InnerException);
                    Assert.Equal(message, e.Message);
                    // Getters throw as they do with one thread.
                    Assert.Throws<FormatException>(() => KitbagSerializer.Serialize(values, WithThreads(degree)));
                }
                // After a failure, all is as before.
                Choosy.Refused = int.MaxValue;
                Assert.Equal(values.Count, KitbagSerializer.Deserialize<List<Choosy>>(document, WithThreads(4))!.Count);
                Assert.Equal(document, KitbagSerializer.Serialize(values, WithThreads(4)));
            }
        }

        [Fact]
        public void A_later_failure_that_comes_sooner_does_not_count()
        {
            // The thread pool creates threads at once up to this minimum; beyond it, only slowly on a busy machine.
            ThreadPool.GetMinThreads(out int threads, out int ports);
            ThreadPool.SetMinThreads(Math.Max(threads, 16), ports);
            List<Awaiting> values = Enumerable.Range(0, 2 * Groups.Capacity).Select(i => new Awaiting { Id = i }).ToList();
            byte[] document = KitbagSerializer.Serialize(values, KitbagOptions.Bare);
            Awaiting.Fails = true;
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<List<Awaiting>>(document, WithThreads(2)));
            Awaiting.Fails = false;
            // If no other thread started in time, the caller was the only one to fail.
            Assert.Equal("Number 7", e.InnerException!.Message);
        }

        [Fact]
        public void Few_objects_are_left_to_the_caller()
        {
            List<Watcher> values = Enumerable.Range(0, CallThreads.FewestObjects - 1).Select(i => new Watcher { Id = i }).ToList();
            var options = new KitbagOptions { MaxDegreeOfParallelism = 4 };
            Watcher.Others = 0;
            Watcher.Caller = Environment.CurrentManagedThreadId;
            KitbagSerializer.Deserialize<List<Watcher>>(KitbagSerializer.Serialize(values, options), options);
            Assert.Equal(0, Watcher.Others);
        }

        [Fact]
        public void Numbers_of_threads()
        {
            Assert.Equal(1, KitbagOptions.Default.MaxDegreeOfParallelism);
            Assert.Equal(3, new KitbagOptions { MaxDegreeOfParallelism = 3 }.MaxDegreeOfParallelism);
            Assert.Throws<ArgumentOutOfRangeException>(() => new KitbagOptions { MaxDegreeOfParallelism = 0 });
        }

        // Types of this project, because those of the list of cases have their codecs in the other assembly.
        public class Item
        {
            public int Id { get; set; }
            public string? Name { get; set; }
            public int Count { get; set; } = 1;
            public float Durability { get; set; }
            public string? Note { get; set; }
            public ItemLabel Label { get; set; }
            public ItemLabel? Extra { get; set; }
            public int? Target { get; set; }
            public DateTime? When { get; set; }
            public ItemOwner? Owner { get; set; }
        }

        public struct ItemLabel
        {
            public string? Text { get; set; }
            public int Size { get; set; }
        }

        public class ItemOwner
        {
            public int Id { get; set; }
            public string? Name { get; set; }
        }

        public class Zone
        {
            public float[]? Heights { get; set; }
            public List<Item?>? Items { get; set; }
            public Dictionary<string, int>? Flags { get; set; }
            public HashSet<int>? Set { get; set; }
        }

        public abstract class Shape
        {
            public string? Label { get; set; }
        }

        public class Circle : Shape
        {
            public double Radius { get; set; }
        }

        public class Square : Shape
        {
            public int Side { get; set; } = 1;
        }

        public sealed class Cube : Square
        {
            public int? Depth { get; set; }
        }

        public class LesserItem
        {
            public string? Note { get; set; }
            public long Id { get; set; }
            public int Added { get; set; } = 5;
        }

        public class KeySet
        {
            public HashSet<long>? Keys { get; set; }
        }

        private sealed class ById : IEqualityComparer<long>
        {
            public bool Equals(long x, long y) => x == y;

            public int GetHashCode(long key) => (int)key;
        }

        public class Choosy
        {
            private int _id;

            public static volatile int Refused;

            public int Id
            {
                get => _id >= Refused ? throw new FormatException("Number " + _id) : _id;
                set => _id = value >= Refused ? throw new FormatException("Number " + value) : value;
            }
        }

        /// <summary>An object of the first group fails after one of the second group has failed on another thread.</summary>
        public class Awaiting
        {
            private int _id;

            public static volatile bool Fails, HasFailed;

            public int Id
            {
                get => _id;
                set
                {
                    _id = value;
                    if (!Fails || value % Groups.Capacity != 7)
                        return;
                    if (value == 7)
                        SpinWait.SpinUntil(() => HasFailed, 10_000);
                    else
                        HasFailed = true;
                    throw new FormatException("Number " + value);
                }
            }
        }

        public class Watcher
        {
            private int _id;

            public static int Others, Caller;

            public int Id
            {
                get => _id;
                set
                {
                    _id = value;
                    if (Environment.CurrentManagedThreadId != Caller)
                        Interlocked.Increment(ref Others);
                }
            }
        }
    }
}
