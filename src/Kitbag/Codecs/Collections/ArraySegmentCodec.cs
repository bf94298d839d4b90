using System;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ArraySegment{T}"/>, what it shows; the default one, which has no array, is stored as null.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(ArraySegment<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ArraySegmentCodec<T> : SegmentCodec<ArraySegment<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ArraySegmentCodec(Codec<T> element)
            : base(element)
        {
        }

        /// <inheritdoc/>
        protected override int Count(ArraySegment<T> collection) => collection.Array == null ? -1 : collection.Count;

        /// <inheritdoc/>
        protected override void CopyTo(ArraySegment<T> collection, Span<T> elements) => collection.AsSpan().CopyTo(elements);

        /// <inheritdoc/>
        protected override bool TryGetSpan(ArraySegment<T> collection, out ReadOnlySpan<T> elements)
        {
            elements = collection;
            return true;
        }

        /// <inheritdoc/>
        protected override ArraySegment<T> Over(T[] array) => new ArraySegment<T>(array);
    }
}
