using System;
using System.Collections.Generic;

namespace Kitbag.Codecs
{
    /// <summary><see cref="IReadOnlySet{T}"/>, read as a <see cref="HashSet{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(IReadOnlySet<>), CodecShape.Head)]
    public sealed class ReadOnlySetInterfaceCodec<T> : CollectionCodec<IReadOnlySet<T>, T>
    {
        /// <summary>Makes a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ReadOnlySetInterfaceCodec(Codec<T> element)
            : base(element)
        {
        }

        /// <inheritdoc/>
        protected override int Count(IReadOnlySet<T> collection) => collection.Count;

        /// <inheritdoc/>
        protected override bool IsOrdered => false;

        /// <inheritdoc/>
        protected override void CopyTo(IReadOnlySet<T> collection, Span<T> elements) => Elements.Copy(collection, elements);

        /// <inheritdoc/>
        protected override IReadOnlySet<T> Create(ReadOnlySpan<T> elements) => CreateWith(elements, null);

        private protected override StringComparer? ComparerOf(IReadOnlySet<T> collection) => TextComparers.OfHashed((collection as HashSet<T>)?.Comparer);

        private protected override IReadOnlySet<T> CreateWith(ReadOnlySpan<T> elements, StringComparer? comparer)
        {
            var set = new HashSet<T>(elements.Length, (IEqualityComparer<T>?)(object?)comparer);
            Elements.Add(set, elements);
            return set;
        }
    }
}
