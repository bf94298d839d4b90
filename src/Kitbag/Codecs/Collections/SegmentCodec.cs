using System;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Structs that refer to memory of another object. They are read as references to a new array. In JSON, bytes are base64.
    /// </summary>
    /// <typeparam name="TSegment">The struct.</typeparam>
    /// <typeparam name="T">The elements.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class SegmentCodec<TSegment, T> : CollectionCodec<TSegment, T>
        where TSegment : struct
    {
        // Unsafe: T is known to be byte. No workload of bench/ covers it.

        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        protected SegmentCodec(Codec<T> element)
            : base(element, Cost.Array<T>())
        {
        }

        /// <summary>Creates the struct.</summary>
        /// <param name="array">The array, which is completely included.</param>
        protected abstract TSegment Over(T[] array);

        /// <inheritdoc/>
        protected sealed override TSegment Create(ReadOnlySpan<T> elements) => Over(elements.ToArray());

        /// <inheritdoc/>
        protected sealed override bool TryCreate(int count, [MaybeNullWhen(false)] out TSegment collection, out Span<T> elements)
        {
            T[] array = count == 0 ? Array.Empty<T>() : Memories.NewArray<T>(count);
            elements = array;
            collection = Over(array);
            return true;
        }

        /// <inheritdoc/>
        public sealed override void WriteJson(ref JsonWriter w, TSegment value)
        {
            int count = Count(value);
            if (typeof(T) != typeof(byte) || count < 0)
            {
                base.WriteJson(ref w, value);
                return;
            }
            ScratchMark mark = w.Mark();
            if (!TryGetSpan(value, out ReadOnlySpan<T> elements))
            {
                Span<T> copy = w.Rent<T>(count);
                CopyTo(value, copy);
                elements = copy;
            }
            w.WriteBase64(SpanBytes.Of(elements));
            w.Release(mark);
        }

        /// <inheritdoc/>
        public sealed override TSegment ReadJson(ref JsonReader r)
        {
            if (typeof(T) != typeof(byte) || r.Peek() == '[')
                return base.ReadJson(ref r);
            T[]? bytes = Unsafe.As<T[]?>(r.ReadBase64());
            return bytes == null ? default : Over(bytes);
        }
    }
}
