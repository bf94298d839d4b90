using System;
using System.Collections.Frozen;
using System.Collections.Generic;

namespace Kitbag.Codecs
{
    /// <summary><see cref="FrozenDictionary{TKey, TValue}"/>.</summary>
    /// <typeparam name="TKey">The keys.</typeparam>
    /// <typeparam name="TValue">The values.</typeparam>
    [CodecFor(typeof(FrozenDictionary<,>), CodecShape.Head)]
    public sealed class FrozenDictionaryCodec<TKey, TValue> : MapCodec<FrozenDictionary<TKey, TValue>, TKey, TValue>
        where TKey : notnull
    {
        /// <summary>Makes a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        public FrozenDictionaryCodec(Codec<TKey> key, Codec<TValue> value)
            : base(key, value)
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

        /// <inheritdoc/>
        protected override FrozenDictionary<TKey, TValue> Create(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values, bool lastWins) => CreateWith(keys, values, lastWins, null);

        private protected override StringComparer? ComparerOf(FrozenDictionary<TKey, TValue> map) => TextComparers.OfHashed(map.Comparer);

        private protected override FrozenDictionary<TKey, TValue> CreateWith(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values, bool lastWins, StringComparer? comparer)
        {
            var map = new Dictionary<TKey, TValue>(keys.Length, (IEqualityComparer<TKey>?)(object?)comparer);
            Entries.Add(map, keys, values, lastWins);
            return map.ToFrozenDictionary(map.Comparer);
        }
    }
}
