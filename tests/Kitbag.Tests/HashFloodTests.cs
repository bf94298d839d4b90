using System;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Linq;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Keys that were chosen so that their hash codes collide are refused; keys of real programs are not.</summary>
    public class HashFloodTests
    {
        private static readonly KitbagOptions s_trusting =
            new KitbagOptions { Schema = KitbagSchemaMode.Bare, Limits = new KitbagLimits { MaxKeyComparisons = long.MaxValue } };

        private static void Refused(Action read)
        {
            var e = Assert.Throws<KitbagException>(read);
            Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
            Assert.Contains("MaxKeyComparisons", e.Message);
        }

        private static byte[] Bare<[KitbagRoot] T>(T value) => KitbagSerializer.Serialize(value, KitbagOptions.Bare);

        private static void SetRefused<[KitbagRoot] TSet>(byte[] keys) =>
            Refused(() => KitbagSerializer.Deserialize<TSet>(keys, KitbagOptions.Bare));

        // The low and the high half of each key are equal, so that its hash code is 0.
        private static long[] Colliding(int count) => Enumerable.Range(1, count).Select(k => k * 0x100000001L).ToArray();

        [Fact]
        public void Sets_of_keys_with_one_hash_code()
        {
            byte[] keys = Bare(Colliding(262_144));
            Assert.InRange(keys.Length, 0, 20_000);
            SetRefused<HashSet<long>>(keys);
            SetRefused<ISet<long>>(keys);
            SetRefused<IReadOnlySet<long>>(keys);
            SetRefused<FrozenSet<long>>(keys);
            SetRefused<ImmutableHashSet<long>>(keys);
            SetRefused<IImmutableSet<long>>(keys);
            SetRefused<HashSet<TimeSpan>>(Bare(Colliding(262_144).Select(k => new TimeSpan(k)).ToArray()));
            SetRefused<HashSet<ulong>>(Bare(Colliding(262_144).Select(k => (ulong)k).ToArray()));
            SetRefused<HashSet<Guid>>(Bare(Enumerable.Range(1,
                60_000).Select(k => new Guid(k, 0, 0, 0, 0, 0, 0, (byte)k, (byte)(k >> 8), (byte)(k >> 16), (byte)(k >> 24))).ToArray()));
            SetRefused<OwnSet>(keys);
        }

        [Fact]
        public void Maps_of_keys_with_one_hash_code()
        {
            byte[] map = Bare(new SortedDictionary<long, int>(Colliding(65_536).ToDictionary(k => k, k => 0, new ById())));
            SetRefused<Dictionary<long, int>>(map);
            SetRefused<IDictionary<long, int>>(map);
            SetRefused<IReadOnlyDictionary<long, int>>(map);
            SetRefused<ReadOnlyDictionary<long, int>>(map);
            SetRefused<ConcurrentDictionary<long, int>>(map);
            SetRefused<FrozenDictionary<long, int>>(map);
            SetRefused<ImmutableDictionary<long, int>>(map);
            SetRefused<IImmutableDictionary<long, int>>(map);
            SetRefused<OwnMap>(map);
            byte[] lookup = Bare(new SortedDictionary<long, int[]?>(Colliding(65_536).ToDictionary(k => k, k => (int[]?)null, new ById())));
            SetRefused<ILookup<long, int>>(lookup);
        }

        [Fact]
        public void Multiples_of_the_number_of_buckets()
        {
            int prime = new HashSet<int>(30_000).EnsureCapacity(0);
            byte[] keys = Bare(Enumerable.Range(0, 30_000).Select(k => k * prime).ToArray());
            SetRefused<HashSet<int>>(keys);
            SetRefused<OwnSetOfInt>(Bare(Enumerable.Range(0, 27_000).Select(k => k * 36_353).ToArray()));
            SetRefused<ConcurrentDictionary<int,
                int>>(Bare(new SortedDictionary<int, int>(Enumerable.Range(0, 27_000).ToDictionary(k => k * 36_353, k => 0))));
            SetRefused<ILookup<int, int>>(Bare(new SortedDictionary<int,
                int[]?>(Enumerable.Range(0, 30_000).ToDictionary(k => k * 0x7FFF, k => (int[]?)null))));
        }

        [Fact]
        public void Some_of_the_keys_are_enough()
        {
            long[] keys = Enumerable.Range(0, 400_000).Select(k => (long)k).ToArray();
            Colliding(20_000).CopyTo(keys, 100_000);
            SetRefused<HashSet<long>>(Bare(keys));
        }

        [Fact]
        public void Many_sets_have_one_limit()
        {
            long[] keys = Colliding(8_000);
            byte[] sets = Bare(Enumerable.Range(0, 20).Select(_ => keys).ToArray());
            SetRefused<HashSet<long>[]>(sets);
            Assert.Equal(20, KitbagSerializer.Deserialize<HashSet<long>[]>(sets, s_trusting).Length);
        }

        [Fact]
        public void Structs_that_are_compared_by_reflection()
        {
            byte[] keys = Bare(Enumerable.Range(0, 20_480).Select(i => new Slow { A = "a", B = i }).ToArray());
            SetRefused<HashSet<Slow>>(keys);
            // With few distinct first fields such structs are slow in any program; sets that take a tenth of a second are read.
            Slow[] some = Enumerable.Range(0, 20_000).Select(i => new Slow { A = "a" + i % 100, B = i }).ToArray();
            Assert.Equal(20_000, KitbagSerializer.Deserialize<HashSet<Slow>>(Bare(some), KitbagOptions.Bare).Count);
        }

        [Fact]
        public void Json()
        {
            string keys = "[" + string.Join(",", Colliding(40_000)) + "]";
            Refused(() => KitbagJson.Deserialize<HashSet<long>>(keys));
            Refused(() => KitbagJson.Deserialize<Dictionary<long, int>>("{"
                + string.Join(",", Colliding(40_000).Select(k => "\"" + k + "\":0")) + "}"));
        }

        [Fact]
        public void Limit_can_be_raised_and_lowered()
        {
            byte[] keys = Bare(Colliding(2_000));
            Assert.Equal(2_000, KitbagSerializer.Deserialize<HashSet<long>>(keys, KitbagOptions.Bare).Count);
            var strict = new KitbagOptions { Schema = KitbagSchemaMode.Bare, Limits = new KitbagLimits { MaxKeyComparisons = 100_000 } };
            Refused(() => KitbagSerializer.Deserialize<HashSet<long>>(keys, strict));
            Assert.Equal(20_000, KitbagSerializer.Deserialize<HashSet<long>>(Bare(Colliding(20_000)), s_trusting).Count);
            string json = "[" + string.Join(",", Colliding(2_000)) + "]";
            Refused(() => KitbagJson.Deserialize<HashSet<long>>(json, new KitbagJsonOptions { MaxKeyComparisons = 100_000 }));
        }

        private static void Read<[KitbagRoot] T>(IEnumerable<T> keys)
            where T : notnull
        {
            T[] array = keys.ToArray();
            var strict = new KitbagOptions
            {
                Schema = KitbagSchemaMode.Bare,
                Limits = new KitbagLimits { MaxKeyComparisons = 1_000_000, MaxAllocation = 1L << 30 }
            };
            byte[] document = Bare(array);
            Assert.Equal(array.Length, KitbagSerializer.Deserialize<HashSet<T>>(document, strict).Count);
            Assert.Equal(array.Length, KitbagSerializer.Deserialize<ImmutableHashSet<T>>(document, strict).Count);
            byte[] map = Bare(array.ToDictionary(k => k, k => 1));
            Assert.Equal(array.Length, KitbagSerializer.Deserialize<ConcurrentDictionary<T, int>>(map, strict).Count);
        }

        [Fact]
        public void Keys_that_programs_have_are_read_at_far_less_than_the_limit()
        {
            const int Count = 100_000;
            var random = new Random(5);
            Read(Enumerable.Range(0, Count));
            Read(Enumerable.Range(0, Count).Select(i => i * 1000));
            Read(Enumerable.Range(0, Count).Select(i => i << 12));
            Read(Enumerable.Range(0, Count).Select(i => (long)i << 32));
            Read(Enumerable.Range(0, Count).Select(_ => random.NextInt64()).Distinct());
            Read(Enumerable.Range(0, Count).Select(i => (double)i));
            Read(Enumerable.Range(0, Count).Select(i => new DateTime(2020, 1, 1).AddMinutes(i)));
            Read(Enumerable.Range(0, Count).Select(_ => Guid.NewGuid()));
            Read(Enumerable.Range(0, 300).SelectMany(x => Enumerable.Range(0, 300).Select(y => (x - 150, y - 150))));
            Read(Enumerable.Range(0, Count).Select(i => "k" + i));
        }

        [Fact]
        public void Grid_of_packed_coordinates()
        {
            // The hash code of such a long is x ^ y, so that such sets are slow in any program.
            long[] keys = Enumerable.Range(0, 600).SelectMany(x => Enumerable.Range(0, 600).Select(y => (long)x << 32 | (uint)y)).ToArray();
            Assert.Equal(keys.Length, KitbagSerializer.Deserialize<HashSet<long>>(Bare(keys), KitbagOptions.Bare).Count);
        }

        [Fact]
        public void Populate_does_not_go_through_smaller_tables()
        {
            // A growing dictionary reaches 75,431 buckets; one that is created for this number of keys does not.
            const int Count = 28_000;
            byte[] map = Bare(new SortedDictionary<int, int>(Enumerable.Range(0, Count).ToDictionary(k => k * 75_431, k => 0)));
            var target = new Dictionary<int, int>();
            KitbagSerializer.Populate(map, target, KitbagOptions.Bare);
            Assert.Equal(Count, target.Count);
            // The dictionary had its final size before the first key was added.
            Assert.Equal(new Dictionary<int, int>(Count).EnsureCapacity(0), target.EnsureCapacity(0));
        }

        public struct Slow
        {
            public string? A { get; set; }

            public int B { get; set; }
        }

        public sealed class OwnSet : HashSet<long>
        {
        }

        public sealed class OwnSetOfInt : HashSet<int>
        {
        }

        public sealed class OwnMap : Dictionary<long, int>
        {
        }

        private sealed class ById : IEqualityComparer<long>
        {
            public bool Equals(long x, long y) => x == y;

            public int GetHashCode(long obj) => (int)obj;
        }
    }
}
