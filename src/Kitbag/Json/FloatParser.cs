using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    /// <summary>
    /// Parses numbers of JSON as the nearest floating-point number, with ties to even. Up to 19 digits use the algorithm of Daniel Lemire,
    /// "Number parsing at a gigabyte per second" (2021); if more digits may matter, the platform parses the number.
    /// </summary>
    internal static partial class FloatParser
    {
        // The number of digits that always fit into 64 bits.
        private const int MostDigits = 19;
        // A midpoint between two doubles has up to 767 significant digits: of further digits, it only matters whether one is not zero.
        private const int DigitsThatCount = 768, LongestText = DigitsThatCount + 24;

        private const int DoubleFraction = 52, SingleFraction = 23;

        /// <summary>Reads the number that starts at <paramref name="at"/>; numbers that are too large become infinity.</summary>
        /// <returns>Whether there is a number; <paramref name="at"/> is then after it, otherwise at the unexpected character.</returns>
        public static bool TryParse(ReadOnlySpan<byte> data, ref int at, out double value)
        {
            bool isNumber = TryParse(data, ref at, DoubleFraction, out ulong bits);
            value = BitConverter.Int64BitsToDouble((long)bits);
            return isNumber;
        }

        /// <summary>
        /// Reads a number of up to six digits with a decimal point, such as a price, from a single word and without a branch on the number
        /// of digits.
        /// </summary>
        /// <returns>Whether such a number starts exactly there; otherwise nothing is read.</returns>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool TryParseShort(ReadOnlySpan<byte> data, ref int at, out double value)
        {
            value = 0;
            if (data.Length - at < 9)
                return false;
            ref byte text = ref Unsafe.Add(ref MemoryMarshal.GetReference(data), at);
            int isNegative = text == '-' ? 1 : 0;
            ulong eight = LittleEndian.Load64(ref Unsafe.Add(ref text, isNegative)) ^ IntegerText.Zeros;
            ulong others = IntegerText.OverNine(eight), behind = others & (others - 1);
            int point = BitOperations.TrailingZeroCount(others) & ~7, end = BitOperations.TrailingZeroCount(behind) & ~7;
            // There must be digits on both sides, no leading zero before other digits, and no exponent after the last digit.
            if (behind == 0 || point == 0 || end - point <= 8 || (byte)(eight >> point) != ('.' ^ '0') || ((byte)eight == 0 && point != 8)
                || ((byte)(eight >> end) | 0x20) == ('E' ^ '0'))
                return false;
            ulong before = (1UL << point) - 1, digits = (eight & before) | ((eight >> 8) & ~before);
            double size = IntegerText.Join(digits << 72 - end)
                / Unsafe.Add(ref MemoryMarshal.GetReference(ExactTens), (end - point >> 3) - 1);
            value = isNegative != 0 ? -size : size;
            at += isNegative + (end >> 3);
            return true;
        }

        /// <summary>Reads the number that starts at <paramref name="at"/>; numbers that are too large become infinity.</summary>
        /// <returns>Whether there is a number; <paramref name="at"/> is then after it, otherwise at the unexpected character.</returns>
        public static bool TryParse(ReadOnlySpan<byte> data, ref int at, out float value)
        {
            bool isNumber = TryParse(data, ref at, SingleFraction, out ulong bits);
            value = BitConverter.Int32BitsToSingle((int)bits);
            return isNumber;
        }

        private static bool TryParse(ReadOnlySpan<byte> data, ref int at, int fraction, out ulong bits)
        {
            ref byte text = ref MemoryMarshal.GetReference(data);
            int length = data.Length, i = at;
            ulong digits = 0;
            bits = 0;
            // Without branches: those on signs, as those on numbers of digits, predict badly.
            int isNegative = i < length && Unsafe.Add(ref text, i) == '-' ? 1 : 0;
            i += isNegative;
            int first = i;
            // A zero at the start stands alone; so do most first digits before a point.
            uint lone = i < length ? (uint)Unsafe.Add(ref text, i) - '0' : 10;
            if (lone == 0 || (lone <= 9 && i + 1 < length && Unsafe.Add(ref text, i + 1) == '.'))
            {
                digits = lone;
                i++;
            }
            else
            {
                i = IntegerText.Gather(ref text, i, length, ref digits);
            }
            at = i;
            int count = i - first;
            if (count == 0)
                return false;
            long exponent = 0;
            if (i < length && Unsafe.Add(ref text, i) == '.')
            {
                int point = i + 1;
                i = IntegerText.Gather(ref text, point, length, ref digits);
                at = i;
                if (i == point)
                    return false;
                exponent = point - i;
                count += i - point;
            }
            int end = i;
            if (i < length && (Unsafe.Add(ref text, i) | 0x20) == 'e' && !TryGatherExponent(ref text, length, ref at, ref exponent))
                return false;
            if (count > MostDigits && count - CountZeros(ref Unsafe.Add(ref text, first), end - first) > MostDigits)
                bits = Round(data.Slice(first, end - first), exponent, fraction);
            else
                bits = Round(digits, exponent, fraction);
            bits |= (ulong)isNegative << (fraction == DoubleFraction ? 63 : 31);
            return true;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool TryGatherExponent(ref byte text, int length, ref int at, ref long exponent)
        {
            int first = at + 1;
            int sign = first < length ? Unsafe.Add(ref text, first) : 0;
            int isNegative = sign == '-' ? 1 : 0;
            first += isNegative | (sign == '+' ? 1 : 0);
            ulong value = 0;
            at = IntegerText.Gather(ref text, first, length, ref value);
            if (at - first > 12)
                value = Clamp(ref Unsafe.Add(ref text, first), at - first);
            exponent += ((long)value ^ -isNegative) + isNegative;
            return at != first;
        }

        // A number of any length, or one that is more than the digits of any text can make good.
        private static ulong Clamp(ref byte text, int length)
        {
            ulong value = 0;
            for (int i = 0; i < length; i++)
                value = Math.Min(value * 10 + Unsafe.Add(ref text, i) - '0', 1UL << 40);
            return value;
        }

        private static int CountZeros(ref byte text, int length)
        {
            int count = 0;
            for (int i = 0; i < length; i++)
            {
                byte c = Unsafe.Add(ref text, i);
                if (c == '0')
                    count++;
                else if (c != '.')
                    break;
            }
            return count;
        }

        // Digits, with a point somewhere, times 10^exponent where the point is left out.
        private static ulong Round(ReadOnlySpan<byte> text, long exponent, int fraction)
        {
            Span<byte> kept = stackalloc byte[LongestText];
            ref byte source = ref MemoryMarshal.GetReference(text), target = ref MemoryMarshal.GetReference(kept);
            int count = 0;
            bool isExact = true;
            for (int i = 0; i < text.Length; i++)
            {
                byte c = Unsafe.Add(ref source, i);
                if (c == '.' || (c == '0' && count == 0))
                    continue;
                if (count < DigitsThatCount)
                {
                    Unsafe.Add(ref target, count++) = c;
                }
                else
                {
                    exponent++;
                    isExact &= c == '0';
                }
            }
            if (!isExact)
            {
                Unsafe.Add(ref target, count++) = (byte)'1';
                exponent--;
            }
            ulong digits = 0;
            IntegerText.Gather(ref target, 0, MostDigits, ref digits);
            // The remaining digits are less than one unit of the last digit.
            long dropped = exponent + count - MostDigits;
            ulong bits = Round(digits, dropped, fraction);
            if (bits == Round(digits + 1, dropped, fraction))
                return bits;
            // Not huge, or both had been the same.
            return Nearest(kept, count, (int)exponent, bits, fraction);
        }

        private static ReadOnlySpan<double> ExactTens =>
            new[]
            {
                1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
                1e22,
            };

        // Returns the bits of the number nearest to digits * 10^q. The 64-bit digits are multiplied by a 128-bit power, which is rounded.
        // It was computed for each power that this never changes the bits above the 9 lowest of the highest 64 bits of the product, which
        // doubles need.
        private static ulong Round(ulong digits, long q, int fraction)
        {
            // Both exact, and so one rounding is all there is: most numbers that people wrote.
            if (fraction == DoubleFraction && digits <= 1UL << 53 && q <= 0 && q > -ExactTens.Length)
                return (ulong)BitConverter.DoubleToInt64Bits((long)digits / Unsafe.Add(ref MemoryMarshal.GetReference(ExactTens), (int)-q));
            int infinite = fraction == DoubleFraction ? 0x7FF : 0xFF;
            if (digits == 0 || q < PowersOfTen.First)
                return 0;
            if (q > 308)
                return (ulong)infinite << fraction;
            var k = (int)q;
            ulong high = PowersOfTen.Get(k, out ulong low);
            // For powers from 1 on, the table contains a value that is one larger than required here, rounded down: exact up to 10^55.
            ulong excess = (uint)~k >> 31;
            high -= low < excess ? 1UL : 0;
            low -= excess;
            int zeros = BitOperations.LeadingZeroCount(digits);
            digits <<= zeros;
            ulong carry = WideMath.Multiply(digits, low, out _);
            ulong product = WideMath.Multiply(digits, high, out ulong rest);
            rest += carry;
            product += rest < carry ? 1UL : 0;

            // The product's highest bit is the last or the last but one. One bit more than the number has shows where to round.
            int top = (int)(product >> 63), shift = 61 - fraction + top;
            int biased = 63 + top - zeros + PowersOfTen.Log2(k) + (infinite >> 1);
            if (biased >= infinite)
                return (ulong)infinite << fraction;
            ulong exponent = 0;
            if (biased > 0)
                exponent = (ulong)(biased - 1) << fraction; // the leading bit adds the 1
            else if ((shift += 1 - biased) > 63)
                return 0;
            ulong mantissa = product >> shift;
            // Exactly between two numbers, which is possible only up to five to that power in 64 bits: to the even one.
            bool isDown = (mantissa & 3) == 1 && rest == 0 && product == mantissa << shift && k >= -27 && k <= 27;
            // Rounding up may carry into the exponent, up to that of infinity.
            return exponent + (mantissa >> 1) + (isDown ? 0 : mantissa & 1);
        }
    }
}
