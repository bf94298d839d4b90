using System;
using System.Runtime.CompilerServices;

namespace Kitbag.Buffers
{
    /// <summary>
    /// Creates spans over memory of another type, which <see cref="System.Runtime.InteropServices.MemoryMarshal"/> creates from a reference
    /// on other targets. The spans of .NET Standard 2.0 contain an object and an offset instead of a reference, so a span can only be
    /// created from a span, from an array, or from memory that does not move.
    /// </summary>
    internal static unsafe class Spans
    {
        // Unsafe: a span has the same fields whatever its type. No workload of bench/ runs on this target.

#pragma warning disable CS8500 // Pointers to spans, which are on the stack.

        // The offset of the length in a span differs between runtimes.
        private static readonly int s_lengthAt = FindLength();

        /// <summary>Returns the same memory as values of another type.</summary>
        /// <param name="values">The memory.</param>
        /// <param name="count">The number of values of the other type.</param>
        public static Span<TTo> Retype<TFrom, TTo>(Span<TFrom> values, int count)
        {
            var result = *(Span<TTo>*)&values;
            *(int*)((byte*)&result + s_lengthAt) = count;
            return result;
        }

        /// <inheritdoc cref="Retype{TFrom, TTo}(Span{TFrom}, int)"/>
        public static ReadOnlySpan<TTo> Retype<TFrom, TTo>(ReadOnlySpan<TFrom> values, int count) =>
            Retype<TFrom, TTo>(Writable(values), count);

        /// <summary>Returns read-only memory that is known to be writable as a writable span.</summary>
        public static Span<T> Writable<T>(ReadOnlySpan<T> values) => *(Span<T>*)&values;

        /// <summary>Returns bytes that do not move while the span is in use.</summary>
        public static ReadOnlySpan<byte> OfFixed(ref byte first, int length) =>
            new ReadOnlySpan<byte>(Unsafe.AsPointer(ref first), length);

        /// <summary>Returns values on the stack.</summary>
        /// <param name="first">The first value.</param>
        /// <param name="count">The number of values.</param>
        /// <exception cref="InvalidOperationException">The values are not on the stack, so the garbage collector may move them.</exception>
        public static Span<T> OfStack<T>(scoped ref T first, int count)
        {
            // No thread has a larger stack by default; the caller's locals have higher addresses.
            const long Stack = 64L << 20;
            byte here = 0;
            var at = (byte*)Unsafe.AsPointer(ref first);
            if (at < &here || at - &here > Stack)
                throw new InvalidOperationException("A span cannot be created from a reference that does not point to the stack.");
            return Retype<byte, T>(new Span<byte>(at, 0), count);
        }

        private static int FindLength()
        {
            const int Length = 0x5A17C3;
            var probe = new Span<byte>(null, Length);
            var memory = (byte*)&probe;
            for (int at = sizeof(Span<byte>) - sizeof(int); at >= 0; at -= sizeof(int))
            {
                if (*(int*)(memory + at) == Length)
                    return at;
            }
            throw new PlatformNotSupportedException("The spans of this runtime have no length in a field of their own.");
        }
#pragma warning restore CS8500
    }
}
