using System;
using System.Globalization;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    internal readonly partial struct Number
    {
        // Not all of these frameworks write the shortest text.
        private static string FloatString(float value)
        {
            Span<byte> text = stackalloc byte[32];
            ref byte first = ref MemoryMarshal.GetReference(text);
            return ToText(ref first, FloatText.Write(ref first, value));
        }

        private static string FloatString(double value)
        {
            Span<byte> text = stackalloc byte[32];
            ref byte first = ref MemoryMarshal.GetReference(text);
            return ToText(ref first, FloatText.Write(ref first, value));
        }

        // The fewest digits that identify it. These frameworks lack the type.
        private static string HalfString(double value)
        {
            for (int decimals = 0; ; decimals++)
            {
                string text = value.ToString("E" + (char)('0' + decimals), CultureInfo.InvariantCulture);
                if (decimals == 4 || RoundToHalf(double.Parse(text, CultureInfo.InvariantCulture)) == value)
                    return text;
            }
        }

        private static double RoundToHalf(double value)
        {
            int exponent = (int)(BitConverter.DoubleToInt64Bits(value) >> 52 & 0x7FF) - 1023;
            double unit = Math.Pow(2, Math.Max(exponent, -14) - 10);
            return Math.Round(value / unit, MidpointRounding.ToEven) * unit;
        }

        private static string ToText(ref byte first, int length)
        {
            var chars = new char[length];
            Latin1.Widen(ref first, ref chars[0], length);
            return new string(chars);
        }
    }
}
