using System;
using System.Collections.Generic;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Collections that are known by an interface only: anything that gives elements is written. What does not know its number of
    /// elements is gone through twice, and has to give the same both times.
    /// </summary>
    /// <typeparam name="TCollection">The interface.</typeparam>
    /// <typeparam name="T">The elements.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class SequenceInterfaceCodec<TCollection, T> : CollectionCodec<TCollection, T>
        where TCollection : class, IEnumerable<T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        protected SequenceInterfaceCodec(Codec<T> element)
            : base(element)
        {
        }

        /// <inheritdoc/>
        protected sealed override int Count(TCollection collection) => Elements.CountWritten(collection);

        /// <inheritdoc/>
        protected sealed override void CopyTo(TCollection collection, Span<T> elements) => Elements.Copy(collection, elements);

        /// <inheritdoc/>
        protected sealed override bool TryGetSpan(TCollection collection, out ReadOnlySpan<T> elements)
        {
            if (collection is List<T> list)
                return Memories.TryGetSpan(list, out elements);
            elements = collection as T[];
            return collection is T[];
        }
    }
}
