using System;
using System.Collections;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="BitArray"/>: a sequence of bool.</summary>
    [CodecFor(typeof(BitArray), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class BitArrayCodec : CollectionCodec<BitArray, bool>
    {
        private BitArrayCodec()
            // Created from an array of bool.
            : base(BooleanCodec.Instance, new Cost(40 + 2 * Cost.ArrayHeader, 2))
        {
        }

        /// <summary>The only one.</summary>
        public static BitArrayCodec Instance { get; } = new BitArrayCodec();

        /// <inheritdoc/>
        protected override int Count(BitArray collection) => collection.Length;

        /// <inheritdoc/>
        protected override void CopyTo(BitArray collection, Span<bool> elements)
        {
            for (int i = 0; i < elements.Length; i++)
                elements[i] = collection[i];
        }

        /// <inheritdoc/>
        protected override BitArray Create(ReadOnlySpan<bool> elements) => new BitArray(elements.ToArray());

        /// <inheritdoc/>
        protected override void Populate(BitArray target, BitArray source)
        {
            target.Length = source.Length;
            target.SetAll(false);
            target.Or(source);
        }
    }
}
