using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    /// <summary>Digits of integers.</summary>
    internal static class IntegerText
    {
        /// <summary>Eight digits 0.</summary>
        public const ulong Zeros = 0x3030303030303030;

        /// <summary>Writes a number; returns its number of digits, at most 20. Up to 7 bytes after them may change, too.</summary>
        public static int Write(ref byte target, ulong value)
        {
            if (value < 10)
            {
                target = (byte)('0' + value);
                return 1;
            }
            if (value >= 100_000_000)
                return WriteLong(ref target, value);
            ulong digits = EightDigits((uint)value);
            int leading = BitOperations.TrailingZeroCount(digits) & ~7;
            LittleEndian.Store64(ref target, (digits | Zeros) >> leading);
            return 8 - (leading >> 3);
        }

        private static int WriteLong(ref byte target, ulong value)
        {
            ulong high = value / 100_000_000;
            int count = Write(ref target, high);
            LittleEndian.Store64(ref Unsafe.Add(ref target, count), EightDigits((uint)(value - high * 100_000_000)) | Zeros);
            return count + 8;
        }

        // One digit per byte, the lowest first: the number is split into halves, which are divided in parallel in one word. 10486 / 2^20 is
        // slightly more than 1/100 and 103 / 2^10 than 1/10, and the results are exact for all numbers that occur.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static ulong EightDigits(uint value)
        {
            ulong high = value / 10_000;
            ulong fours = high | (value - high * 10_000) << 32;
            ulong hundreds = ((fours * 10_486) >> 20) & 0x0000007F_0000007F;
            ulong pairs = hundreds | (fours - hundreds * 100) << 16;
            ulong tens = ((pairs * 103) >> 10) & 0x000F_000F_000F_000F;
            return tens | (pairs - tens * 10) << 8;
        }

        /// <summary>Four digits of a number below 10,000, a digit a byte, the first lowest.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint FourDigits(uint value)
        {
            uint hundreds = (value * 5243) >> 19, pairs = hundreds | (value - hundreds * 100) << 16;
            uint tens = ((pairs * 103) >> 10) & 0x000F_000F;
            return tens | (pairs - tens * 10) << 8;
        }

        /// <summary>Returns whether this class reads and writes arrays of a type: the integers of the CLR that fit into a long.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool IsInteger<T>() => typeof(T) == typeof(int) || typeof(T) == typeof(long) || typeof(T) == typeof(uint)
            || typeof(T) == typeof(short) || typeof(T) == typeof(ushort);

        /// <summary>Converts an integer to its own type, whose range it must not exceed.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static T From<T>(long number)
        {
            T value = default!;
            if (Unsafe.SizeOf<T>() == 2)
                Unsafe.As<T, short>(ref value) = (short)number;
            else if (Unsafe.SizeOf<T>() == 4)
                Unsafe.As<T, int>(ref value) = (int)number;
            else
                Unsafe.As<T, long>(ref value) = number;
            return value;
        }

        /// <summary>The opposite of <see cref="From"/>.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static long ToLong<T>(T value)
        {
            if (typeof(T) == typeof(int))
                return Unsafe.As<T, int>(ref value);
            if (typeof(T) == typeof(uint))
                return Unsafe.As<T, uint>(ref value);
            if (typeof(T) == typeof(short))
                return Unsafe.As<T, short>(ref value);
            return typeof(T) == typeof(ushort) ? Unsafe.As<T, ushort>(ref value) : Unsafe.As<T, long>(ref value);
        }

        /// <summary>Writes a number with a fixed number of digits and leading zeros.</summary>
        public static void WriteFixed(ref byte target, int digits, uint value)
        {
            for (int i = digits - 1; i >= 0; i--)
            {
                Unsafe.Add(ref target, i) = (byte)('0' + value % 10);
                value /= 10;
            }
        }

        /// <summary>Appends the digits at an index; of more than 64 bits, the lower ones are kept. Returns the end of the digits.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static int Gather(ref byte text, int i, int length, ref ulong digits)
        {
            while (length - i >= 8)
            {
                ulong eight = LittleEndian.Load64(ref Unsafe.Add(ref text, i)) ^ Zeros, others = OverNine(eight);
                if (others == 0)
                {
                    digits = digits * 100_000_000 + Join(eight);
                    i += 8;
                    continue;
                }
                // Zero to seven digits, without a branch on their number, which would predict badly.
                int behind = BitOperations.LeadingZeroCount(others & (0 - others)) & ~7, count = 7 - (behind >> 3);
                digits = digits * Unsafe.Add(ref MemoryMarshal.GetReference(Tens), count) + Join(eight << behind << 8);
                return i + count;
            }
            uint digit;
            while (i < length && (digit = (uint)Unsafe.Add(ref text, i) - '0') <= 9)
            {
                digits = digits * 10 + digit;
                i++;
            }
            return i;
        }

        /// <summary>
        /// Returns the high bit of each byte that is greater than 9; it may also be set in bytes after one that is not ASCII.
        /// </summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static ulong OverNine(ulong eight) => (eight + 0x7676767676767676 | eight) & 0x8080808080808080;

        private static ReadOnlySpan<uint> Tens => new uint[] { 1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000 };

        /// <summary>Eight digits, the first one in the lowest byte: as pairs, fours and one number.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Join(ulong digits)
        {
            digits = (digits * 10 + (digits >> 8)) & 0x00FF00FF_00FF00FF;
            digits = (digits * 100 + (digits >> 16)) & 0x0000FFFF_0000FFFF;
            return (uint)digits * 10_000 + (uint)(digits >> 32);
        }
    }
}
