using System;
using System.Collections;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ICollection"/>, read as a <see cref="System.Collections.Generic.List{T}"/> of objects.</summary>
    [CodecFor(typeof(ICollection), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class NonGenericCollectionInterfaceCodec : NonGenericSequenceCodec<ICollection>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public NonGenericCollectionInterfaceCodec(Codec<object?> element)
            : base(element, Cost.List<object>())
        {
        }

        /// <inheritdoc/>
        protected override ICollection Create(ReadOnlySpan<object?> elements) => Memories.NewList(elements);
    }
}
