using System;
using System.Numerics;

namespace Kitbag.Json
{
    /// <summary>
    /// Compares decimal numbers of any length with the midpoint between two numbers of floating point: runtimes before .NET Core 3.0 do
    /// not read all digits of a long number, and so round some of them wrongly.
    /// </summary>
    internal static class DecimalMidpoint
    {
        /// <summary>
        /// Returns whether a decimal number is nearer to the next floating-point number than to the one below it; ties are rounded to even.
        /// </summary>
        /// <param name="digits">The digits of the decimal number.</param>
        /// <param name="exponent">The power of ten by which the digits are multiplied.</param>
        /// <param name="below">The bits of the floating-point number below it.</param>
        /// <param name="fraction">The number of bits of the fraction: 52 or 23.</param>
        public static bool IsPassed(ReadOnlySpan<byte> digits, int exponent, ulong below, int fraction)
        {
            ulong half = below & ((1UL << fraction) - 1);
            var power = (int)(below >> fraction);
            if (power == 0)
                power = 1;
            else
                half |= 1UL << fraction;
            // The midpoint is half * 2^power.
            half = 2 * half + 1;
            power -= (fraction == 52 ? 1075 : 150) + 1;

            BigInteger left = Join(digits), right = half;
            if (exponent > 0)
                left *= BigInteger.Pow(10, exponent);
            else
                right *= BigInteger.Pow(10, -exponent);
            if (power > 0)
                right <<= power;
            else
                left <<= -power;
            int order = left.CompareTo(right);
            return order > 0 || (order == 0 && (below & 1) != 0);
        }

        private static BigInteger Join(ReadOnlySpan<byte> digits)
        {
            BigInteger value = BigInteger.Zero;
            for (int i = 0; i < digits.Length;)
            {
                uint nine = 0, scale = 1;
                for (; i < digits.Length && scale < 1_000_000_000; i++, scale *= 10)
                    nine = nine * 10 + digits[i] - '0';
                value = value * scale + nine;
            }
            return value;
        }
    }
}
