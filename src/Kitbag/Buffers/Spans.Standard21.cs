using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Buffers
{
    /// <summary>Creates spans over memory of another type, or over memory that is read-only elsewhere.</summary>
    internal static class Spans
    {
        // Unsafe: objects are read into memory for objects. No workload of bench/ reads documents without their types.

        /// <summary>Returns the same memory as values of another type.</summary>
        /// <param name="values">The memory.</param>
        /// <param name="count">The number of values of the other type.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Span<TTo> Retype<TFrom, TTo>(Span<TFrom> values, int count) =>
            MemoryMarshal.CreateSpan(ref Unsafe.As<TFrom, TTo>(ref MemoryMarshal.GetReference(values)), count);

        /// <summary>Returns bytes that do not move while the span is in use.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static ReadOnlySpan<byte> OfFixed(ref byte first, int length) => MemoryMarshal.CreateReadOnlySpan(ref first, length);

        /// <summary>Returns read-only memory that is known to be writable as a writable span.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Span<T> Writable<T>(ReadOnlySpan<T> values) =>
            MemoryMarshal.CreateSpan(ref MemoryMarshal.GetReference(values), values.Length);
    }
}
