using System;
using System.Collections;
using System.Collections.Generic;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary>A codec of a user-defined collection. Generated code creates the collection.</summary>
    /// <typeparam name="TCollection">The collection. If it does not implement <see cref="IEnumerable{T}"/>, its elements are
    /// cast.</typeparam>
    /// <typeparam name="T">The elements.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class UserDefinedCollectionCodec<TCollection, T> : CollectionCodec<TCollection, T>
        where TCollection : IEnumerable
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        /// <param name="isOrdered">Whether the elements have an order that is part of the value.</param>
        /// <param name="isTracked">Whether the collection can reach itself, so that it is stored as a reference.</param>
        /// <param name="isCopied">Whether each of these references gets a copy.</param>
        protected UserDefinedCollectionCodec(Codec<T> element, bool isOrdered = true, bool isTracked = false,
            bool isCopied = false)
            : base(element, Cost.Own(Cost.Of<T>()))
        {
            IsOrdered = isOrdered;
            IsTracked = isTracked;
            IsCopied = isCopied;
        }

        /// <inheritdoc/>
        protected sealed override bool IsOrdered { get; }

        // The code of the collection may examine its elements.
        private protected sealed override bool IsKeyed => true;

        /// <summary>Creates a collection with the program's own code.</summary>
        /// <param name="elements">Its elements; the span is reused after the call.</param>
        /// <param name="at">The index of the element that is being added, for error paths.</param>
        protected abstract TCollection Make(ReadOnlySpan<T> elements, ref int at);

        /// <summary>Copies the elements to a list, for constructors.</summary>
        /// <param name="elements">The elements.</param>
        protected static List<T> ListOf(ReadOnlySpan<T> elements) => Memories.NewList(elements);

        /// <inheritdoc/>
        protected sealed override int Count(TCollection collection) => Elements.CountWritten(Typed(collection));

        /// <inheritdoc/>
        protected sealed override void CopyTo(TCollection collection, Span<T> elements) => Elements.Copy(Typed(collection), elements);

        private static IEnumerable<T> Typed(TCollection collection) =>
            collection as IEnumerable<T> ?? NonGenericElements.Of<T>(collection);

        /// <inheritdoc/>
        protected sealed override TCollection Create(ReadOnlySpan<T> elements) => CreateWith(elements, null, new KeyWork());

        // It is unknown how a user-defined set finds its elements; most contain one of the framework's sets.
        private protected sealed override TCollection CreateWith(ReadOnlySpan<T> elements, StringComparer? comparer, KeyWork work)
        {
            if (elements.Length > KeyWork.Few && typeof(ISet<T>).IsAssignableFrom(typeof(TCollection)))
                work.CountGrowing(elements, null, HashSizes.All);
            int at = -1, count;
            TCollection collection;
            try
            {
                collection = Make(elements, ref at);
                count = Elements.Count(Typed(collection));
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                throw UserCodeError.Of(e, -1).At(at);
            }
            // A constructor that adds elements would add them again each time the collection is read.
            if (count > elements.Length)
                throw Elements.Populated(typeof(TCollection));
            if (count < elements.Length)
                throw collection is ISet<T> ? new KitbagException(KitbagErrorReason.Malformed, "A set has a duplicate element.")
                    : Elements.Dropped(typeof(TCollection), count, elements.Length);
            return collection;
        }

        /// <inheritdoc/>
        protected sealed override void Populate(TCollection target, TCollection source)
        {
            if (target is ICollection<T> collection)
                Elements.Replace(collection, Typed(source));
            else if (target is IList list)
                NonGenericElements.Replace<T>(list, source);
            else
                base.Populate(target, source);
        }
    }
}
