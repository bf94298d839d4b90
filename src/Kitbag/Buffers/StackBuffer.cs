using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Buffers
{
    /// <summary>
    /// Room for sixteen values on the stack: most collections in JSON have no more, and rented memory is old, where storing an object costs
    /// more.
    /// </summary>
    /// <typeparam name="T">The type of the values.</typeparam>
    internal struct StackBuffer<T>
    {
        /// <summary>How many values there is room for.</summary>
        public const int Count = 16;

        // Calls nest as deep as the text does, so that large values would fill the stack.
        private const int MostBytes = 16;

        private Four _first;
#pragma warning disable CS0169 // They are what follows the first.
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

        /// <summary>The room as a span.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Span<T> Of(scoped ref StackBuffer<T> room) => MemoryMarshal.CreateSpan(ref room._first.First, Count);
    }
}
