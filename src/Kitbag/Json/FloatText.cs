using System;
using System.Runtime.CompilerServices;

namespace Kitbag.Json
{
    /// <summary>
    /// Floating-point numbers as the shortest decimal text that gives them back: plain from 0.0001 to 15 digits (7 of a float),
    /// and where no zeros would have to be added; else with an exponent, as in <c>1E+15</c>. The digits are found as in Raffaello Giulietti, "The Schubfach way to render doubles" (2020).
    /// </summary>
    internal static class FloatText
    {
        /// <summary>Writes a finite number; answers how many bytes, at most 32.</summary>
        public static int Write(ref byte target, double value)
        {
            ulong bits = (ulong)BitConverter.DoubleToInt64Bits(value);
            int sign = WriteSign(ref target, bits >> 63);
            target = ref Unsafe.Add(ref target, sign);
            double size = Math.Abs(value);
            if (size < 1e15 && (long)size == size)
                return sign + IntegerText.Write(ref target, (ulong)size);
            ulong digits = Shortest(bits & ((1UL << 52) - 1), (int)(bits >> 52) & 0x7FF, 52, 1075, out int exponent);
            return sign + Write(ref target, digits, exponent, 15);
        }

        /// <summary>Writes a finite number; answers how many bytes, at most 32.</summary>
        public static int Write(ref byte target, float value)
        {
            uint bits = (uint)BitConverter.SingleToInt32Bits(value);
            int sign = WriteSign(ref target, bits >> 31);
            target = ref Unsafe.Add(ref target, sign);
            float size = Math.Abs(value);
            if (size < 1e7f && (int)size == size)
                return sign + IntegerText.Write(ref target, (ulong)size);
            ulong digits = Shortest(bits & ((1U << 23) - 1), (int)(bits >> 23) & 0xFF, 23, 150, out int exponent);
            return sign + Write(ref target, digits, exponent, 7);
        }

        private static int WriteSign(ref byte target, ulong isNegative)
        {
            target = (byte)'-';
            return (int)isNegative;
        }

        // The least digits d, and among those the nearest, for which d * 10^exponent rounds to the number. Its neighbours' midpoints
        // are scaled to integers of two more bits, rounded to odd, so that comparing them is exact.
        private static ulong Shortest(ulong fraction, int biased, int fractionBits, int bias, out int exponent)
        {
            ulong c = biased == 0 ? fraction : fraction | 1UL << fractionBits;
            int q = (biased == 0 ? 1 : biased) - bias;
            bool isNarrow = fraction == 0 && biased > 1; // the number below is only half as far away
            int k = (q * 1262611 - (isNarrow ? 524031 : 0)) >> 22;
            int shift = q + PowersOfTen.Log2(-k) + 1;
            ulong high = PowersOfTen.Get(-k, out ulong low);
            ulong value = Scale(high, low, (c << 2) << shift);
            ulong below = Scale(high, low, ((c << 2) - (isNarrow ? 1UL : 2UL)) << shift);
            ulong above = Scale(high, low, ((c << 2) + 2) << shift);
            // A midpoint itself rounds to the even one.
            ulong isOdd = c & 1;
            below += isOdd;
            above -= isOdd;

            ulong s = value >> 2;
            if (s >= 10)
            {
                ulong tens = s / 10;
                bool isDown = below <= tens * 40, isUp = tens * 40 + 40 <= above;
                if (isDown != isUp)
                {
                    exponent = k + 1;
                    return isUp ? tens + 1 : tens;
                }
            }
            exponent = k;
            bool isFloor = below <= s * 4, isCeiling = s * 4 + 4 <= above;
            if (isFloor != isCeiling)
                return isCeiling ? s + 1 : s;
            ulong middle = s * 4 + 2;
            return value > middle || (value == middle && (s & 1) != 0) ? s + 1 : s;
        }

        // floor(g * c / 2^128), with its lowest bit set where that is not exact.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong Scale(ulong high, ulong low, ulong c)
        {
            ulong carry = WideMath.Multiply(low, c, out _);
            ulong result = WideMath.Multiply(high, c, out ulong rest);
            ulong sum = rest + carry;
            return (result + (sum < rest ? 1UL : 0)) | (sum > 1 ? 1UL : 0);
        }

        private static int Write(ref byte target, ulong digits, int exponent, int plain)
        {
            while (true)
            {
                ulong tenth = digits / 10;
                if (tenth * 10 != digits)
                    break;
                digits = tenth;
                exponent++;
            }
            // One byte in, so that a point can be put between them.
            int count = IntegerText.Write(ref Unsafe.Add(ref target, 1), digits), point = count + exponent;
            if (point < -3 || (exponent > 0 && point > plain))
                return WriteScientific(ref target, count, point - 1);
            if (point <= 0)
            {
                // From the last on: the digits move up over themselves.
                int lead = 2 - point;
                for (int i = count - 1; i >= 0; i--)
                    Unsafe.Add(ref target, lead + i) = Unsafe.Add(ref target, 1 + i);
                for (int i = 0; i < lead; i++)
                    Unsafe.Add(ref target, i) = (byte)'0';
                Unsafe.Add(ref target, 1) = (byte)'.';
                return lead + count;
            }
            int whole = Math.Min(point, count);
            for (int i = 0; i < whole; i++)
                Unsafe.Add(ref target, i) = Unsafe.Add(ref target, i + 1);
            if (point < count)
            {
                Unsafe.Add(ref target, point) = (byte)'.';
                return count + 1;
            }
            for (int i = count; i < point; i++)
                Unsafe.Add(ref target, i) = (byte)'0';
            return point;
        }

        private static int WriteScientific(ref byte target, int count, int exponent)
        {
            target = Unsafe.Add(ref target, 1);
            Unsafe.Add(ref target, 1) = (byte)'.';
            int at = count == 1 ? 1 : count + 1;
            Unsafe.Add(ref target, at) = (byte)'E';
            Unsafe.Add(ref target, at + 1) = exponent < 0 ? (byte)'-' : (byte)'+';
            uint size = (uint)Math.Abs(exponent);
            int digits = size < 100 ? 2 : 3;
            IntegerText.WriteFixed(ref Unsafe.Add(ref target, at + 2), digits, size);
            return at + 2 + digits;
        }
    }
}
