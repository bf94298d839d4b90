using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ReadOnlyDictionary{TKey, TValue}"/>, over a dictionary of its own when read.</summary>
    /// <typeparam name="TKey">The keys.</typeparam>
    /// <typeparam name="TValue">The values.</typeparam>
    [CodecFor(typeof(ReadOnlyDictionary<,>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ReadOnlyDictionaryCodec<TKey, TValue> : KeyedMapCodec<ReadOnlyDictionary<TKey, TValue>, TKey, TValue>
        where TKey : notnull
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        public ReadOnlyDictionaryCodec(Codec<TKey> key, Codec<TValue> value)
            : base(key, value, Cost.Dictionary<TKey, TValue>() + new Cost(48, 0))
        {
        }

        /// <inheritdoc/>
        protected override int Count(ReadOnlyDictionary<TKey, TValue> map) => map.Count;

        /// <inheritdoc/>
        protected override bool IsOrdered => false;

        /// <inheritdoc/>
        protected override void CopyTo(ReadOnlyDictionary<TKey, TValue> map, Span<TKey> keys, Span<TValue> values) =>
            Entries.Copy(map, keys, values);

        private protected override ReadOnlyDictionary<TKey, TValue> CreateWith(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values,
            bool lastWins, StringComparer? comparer, KeyWork work)
        {
            Dictionary<TKey, TValue> map = Entries.NewDictionary(keys, values, lastWins, null, work);
            return new ReadOnlyDictionary<TKey, TValue>(map);
        }
    }
}
