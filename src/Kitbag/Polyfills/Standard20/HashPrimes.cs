using System;

namespace Kitbag.Buffers
{
    /// <summary>The numbers of buckets that tables of .NET Framework have which are made for a number of entries.</summary>
    internal static class HashPrimes
    {
        private static readonly int[] s_primes =
        {
            3, 7, 11, 17, 23, 29, 37, 47, 59, 71, 89, 107, 131, 163, 197, 239, 293, 353, 431, 521, 631, 761, 919, 1103, 1327, 1597, 1931,
            2333, 2801, 3371, 4049, 4861, 5839, 7013, 8419, 10103, 12143, 14591, 17519, 21023, 25229, 30293, 36353, 43627, 52361, 62851,
            75431, 90523, 108631, 130363, 156437, 187751, 225307, 270371, 324449, 389357, 467237, 560689, 672827, 807403, 968897, 1162687,
            1395263, 1674319, 2009191, 2411033, 2893249, 3471899, 4166287, 4999559, 5999471, 7199369,
        };

        /// <summary>The number of buckets for so many entries.</summary>
        public static int AtLeast(int count)
        {
            int at = Array.BinarySearch(s_primes, count);
            at = at < 0 ? ~at : at;
            if (at < s_primes.Length)
                return s_primes[at];
            for (int prime = count | 1; prime < int.MaxValue; prime += 2)
            {
                if ((prime - 1) % 101 != 0 && IsPrime(prime))
                    return prime;
            }
            return count;
        }

        private static bool IsPrime(int odd)
        {
            for (int i = 3; (long)i * i <= odd; i += 2)
            {
                if (odd % i == 0)
                    return false;
            }
            return true;
        }
    }
}
