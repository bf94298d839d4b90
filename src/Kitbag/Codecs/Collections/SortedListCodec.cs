using System;
using System.Collections.Generic;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="SortedList{TKey, TValue}"/>.</summary>
    /// <typeparam name="TKey">The keys.</typeparam>
    /// <typeparam name="TValue">The values.</typeparam>
    [CodecFor(typeof(SortedList<,>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class SortedListCodec<TKey, TValue> : KeyedMapCodec<SortedList<TKey, TValue>, TKey, TValue>
        where TKey : notnull
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        public SortedListCodec(Codec<TKey> key, Codec<TValue> value)
            // Created from a SortedDictionary, whose nodes have left and right child and a color.
            : base(key, value,
                new Cost(480, Cost.Node<TKey>(3 * Cost.Reference) + Cost.Aligned<TValue>() + Cost.Of<TKey>() + Cost.Of<TValue>()))
        {
        }

        /// <inheritdoc/>
        protected override int Count(SortedList<TKey, TValue> map) => map.Count;

        /// <inheritdoc/>
        protected override void CopyTo(SortedList<TKey, TValue> map, Span<TKey> keys, Span<TValue> values) =>
            Entries.Copy(map, keys, values);

        private protected override StringComparer? ComparerOf(SortedList<TKey, TValue> map) => TextComparers.OfSorted(map.Comparer);

        private protected override SortedList<TKey, TValue> CreateWith(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values, bool lastWins,
            StringComparer? comparer, KeyWork work)
        {
            // One after the other, keys in another order would be moved again and again.
            var map = new SortedDictionary<TKey, TValue>((IComparer<TKey>?)(object?)comparer);
            Entries.Add(map, keys, values, lastWins);
            return new SortedList<TKey, TValue>(map, map.Comparer);
        }

        /// <inheritdoc/>
        protected override void Populate(SortedList<TKey, TValue> target, SortedList<TKey, TValue> source) =>
            Elements.Replace(target, InOrder(source, target.Comparer));

        // In the order of the populated list, each key is added at the end; in another order, all keys after it would be moved each time.
        private static IEnumerable<KeyValuePair<TKey, TValue>> InOrder(SortedList<TKey, TValue> source, IComparer<TKey> comparer)
        {
            if (source.Comparer.Equals(comparer))
            {
                foreach (KeyValuePair<TKey, TValue> entry in source)
                    yield return entry;
                yield break;
            }
            foreach (KeyValuePair<TKey, TValue> entry in new SortedList<TKey, TValue>(source, comparer))
                yield return entry;
        }
    }
}
