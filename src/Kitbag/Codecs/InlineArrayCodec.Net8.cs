using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Provides a base class for the codec of a struct with <see cref="InlineArrayAttribute"/>, which is stored as an array of its
    /// elements. An array with fewer elements leaves the last elements of the struct at their default values; a longer one is refused.
    /// </summary>
    /// <typeparam name="T">The struct.</typeparam>
    /// <typeparam name="TElement">The type of its field.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class InlineArrayCodec<T, TElement> : SurrogateCodec<T, TElement[]>
        where T : struct
    {
        private readonly Codec<TElement[]> _elements;
        private readonly int _length;

        /// <summary>Initializes a new instance of the codec.</summary>
        /// <param name="elements">The codec of arrays of the elements.</param>
        /// <param name="length">The number of elements.</param>
        protected InlineArrayCodec(Codec<TElement[]> elements, int length)
            : base(elements)
        {
            _elements = elements;
            _length = length;
        }

        /// <inheritdoc/>
        protected sealed override TElement[] ToSurrogate(T value) => Elements(ref value).ToArray();

        /// <inheritdoc/>
        protected sealed override T FromSurrogate(TElement[] surrogate)
        {
            if (surrogate.Length > _length)
                throw new ArgumentException("it has " + surrogate.Length + " elements, and the type has " + _length + ".");
            T value = default;
            surrogate.CopyTo(Elements(ref value));
            return value;
        }

        /// <inheritdoc/>
        public sealed override void Discover(ref WireWriter w, ReadOnlySpan<T> values)
        {
            if (_elements.References == References.None)
                return;
            foreach (T value in values)
                _elements.DiscoverObject(ref w, ToSurrogate(value));
        }

        // The runtime stores the elements without gaps, as in an array.
        private Span<TElement> Elements(ref T value) => Spans.Retype<T, TElement>(MemoryMarshal.CreateSpan(ref value, 1), _length);
    }
}
