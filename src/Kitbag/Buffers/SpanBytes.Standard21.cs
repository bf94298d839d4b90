using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Buffers
{
    /// <summary>
    /// The memory of values as bytes. Unlike the framework's methods these have no constraint on the type: ahead-of-time compilation leaves
    /// out code over primitive types where it would depend on what they implement or derive from.
    /// </summary>
    internal static class SpanBytes
    {
        // Unsafe: only called for types without references (bench/: small-ints).

        /// <summary>The memory of values, which may be written to.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Span<byte> Of<T>(Span<T> values) =>
            MemoryMarshal.CreateSpan(
                ref Unsafe.As<T, byte>(ref MemoryMarshal.GetReference(values)), checked(values.Length * Unsafe.SizeOf<T>()));

        /// <summary>The memory of values.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static ReadOnlySpan<byte> Of<T>(ReadOnlySpan<T> values) =>
            MemoryMarshal.CreateReadOnlySpan(
                ref Unsafe.As<T, byte>(ref MemoryMarshal.GetReference(values)), checked(values.Length * Unsafe.SizeOf<T>()));
    }
}
