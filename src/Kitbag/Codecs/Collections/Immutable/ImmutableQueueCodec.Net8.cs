using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ImmutableQueue{T}"/>, from the first that leaves it to the last.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(ImmutableQueue<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ImmutableQueueCodec<T> : CollectionCodec<ImmutableQueue<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ImmutableQueueCodec(Codec<T> element)
            // Nodes of a stack with the next one.
            : base(element, new Cost(48, Cost.Node<T>(Cost.Reference)))
        {
        }

        /// <inheritdoc/>
        protected override int Count(ImmutableQueue<T> collection) => Elements.Count(collection);

        /// <inheritdoc/>
        protected override void CopyTo(ImmutableQueue<T> collection, Span<T> elements) => Elements.Copy(collection, elements);

        /// <inheritdoc/>
        protected override ImmutableQueue<T> Create(ReadOnlySpan<T> elements) => ImmutableQueue.Create(elements);
    }
}
