using System;
using System.Collections.Generic;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Dictionary{TKey, TValue}"/>.</summary>
    /// <typeparam name="TKey">The keys.</typeparam>
    /// <typeparam name="TValue">The values.</typeparam>
    [CodecFor(typeof(Dictionary<,>), CodecShape.Head)]
    public sealed class DictionaryCodec<TKey, TValue> : MapCodec<Dictionary<TKey, TValue>, TKey, TValue>
        where TKey : notnull
    {
        /// <summary>Makes a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        public DictionaryCodec(Codec<TKey> key, Codec<TValue> value)
            : base(key, value)
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
                keys[i] = entry.Key;
                values[i++] = entry.Value;
            }
        }

        /// <inheritdoc/>
        protected override Dictionary<TKey, TValue> Create(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values, bool lastWins) => CreateWith(keys, values, lastWins, null);

        private protected override StringComparer? ComparerOf(Dictionary<TKey, TValue> map) => TextComparers.OfHashed(map.Comparer);

        private protected override Dictionary<TKey, TValue> CreateWith(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values, bool lastWins, StringComparer? comparer)
        {
            var map = new Dictionary<TKey, TValue>(keys.Length, (IEqualityComparer<TKey>?)(object?)comparer);
            for (int i = 0; i < keys.Length; i++)
            {
                if (keys[i] is null)
                    throw new KitbagException(KitbagErrorReason.Malformed, "A key of a dictionary is null.").At(i);
                if (lastWins)
                    map[keys[i]] = values[i];
                else if (!map.TryAdd(keys[i], values[i]))
                    throw new KitbagException(KitbagErrorReason.Malformed, "The key stands twice where a dictionary is expected.").At(i);
            }
            return map;
        }

        /// <inheritdoc/>
        protected override void Fill(Dictionary<TKey, TValue> target, Dictionary<TKey, TValue> source) => Elements.Replace(target, source);
    }
}
