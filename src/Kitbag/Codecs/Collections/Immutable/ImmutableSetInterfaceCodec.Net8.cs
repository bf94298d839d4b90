using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="IImmutableSet{T}"/>, read as an <see cref="ImmutableHashSet{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(IImmutableSet<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ImmutableSetInterfaceCodec<T> : KeyedCollectionCodec<IImmutableSet<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ImmutableSetInterfaceCodec(Codec<T> element)
            // Nodes with the left one, the right one, hash code and height, and others of the same hash code.
            : base(element, new Cost(160, Cost.Node<T>(4 * Cost.Reference)))
        {
        }

        /// <inheritdoc/>
        protected override int Count(IImmutableSet<T> collection) =>
            collection is ImmutableHashSet<T> known ? known.Count : Elements.CountWritten(collection);

        /// <inheritdoc/>
        protected override bool IsOrdered => false;

        /// <inheritdoc/>
        protected override void CopyTo(IImmutableSet<T> collection, Span<T> elements) => Elements.Copy(collection, elements);

        private protected override IImmutableSet<T> CreateWith(ReadOnlySpan<T> elements, StringComparer? comparer, KeyWork work)
        {
            ImmutableHashSet<T>.Builder set = ImmutableHashSet.CreateBuilder<T>();
            work.Count(elements, set.KeyComparer, 0, Immutables.CostOfEqualHash);
            Elements.Add(set, elements);
            return set.ToImmutable();
        }
    }
}
