using System;
using System.Collections;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary>The <see cref="Queue"/> without type argument, from the first that leaves it to the last.</summary>
    [CodecFor(typeof(Queue), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class NonGenericQueueCodec : NonGenericSequenceCodec<Queue>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public NonGenericQueueCodec(Codec<object?> element)
            : base(element, new Cost(56 + Cost.ArrayHeader, Cost.Reference))
        {
        }

        /// <inheritdoc/>
        protected override Queue Create(ReadOnlySpan<object?> elements)
        {
            var collection = new Queue(elements.Length);
            foreach (object? element in elements)
                collection.Enqueue(element);
            return collection;
        }

        /// <inheritdoc/>
        protected override void Populate(Queue target, Queue source)
        {
            target.Clear();
            foreach (object? element in source)
                target.Enqueue(element);
        }
    }
}
