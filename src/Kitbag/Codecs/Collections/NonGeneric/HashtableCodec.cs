using System;
using System.Collections;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Hashtable"/>.</summary>
    [CodecFor(typeof(Hashtable), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class HashtableCodec : NonGenericMapCodec<Hashtable>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        public HashtableCodec(Codec<object> key, Codec<object?> value)
            : base(key, value, new Cost(80 + Cost.ArrayHeader + 3 * 24, 48))
        {
        }

        /// <inheritdoc/>
        protected override bool IsOrdered => false;

        private protected override Hashtable CreateWith(ReadOnlySpan<object> keys, ReadOnlySpan<object?> values, bool lastWins,
            StringComparer? comparer, KeyWork work) =>
            Add(new Hashtable(keys.Length), keys, values, lastWins, work);
    }
}
