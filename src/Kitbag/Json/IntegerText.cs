using System.Numerics;
using System.Runtime.CompilerServices;
using Kitbag.Wire;

namespace Kitbag.Json
{
    /// <summary>Digits of integers.</summary>
    internal static class IntegerText
    {
        private const ulong Zeros = 0x3030303030303030;

        /// <summary>Writes a number; answers how many digits it has, at most 20. Up to 7 bytes behind them may change too.</summary>
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

        // A digit a byte, the first lowest: by halves, which are divided side by side in one word. 10486 / 2^20 is a little more than
        // a hundredth, 103 / 2^10 than a tenth, and exact for the numbers that come.
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

        /// <summary>Writes a number of so many digits, with zeros before it.</summary>
        public static void WriteFixed(ref byte target, int digits, uint value)
        {
            for (int i = digits - 1; i >= 0; i--)
            {
                Unsafe.Add(ref target, i) = (byte)('0' + value % 10);
                value /= 10;
            }
        }
    }
}
