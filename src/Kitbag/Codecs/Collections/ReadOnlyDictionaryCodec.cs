using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ReadOnlyDictionary{TKey, TValue}"/>, over a dictionary of its own when read.</summary>
    /// <typeparam name="TKey">The keys.</typeparam>
    /// <typeparam name="TValue">The values.</typeparam>
    [CodecFor(typeof(ReadOnlyDictionary<,>), CodecShape.Head)]
    public sealed class ReadOnlyDictionaryCodec<TKey, TValue> : MapCodec<ReadOnlyDictionary<TKey, TValue>, TKey, TValue>
        where TKey : notnull
    {
        /// <summary>Makes a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        public ReadOnlyDictionaryCodec(Codec<TKey> key, Codec<TValue> value)
            : base(key, value)
        {
        }

        /// <inheritdoc/>
        protected override int Count(ReadOnlyDictionary<TKey, TValue> map) => map.Count;

        /// <inheritdoc/>
        protected override bool IsOrdered => false;

        /// <inheritdoc/>
        protected override void CopyTo(ReadOnlyDictionary<TKey, TValue> map, Span<TKey> keys, Span<TValue> values) => Entries.Copy(map, keys, values);

        /// <inheritdoc/>
        protected override ReadOnlyDictionary<TKey, TValue> Create(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values, bool lastWins)
        {
            var map = new Dictionary<TKey, TValue>(keys.Length);
            Entries.Add(map, keys, values, lastWins);
            return new ReadOnlyDictionary<TKey, TValue>(map);
        }
    }
}
