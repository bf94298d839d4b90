using System;
using System.Collections.Generic;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="IReadOnlySet{T}"/>, read as a <see cref="HashSet{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(IReadOnlySet<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ReadOnlySetInterfaceCodec<T> : KeyedCollectionCodec<IReadOnlySet<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ReadOnlySetInterfaceCodec(Codec<T> element)
            : base(element, Cost.HashSet<T>())
        {
        }

        /// <inheritdoc/>
        protected override int Count(IReadOnlySet<T> collection) =>
            collection is HashSet<T> known ? known.Count : Elements.CountWritten(collection);

        /// <inheritdoc/>
        protected override bool IsOrdered => false;

        /// <inheritdoc/>
        protected override void CopyTo(IReadOnlySet<T> collection, Span<T> elements) => Elements.Copy(collection, elements);

        private protected override StringComparer? ComparerOf(IReadOnlySet<T> collection) =>
            TextComparers.OfHashed((collection as HashSet<T>)?.Comparer);

        private protected override IReadOnlySet<T> CreateWith(ReadOnlySpan<T> elements, StringComparer? comparer, KeyWork work) =>
            Elements.NewSet(elements, comparer, work);
    }
}
