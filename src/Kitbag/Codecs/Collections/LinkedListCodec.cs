using System;
using System.Collections.Generic;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="LinkedList{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(LinkedList<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class LinkedListCodec<T> : CollectionCodec<LinkedList<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public LinkedListCodec(Codec<T> element)
            // The list, and nodes with the list, the next one and the one before.
            : base(element, new Cost(48, Cost.Node<T>(3 * Cost.Reference)))
        {
        }

        /// <inheritdoc/>
        protected override int Count(LinkedList<T> collection) => collection.Count;

        /// <inheritdoc/>
        protected override void CopyTo(LinkedList<T> collection, Span<T> elements) => Elements.Copy(collection, elements);

        /// <inheritdoc/>
        protected override LinkedList<T> Create(ReadOnlySpan<T> elements)
        {
            var collection = new LinkedList<T>();
            foreach (T element in elements)
                collection.AddLast(element);
            return collection;
        }

        /// <inheritdoc/>
        protected override void Populate(LinkedList<T> target, LinkedList<T> source) => Elements.Replace(target, source);
    }
}
