using System;
using System.Collections.Generic;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="IReadOnlyDictionary{TKey, TValue}"/>, read as a <see cref="Dictionary{TKey, TValue}"/>.</summary>
    /// <typeparam name="TKey">The keys.</typeparam>
    /// <typeparam name="TValue">The values.</typeparam>
    [CodecFor(typeof(IReadOnlyDictionary<,>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ReadOnlyDictionaryInterfaceCodec<TKey, TValue> : KeyedMapCodec<IReadOnlyDictionary<TKey, TValue>, TKey, TValue>
        where TKey : notnull
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        public ReadOnlyDictionaryInterfaceCodec(Codec<TKey> key, Codec<TValue> value)
            : base(key, value, Cost.Dictionary<TKey, TValue>())
        {
        }

        /// <inheritdoc/>
        protected override int Count(IReadOnlyDictionary<TKey, TValue> map) =>
            map is Dictionary<TKey, TValue> known ? known.Count : Elements.CountWritten(map);

        /// <inheritdoc/>
        protected override bool IsOrdered => false;

        /// <inheritdoc/>
        protected override void CopyTo(IReadOnlyDictionary<TKey, TValue> map, Span<TKey> keys, Span<TValue> values) =>
            Entries.Copy(map, keys, values);

        private protected override StringComparer? ComparerOf(IReadOnlyDictionary<TKey, TValue> map) =>
            TextComparers.OfHashed((map as Dictionary<TKey, TValue>)?.Comparer);

        private protected override IReadOnlyDictionary<TKey, TValue> CreateWith(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values,
            bool lastWins, StringComparer? comparer, KeyWork work) =>
            Entries.NewDictionary(keys, values, lastWins, comparer, work);
    }
}
