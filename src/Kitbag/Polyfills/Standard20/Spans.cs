using System;
using System.Runtime.CompilerServices;

namespace Kitbag.Buffers
{
    /// <summary>
    /// Spans over memory that holds another type, which <see cref="System.Runtime.InteropServices.MemoryMarshal"/> makes from a reference
    /// where it has CreateSpan. The spans of .NET Standard 2.0 hold an object and an offset instead of a reference, so a span can only be
    /// made of a span, of an array, or of memory that does not move.
    /// </summary>
    internal static unsafe class Spans
    {
        // Unsafe: a span has the same fields whatever its type. No workload of bench/ runs on this target.

#pragma warning disable CS8500 // Pointers to spans, which are on the stack.

        // Where a span has its length differs from runtime to runtime.
        private static readonly int s_lengthAt = FindLength();

        /// <summary>The same memory, as values of another type.</summary>
        /// <param name="values">The memory.</param>
        /// <param name="count">How many values of the other type there are.</param>
        public static Span<TTo> Retype<TFrom, TTo>(Span<TFrom> values, int count)
        {
            var result = *(Span<TTo>*)&values;
            *(int*)((byte*)&result + s_lengthAt) = count;
            return result;
        }

        /// <inheritdoc cref="Retype{TFrom, TTo}(Span{TFrom}, int)"/>
        public static ReadOnlySpan<TTo> Retype<TFrom, TTo>(ReadOnlySpan<TFrom> values, int count) =>
            Retype<TFrom, TTo>(Writable(values), count);

        /// <summary>What only we know to be writable, as memory to write to.</summary>
        public static Span<T> Writable<T>(ReadOnlySpan<T> values) => *(Span<T>*)&values;

        /// <summary>Bytes that do not move while the span is in use.</summary>
        public static ReadOnlySpan<byte> OfFixed(ref byte first, int length) =>
            new ReadOnlySpan<byte>(Unsafe.AsPointer(ref first), length);

        /// <summary>Values that are on the stack.</summary>
        /// <param name="first">The first of them.</param>
        /// <param name="count">How many there are.</param>
        /// <exception cref="InvalidOperationException">They are elsewhere, where the garbage collector may move them.</exception>
        public static Span<T> OfStack<T>(scoped ref T first, int count)
        {
            // No thread has more stack than this by default; the caller's locals lie above our own.
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
