using System;
using System.Collections.Generic;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary>A collection that a program declares itself; how one is made, generated code says.</summary>
    /// <typeparam name="TCollection">The collection.</typeparam>
    /// <typeparam name="T">The elements.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class UserDefinedCollectionCodec<TCollection, T> : CollectionCodec<TCollection, T>
        where TCollection : IEnumerable<T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        /// <param name="isOrdered">Whether the elements have an order that is part of the value.</param>
        /// <param name="isTracked">Whether it reaches itself, so that it stands as a reference wherever it is met.</param>
        /// <param name="isCopied">Whether each of these references gets a collection of its own.</param>
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

        // Its code may look at what is added.
        private protected sealed override bool IsKeyed => true;

        /// <summary>Makes a collection, by the program's own code.</summary>
        /// <param name="elements">Its elements; the span is reused after the call.</param>
        /// <param name="at">Which element is being added, for the path of an error.</param>
        protected abstract TCollection Make(ReadOnlySpan<T> elements, ref int at);

        /// <summary>The elements in a list of their own, for constructors.</summary>
        /// <param name="elements">The elements.</param>
        protected static List<T> ListOf(ReadOnlySpan<T> elements) => Memories.NewList(elements);

        /// <inheritdoc/>
        protected sealed override int Count(TCollection collection) => Elements.Count(collection);

        /// <inheritdoc/>
        protected sealed override void CopyTo(TCollection collection, Span<T> elements) => Elements.Copy(collection, elements);

        /// <inheritdoc/>
        protected sealed override TCollection Create(ReadOnlySpan<T> elements) => CreateWith(elements, null, new KeyWork());

        // How a program's own set finds its elements is not known; most are made of one of the framework's.
        private protected sealed override TCollection CreateWith(ReadOnlySpan<T> elements, StringComparer? comparer, KeyWork work)
        {
            if (elements.Length > KeyWork.Few && typeof(ISet<T>).IsAssignableFrom(typeof(TCollection)))
                work.CountGrowing(elements, null, HashSizes.All);
            int at = -1, count;
            TCollection collection;
            try
            {
                collection = Make(elements, ref at);
                count = Elements.Count(collection);
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                throw UserCodeError.Of(e, -1).At(at);
            }
            // A constructor that fills the collection would fill it once more each time that it is read.
            if (count > elements.Length)
                throw Elements.Populated(typeof(TCollection));
            if (count < elements.Length && collection is ISet<T>)
                throw new KitbagException(KitbagErrorReason.Malformed, "A set has a duplicate element.");
            return collection;
        }

        /// <inheritdoc/>
        protected sealed override void Populate(TCollection target, TCollection source)
        {
            if (target is ICollection<T> collection)
                Elements.Replace(collection, source);
            else
                base.Populate(target, source);
        }
    }
}
