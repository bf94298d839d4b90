using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Buffers
{
    internal sealed partial class Scratch
    {
        // Unsafe: one stack of words, and one of objects, are used for values of all types (bench/: save-game).

        /// <summary>Rents a span of values. It is not cleared.</summary>
        public Span<T> Rent<T>(int count)
        {
            if (count == 0)
                return default;
            // The array becomes garbage afterwards, and remains charged.
            if (typeof(T).IsValueType && RuntimeHelpers.IsReferenceOrContainsReferences<T>())
                return new T[count];
            _charged += SizeOf(count, Unsafe.SizeOf<T>());
            if (!RuntimeHelpers.IsReferenceOrContainsReferences<T>())
                return MemoryMarshal.CreateSpan(ref Unsafe.As<long, T>(ref RentWords(((long)count * Unsafe.SizeOf<T>() + 7) >> 3)), count);
            return MemoryMarshal.CreateSpan(ref Unsafe.As<object?, T>(ref RentObjects(count)), count);
        }
    }
}
