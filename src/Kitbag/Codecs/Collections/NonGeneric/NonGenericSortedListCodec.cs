using System;
using System.Collections;
using System.Collections.Generic;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary>The <see cref="SortedList"/> without type arguments.</summary>
    [CodecFor(typeof(SortedList), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class NonGenericSortedListCodec : NonGenericMapCodec<SortedList>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        public NonGenericSortedListCodec(Codec<object> key, Codec<object?> value)
            : base(key, value, new Cost(480, Cost.Node<object>(3 * Cost.Reference) + 3 * Cost.Reference))
        {
        }

        private protected override SortedList CreateWith(ReadOnlySpan<object> keys, ReadOnlySpan<object?> values, bool lastWins,
            StringComparer? comparer, KeyWork work)
        {
            // Added one by one, keys in another order would be moved repeatedly.
            var map = new SortedDictionary<object, object?>();
            Entries.Add(map, keys, values, lastWins);
            return new SortedList(map);
        }
    }
}
