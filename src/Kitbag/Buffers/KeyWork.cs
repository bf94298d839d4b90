using System;
using System.Buffers;
using System.Collections.Generic;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Threading;

namespace Kitbag.Buffers
{
    /// <summary>
    /// Bounds the comparisons of keys that building sets and maps by hash takes. Keys whose hash codes fall together make that quadratic,
    /// and a few bytes can describe many of them; so keys are looked at, before they are added, by how many fall into one bucket.
    /// </summary>
    internal sealed partial class KeyWork
    {
        /// <summary>
        /// Collections of at most so many keys are not looked at: each key is compared with few others whatever they are.
        /// </summary>
        public const int Few = 16;

        // Of large collections, one key of so many is looked at first; what that may overlook is a few comparisons a key.
        private const int Stretch = 64, FewestSampled = 512;

        // Equals of a struct that does not say itself what is equal goes through reflection and boxes.
        private const int SlowComparison = 32;

        private const int MostBits = 22;

        /// <summary>For collections of few keys, of which nothing is counted.</summary>
        public static readonly KeyWork None = new KeyWork();

        private static readonly uint s_seed = (uint)Guid.NewGuid().GetHashCode();

        // Several threads may count together.
        private long _most = KitbagLimits.DefaultKeyComparisons, _counted, _assumed;
        private string _limit = "";
        private uint _random = s_seed;

        /// <summary>Starts to count anew.</summary>
        public void Reset() => _counted = _assumed = 0;

        /// <summary>Sets how many comparisons are allowed, and the name of the limit that says so.</summary>
        public KeyWork Within(long most, string limit)
        {
            _most = most;
            _limit = limit;
            return this;
        }

        /// <summary>Counts what it takes to add keys to an empty hash table.</summary>
        /// <param name="keys">The keys.</param>
        /// <param name="comparer">Their comparer; null for the default one.</param>
        /// <param name="buckets">How many buckets the table has; 0 where it is ordered by the hash codes themselves.</param>
        /// <param name="cost">What it costs to pass over a key of the same bucket, where it is more than in a chain.</param>
        /// <exception cref="KitbagException">It takes more comparisons than are allowed.</exception>
        public void Count<T>(ReadOnlySpan<T> keys, IEqualityComparer<T>? comparer, int buckets, int cost = 1)
        {
            if (keys.Length > Few && !(TextHashesAreRandom && typeof(T) == typeof(string)))
                Look(keys, comparer, (uint)buckets, IsComparedSlowly<T>() ? cost * SlowComparison : cost);
        }

        /// <summary>Counts what it takes to add keys to a hash table that grows while they are added.</summary>
        /// <param name="keys">The keys.</param>
        /// <param name="comparer">Their comparer; null for the default one.</param>
        /// <param name="sizes">The numbers of buckets that it grows through.</param>
        public void CountGrowing<T>(ReadOnlySpan<T> keys, IEqualityComparer<T>? comparer, ReadOnlySpan<int> sizes)
        {
            // Those that hold fewer keys than this cannot make much work.
            const int Small = 4096;
            Count(keys, comparer, 0);
            foreach (int size in sizes)
            {
                if (size >= Small && size <= keys.Length * 3L)
                    Count(keys.Slice(0, Math.Min(keys.Length, size)), comparer, size);
            }
        }

        private void Look<T>(ReadOnlySpan<T> keys, IEqualityComparer<T>? comparer, uint buckets, int cost)
        {
            // What is little even at worst is taken to be so, up to an eighth of all: most documents have no more, and nothing to look for.
            double worst = 0.5 * keys.Length * keys.Length * cost;
            if (worst <= (_most >> 3) - Interlocked.Read(ref _assumed))
            {
                Interlocked.Add(ref _assumed, (long)worst);
                return;
            }
            comparer ??= EqualityComparer<T>.Default;
            int sampled = Math.Max(FewestSampled, keys.Length / Stretch);
            if (sampled < keys.Length && Pairs(keys, comparer, buckets, sampled) <= 8 + sampled / 16.0)
                return;
            // Only of keys that fall together are all looked at.
            double work = Pairs(keys, comparer, buckets, keys.Length) * cost;
            if (work <= keys.Length * 4.0 * cost)
                return;
            if (work > _most - Interlocked.Read(ref _counted))
                Throw();
            Interlocked.Add(ref _counted, (long)work);
        }

        // How many pairs of some of the keys fall into the same bucket, less those that fall together only in the table that counts them.
        private double Pairs<T>(ReadOnlySpan<T> keys, IEqualityComparer<T> comparer, uint buckets, int sampled)
        {
            int bits = 8;
            while (bits < MostBits && 1 << bits < (sampled < keys.Length ? 16L : 4L) * sampled)
                bits++;
            bool isExact = buckets != 0 && buckets <= 1u << bits;
            byte[] rented = ArrayPool<byte>.Shared.Rent(sizeof(int) << bits);
            try
            {
                Span<int> counts = MemoryMarshal.Cast<byte, int>(rented.AsSpan(0, sizeof(int) << bits));
                counts.Clear();
                uint stretch = (uint)(keys.Length / sampled), random = _random;
                long pairs = 0;
                for (int i = 0; i < sampled; i++)
                {
                    random = random * 1664525 + 1013904223;
                    T key = keys[(int)((uint)i * stretch + (uint)(((ulong)random * stretch) >> 32))];
                    uint bucket = key is null ? 0 : (uint)comparer.GetHashCode(key) & HashBits;
                    if (buckets != 0)
                        bucket %= buckets;
                    if (!isExact)
                        bucket = (uint)((bucket * 0x9E3779B97F4A7C15UL) >> (64 - bits));
                    pairs += counts[(int)bucket]++;
                }
                _random = random;
                double chance = 0.5 * sampled * sampled / (isExact ? buckets : 1L << bits);
                return pairs - chance;
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(rented);
            }
        }

        private static bool IsComparedSlowly<T>() => typeof(T).IsValueType && !typeof(T).IsEnum && default(T) is not IEquatable<T>;

        private void Throw() => throw new KitbagException(
            KitbagErrorReason.LimitExceeded,
            "The keys of sets and maps have hash codes that fall together: to tell them apart takes more than the "
                + _most.ToString(CultureInfo.InvariantCulture) + " comparisons that " + _limit
                + " allows. If the input is trusted, raise the limit.");
    }
}
