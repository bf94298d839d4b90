using System;
using System.Buffers;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ReadOnlySequence{T}"/>, read as one segment.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(ReadOnlySequence<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ReadOnlySequenceCodec<T> : SegmentCodec<ReadOnlySequence<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ReadOnlySequenceCodec(Codec<T> element)
            : base(element)
        {
        }

        /// <inheritdoc/>
        protected override int Count(ReadOnlySequence<T> collection)
        {
            if (collection.Length > Arrays.MaxLength)
                throw new KitbagException(KitbagErrorReason.LimitExceeded, "A sequence has more elements than a column can hold.");
            return (int)collection.Length;
        }

        /// <inheritdoc/>
        protected override void CopyTo(ReadOnlySequence<T> collection, Span<T> elements) => collection.CopyTo(elements);

        /// <inheritdoc/>
        protected override bool TryGetSpan(ReadOnlySequence<T> collection, out ReadOnlySpan<T> elements)
        {
            elements = collection.First.Span;
            return collection.IsSingleSegment;
        }

        /// <inheritdoc/>
        protected override ReadOnlySequence<T> Over(T[] array) => new ReadOnlySequence<T>(array);
    }
}
