using System;
using System.Runtime.CompilerServices;

namespace Kitbag.Layout
{
    /// <summary>
    /// The type numbers of the values of a union: 0 for null, otherwise 1 plus the index of the type. Values are stored in this order.
    /// </summary>
    internal static class TypeNumbers
    {
        /// <summary>Converts the number of values of each type number to the index of the first of them in that order.</summary>
        public static void ToStarts(Span<int> counts)
        {
            int start = 0;
            foreach (ref int count in counts)
            {
                int next = start + count;
                count = start;
                start = next;
            }
        }

        /// <summary>Sorts the representations of values by type number.</summary>
        /// <param name="values">The representation of each value.</param>
        /// <param name="numbers">The type number of each value.</param>
        /// <param name="sorted">The destination.</param>
        /// <param name="counts">The number of values of each type number; afterwards their end indexes.</param>
        [MethodImpl(MethodImplOptions.NoInlining)]
        public static void Sort(ReadOnlySpan<uint> values, ReadOnlySpan<uint> numbers, Span<uint> sorted, Span<int> counts)
        {
            ToStarts(counts);
            values = values.Slice(0, numbers.Length);
            for (int i = 0; i < numbers.Length; i++)
            {
                ref int next = ref counts[(int)numbers[i]];
                int at = next;
                sorted[at] = values[i];
                next = at + 1;
            }
        }

        /// <summary>Determines the order of values by type number.</summary>
        /// <param name="numbers">The type number of each value.</param>
        /// <param name="indexes">The indexes of the values in that order.</param>
        /// <param name="counts">The number of values of each type number; afterwards their end indexes.</param>
        public static void Sort(ReadOnlySpan<uint> numbers, Span<int> indexes, Span<int> counts)
        {
            ToStarts(counts);
            for (int i = 0; i < numbers.Length; i++)
            {
                ref int next = ref counts[(int)numbers[i]];
                indexes[next++] = i;
            }
        }

        /// <summary>The index among all values of a value of a type.</summary>
        public static int PlaceOf(int index, ReadOnlySpan<uint> numbers, uint number)
        {
            for (int i = 0; index >= 0 && i < numbers.Length; i++)
            {
                if (numbers[i] == number && index-- == 0)
                    return i;
            }
            return -1;
        }
    }
}
