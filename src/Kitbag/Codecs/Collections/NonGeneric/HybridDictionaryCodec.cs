using System;
using System.Collections;
using System.Collections.Specialized;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="HybridDictionary"/>.</summary>
    [CodecFor(typeof(HybridDictionary), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class HybridDictionaryCodec : NonGenericMapCodec<HybridDictionary>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        public HybridDictionaryCodec(Codec<object> key, Codec<object?> value)
            : base(key, value, new Cost(200 + Cost.ArrayHeader + 3 * 24, 48))
        {
        }

        /// <inheritdoc/>
        protected override bool IsOrdered => false;

        private protected override HybridDictionary CreateWith(ReadOnlySpan<object> keys, ReadOnlySpan<object?> values, bool lastWins,
            StringComparer? comparer, KeyWork work) =>
            Add(new HybridDictionary(keys.Length), keys, values, lastWins, work);
    }
}
