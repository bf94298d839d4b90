using System;
using System.Collections;
using System.Collections.Generic;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="IDictionary"/>, read as a <see cref="Dictionary{TKey, TValue}"/> of objects.</summary>
    [CodecFor(typeof(IDictionary), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class NonGenericDictionaryInterfaceCodec : NonGenericMapCodec<IDictionary>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        public NonGenericDictionaryInterfaceCodec(Codec<object> key, Codec<object?> value)
            : base(key, value, Cost.Dictionary<object, object>())
        {
        }

        /// <inheritdoc/>
        protected override bool IsOrdered => false;

        /// <inheritdoc/>
        protected override int Count(IDictionary map) => NonGenericElements.CountWritten(map);

        private protected override IDictionary CreateWith(ReadOnlySpan<object> keys, ReadOnlySpan<object?> values, bool lastWins,
            StringComparer? comparer, KeyWork work) =>
            Entries.NewDictionary(keys, values, lastWins, null, work);
    }
}
