using System;
using System.Collections.Generic;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Queue{T}"/>, from the first that leaves it to the last.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(Queue<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class QueueCodec<T> : CollectionCodec<Queue<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public QueueCodec(Codec<T> element)
            : base(element, new Cost(40 + Cost.ArrayHeader, Cost.Of<T>()))
        {
        }

        /// <inheritdoc/>
        protected override int Count(Queue<T> collection) => collection.Count;

        /// <inheritdoc/>
        protected override void CopyTo(Queue<T> collection, Span<T> elements) => Elements.Copy(collection, elements);

        /// <inheritdoc/>
        protected override Queue<T> Create(ReadOnlySpan<T> elements)
        {
            var collection = new Queue<T>(elements.Length);
            foreach (T element in elements)
                collection.Enqueue(element);
            return collection;
        }

        /// <inheritdoc/>
        protected override void Populate(Queue<T> target, Queue<T> source)
        {
            target.Clear();
            foreach (T element in source)
                target.Enqueue(element);
        }
    }
}
