using System;
using System.Collections.Generic;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ICollection{T}"/>, read as a <see cref="List{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(ICollection<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class CollectionInterfaceCodec<T> : SequenceInterfaceCodec<ICollection<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public CollectionInterfaceCodec(Codec<T> element)
            : base(element)
        {
        }

        /// <inheritdoc/>
        protected override ICollection<T> Create(ReadOnlySpan<T> elements) => Memories.NewList(elements);

        /// <inheritdoc/>
        protected override void Populate(ICollection<T> target, ICollection<T> source) => Elements.Replace(target, source);
    }
}
