using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="List{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(List<>), CodecShape.LengthPrefix)]
    public sealed class ListCodec<T> : CollectionCodec<List<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ListCodec(Codec<T> element)
            : base(element)
        {
        }

        /// <inheritdoc/>
        protected override int Count(List<T> collection) => collection.Count;

        /// <inheritdoc/>
        protected override void CopyTo(List<T> collection, Span<T> elements)
        {
            for (int i = 0; i < elements.Length; i++)
                elements[i] = collection[i];
        }

        /// <inheritdoc/>
        protected override bool TryGetSpan(List<T> collection, out ReadOnlySpan<T> elements) =>
            Memories.TryGetSpan(collection, out elements);

        private protected override void GetLengthPrefixes(ReadOnlySpan<List<T>?> collections, Span<uint> prefixes)
        {
            for (int i = 0; i < prefixes.Length; i++)
                prefixes[i] = collections[i] is { } list ? (uint)list.Count + 1 : 0;
        }

        private protected override bool TryGetSegments(ReadOnlySpan<List<T>?> collections, int count, out SegmentedSpan<T> segments)
        {
            segments = new SegmentedSpan<T>(
                Spans.Retype<List<T>?, object?>(Spans.Writable(collections), collections.Length), areLists: true, count);
            return Memories.ListsHaveSpans;
        }

        /// <inheritdoc/>
        protected override List<T> Create(ReadOnlySpan<T> elements) => Memories.NewList(elements);

        /// <inheritdoc/>
        protected override bool TryCreate(int count, [MaybeNullWhen(false)] out List<T> collection, out Span<T> elements) =>
            Memories.TryNewList(count, out collection, out elements);

        /// <inheritdoc/>
        protected override void Populate(List<T> target, List<T> source)
        {
            target.Clear();
            target.AddRange(source);
        }
    }
}
