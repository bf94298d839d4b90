using System;
using System.Buffers;
using System.Globalization;
using System.Runtime.InteropServices;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    internal static partial class FloatParser
    {
        private static double ParseDouble(ReadOnlySpan<byte> text)
        {
            char[] chars = Widen(text);
            try
            {
                return double.Parse(chars.AsSpan(0, text.Length), NumberStyles.Float, CultureInfo.InvariantCulture);
            }
            finally
            {
                ArrayPool<char>.Shared.Return(chars);
            }
        }

        private static float ParseSingle(ReadOnlySpan<byte> text)
        {
            char[] chars = Widen(text);
            try
            {
                return float.Parse(chars.AsSpan(0, text.Length), NumberStyles.Float, CultureInfo.InvariantCulture);
            }
            finally
            {
                ArrayPool<char>.Shared.Return(chars);
            }
        }

        private static char[] Widen(ReadOnlySpan<byte> text)
        {
            char[] chars = ArrayPool<char>.Shared.Rent(text.Length);
            Latin1.Widen(ref MemoryMarshal.GetReference(text), ref chars[0], text.Length);
            return chars;
        }
    }
}
