using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ConcurrentDictionary{TKey, TValue}"/>.</summary>
    /// <typeparam name="TKey">The keys.</typeparam>
    /// <typeparam name="TValue">The values.</typeparam>
    [CodecFor(typeof(ConcurrentDictionary<,>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ConcurrentDictionaryCodec<TKey, TValue> : KeyedMapCodec<ConcurrentDictionary<TKey, TValue>, TKey, TValue>
        where TKey : notnull
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        public ConcurrentDictionaryCodec(Codec<TKey> key, Codec<TValue> value)
            // Locks for each processor, up to 2.6 buckets for each key, and nodes with the next one and the hash code.
            : base(key, value,
                new Cost(600 + 48 * Environment.ProcessorCount, 24 + Cost.Node<TKey>(2 * Cost.Reference) + Cost.Aligned<TValue>()))
        {
        }

        /// <inheritdoc/>
        protected override int Count(ConcurrentDictionary<TKey, TValue> map) => map.Count;

        /// <inheritdoc/>
        protected override bool IsOrdered => false;

        /// <inheritdoc/>
        protected override void CopyTo(ConcurrentDictionary<TKey, TValue> map, Span<TKey> keys, Span<TValue> values) =>
            Entries.Copy(map, keys, values);

        private protected override StringComparer? ComparerOf(ConcurrentDictionary<TKey, TValue> map) =>
            TextComparers.OfHashed(Memories.ComparerOf(map));

        private protected override ConcurrentDictionary<TKey, TValue> CreateWith(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values,
            bool lastWins, StringComparer? comparer, KeyWork work)
        {
            int size = HashSizes.AtLeast(keys.Length + (keys.Length >> 2));
            IEqualityComparer<TKey> equality = (IEqualityComparer<TKey>?)(object?)comparer ?? EqualityComparer<TKey>.Default;
            var map = new ConcurrentDictionary<TKey, TValue>(Environment.ProcessorCount, size, equality);
            // It may grow although it has sufficient capacity, if one of its locks guards more than its share.
            for (int i = 0; i < 3 && keys.Length > KeyWork.Few; i++, size = HashSizes.AtLeast(size + 1))
                work.Count(keys, equality, size);
            for (int i = 0; i < keys.Length; i++)
            {
                if (keys[i] is null)
                    throw Entries.NullKey(i);
                if (lastWins)
                    map[keys[i]] = values[i];
                else if (!map.TryAdd(keys[i], values[i]))
                    throw Entries.SameKey(i);
            }
            return map;
        }

        /// <inheritdoc/>
        protected override void Populate(ConcurrentDictionary<TKey, TValue> target, ConcurrentDictionary<TKey, TValue> source) =>
            Elements.Replace(target, source);
    }
}
