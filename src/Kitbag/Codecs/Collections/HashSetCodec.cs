using System;
using System.Collections.Generic;
using Kitbag.Buffers;
using Kitbag.Layout;

namespace Kitbag.Codecs
{
    /// <summary><see cref="HashSet{T}"/>.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(HashSet<>), CodecShape.LengthPrefix)]
    public sealed class HashSetCodec<T> : KeyedCollectionCodec<HashSet<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public HashSetCodec(Codec<T> element)
            : base(element, Cost.HashSet<T>())
        {
        }

        /// <inheritdoc/>
        protected override int Count(HashSet<T> collection) => collection.Count;

        /// <inheritdoc/>
        protected override bool IsOrdered => false;

        /// <inheritdoc/>
        protected override void CopyTo(HashSet<T> collection, Span<T> elements)
        {
            int i = 0;
            foreach (T element in collection)
            {
                if ((uint)i >= (uint)elements.Length)
                    throw ChangedWhileWritten.Collection();
                elements[i++] = element;
            }
            if (i != elements.Length)
                throw ChangedWhileWritten.Collection();
        }

        private protected override StringComparer? ComparerOf(HashSet<T> collection) => TextComparers.OfHashed(collection.Comparer);

        private protected override HashSet<T> CreateWith(ReadOnlySpan<T> elements, StringComparer? comparer, KeyWork work) =>
            Elements.NewSet(elements, comparer, work);

        /// <inheritdoc/>
        protected override void Populate(HashSet<T> target, HashSet<T> source) => Elements.Replace(target, source);
    }
}
