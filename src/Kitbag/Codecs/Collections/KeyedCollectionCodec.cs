using System;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary>A codec of sets, whose elements are compared with each other while one is made.</summary>
    /// <typeparam name="TCollection">The set.</typeparam>
    /// <typeparam name="T">Its elements.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class KeyedCollectionCodec<TCollection, T> : CollectionCodec<TCollection, T>
    {
        private protected KeyedCollectionCodec(Codec<T> element, Cost cost)
            : base(element, cost)
        {
        }

        private protected sealed override bool IsKeyed => true;

        /// <inheritdoc/>
        protected sealed override TCollection Create(ReadOnlySpan<T> elements) => CreateWith(elements, null, new KeyWork());

        private protected abstract override TCollection CreateWith(ReadOnlySpan<T> elements, StringComparer? comparer, KeyWork work);
    }
}
