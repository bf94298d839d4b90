using System;
using System.Collections.Generic;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="SortedSet{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(SortedSet<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class SortedSetCodec<T> : KeyedCollectionCodec<SortedSet<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public SortedSetCodec(Codec<T> element)
            // Nodes with the left one, the right one and the colour.
            : base(element, new Cost(64, Cost.Node<T>(3 * Cost.Reference)))
        {
        }

        /// <inheritdoc/>
        protected override int Count(SortedSet<T> collection) => collection.Count;

        /// <inheritdoc/>
        protected override void CopyTo(SortedSet<T> collection, Span<T> elements) => Elements.Copy(collection, elements);

        private protected override StringComparer? ComparerOf(SortedSet<T> collection) => TextComparers.OfSorted(collection.Comparer);

        private protected override SortedSet<T> CreateWith(ReadOnlySpan<T> elements, StringComparer? comparer, KeyWork work)
        {
            var set = new SortedSet<T>((IComparer<T>?)(object?)comparer);
            Elements.Add(set, elements);
            return set;
        }

        /// <inheritdoc/>
        protected override void Populate(SortedSet<T> target, SortedSet<T> source) => Elements.Replace(target, source);
    }
}
