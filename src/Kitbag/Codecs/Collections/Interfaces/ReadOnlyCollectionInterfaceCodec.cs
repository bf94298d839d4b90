using System;
using System.Collections.Generic;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="IReadOnlyCollection{T}"/>, read as a <see cref="List{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(IReadOnlyCollection<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ReadOnlyCollectionInterfaceCodec<T> : SequenceInterfaceCodec<IReadOnlyCollection<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ReadOnlyCollectionInterfaceCodec(Codec<T> element)
            : base(element)
        {
        }

        /// <inheritdoc/>
        protected override IReadOnlyCollection<T> Create(ReadOnlySpan<T> elements) => Memories.NewList(elements);
    }
}
