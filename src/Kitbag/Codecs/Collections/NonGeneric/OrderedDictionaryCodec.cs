using System;
using System.Collections;
using System.Collections.Specialized;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary>The <see cref="OrderedDictionary"/> without type arguments.</summary>
    [CodecFor(typeof(OrderedDictionary), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class OrderedDictionaryCodec : NonGenericMapCodec<OrderedDictionary>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        public OrderedDictionaryCodec(Codec<object> key, Codec<object?> value)
            : base(key, value, new Cost(200 + 2 * Cost.ArrayHeader + 3 * 24, 48 + 40))
        {
        }

        private protected override OrderedDictionary CreateWith(ReadOnlySpan<object> keys, ReadOnlySpan<object?> values, bool lastWins,
            StringComparer? comparer, KeyWork work) =>
            Add(new OrderedDictionary(keys.Length), keys, values, lastWins, work);
    }
}
