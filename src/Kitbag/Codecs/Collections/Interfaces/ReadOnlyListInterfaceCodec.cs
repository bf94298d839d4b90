using System;
using System.Collections.Generic;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="IReadOnlyList{T}"/>, read as a <see cref="List{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(IReadOnlyList<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ReadOnlyListInterfaceCodec<T> : SequenceInterfaceCodec<IReadOnlyList<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ReadOnlyListInterfaceCodec(Codec<T> element)
            : base(element)
        {
        }

        /// <inheritdoc/>
        protected override IReadOnlyList<T> Create(ReadOnlySpan<T> elements) => Memories.NewList(elements);
    }
}
