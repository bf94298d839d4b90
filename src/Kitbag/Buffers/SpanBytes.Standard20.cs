using System;

namespace Kitbag.Buffers
{
    /// <summary>The memory of values as bytes, without a type constraint.</summary>
    internal static class SpanBytes
    {
        // Unsafe: only called for types without references (bench/: small-ints).

        /// <summary>The memory of values, as a writable span.</summary>
        public static Span<byte> Of<T>(Span<T> values) => Spans.Retype<T, byte>(values, ByteCount.Of<T>(values.Length));

        /// <summary>The memory of values.</summary>
        public static ReadOnlySpan<byte> Of<T>(ReadOnlySpan<T> values) =>
            Spans.Retype<T, byte>(values, ByteCount.Of<T>(values.Length));
    }
}
