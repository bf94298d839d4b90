using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ImmutableStack{T}"/>, from the bottom to the top.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(ImmutableStack<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ImmutableStackCodec<T> : CollectionCodec<ImmutableStack<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ImmutableStackCodec(Codec<T> element)
            // Nodes with the next one.
            : base(element, new Cost(32, Cost.Node<T>(Cost.Reference)))
        {
        }

        /// <inheritdoc/>
        protected override int Count(ImmutableStack<T> collection) => Elements.Count(collection);

        /// <inheritdoc/>
        protected override void CopyTo(ImmutableStack<T> collection, Span<T> elements)
        {
            // A stack is enumerated from its top.
            Elements.Copy(collection, elements);
            elements.Reverse();
        }

        /// <inheritdoc/>
        protected override ImmutableStack<T> Create(ReadOnlySpan<T> elements)
        {
            ImmutableStack<T> stack = ImmutableStack<T>.Empty;
            foreach (T element in elements)
                stack = stack.Push(element);
            return stack;
        }
    }
}
