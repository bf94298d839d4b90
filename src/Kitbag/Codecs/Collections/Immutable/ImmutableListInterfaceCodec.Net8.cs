using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="IImmutableList{T}"/>, read as an <see cref="ImmutableList{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(IImmutableList<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ImmutableListInterfaceCodec<T> : CollectionCodec<IImmutableList<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ImmutableListInterfaceCodec(Codec<T> element)
            // Nodes with left and right child, height and count; created from an array.
            : base(element,
                new Cost(96 + Cost.ArrayHeader, Cost.ObjectHeader + 2 * Cost.Reference + Cost.Aligned(Cost.Of<T>() + 6) + Cost.Of<T>()))
        {
        }

        /// <inheritdoc/>
        protected override int Count(IImmutableList<T> collection) =>
            collection is ImmutableList<T> known ? known.Count : Elements.CountWritten(collection);

        /// <inheritdoc/>
        protected override void CopyTo(IImmutableList<T> collection, Span<T> elements) => Elements.Copy(collection, elements);

        /// <inheritdoc/>
        protected override IImmutableList<T> Create(ReadOnlySpan<T> elements) => ImmutableList.CreateRange(elements.ToArray());
    }
}
