using System;
using System.Collections.Generic;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary>
    /// <see cref="PriorityQueue{TElement, TPriority}"/>: a sequence of elements with their priorities, in the order in which the queue
    /// holds them, so that elements of one priority leave it in the same order again.
    /// </summary>
    /// <typeparam name="TElement">The elements.</typeparam>
    /// <typeparam name="TPriority">The priorities.</typeparam>
    [CodecFor(typeof(PriorityQueue<,>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class PriorityQueueCodec<TElement, TPriority>
        : CollectionCodec<PriorityQueue<TElement, TPriority>, (TElement Element, TPriority Priority)>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        /// <param name="priority">The codec of the priorities.</param>
        public PriorityQueueCodec(Codec<TElement> element, Codec<TPriority> priority)
            // The array from which it is created, and the heap.
            : base(new EntryCodec(element, priority), Cost.List<(TElement, TPriority)>() + Cost.List<(TElement, TPriority)>())
        {
        }

        /// <inheritdoc/>
        protected override int Count(PriorityQueue<TElement, TPriority> collection) => collection.Count;

        /// <inheritdoc/>
        protected override void CopyTo(PriorityQueue<TElement, TPriority> collection,
            Span<(TElement Element, TPriority Priority)> elements) =>
            Elements.Copy(collection.UnorderedItems, elements);

        /// <inheritdoc/>
        protected override PriorityQueue<TElement, TPriority> Create(ReadOnlySpan<(TElement Element, TPriority Priority)> elements)
        {
            try
            {
                return new PriorityQueue<TElement, TPriority>(elements.ToArray());
            }
            catch (Exception e) when (e is ArgumentException or InvalidOperationException)
            {
                throw Elements.Incomparable(e);
            }
        }

        /// <inheritdoc/>
        protected override void Populate(PriorityQueue<TElement, TPriority> target, PriorityQueue<TElement, TPriority> source)
        {
            var old = new List<(TElement Element, TPriority Priority)>(target.UnorderedItems);
            try
            {
                target.Clear();
                target.EnqueueRange(source.UnorderedItems);
            }
            catch (Exception e)
            {
                // The queue may order by the program's own comparer.
                target.Clear();
                target.EnqueueRange(old);
                throw Elements.NotTaken(e);
            }
        }

        private sealed class EntryCodec : PairCodec<(TElement Element, TPriority Priority), TElement, TPriority>
        {
            public EntryCodec(Codec<TElement> element, Codec<TPriority> priority)
                : base("PriorityQueueEntry", "Element", element, "Priority", priority)
            {
            }

            protected override TElement First(in (TElement Element, TPriority Priority) pair) => pair.Element;

            protected override TPriority Second(in (TElement Element, TPriority Priority) pair) => pair.Priority;

            protected override (TElement Element, TPriority Priority) Make(TElement first, TPriority second) => (first, second);
        }
    }
}
