using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Buffers
{
    /// <summary>The number of the type of an object, and the index of the object among those of the type.</summary>
    internal struct TypedPlace
    {
        public int Type, Place;
    }

    /// <summary>References to objects of several types.</summary>
    internal static class TypedPlaces
    {
        /// <summary>Finds the union case of each referenced object, and its index among the objects of that case.</summary>
        /// <param name="found">The data of all objects.</param>
        /// <param name="places">0 for null, otherwise 1 plus the number of the object; afterwards 1 plus its index among those of its
        /// type.</param>
        /// <param name="cases">1 plus the case of each type; 0 if it has none.</param>
        /// <param name="numbers">0 for null, otherwise 1 plus the case of each object.</param>
        /// <param name="counts">The number of objects of each case.</param>
        /// <returns>The index of an object that is of none of the cases; otherwise -1.</returns>
        [MethodImpl(MethodImplOptions.NoInlining)]
        public static int Split(ReadOnlySpan<TypedPlace> found, Span<uint> places, ReadOnlySpan<uint> cases, Span<uint> numbers,
            Span<int> counts)
        {
            // Unsafe: the spans have the same length, numbers are those of known objects, and each type has an entry (bench/: scene).
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
