using System;
using System.Collections.Generic;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="IList{T}"/>, read as a <see cref="List{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(IList<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ListInterfaceCodec<T> : SequenceInterfaceCodec<IList<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ListInterfaceCodec(Codec<T> element)
            : base(element)
        {
        }

        /// <inheritdoc/>
        protected override IList<T> Create(ReadOnlySpan<T> elements) => Memories.NewList(elements);

        /// <inheritdoc/>
        protected override void Populate(IList<T> target, IList<T> source) => Elements.Replace(target, source);
    }
}
