using System;
using System.Collections;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ArrayList"/>.</summary>
    [CodecFor(typeof(ArrayList), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ArrayListCodec : NonGenericSequenceCodec<ArrayList>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ArrayListCodec(Codec<object?> element)
            : base(element, new Cost(40 + Cost.ArrayHeader, Cost.Reference))
        {
        }

        /// <inheritdoc/>
        protected override ArrayList Create(ReadOnlySpan<object?> elements)
        {
            var collection = new ArrayList(elements.Length);
            foreach (object? element in elements)
                collection.Add(element);
            return collection;
        }

        /// <inheritdoc/>
        protected override void Populate(ArrayList target, ArrayList source) => NonGenericElements.Replace<object?>(target, source);
    }
}
