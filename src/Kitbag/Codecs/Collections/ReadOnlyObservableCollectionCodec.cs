using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ReadOnlyObservableCollection{T}"/>, over a collection of its own when read.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(ReadOnlyObservableCollection<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ReadOnlyObservableCollectionCodec<T> : CollectionCodec<ReadOnlyObservableCollection<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ReadOnlyObservableCollectionCodec(Codec<T> element)
            // The collection below makes a list of its own, and this one listens to it.
            : base(element, Cost.List<T>() + Cost.List<T>() + new Cost(320, 0))
        {
        }

        /// <inheritdoc/>
        protected override int Count(ReadOnlyObservableCollection<T> collection) => collection.Count;

        /// <inheritdoc/>
        protected override void CopyTo(ReadOnlyObservableCollection<T> collection, Span<T> elements) => Elements.Copy(collection, elements);

        /// <inheritdoc/>
        protected override ReadOnlyObservableCollection<T> Create(ReadOnlySpan<T> elements) =>
            new ReadOnlyObservableCollection<T>(new ObservableCollection<T>(Memories.NewList(elements)));
    }
}
