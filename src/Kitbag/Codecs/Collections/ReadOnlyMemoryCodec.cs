using System;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ReadOnlyMemory{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(ReadOnlyMemory<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ReadOnlyMemoryCodec<T> : SegmentCodec<ReadOnlyMemory<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ReadOnlyMemoryCodec(Codec<T> element)
            : base(element)
        {
        }

        /// <inheritdoc/>
        protected override int Count(ReadOnlyMemory<T> collection) => collection.Length;

        /// <inheritdoc/>
        protected override void CopyTo(ReadOnlyMemory<T> collection, Span<T> elements) => collection.Span.CopyTo(elements);

        /// <inheritdoc/>
        protected override bool TryGetSpan(ReadOnlyMemory<T> collection, out ReadOnlySpan<T> elements)
        {
            elements = collection.Span;
            return true;
        }

        /// <inheritdoc/>
        protected override ReadOnlyMemory<T> Over(T[] array) => array;
    }
}
