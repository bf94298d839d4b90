using System;

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
