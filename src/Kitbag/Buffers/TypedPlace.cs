using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Buffers
{
    /// <summary>The number of an object's type, and its place among the objects of that.</summary>
    internal struct TypedPlace
    {
        public int Type, Place;
    }

    /// <summary>References to objects of several types.</summary>
    internal static class TypedPlaces
    {
        /// <summary>Finds the case of a union, and the place among its objects, of each object that is referred to.</summary>
        /// <param name="found">All objects.</param>
        /// <param name="places">0 for null, else 1 + which of them; then 1 + its place among those of its type.</param>
        /// <param name="cases">1 + the case of each type; 0 where it is none.</param>
        /// <param name="numbers">0 for null, else 1 + the case of each.</param>
        /// <param name="counts">How many there are of each number.</param>
        /// <returns>Which of the objects is of none of the cases; else -1.</returns>
        [MethodImpl(MethodImplOptions.NoInlining)]
        public static int Split(ReadOnlySpan<TypedPlace> found, Span<uint> places, ReadOnlySpan<uint> cases, Span<uint> numbers,
            Span<int> counts)
        {
            // Unsafe: the two lists have as many entries, places are those of found objects, and each type has its case (bench/: scene).
            ref uint place = ref MemoryMarshal.GetReference(places);
            ref uint number = ref MemoryMarshal.GetReference(numbers.Slice(0, places.Length));
            ref TypedPlace first = ref MemoryMarshal.GetReference(found);
            ref uint ofType = ref MemoryMarshal.GetReference(cases);
            counts.Clear();
            for (int i = 0; i < places.Length; i++)
            {
                uint at = Unsafe.Add(ref place, i), one = 0;
                if (at != 0)
                {
                    ref TypedPlace other = ref Unsafe.Add(ref first, (int)at - 1);
                    one = Unsafe.Add(ref ofType, other.Type);
                    if (one == 0)
                        return i;
                    Unsafe.Add(ref place, i) = (uint)other.Place + 1;
                }
                Unsafe.Add(ref number, i) = one;
                counts[(int)one]++;
            }
            return -1;
        }
    }
}
