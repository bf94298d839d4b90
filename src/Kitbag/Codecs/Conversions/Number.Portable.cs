using System;
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

        private static string ToText(ref byte first, int length)
        {
            var chars = new char[length];
            Latin1.Widen(ref first, ref chars[0], length);
            return new string(chars);
        }
    }
}
