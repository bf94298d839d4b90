using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ImmutableArray{T}"/>; the default one, which has no array in it, is stored as null.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [CodecFor(typeof(ImmutableArray<>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ImmutableArrayCodec<T> : CollectionCodec<ImmutableArray<T>, T>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ImmutableArrayCodec(Codec<T> element)
            : base(element, Cost.Array<T>())
        {
        }

        /// <inheritdoc/>
        protected override int Count(ImmutableArray<T> collection) => collection.IsDefault ? -1 : collection.Length;

        /// <inheritdoc/>
        protected override void CopyTo(ImmutableArray<T> collection, Span<T> elements) => collection.CopyTo(elements);

        /// <inheritdoc/>
        protected override bool TryGetSpan(ImmutableArray<T> collection, out ReadOnlySpan<T> elements)
        {
            elements = collection.AsSpan();
            return true;
        }

        /// <inheritdoc/>
        protected override ImmutableArray<T> Create(ReadOnlySpan<T> elements) => ImmutableArray.Create(elements);
    }
}
