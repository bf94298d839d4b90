using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Buffers
{
    /// <summary>
    /// The memory of values as bytes. Unlike the framework's methods, these have no type constraint: ahead-of-time compilers omit code for
    /// primitive types that depends on their interfaces or base types.
    /// </summary>
    internal static class SpanBytes
    {
        // Unsafe: only called for types without references (bench/: small-ints).

        /// <summary>The memory of values, as a writable span.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Span<byte> Of<T>(Span<T> values) =>
            MemoryMarshal.CreateSpan(
                ref Unsafe.As<T, byte>(ref MemoryMarshal.GetReference(values)), ByteCount.Of<T>(values.Length));

        /// <summary>The memory of values.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static ReadOnlySpan<byte> Of<T>(ReadOnlySpan<T> values) =>
            MemoryMarshal.CreateReadOnlySpan(
                ref Unsafe.As<T, byte>(ref MemoryMarshal.GetReference(values)), ByteCount.Of<T>(values.Length));
    }
}
