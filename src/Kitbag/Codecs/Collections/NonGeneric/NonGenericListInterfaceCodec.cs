using System;
using System.Collections;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="IList"/>, read as a <see cref="System.Collections.Generic.List{T}"/> of objects.</summary>
    [CodecFor(typeof(IList), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class NonGenericListInterfaceCodec : NonGenericSequenceCodec<IList>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public NonGenericListInterfaceCodec(Codec<object?> element)
            : base(element, Cost.List<object>())
        {
        }

        /// <inheritdoc/>
        protected override IList Create(ReadOnlySpan<object?> elements) => Memories.NewList(elements);

        /// <inheritdoc/>
        protected override void Populate(IList target, IList source) => NonGenericElements.Replace<object?>(target, source);
    }
}
