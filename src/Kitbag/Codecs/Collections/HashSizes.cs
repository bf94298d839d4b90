using System;

namespace Kitbag.Codecs
{
    /// <summary>
    /// The numbers of buckets to which .NET hash tables grow: primes from a table, each the next one above twice the previous size.
    /// </summary>
    internal static class HashSizes
    {
        private static readonly int[] s_sizes =
        {
            17, 37, 89, 197, 431, 919, 1931, 4049, 8419, 17519, 36353, 75431, 156437, 324449, 672827, 1395263, 2893249, 5999471, 11998949,
            23997907, 47995853, 95991737, 191983481, 383966977,
            767933981, 1535867969,
        };

        /// <summary>Gets all sizes, starting with the smallest.</summary>
        public static ReadOnlySpan<int> All => s_sizes;

        /// <summary>Returns the smallest size that is not less than a count.</summary>
        public static int AtLeast(int count)
        {
            foreach (int size in s_sizes)
            {
                if (size >= count)
                    return size;
            }
            return count;
        }
    }
}
