using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Json
{
    /// <summary>
    /// Numbers of JSON as the nearest floating-point number, ties to even. Up to 19 digits as in Daniel Lemire, "Number parsing
    /// at a gigabyte per second" (2021); where more digits might matter, by the platform.
    /// </summary>
    internal static partial class FloatParser
    {
        private const int MostDigits = 19;

        /// <summary>Reads the number that starts at <paramref name="at"/>; too large ones give infinity.</summary>
        /// <returns>Whether there is one; <paramref name="at"/> is behind it, or where something else stands.</returns>
        public static bool TryParse(ReadOnlySpan<byte> data, ref int at, out double value)
        {
            int start = at;
            value = 0;
            if (!TryScan(data, ref at, out Number number))
                return false;
            ulong bits = ToBits(number.Digits, number.Exponent, DoubleForm);
            if (!number.IsExact && bits != ToBits(number.Digits + 1, number.Exponent, DoubleForm))
                value = Math.Abs(ParseDouble(data.Slice(start, at - start)));
            else
                value = BitConverter.Int64BitsToDouble((long)bits);
            if (number.IsNegative)
                value = -value;
            return true;
        }

        /// <summary>Reads the number that starts at <paramref name="at"/>; too large ones give infinity.</summary>
        /// <returns>Whether there is one; <paramref name="at"/> is behind it, or where something else stands.</returns>
        public static bool TryParse(ReadOnlySpan<byte> data, ref int at, out float value)
        {
            int start = at;
            value = 0;
            if (!TryScan(data, ref at, out Number number))
                return false;
            ulong bits = ToBits(number.Digits, number.Exponent, SingleForm);
            if (!number.IsExact && bits != ToBits(number.Digits + 1, number.Exponent, SingleForm))
                value = Math.Abs(ParseSingle(data.Slice(start, at - start)));
            else
                value = BitConverter.Int32BitsToSingle((int)bits);
            if (number.IsNegative)
                value = -value;
            return true;
        }

        // Digits * 10^Exponent; more digits may have been left out.
        private struct Number
        {
            public ulong Digits;
            public int Exponent;
            public bool IsNegative, IsExact;
        }

        private static bool TryScan(ReadOnlySpan<byte> data, ref int at, out Number number)
        {
            number = default;
            number.IsExact = true;
            ref byte text = ref MemoryMarshal.GetReference(data);
            int length = data.Length, i = at;
            if (i < length && Unsafe.Add(ref text, i) == '-')
            {
                number.IsNegative = true;
                i++;
            }
            int first = i, left = MostDigits;
            long exponent = 0;
            ulong digits = 0;
            uint digit;
            while (i < length && (digit = (uint)Unsafe.Add(ref text, i) - '0') <= 9)
            {
                i++;
                if (left > 0)
                {
                    digits = digits * 10 + digit;
                    left -= digits == 0 ? 0 : 1;
                }
                else
                {
                    exponent++;
                    number.IsExact &= digit == 0;
                }
                if (digits == 0 && i - first == 1)
                    break; // a zero at the start stands alone
            }
            at = i;
            if (i == first)
                return false;
            if (i < length && Unsafe.Add(ref text, i) == '.')
            {
                first = ++i;
                while (i < length && (digit = (uint)Unsafe.Add(ref text, i) - '0') <= 9)
                {
                    i++;
                    if (left > 0)
                    {
                        digits = digits * 10 + digit;
                        left -= digits == 0 ? 0 : 1;
                        exponent--;
                    }
                    else
                    {
                        number.IsExact &= digit == 0;
                    }
                }
                at = i;
                if (i == first)
                    return false;
            }
            if (i < length && (Unsafe.Add(ref text, i) | 0x20) == 'e')
            {
                if (!TryScanExponent(ref text, length, ref i, ref exponent))
                {
                    at = i;
                    return false;
                }
                at = i;
            }
            number.Digits = digits;
            number.Exponent = (int)Math.Max(Math.Min(exponent, 100_000), -100_000);
            return true;
        }

        private static bool TryScanExponent(ref byte text, int length, ref int i, ref long exponent)
        {
            i++;
            bool isNegative = i < length && Unsafe.Add(ref text, i) == '-';
            if (isNegative || (i < length && Unsafe.Add(ref text, i) == '+'))
                i++;
            int first = i;
            long value = 0;
            uint digit;
            while (i < length && (digit = (uint)Unsafe.Add(ref text, i) - '0') <= 9)
            {
                value = Math.Min(value * 10 + digit, 1L << 40);
                i++;
            }
            exponent += isNegative ? -value : value;
            return i != first;
        }

        /// <summary>A binary format: the bits of its fraction, its exponents, and the powers of ten among which a midpoint may be hit exactly.</summary>
        private readonly struct Form
        {
            public readonly int Bits, LeastExponent, Infinite, FirstTie, LastTie;

            public Form(int bits, int leastExponent, int infinite, int firstTie, int lastTie)
            {
                Bits = bits;
                LeastExponent = leastExponent;
                Infinite = infinite;
                FirstTie = firstTie;
                LastTie = lastTie;
            }
        }

        private static Form DoubleForm => new Form(52, -1023, 0x7FF, -4, 23);

        private static Form SingleForm => new Form(23, -127, 0xFF, -17, 10);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong ToBits(ulong digits, int q, in Form form)
        {
            if (digits == 0 || q < PowersOfTen.First)
                return 0;
            if (q > 308)
                return (ulong)form.Infinite << form.Bits;
            int zeros = BitOperations.LeadingZeroCount(digits);
            digits <<= zeros;
            // The table holds the power rounded down plus one; here it is wanted rounded up only where the product can be exact.
            ulong high = PowersOfTen.Get(q, out ulong low);
            if (q < -27 || q >= 0)
            {
                high -= low == 0 ? 1UL : 0;
                low--;
            }
            ulong product = WideMath.Multiply(digits, high, out ulong rest);
            ulong mask = ulong.MaxValue >> (form.Bits + 3);
            if ((product & mask) == mask)
            {
                ulong carry = WideMath.Multiply(digits, low, out _);
                rest += carry;
                product += rest < carry ? 1UL : 0;
            }
            int top = (int)(product >> 63), shift = top + 64 - form.Bits - 3;
            ulong mantissa = product >> shift;
            int exponent = PowersOfTen.Log2(q) + 64 + top - zeros - 1 - form.LeastExponent;
            if (exponent <= 0)
            {
                // Too small for a leading bit.
                if (exponent <= -63)
                    return 0;
                mantissa >>= 1 - exponent;
                mantissa += mantissa & 1;
                return mantissa >> 1;
            }
            // Right between two numbers, and nothing was lost: to the even one.
            if (rest <= 1 && q >= form.FirstTie && q <= form.LastTie && (mantissa & 3) == 1 && mantissa << shift == product)
                mantissa &= ~1UL;
            mantissa += mantissa & 1;
            mantissa >>= 1;
            if (mantissa >= 2UL << form.Bits)
            {
                mantissa = 1UL << form.Bits;
                exponent++;
            }
            if (exponent >= form.Infinite)
                return (ulong)form.Infinite << form.Bits;
            return (mantissa & ~(1UL << form.Bits)) | (ulong)exponent << form.Bits;
        }
    }
}
