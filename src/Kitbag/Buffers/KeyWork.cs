using System;
using System.Buffers;
using System.Collections.Generic;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Threading;

namespace Kitbag.Buffers
{
    /// <summary>
    /// Limits the number of key comparisons when sets and maps are created from hash codes. Keys with colliding hash codes make that number
    /// quadratic, and a few bytes can describe many of them; so before keys are added, it is determined how many share a bucket.
    /// </summary>
    internal sealed partial class KeyWork
    {
        /// <summary>
        /// Collections of at most this many keys are not checked, because each key is compared with few others in any case.
        /// </summary>
        public const int Few = 16;

        // Large collections are first sampled, one key of so many; this may miss a few comparisons per key.
        private const int Stretch = 64, FewestSampled = 512;

        // Equals of a struct that does not override it uses reflection and boxing.
        private const int SlowComparison = 32;

        private const int MostBits = 22;

        /// <summary>For collections of few keys, whose comparisons are not counted.</summary>
        public static readonly KeyWork None = new KeyWork();

        private static readonly uint s_seed = (uint)Guid.NewGuid().GetHashCode();

        // Several threads may count at the same time.
        private long _most = KitbagLimits.DefaultKeyComparisons, _counted, _assumed;
        private string _limit = "";
        private uint _random = s_seed;

        /// <summary>Resets the count.</summary>
        public void Reset() => _counted = _assumed = 0;

        /// <summary>Sets the maximum number of comparisons, and the name of its limit.</summary>
        public KeyWork Within(long most, string limit)
        {
            _most = most;
            _limit = limit;
            return this;
        }

        /// <summary>Counts the comparisons for adding keys to an empty hash table.</summary>
        /// <param name="keys">The keys.</param>
        /// <param name="comparer">Their comparer; null for the default one.</param>
        /// <param name="buckets">The number of buckets; 0 if the table is ordered by hash codes.</param>
        /// <param name="cost">The cost of passing a key in the same bucket, if it is more than in a linked list.</param>
        /// <exception cref="KitbagException">The number of comparisons exceeds the limit.</exception>
        public void Count<T>(ReadOnlySpan<T> keys, IEqualityComparer<T>? comparer, int buckets, int cost = 1)
        {
            if (keys.Length > Few && !(TextHashesAreRandom && typeof(T) == typeof(string)))
                Look(keys, comparer, (uint)buckets, IsComparedSlowly<T>() ? cost * SlowComparison : cost);
        }

        /// <summary>Counts the comparisons for adding keys to a hash table that grows.</summary>
        /// <param name="keys">The keys.</param>
        /// <param name="comparer">Their comparer; null for the default one.</param>
        /// <param name="sizes">The numbers of buckets of its growth steps.</param>
        public void CountGrowing<T>(ReadOnlySpan<T> keys, IEqualityComparer<T>? comparer, ReadOnlySpan<int> sizes)
        {
            // Smaller tables need few comparisons in any case.
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
            // A small worst case is assumed to occur, up to an eighth of the limit: most documents have no more, and need no check.
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
            // All keys are examined only if the sample has collisions.
            double work = Pairs(keys, comparer, buckets, keys.Length) * cost;
            if (work <= keys.Length * 4.0 * cost)
                return;
            if (work > _most - Interlocked.Read(ref _counted))
                Throw();
            Interlocked.Add(ref _counted, (long)work);
        }

        // The number of pairs in a sample of the keys that share a bucket, minus collisions only in the table that counts them.
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
            "The keys of sets and maps have colliding hash codes: distinguishing them takes more than the "
                + _most.ToString(CultureInfo.InvariantCulture) + " comparisons that " + _limit
                + " allows. If the input is trusted, raise the limit.");
    }
}
