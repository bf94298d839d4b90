using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ObservableCollection{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(ObservableCollection<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ObservableCollectionCodec<T> : CollectionCodec<ObservableCollection<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ObservableCollectionCodec(Codec<T> element)
            // It makes a list of its own of the one it is given.
            : base(element, Cost.List<T>() + Cost.List<T>() + new Cost(80, 0))
        {
        }

        /// <inheritdoc/>
        protected override int Count(ObservableCollection<T> collection) => collection.Count;

        /// <inheritdoc/>
        protected override void CopyTo(ObservableCollection<T> collection, Span<T> elements) => Elements.Copy(collection, elements);

        /// <inheritdoc/>
        protected override ObservableCollection<T> Create(ReadOnlySpan<T> elements) =>
            new ObservableCollection<T>(Memories.NewList(elements));

        /// <inheritdoc/>
        protected override void Populate(ObservableCollection<T> target, ObservableCollection<T> source) =>
            Elements.Replace(target, source);
    }
}
