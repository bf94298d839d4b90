using System;
using System.Collections.Concurrent;
using System.Collections.Generic;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ConcurrentDictionary{TKey, TValue}"/>.</summary>
    /// <typeparam name="TKey">The keys.</typeparam>
    /// <typeparam name="TValue">The values.</typeparam>
    [CodecFor(typeof(ConcurrentDictionary<,>), CodecShape.Head)]
    public sealed class ConcurrentDictionaryCodec<TKey, TValue> : MapCodec<ConcurrentDictionary<TKey, TValue>, TKey, TValue>
        where TKey : notnull
    {
        /// <summary>Makes a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        public ConcurrentDictionaryCodec(Codec<TKey> key, Codec<TValue> value)
            : base(key, value)
        {
        }

        /// <inheritdoc/>
        protected override int Count(ConcurrentDictionary<TKey, TValue> map) => map.Count;

        /// <inheritdoc/>
        protected override bool IsOrdered => false;

        /// <inheritdoc/>
        protected override void CopyTo(ConcurrentDictionary<TKey, TValue> map, Span<TKey> keys, Span<TValue> values) => Entries.Copy(map, keys, values);

        /// <inheritdoc/>
        protected override ConcurrentDictionary<TKey, TValue> Create(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values, bool lastWins) => CreateWith(keys, values, lastWins, null);

        private protected override StringComparer? ComparerOf(ConcurrentDictionary<TKey, TValue> map) => TextComparers.OfHashed(Memories.ComparerOf(map));

        private protected override ConcurrentDictionary<TKey, TValue> CreateWith(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values, bool lastWins, StringComparer? comparer)
        {
            var map = comparer == null ? new ConcurrentDictionary<TKey, TValue>() : new ConcurrentDictionary<TKey, TValue>((IEqualityComparer<TKey>)(object)comparer);
            Entries.Add(map, keys, values, lastWins);
            return map;
        }

        /// <inheritdoc/>
        protected override void Fill(ConcurrentDictionary<TKey, TValue> target, ConcurrentDictionary<TKey, TValue> source) => Elements.Replace(target, source);
    }
}
