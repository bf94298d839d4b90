using System;
using System.Runtime.CompilerServices;

namespace Kitbag.Layout
{
    /// <summary>
    /// The type numbers of a union's values: 0 for null, else 1 + the place of the type. Values are stored in their order.
    /// </summary>
    internal static class TypeNumbers
    {
        /// <summary>Turns how many values there are of each number into where the first of them stands among all, in order.</summary>
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

        /// <summary>Puts what stands for values in order of their numbers.</summary>
        /// <param name="values">What stands for each value.</param>
        /// <param name="numbers">The number of each.</param>
        /// <param name="sorted">Where the values go.</param>
        /// <param name="counts">How many there are of each number; then where those of each end.</param>
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

        /// <summary>Finds the order of values by their numbers.</summary>
        /// <param name="numbers">The number of each.</param>
        /// <param name="indexes">Where the values are, in that order.</param>
        /// <param name="counts">How many there are of each number; then where those of each end.</param>
        public static void Sort(ReadOnlySpan<uint> numbers, Span<int> indexes, Span<int> counts)
        {
            ToStarts(counts);
            for (int i = 0; i < numbers.Length; i++)
            {
                ref int next = ref counts[(int)numbers[i]];
                indexes[next++] = i;
            }
        }

        /// <summary>Where among all values the one of a type's values stands.</summary>
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
