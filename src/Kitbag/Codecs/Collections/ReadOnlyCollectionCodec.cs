using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ReadOnlyCollection{T}"/>, over a list of its own when read.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(ReadOnlyCollection<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ReadOnlyCollectionCodec<T> : CollectionCodec<ReadOnlyCollection<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ReadOnlyCollectionCodec(Codec<T> element)
            : base(element, Cost.List<T>() + new Cost(32, 0))
        {
        }

        /// <inheritdoc/>
        protected override int Count(ReadOnlyCollection<T> collection) => collection.Count;

        /// <inheritdoc/>
        protected override void CopyTo(ReadOnlyCollection<T> collection, Span<T> elements) => Elements.Copy(collection, elements);

        /// <inheritdoc/>
        protected override ReadOnlyCollection<T> Create(ReadOnlySpan<T> elements) => new ReadOnlyCollection<T>(Memories.NewList(elements));
    }
}
