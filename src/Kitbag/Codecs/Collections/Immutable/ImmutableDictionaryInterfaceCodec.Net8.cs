using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="IImmutableDictionary{TKey, TValue}"/>, read as an <see cref="ImmutableDictionary{TKey, TValue}"/>.</summary>
    /// <typeparam name="TKey">The keys.</typeparam>
    /// <typeparam name="TValue">The values.</typeparam>
    [CodecFor(typeof(IImmutableDictionary<,>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ImmutableDictionaryInterfaceCodec<TKey, TValue> : KeyedMapCodec<IImmutableDictionary<TKey, TValue>, TKey, TValue>
        where TKey : notnull
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        public ImmutableDictionaryInterfaceCodec(Codec<TKey> key, Codec<TValue> value)
            // Nodes with the left one, the right one, hash code and height, and others of the same hash code.
            : base(key, value, new Cost(160, Cost.Node<TKey>(4 * Cost.Reference) + Cost.Aligned<TValue>()))
        {
        }

        /// <inheritdoc/>
        protected override int Count(IImmutableDictionary<TKey, TValue> map) =>
            map is ImmutableDictionary<TKey, TValue> known ? known.Count : Elements.CountWritten(map);

        /// <inheritdoc/>
        protected override bool IsOrdered => false;

        /// <inheritdoc/>
        protected override void CopyTo(IImmutableDictionary<TKey, TValue> map, Span<TKey> keys, Span<TValue> values) =>
            Entries.Copy(map, keys, values);

        private protected override IImmutableDictionary<TKey, TValue> CreateWith(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values,
            bool lastWins, StringComparer? comparer, KeyWork work)
        {
            ImmutableDictionary<TKey, TValue>.Builder map = ImmutableDictionary.CreateBuilder<TKey, TValue>();
            work.Count(keys, map.KeyComparer, 0, Immutables.CostOfEqualHash);
            Entries.Add(map, keys, values, lastWins);
            return map.ToImmutable();
        }
    }
}
