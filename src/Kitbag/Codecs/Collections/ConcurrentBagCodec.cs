using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ConcurrentBag{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(ConcurrentBag<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ConcurrentBagCodec<T> : CollectionCodec<ConcurrentBag<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ConcurrentBagCodec(Codec<T> element)
            // A queue of the thread, of 32 elements at first, which doubles.
            : base(element, new Cost(800 + 32 * Cost.Of<T>(), 4 * Cost.Of<T>()))
        {
        }

        /// <inheritdoc/>
        protected override int Count(ConcurrentBag<T> collection) => collection.Count;

        /// <inheritdoc/>
        protected override bool IsOrdered => false;

        /// <inheritdoc/>
        protected override void CopyTo(ConcurrentBag<T> collection, Span<T> elements) => Elements.Copy(collection, elements);

        /// <inheritdoc/>
        protected override ConcurrentBag<T> Create(ReadOnlySpan<T> elements)
        {
            // A bag enumerates the elements that a thread added last first.
            var bag = new ConcurrentBag<T>();
            for (int i = elements.Length - 1; i >= 0; i--)
                bag.Add(elements[i]);
            return bag;
        }

        /// <inheritdoc/>
        protected override void Populate(ConcurrentBag<T> target, ConcurrentBag<T> source)
        {
            target.Clear();
            foreach (T element in Elements.Reversed(source))
                target.Add(element);
        }
    }
}
