using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Buffers
{
    /// <summary>Spans over memory that holds another type, or that is not given out to be written to.</summary>
    internal static class Spans
    {
        // Unsafe: objects are read into places of objects. No workload of bench/ reads documents without their types.

        /// <summary>The same memory, as values of another type.</summary>
        /// <param name="values">The memory.</param>
        /// <param name="count">How many values of the other type there are.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Span<TTo> Retype<TFrom, TTo>(Span<TFrom> values, int count) =>
            MemoryMarshal.CreateSpan(ref Unsafe.As<TFrom, TTo>(ref MemoryMarshal.GetReference(values)), count);

        /// <summary>Bytes that do not move while the span is in use.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static ReadOnlySpan<byte> OfFixed(ref byte first, int length) => MemoryMarshal.CreateReadOnlySpan(ref first, length);

        /// <summary>What only we know to be writable, as memory to write to.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Span<T> Writable<T>(ReadOnlySpan<T> values) =>
            MemoryMarshal.CreateSpan(ref MemoryMarshal.GetReference(values), values.Length);
    }
}
