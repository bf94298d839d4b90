using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    // Arrays of integers.
    public ref partial struct JsonReader
    {
        // The length of a comma, a sign, and eight bytes with the digits and the following characters.
        private const int LongestInteger = 10;

        /// <summary>
        /// Reads the next elements of an array of integers, as long as each follows its comma directly, has at most seven digits, and is
        /// directly followed by another comma or the end of the array. Everything else is left to <see cref="NextElement"/>.
        /// </summary>
        /// <typeparam name="T">An integer of the CLR.</typeparam>
        /// <param name="numbers">The destination.</param>
        /// <param name="min">The minimum of the range.</param>
        /// <param name="max">The maximum of the range.</param>
        /// <returns>The number of integers that were read.</returns>
        internal int ReadIntegers<T>(scoped Span<T> numbers, long min, long max)
        {
            ref byte data = ref MemoryMarshal.GetReference(_data);
            int last = _data.Length - LongestInteger, at = _at, count = 0;
            ulong range = (ulong)max - (ulong)min;
            for (; count < numbers.Length && at <= last; count++)
            {
                if (Unsafe.Add(ref data, at) != ',')
                    break;
                int start = at + 1, sign = 0;
                ulong eight = LittleEndian.Load64(ref Unsafe.Add(ref data, start));
                // A branch, because otherwise the start of the next number would depend on the sign.
                if ((byte)eight == '-')
                {
                    sign = 1;
                    eight = LittleEndian.Load64(ref Unsafe.Add(ref data, ++start));
                }
                eight ^= IntegerText.Zeros;
                ulong others = IntegerText.OverNine(eight);
                int bits = BitOperations.TrailingZeroCount(others) & ~7, end = start + (bits >> 3);
                // No digits, eight or more, or a zero before others.
                if ((uint)(bits - 8) > 48 || ((byte)eight == 0 && bits != 8))
                    break;
                if (Unsafe.Add(ref data, end) is not ((byte)',' or (byte)']'))
                    break;
                long number = (IntegerText.Join(eight << (64 - bits)) ^ -(long)sign) + sign;
                if ((ulong)number - (ulong)min > range)
                    break;
                numbers[count] = IntegerText.From<T>(number);
                at = end;
            }
            _at = at;
            return count;
        }
    }
}
