using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    /// <summary>
    /// Writes floating-point numbers as the shortest decimal text that restores them, in the form of .NET 10's format R, on every runtime.
    /// The digits are computed with the algorithm of Raffaello Giulietti, "The Schubfach way to render doubles" (2020).
    /// </summary>
    internal static class FloatText
    {
        private const ulong Zeros = 0x3030303030303030;

        /// <summary>Writes a finite number; returns the number of bytes. All 32 bytes of the target may change.</summary>
        public static int Write(ref byte target, double value)
        {
            ulong bits = (ulong)BitConverter.DoubleToInt64Bits(value);
            int sign = WriteSign(ref target, bits >> 63);
            target = ref Unsafe.Add(ref target, sign);
            double size = Math.Abs(value);
            if ((size < 1e15) & ((long)size == size))
                return sign + IntegerText.Write(ref target, (ulong)size);
            if (size < 1e11)
            {
                // No two numbers of at most 15 digits round to the same double, so a text that restores the number is the shortest.
                var scaled = (ulong)(long)(size * 1e4 + 0.5);
                if ((long)scaled / 1e4 == size)
                    return sign + WriteFourDecimals(ref target, scaled);
            }
            ulong digits = Shortest(bits & ((1UL << 52) - 1), (int)(bits >> 52) & 0x7FF, 52, 1075, out int exponent);
            // 16 or 17 digits, less only of numbers without a leading bit.
            do
            {
                int isShort = digits < 10_000_000_000_000_000 ? 1 : 0;
                digits *= (uint)(1 + isShort * 9);
                exponent -= isShort;
            }
            while (digits < 10_000_000_000_000_000);
            ulong pairs = digits / 1_000_000_000;
            uint rest = (uint)(digits - pairs * 1_000_000_000), last = rest % 10;
            return sign
                + Arrange(ref target, IntegerText.EightDigits((uint)pairs), IntegerText.EightDigits(rest / 10), last, exponent + 17, 17);
        }

        /// <summary>Writes a finite number; returns the number of bytes. All 32 bytes of the target may change.</summary>
        public static int Write(ref byte target, float value)
        {
            uint bits = (uint)BitConverter.SingleToInt32Bits(value);
            int sign = WriteSign(ref target, bits >> 31);
            target = ref Unsafe.Add(ref target, sign);
            float size = Math.Abs(value);
            if ((size < 1e7f) & ((int)size == size))
                return sign + IntegerText.Write(ref target, (ulong)size);
            var digits = (uint)Shortest(bits & ((1U << 23) - 1), (int)(bits >> 23) & 0xFF, 23, 150, out int exponent);
            while (digits < 100_000_000)
            {
                digits *= 10;
                exponent--;
            }
            uint tenth = digits / 10;
            return sign + Arrange(ref target, IntegerText.EightDigits(tenth), digits - tenth * 10, 0, exponent + 9, 9);
        }

        // Writes four decimals, some of which are not zero.
        private static int WriteFourDecimals(ref byte target, ulong scaled)
        {
            ulong whole = scaled / 10_000;
            int count = IntegerText.Write(ref target, whole);
            ulong decimals = IntegerText.EightDigits((uint)(scaled - whole * 10_000) * 10_000);
            LittleEndian.Store64(ref Unsafe.Add(ref target, count), '.' | (decimals | 0x30303030) << 8);
            return count + 9 - (BitOperations.LeadingZeroCount(decimals) >> 3);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static int WriteSign(ref byte target, ulong isNegative)
        {
            target = (byte)'-';
            return (int)isNegative;
        }

        // Of the numbers d * 10^exponent that round to the given number, returns the one with the fewest digits, or the nearest of several;
        // d may end with zeros. The number and the midpoints to its neighbors are scaled to integers with two additional bits, rounded to
        // odd, so that comparisons are exact.
        private static ulong Shortest(ulong fraction, int biased, int fractionBits, int bias, out int exponent)
        {
            ulong c = biased == 0 ? fraction : fraction | 1UL << fractionBits;
            int q = (biased == 0 ? 1 : biased) - bias;
            bool isNarrow = fraction == 0 && biased > 1; // the number below is only half as far away
            int k = (q * 1262611 - (isNarrow ? 524031 : 0)) >> 22; // the greatest with 10^k within that distance
            exponent = k;
            ulong high = PowersOfTen.Get(-k, out ulong low);
            int shift = q + PowersOfTen.Log2(-k) + 1;
            c <<= 2;
            ulong value = Scale(high, low, c << shift);
            // A midpoint itself rounds to the even one.
            ulong isOdd = (c >> 2) & 1;
            ulong below = Scale(high, low, (c - (isNarrow ? 1UL : 2UL)) << shift) + isOdd;
            ulong above = Scale(high, low, (c + 2) << shift) - isOdd;

            // At most one multiple of ten lies between the midpoints, except for the smallest numbers.
            ulong s = value >> 2, ten = s / 10 * 10;
            bool isDown = below <= ten * 4, isUp = ten * 4 + 40 <= above;
            ten += isUp ? 10UL : 0;
            // Otherwise, the nearer integer, or the even one of two equally near ones. It does not round to the number only if the lower
            // midpoint is too far away.
            ulong near = s + (((value & 3) + (s & 1) > 2) | (below > s * 4) ? 1UL : 0);
            return (s >= 10) & (isDown != isUp) ? ten : near;
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

        /// <summary>
        /// Writes 0.d * 10^<paramref name="point"/>, where d consists of eight, eight and one digits that do not start with zero. The
        /// number is written without an exponent if that needs at most <paramref name="plain"/> digits before the point, or no zeros there.
        /// </summary>
        private static int Arrange(ref byte target, ulong first, ulong second, uint last, int point, int plain)
        {
            int count = second != 0 ? 16 - (BitOperations.LeadingZeroCount(second) >> 3) : 8 - (BitOperations.LeadingZeroCount(first) >> 3);
            count = last != 0 ? 17 : count;
            first |= Zeros;
            second |= Zeros;
            last |= '0';
            if ((point < -3) | (point > Math.Max(count, plain)))
                return WriteScientific(ref target, first, second, last, count, point - 1);
            if (point <= 0)
            {
                LittleEndian.Store64(ref target, Zeros ^ ('0' ^ '.') << 8);
                target = ref Unsafe.Add(ref target, 2 - point);
                LittleEndian.Store64(ref target, first);
                LittleEndian.Store64(ref Unsafe.Add(ref target, 8), second);
                Unsafe.Add(ref target, 16) = (byte)last;
                return 2 - point + count;
            }
            if (point >= count)
            {
                LittleEndian.Store64(ref target, first);
                LittleEndian.Store64(ref Unsafe.Add(ref target, 8), second);
                Unsafe.Add(ref target, 16) = (byte)last;
                return point;
            }
            WriteFraction(ref target, first, second, last, point);
            return count + 1;
        }

        // Writes all digits, with a point before the one with this index, which is 1 to 16.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void WriteFraction(ref byte target, ulong first, ulong second, uint last, int point)
        {
            // The digits after the point are moved by one place; the digits before it are then written over them.
            LittleEndian.Store64(ref Unsafe.Add(ref target, 1), first);
            LittleEndian.Store64(ref Unsafe.Add(ref target, 9), second);
            Unsafe.Add(ref target, 17) = (byte)last;
            if (point >= 8)
            {
                LittleEndian.Store64(ref target, first);
                target = ref Unsafe.Add(ref target, 8);
                first = second;
                point -= 8;
            }
            if (point == 8)
            {
                LittleEndian.Store64(ref target, first);
                Unsafe.Add(ref target, 8) = (byte)'.';
                return;
            }
            int bit = point * 8;
            ulong before = (1UL << bit) - 1;
            LittleEndian.Store64(ref target, (first & before) | (ulong)'.' << bit | (first & ~before) << 8);
        }

        private static int WriteScientific(ref byte target, ulong first, ulong second, uint last, int count, int exponent)
        {
            WriteFraction(ref target, first, second, last, 1);
            target = ref Unsafe.Add(ref target, count == 1 ? 1 : count + 1);
            var size = (uint)Math.Abs(exponent);
            uint hundreds = size / 100, rest = size - hundreds * 100;
            int digits = hundreds != 0 ? 3 : 2;
            // 'E', the sign and the hundreds first; the two digits stand over the hundreds where there are none.
            LittleEndian.Store32(ref target, 'E' | (uint)(exponent < 0 ? '-' : '+') << 8 | ('0' + hundreds) << 16);
            LittleEndian.Store16(ref Unsafe.Add(ref target, digits), (ushort)(('0' + rest / 10) | ('0' + rest % 10) << 8));
            return (count == 1 ? 1 : count + 1) + 2 + digits;
        }
    }
}
