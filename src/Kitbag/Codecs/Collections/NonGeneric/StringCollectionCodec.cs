using System;
using System.Collections.Specialized;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="StringCollection"/>.</summary>
    [CodecFor(typeof(StringCollection), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class StringCollectionCodec : CollectionCodec<StringCollection, string?>
    {
        private StringCollectionCodec()
            : base(StringCodec.Instance, new Cost(64 + Cost.ArrayHeader, 2 * Cost.Reference))
        {
        }

        /// <summary>The only instance.</summary>
        public static StringCollectionCodec Instance { get; } = new StringCollectionCodec();

        /// <inheritdoc/>
        protected override int Count(StringCollection collection) => collection.Count;

        /// <inheritdoc/>
        protected override void CopyTo(StringCollection collection, Span<string?> elements)
        {
            for (int i = 0; i < elements.Length; i++)
                elements[i] = collection[i];
        }

        /// <inheritdoc/>
        protected override StringCollection Create(ReadOnlySpan<string?> elements)
        {
            var collection = new StringCollection();
            foreach (string? element in elements)
                collection.Add(element);
            return collection;
        }

        /// <inheritdoc/>
        protected override void Populate(StringCollection target, StringCollection source) =>
            NonGenericElements.Replace<string?>(target, source);
    }
}
