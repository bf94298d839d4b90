using System;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Rounds decimals to binary numbers, as their text would be: the 96 bits of a decimal are divided by a power of ten, bit by bit.
    /// </summary>
    internal static class DecimalQuotient
    {
        /// <summary>Returns the nearest number with a given number of bits, or the even one of two that are equally near.</summary>
        public static double Round(decimal value, int bits)
        {
            int[] parts = decimal.GetBits(value);
            ulong high = (uint)parts[2], low = (uint)parts[0] | (ulong)(uint)parts[1] << 32;
            if ((high | low) == 0)
                return 0;
            ulong divisorHigh = 0, divisorLow = 1;
            for (int scale = parts[3] >> 16 & 31; scale > 0; scale--)
                (divisorHigh, divisorLow) = TimesTen(divisorHigh, divisorLow);
            // Both below 2^97: shifted so that the quotient is at least 1 and less than 2.
            int exponent = 0;
            while (IsLess(high, low, divisorHigh, divisorLow))
            {
                (high, low) = (high << 1 | low >> 63, low << 1);
                exponent--;
            }
            while (!IsLess(high, low, divisorHigh << 1 | divisorLow >> 63, divisorLow << 1))
            {
                (divisorHigh, divisorLow) = (divisorHigh << 1 | divisorLow >> 63, divisorLow << 1);
                exponent++;
            }
            ulong quotient = 0;
            for (int i = 0; i < bits; i++)
            {
                quotient <<= 1;
                if (!IsLess(high, low, divisorHigh, divisorLow))
                {
                    quotient |= 1;
                    (high, low) = (high - divisorHigh - (low < divisorLow ? 1UL : 0), low - divisorLow);
                }
                (high, low) = (high << 1 | low >> 63, low << 1);
            }
            // Compares twice the remainder with the divisor.
            if (!IsLess(high, low, divisorHigh, divisorLow)
                && ((quotient & 1) != 0 || high != divisorHigh || low != divisorLow))
                quotient++;
            double rounded = quotient * Math.Pow(2, exponent - bits + 1);
            return parts[3] < 0 ? -rounded : rounded;
        }

        private static bool IsLess(ulong high, ulong low, ulong otherHigh, ulong otherLow) =>
            high < otherHigh || (high == otherHigh && low < otherLow);

        private static (ulong High, ulong Low) TimesTen(ulong high, ulong low)
        {
            ulong below = (low & uint.MaxValue) * 10, above = (low >> 32) * 10 + (below >> 32);
            return (high * 10 + (above >> 32), above << 32 | (below & uint.MaxValue));
        }
    }
}
