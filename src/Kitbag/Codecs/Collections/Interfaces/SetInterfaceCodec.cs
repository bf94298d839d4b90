using System;
using System.Collections.Generic;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ISet{T}"/>, read as a <see cref="HashSet{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(ISet<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class SetInterfaceCodec<T> : KeyedCollectionCodec<ISet<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public SetInterfaceCodec(Codec<T> element)
            : base(element, Cost.HashSet<T>())
        {
        }

        /// <inheritdoc/>
        protected override int Count(ISet<T> collection) =>
            collection is HashSet<T> known ? known.Count : Elements.CountWritten(collection);

        /// <inheritdoc/>
        protected override bool IsOrdered => false;

        /// <inheritdoc/>
        protected override void CopyTo(ISet<T> collection, Span<T> elements) => Elements.Copy(collection, elements);

        private protected override StringComparer? ComparerOf(ISet<T> collection) =>
            TextComparers.OfHashed((collection as HashSet<T>)?.Comparer);

        private protected override ISet<T> CreateWith(ReadOnlySpan<T> elements, StringComparer? comparer, KeyWork work) =>
            Elements.NewSet(elements, comparer, work);

        /// <inheritdoc/>
        protected override void Populate(ISet<T> target, ISet<T> source) => Elements.Replace(target, source);
    }
}
