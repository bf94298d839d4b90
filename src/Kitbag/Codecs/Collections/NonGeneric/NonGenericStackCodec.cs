using System;
using System.Collections;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary>The <see cref="Stack"/> without type argument, from the bottom to the top.</summary>
    [CodecFor(typeof(Stack), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class NonGenericStackCodec : NonGenericSequenceCodec<Stack>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public NonGenericStackCodec(Codec<object?> element)
            // Has a capacity of at least 10.
            : base(element, new Cost(32 + Cost.ArrayHeader + 10 * Cost.Reference, Cost.Reference))
        {
        }

        /// <inheritdoc/>
        protected override void CopyTo(Stack collection, Span<object?> elements)
        {
            // A stack is enumerated from its top.
            NonGenericElements.Copy(collection, elements);
            elements.Reverse();
        }

        /// <inheritdoc/>
        protected override Stack Create(ReadOnlySpan<object?> elements)
        {
            var collection = new Stack(elements.Length);
            foreach (object? element in elements)
                collection.Push(element);
            return collection;
        }

        /// <inheritdoc/>
        protected override void Populate(Stack target, Stack source)
        {
            var elements = new object?[source.Count];
            CopyTo(source, elements);
            target.Clear();
            foreach (object? element in elements)
                target.Push(element);
        }
    }
}
