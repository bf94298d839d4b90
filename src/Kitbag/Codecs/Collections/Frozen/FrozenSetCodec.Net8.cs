using System;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="FrozenSet{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(FrozenSet<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class FrozenSetCodec<T> : KeyedCollectionCodec<FrozenSet<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public FrozenSetCodec(Codec<T> element)
            // Created from a HashSet; it contains the elements, their hash codes and up to three buckets for each.
            : base(element, Cost.HashSet<T>() + new Cost(600, 48 + 2 * Cost.Of<T>()))
        {
        }

        /// <inheritdoc/>
        protected override int Count(FrozenSet<T> collection) => collection.Count;

        /// <inheritdoc/>
        protected override bool IsOrdered => false;

        /// <inheritdoc/>
        protected override void CopyTo(FrozenSet<T> collection, Span<T> elements) => collection.CopyTo(elements);

        /// <inheritdoc/>
        protected override bool TryGetSpan(FrozenSet<T> collection, out ReadOnlySpan<T> elements)
        {
            elements = collection.Items.AsSpan();
            return true;
        }

        private protected override StringComparer? ComparerOf(FrozenSet<T> collection) => TextComparers.OfHashed(collection.Comparer);

        private protected override FrozenSet<T> CreateWith(ReadOnlySpan<T> elements, StringComparer? comparer, KeyWork work)
        {
            HashSet<T> set = Elements.NewSet(elements, comparer, work);
            return set.ToFrozenSet(set.Comparer);
        }
    }
}
