using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ConcurrentStack{T}"/>, from the bottom to the top.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(ConcurrentStack<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ConcurrentStackCodec<T> : CollectionCodec<ConcurrentStack<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ConcurrentStackCodec(Codec<T> element)
            // Nodes with the next one.
            : base(element, new Cost(32, Cost.Node<T>(Cost.Reference)))
        {
        }

        /// <inheritdoc/>
        protected override int Count(ConcurrentStack<T> collection) => collection.Count;

        /// <inheritdoc/>
        protected override void CopyTo(ConcurrentStack<T> collection, Span<T> elements)
        {
            // A stack is enumerated from its top.
            Elements.Copy(collection, elements);
            elements.Reverse();
        }

        /// <inheritdoc/>
        protected override ConcurrentStack<T> Create(ReadOnlySpan<T> elements)
        {
            var collection = new ConcurrentStack<T>();
            foreach (T element in elements)
                collection.Push(element);
            return collection;
        }

        /// <inheritdoc/>
        protected override void Populate(ConcurrentStack<T> target, ConcurrentStack<T> source)
        {
            target.Clear();
            foreach (T element in Elements.Reversed(source))
                target.Push(element);
        }
    }
}
