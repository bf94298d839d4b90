using System;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="FrozenDictionary{TKey, TValue}"/>.</summary>
    /// <typeparam name="TKey">The keys.</typeparam>
    /// <typeparam name="TValue">The values.</typeparam>
    [CodecFor(typeof(FrozenDictionary<,>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class FrozenDictionaryCodec<TKey, TValue> : KeyedMapCodec<FrozenDictionary<TKey, TValue>, TKey, TValue>
        where TKey : notnull
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        public FrozenDictionaryCodec(Codec<TKey> key, Codec<TValue> value)
            // Created from a Dictionary; it contains keys, values, hash codes and up to three buckets for each.
            : base(key, value, Cost.Dictionary<TKey, TValue>() + new Cost(600, 48 + 2 * Cost.Of<TKey>() + 2 * Cost.Of<TValue>()))
        {
        }

        /// <inheritdoc/>
        protected override int Count(FrozenDictionary<TKey, TValue> map) => map.Count;

        /// <inheritdoc/>
        protected override bool IsOrdered => false;

        /// <inheritdoc/>
        protected override void CopyTo(FrozenDictionary<TKey, TValue> map, Span<TKey> keys, Span<TValue> values)
        {
            map.Keys.CopyTo(keys);
            map.Values.CopyTo(values);
        }

        private protected override StringComparer? ComparerOf(FrozenDictionary<TKey, TValue> map) => TextComparers.OfHashed(map.Comparer);

        private protected override FrozenDictionary<TKey, TValue> CreateWith(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values,
            bool lastWins, StringComparer? comparer, KeyWork work)
        {
            Dictionary<TKey, TValue> map = Entries.NewDictionary(keys, values, lastWins, comparer, work);
            return map.ToFrozenDictionary(map.Comparer);
        }
    }
}
