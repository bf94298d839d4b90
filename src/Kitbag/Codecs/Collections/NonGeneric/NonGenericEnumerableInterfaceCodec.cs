using System;
using System.Collections;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="IEnumerable"/>, read as a <see cref="System.Collections.Generic.List{T}"/> of objects.</summary>
    [CodecFor(typeof(IEnumerable), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class NonGenericEnumerableInterfaceCodec : NonGenericSequenceCodec<IEnumerable>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public NonGenericEnumerableInterfaceCodec(Codec<object?> element)
            : base(element, Cost.List<object>())
        {
        }

        /// <inheritdoc/>
        protected override IEnumerable Create(ReadOnlySpan<object?> elements) => Memories.NewList(elements);
    }
}
