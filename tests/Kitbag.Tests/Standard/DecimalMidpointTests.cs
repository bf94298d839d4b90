using System;
using System.Globalization;
using System.Numerics;
using System.Text;
using Kitbag.Json;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>How the builds for .NET Standard round decimal numbers of many digits, compared with the framework of .NET.</summary>
    public class DecimalMidpointTests
    {
        private const int DoubleFraction = 52, SingleFraction = 23;

        [Fact]
        public void Doubles_are_rounded_as_the_framework_rounds_them()
        {
            var random = new Random(1);
            for (int i = 0; i < 3000; i++)
            {
                // Numbers of all sizes, including the smallest and the largest ones.
                ulong below = i < 8 ? (ulong)i : i < 16 ? 0x7FEF_FFFF_FFFF_FFFF - (ulong)(i - 8)
                    : (ulong)random.NextInt64(0x7FEF_FFFF_FFFF_FFFF);
                BigInteger middle = Middle(below, DoubleFraction, out int power);
                foreach (int step in (int[])[-1, 0, 1])
                {
                    (string digits, int exponent) = Decimal(middle, power, step);
                    double expected = double.Parse(digits + "E" + exponent, CultureInfo.InvariantCulture);
                    bool isNext = (ulong)BitConverter.DoubleToInt64Bits(expected) == below + 1;
                    Assert.Equal(isNext, DecimalMidpoint.IsPassed(Encoding.ASCII.GetBytes(digits), exponent, below, DoubleFraction));
                }
            }
        }

        [Fact]
        public void Singles_are_rounded_as_the_framework_rounds_them()
        {
            var random = new Random(2);
            for (int i = 0; i < 3000; i++)
            {
                uint below = i < 8 ? (uint)i : i < 16 ? 0x7F7F_FFFF - (uint)(i - 8) : (uint)random.Next(0x7F7F_FFFF);
                BigInteger middle = Middle(below, SingleFraction, out int power);
                foreach (int step in (int[])[-1, 0, 1])
                {
                    (string digits, int exponent) = Decimal(middle, power, step);
                    float expected = float.Parse(digits + "E" + exponent, CultureInfo.InvariantCulture);
                    bool isNext = (uint)BitConverter.SingleToInt32Bits(expected) == below + 1;
                    Assert.Equal(isNext, DecimalMidpoint.IsPassed(Encoding.ASCII.GetBytes(digits), exponent, below, SingleFraction));
                }
            }
        }

        // The midpoint above a number is the result times 2^power.
        private static BigInteger Middle(ulong below, int fraction, out int power)
        {
            int bias = fraction == DoubleFraction ? 1075 : 150;
            ulong digits = below & ((1UL << fraction) - 1);
            var exponent = (int)(below >> fraction);
            power = Math.Max(exponent, 1) - bias - 1;
            return 2 * (exponent == 0 ? digits : digits | 1UL << fraction) + 1;
        }

        // All digits of number * 2^power, and one more digit, which is not 0 one step away from it.
        private static (string Digits, int Exponent) Decimal(BigInteger number, int power, int step) => power >= 0
            ? (((number << power) * 10 + step).ToString(CultureInfo.InvariantCulture), -1)
            : ((number * BigInteger.Pow(5, -power) * 10 + step).ToString(CultureInfo.InvariantCulture), power - 1);
    }
}
