using System;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Memory{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(Memory<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class MemoryCodec<T> : SegmentCodec<Memory<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public MemoryCodec(Codec<T> element)
            : base(element)
        {
        }

        /// <inheritdoc/>
        protected override int Count(Memory<T> collection) => collection.Length;

        /// <inheritdoc/>
        protected override void CopyTo(Memory<T> collection, Span<T> elements) => collection.Span.CopyTo(elements);

        /// <inheritdoc/>
        protected override bool TryGetSpan(Memory<T> collection, out ReadOnlySpan<T> elements)
        {
            elements = collection.Span;
            return true;
        }

        /// <inheritdoc/>
        protected override Memory<T> Over(T[] array) => array;
    }
}
