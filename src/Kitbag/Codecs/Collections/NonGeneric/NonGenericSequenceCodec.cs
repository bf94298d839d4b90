using System;
using System.Collections;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary>A codec of collections that do not declare the type of their elements.</summary>
    /// <typeparam name="TCollection">The collection.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class NonGenericSequenceCodec<TCollection> : CollectionCodec<TCollection, object?>
        where TCollection : class, IEnumerable
    {
        private protected NonGenericSequenceCodec(Codec<object?> element, Cost cost)
            : base(element, cost)
        {
        }

        /// <inheritdoc/>
        protected sealed override int Count(TCollection collection) => NonGenericElements.CountWritten(collection);

        /// <inheritdoc/>
        protected override void CopyTo(TCollection collection, Span<object?> elements) => NonGenericElements.Copy(collection, elements);
    }
}
