using System;
using System.Collections.Generic;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="IEnumerable{T}"/>, read as a <see cref="List{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(IEnumerable<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class EnumerableInterfaceCodec<T> : SequenceInterfaceCodec<IEnumerable<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public EnumerableInterfaceCodec(Codec<T> element)
            : base(element)
        {
        }

        /// <inheritdoc/>
        protected override IEnumerable<T> Create(ReadOnlySpan<T> elements) => Memories.NewList(elements);
    }
}
