using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ImmutableSortedDictionary{TKey, TValue}"/>.</summary>
    /// <typeparam name="TKey">The keys.</typeparam>
    /// <typeparam name="TValue">The values.</typeparam>
    [CodecFor(typeof(ImmutableSortedDictionary<,>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ImmutableSortedDictionaryCodec<TKey, TValue> : KeyedMapCodec<ImmutableSortedDictionary<TKey, TValue>, TKey, TValue>
        where TKey : notnull
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        public ImmutableSortedDictionaryCodec(Codec<TKey> key, Codec<TValue> value)
            // Nodes with the left one, the right one and the height.
            : base(key, value, new Cost(160, Cost.Node<TKey>(3 * Cost.Reference) + Cost.Aligned<TValue>()))
        {
        }

        /// <inheritdoc/>
        protected override int Count(ImmutableSortedDictionary<TKey, TValue> map) => map.Count;

        /// <inheritdoc/>
        protected override void CopyTo(ImmutableSortedDictionary<TKey, TValue> map, Span<TKey> keys, Span<TValue> values) =>
            Entries.Copy(map, keys, values);

        private protected override StringComparer? ComparerOf(ImmutableSortedDictionary<TKey, TValue> map) =>
            TextComparers.OfSorted(map.KeyComparer);

        private protected override ImmutableSortedDictionary<TKey, TValue> CreateWith(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values,
            bool lastWins, StringComparer? comparer, KeyWork work)
        {
            ImmutableSortedDictionary<TKey, TValue>.Builder map =
                ImmutableSortedDictionary.CreateBuilder<TKey, TValue>((IComparer<TKey>?)(object?)comparer);
            Entries.Add(map, keys, values, lastWins);
            return map.ToImmutable();
        }
    }
}
