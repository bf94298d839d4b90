using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ImmutableHashSet{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(ImmutableHashSet<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ImmutableHashSetCodec<T> : KeyedCollectionCodec<ImmutableHashSet<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ImmutableHashSetCodec(Codec<T> element)
            // Nodes with the left one, the right one, hash code and height, and others of the same hash code.
            : base(element, new Cost(160, Cost.Node<T>(4 * Cost.Reference)))
        {
        }

        /// <inheritdoc/>
        protected override int Count(ImmutableHashSet<T> collection) => collection.Count;

        /// <inheritdoc/>
        protected override bool IsOrdered => false;

        /// <inheritdoc/>
        protected override void CopyTo(ImmutableHashSet<T> collection, Span<T> elements) => Elements.Copy(collection, elements);

        private protected override StringComparer? ComparerOf(ImmutableHashSet<T> collection) =>
            TextComparers.OfHashed(collection.KeyComparer);

        private protected override ImmutableHashSet<T> CreateWith(ReadOnlySpan<T> elements, StringComparer? comparer, KeyWork work)
        {
            ImmutableHashSet<T>.Builder set = ImmutableHashSet.CreateBuilder((IEqualityComparer<T>?)(object?)comparer);
            work.Count(elements, set.KeyComparer, 0, Immutables.CostOfEqualHash);
            Elements.Add(set, elements);
            return set.ToImmutable();
        }
    }
}
