using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary>
    /// <see cref="IImmutableQueue{T}"/>, read as an <see cref="ImmutableQueue{T}"/>, from the first that leaves it to the last.
    /// </summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(IImmutableQueue<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ImmutableQueueInterfaceCodec<T> : CollectionCodec<IImmutableQueue<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ImmutableQueueInterfaceCodec(Codec<T> element)
            // Nodes of a stack with the next one.
            : base(element, new Cost(48, Cost.Node<T>(Cost.Reference)))
        {
        }

        /// <inheritdoc/>
        protected override int Count(IImmutableQueue<T> collection) => Elements.Count(collection);

        /// <inheritdoc/>
        protected override void CopyTo(IImmutableQueue<T> collection, Span<T> elements) => Elements.Copy(collection, elements);

        /// <inheritdoc/>
        protected override IImmutableQueue<T> Create(ReadOnlySpan<T> elements) => ImmutableQueue.Create(elements);
    }
}
