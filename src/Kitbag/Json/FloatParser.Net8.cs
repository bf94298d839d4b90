using System;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Json
{
    internal static partial class FloatParser
    {
        // Returns the bits of the number that is nearest to digits * 10^exponent. There is space for the exponent after the digits.
        private static ulong Nearest(Span<byte> digits, int count, int exponent, ulong below, int fraction)
        {
            ref byte end = ref Unsafe.Add(ref MemoryMarshal.GetReference(digits), count);
            end = (byte)'E';
            Unsafe.Add(ref end, 1) = exponent < 0 ? (byte)'-' : (byte)'+';
            IntegerText.WriteFixed(ref Unsafe.Add(ref end, 2), 4, (uint)Math.Abs(exponent));
            ReadOnlySpan<byte> text = digits.Slice(0, count + 6);
            return fraction == DoubleFraction
                ? (ulong)BitConverter.DoubleToInt64Bits(double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture))
                : (uint)BitConverter.SingleToInt32Bits(float.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture));
        }
    }
}
