using System;

namespace Kitbag.Schema
{
    /// <summary>
    /// Sorts and finds numbers. The methods of <see cref="Array"/> would bring many times their code into programs compiled ahead of time.
    /// </summary>
    internal static class SortedNumbers
    {
        /// <summary>The indexes of numbers in ascending order of these; equal numbers keep their order.</summary>
        public static int[] Order(long[] numbers)
        {
            var order = new int[numbers.Length];
            var other = new int[numbers.Length];
            for (int i = 0; i < order.Length; i++)
                order[i] = i;
            // Runs of a length are merged to runs of twice that length.
            for (int length = 1; length < order.Length; length *= 2)
            {
                for (int start = 0; start < order.Length; start += 2 * length)
                    Merge(numbers, order, other, start, length);
                (order, other) = (other, order);
            }
            return order;
        }

        private static void Merge(long[] numbers, int[] from, int[] to, int start, int length)
        {
            int middle = Math.Min(start + length, from.Length), end = Math.Min(middle + length, from.Length);
            for (int at = start, left = start, right = middle; at < end; at++)
            {
                bool takesLeft = left < middle && (right == end || numbers[from[left]] <= numbers[from[right]]);
                to[at] = takesLeft ? from[left++] : from[right++];
            }
        }

        /// <summary>The place of a number among numbers in ascending order; negative where it is not among them.</summary>
        public static int Find(long[] sorted, long number)
        {
            int from = 0, to = sorted.Length - 1;
            while (from <= to)
            {
                int middle = (from + to) >> 1;
                if (sorted[middle] == number)
                    return middle;
                if (sorted[middle] < number)
                    from = middle + 1;
                else
                    to = middle - 1;
            }
            return -1;
        }
    }
}
