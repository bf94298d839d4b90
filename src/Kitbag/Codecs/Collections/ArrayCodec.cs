using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>Arrays of one dimension.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    public sealed class ArrayCodec<T> : CollectionCodec<T[], T>
    {
        // Unsafe: T is known to be byte; a cast by way of object costs a check of types. No workload of bench/ has it.

        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public ArrayCodec(Codec<T> element)
            : this(element, Cost.Array<T>())
        {
        }

        /// <summary>Initializes a codec of arrays from which another value is created, with the given cost.</summary>
        internal ArrayCodec(Codec<T> element, Cost cost)
            : base(element, cost)
        {
        }

        /// <inheritdoc/>
        protected override int Count(T[] collection) => collection.Length;

        /// <inheritdoc/>
        protected override void CopyTo(T[] collection, Span<T> elements) => collection.CopyTo(elements);

        /// <inheritdoc/>
        protected override bool TryGetSpan(T[] collection, out ReadOnlySpan<T> elements)
        {
            elements = collection;
            return true;
        }

        private protected override bool TryGetSegments(ReadOnlySpan<T[]?> collections, int count, out SegmentedSpan<T> segments)
        {
            segments = new SegmentedSpan<T>(
                Spans.Retype<T[]?, object?>(Spans.Writable(collections), collections.Length), areLists: false, count);
            return true;
        }

        /// <inheritdoc/>
        protected override T[] Create(ReadOnlySpan<T> elements)
        {
            if (elements.IsEmpty)
                return Array.Empty<T>();
            T[] array = Memories.NewArray<T>(elements.Length);
            elements.CopyTo(array);
            return array;
        }

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, T[]? value)
        {
            // Bytes are no list of numbers but a string of base64.
            if (typeof(T) == typeof(byte) && value != null)
                w.WriteBase64(Unsafe.As<byte[]>(value));
            else
                base.WriteJson(ref w, value);
        }

        /// <inheritdoc/>
        public override T[]? ReadJson(ref JsonReader r)
        {
            if (typeof(T) == typeof(byte) && r.Peek() != '[')
                return Unsafe.As<T[]?>(r.ReadBase64());
            return base.ReadJson(ref r);
        }

        /// <inheritdoc/>
        protected override bool TryCreate(int count, [MaybeNullWhen(false)] out T[] collection, out Span<T> elements)
        {
            collection = count == 0 ? Array.Empty<T>() : Memories.NewArray<T>(count);
            elements = collection;
            return true;
        }
    }
}
