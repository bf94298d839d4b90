using System;
using System.Collections.Generic;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="SortedDictionary{TKey, TValue}"/>.</summary>
    /// <typeparam name="TKey">The keys.</typeparam>
    /// <typeparam name="TValue">The values.</typeparam>
    [CodecFor(typeof(SortedDictionary<,>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class SortedDictionaryCodec<TKey, TValue> : KeyedMapCodec<SortedDictionary<TKey, TValue>, TKey, TValue>
        where TKey : notnull
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        public SortedDictionaryCodec(Codec<TKey> key, Codec<TValue> value)
            // Nodes with the left one, the right one and the colour.
            : base(key, value, new Cost(192, Cost.Node<TKey>(3 * Cost.Reference) + Cost.Aligned<TValue>()))
        {
        }

        /// <inheritdoc/>
        protected override int Count(SortedDictionary<TKey, TValue> map) => map.Count;

        /// <inheritdoc/>
        protected override void CopyTo(SortedDictionary<TKey, TValue> map, Span<TKey> keys, Span<TValue> values) =>
            Entries.Copy(map, keys, values);

        private protected override StringComparer? ComparerOf(SortedDictionary<TKey, TValue> map) => TextComparers.OfSorted(map.Comparer);

        private protected override SortedDictionary<TKey, TValue> CreateWith(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values,
            bool lastWins, StringComparer? comparer, KeyWork work)
        {
            var map = new SortedDictionary<TKey, TValue>((IComparer<TKey>?)(object?)comparer);
            Entries.Add(map, keys, values, lastWins);
            return map;
        }

        /// <inheritdoc/>
        protected override void Populate(SortedDictionary<TKey, TValue> target, SortedDictionary<TKey, TValue> source) =>
            Elements.Replace(target, source);
    }
}
