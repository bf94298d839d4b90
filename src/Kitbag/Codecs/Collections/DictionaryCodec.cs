using System;
using System.Collections.Generic;
using Kitbag.Buffers;
using Kitbag.Layout;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Dictionary{TKey, TValue}"/>.</summary>
    /// <typeparam name="TKey">The keys.</typeparam>
    /// <typeparam name="TValue">The values.</typeparam>
    [CodecFor(typeof(Dictionary<,>), CodecShape.LengthPrefix)]
    public sealed class DictionaryCodec<TKey, TValue> : KeyedMapCodec<Dictionary<TKey, TValue>, TKey, TValue>
        where TKey : notnull
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        public DictionaryCodec(Codec<TKey> key, Codec<TValue> value)
            : base(key, value, Cost.Dictionary<TKey, TValue>())
        {
        }

        /// <inheritdoc/>
        protected override int Count(Dictionary<TKey, TValue> map) => map.Count;

        /// <inheritdoc/>
        protected override bool IsOrdered => false;

        /// <inheritdoc/>
        protected override void CopyTo(Dictionary<TKey, TValue> map, Span<TKey> keys, Span<TValue> values)
        {
            int i = 0;
            foreach (KeyValuePair<TKey, TValue> entry in map)
            {
                if ((uint)i >= (uint)keys.Length)
                    throw ChangedWhileWritten.Collection();
                keys[i] = entry.Key;
                values[i++] = entry.Value;
            }
            if (i != keys.Length)
                throw ChangedWhileWritten.Collection();
        }

        private protected override StringComparer? ComparerOf(Dictionary<TKey, TValue> map) => TextComparers.OfHashed(map.Comparer);

        private protected override Dictionary<TKey, TValue> CreateWith(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values, bool lastWins,
            StringComparer? comparer, KeyWork work) =>
            Entries.NewDictionary(keys, values, lastWins, comparer, work);

        /// <inheritdoc/>
        protected override void Populate(Dictionary<TKey, TValue> target, Dictionary<TKey, TValue> source)
        {
            // With sufficient capacity, its table does not pass through sizes for which keys might have been chosen maliciously.
            target.EnsureCapacity(source.Count);
            Elements.Replace(target, source);
        }
    }
}
