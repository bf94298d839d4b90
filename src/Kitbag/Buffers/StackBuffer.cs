using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Buffers
{
    /// <summary>
    /// Space for sixteen values on the stack: most collections in JSON have no more, and storing objects in rented memory is slower,
    /// because it is in an older generation.
    /// </summary>
    /// <typeparam name="T">The type of the values.</typeparam>
    internal struct StackBuffer<T>
    {
        /// <summary>The number of values.</summary>
        public const int Count = 16;

        // Calls are nested as deeply as the text, so large values would fill the stack.
        private const int MostBytes = 16;

        private Four _first;
#pragma warning disable CS0169 // They are the memory after the first one.
        private Four _second;
        private Four _third;
        private Four _fourth;

        private struct Four
        {
            public T First;
            private T _second;
            private T _third;
            private T _fourth;
        }
#pragma warning restore CS0169

        /// <summary>Whether the values are small enough.</summary>
        public static bool Fits => Unsafe.SizeOf<T>() <= MostBytes;

        /// <summary>The memory as a span.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Span<T> Of(scoped ref StackBuffer<T> room) => MemoryMarshal.CreateSpan(ref room._first.First, Count);
    }
}
