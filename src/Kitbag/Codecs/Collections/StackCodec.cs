using System;
using System.Collections.Generic;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Stack{T}"/>, from the bottom to the top.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(Stack<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class StackCodec<T> : CollectionCodec<Stack<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public StackCodec(Codec<T> element)
            : base(element, new Cost(32 + Cost.ArrayHeader, Cost.Of<T>()))
        {
        }

        /// <inheritdoc/>
        protected override int Count(Stack<T> collection) => collection.Count;

        /// <inheritdoc/>
        protected override void CopyTo(Stack<T> collection, Span<T> elements)
        {
            // A stack is enumerated from its top.
            Elements.Copy(collection, elements);
            elements.Reverse();
        }

        /// <inheritdoc/>
        protected override Stack<T> Create(ReadOnlySpan<T> elements)
        {
            var collection = new Stack<T>(elements.Length);
            foreach (T element in elements)
                collection.Push(element);
            return collection;
        }

        /// <inheritdoc/>
        protected override void Populate(Stack<T> target, Stack<T> source)
        {
            target.Clear();
            foreach (T element in Elements.Reversed(source))
                target.Push(element);
        }
    }
}
