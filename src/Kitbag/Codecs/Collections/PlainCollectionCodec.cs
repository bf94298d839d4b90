using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Collection{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(Collection<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class PlainCollectionCodec<T> : CollectionCodec<Collection<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public PlainCollectionCodec(Codec<T> element)
            : base(element, Cost.List<T>() + new Cost(32, 0))
        {
        }

        /// <inheritdoc/>
        protected override int Count(Collection<T> collection) => collection.Count;

        /// <inheritdoc/>
        protected override void CopyTo(Collection<T> collection, Span<T> elements) => Elements.Copy(collection, elements);

        /// <inheritdoc/>
        protected override Collection<T> Create(ReadOnlySpan<T> elements) => new Collection<T>(Memories.NewList(elements));

        /// <inheritdoc/>
        protected override void Populate(Collection<T> target, Collection<T> source) => Elements.Replace(target, source);
    }
}
