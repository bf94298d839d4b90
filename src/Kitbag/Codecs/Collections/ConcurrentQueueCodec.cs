using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ConcurrentQueue{T}"/>, from the first that leaves it to the last.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(ConcurrentQueue<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ConcurrentQueueCodec<T> : CollectionCodec<ConcurrentQueue<T>, T>
    {
        // An element and its number in the sequence.
        private static int Slot => Cost.Aligned(Cost.Of<T>() + 4);

        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ConcurrentQueueCodec(Codec<T> element)
            // A segment of 32 slots, and further segments that double in size, the last of which may be half empty.
            : base(element, new Cost(400 + 32 * Slot, 2 * Slot))
        {
        }

        /// <inheritdoc/>
        protected override int Count(ConcurrentQueue<T> collection) => collection.Count;

        /// <inheritdoc/>
        protected override void CopyTo(ConcurrentQueue<T> collection, Span<T> elements) => Elements.Copy(collection, elements);

        /// <inheritdoc/>
        protected override ConcurrentQueue<T> Create(ReadOnlySpan<T> elements)
        {
            var collection = new ConcurrentQueue<T>();
            foreach (T element in elements)
                collection.Enqueue(element);
            return collection;
        }

        /// <inheritdoc/>
        protected override void Populate(ConcurrentQueue<T> target, ConcurrentQueue<T> source)
        {
            target.Clear();
            foreach (T element in source)
                target.Enqueue(element);
        }
    }
}
