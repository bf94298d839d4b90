using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ImmutableSortedSet{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(ImmutableSortedSet<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ImmutableSortedSetCodec<T> : KeyedCollectionCodec<ImmutableSortedSet<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ImmutableSortedSetCodec(Codec<T> element)
            // Nodes with the left one, the right one, height and count.
            : base(element, new Cost(160, Cost.Node<T>(3 * Cost.Reference)))
        {
        }

        /// <inheritdoc/>
        protected override int Count(ImmutableSortedSet<T> collection) => collection.Count;

        /// <inheritdoc/>
        protected override void CopyTo(ImmutableSortedSet<T> collection, Span<T> elements) => Elements.Copy(collection, elements);

        private protected override StringComparer? ComparerOf(ImmutableSortedSet<T> collection) =>
            TextComparers.OfSorted(collection.KeyComparer);

        private protected override ImmutableSortedSet<T> CreateWith(ReadOnlySpan<T> elements, StringComparer? comparer, KeyWork work)
        {
            ImmutableSortedSet<T>.Builder set = ImmutableSortedSet.CreateBuilder((IComparer<T>?)(object?)comparer);
            Elements.Add(set, elements);
            return set.ToImmutable();
        }
    }
}
