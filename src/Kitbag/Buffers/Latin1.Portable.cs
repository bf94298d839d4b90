using System;
using System.Runtime.InteropServices;

namespace Kitbag.Buffers
{
    internal static partial class Latin1
    {
        /// <summary>Whether all characters are at most U+00FF.</summary>
        public static bool Fits(ref char chars, int length) => FitsByWords(ref chars, length);

        /// <summary>Converts characters to bytes; returns whether all of them are Latin-1. If not, the bytes are undefined.</summary>
        public static bool Narrow(ref char chars, ref byte bytes, int length) => NarrowByWords(ref chars, ref bytes, length);

        /// <summary>Converts bytes to characters.</summary>
        public static void Widen(ref byte bytes, ref char chars, int length) => WidenByWords(ref bytes, ref chars, length);

        /// <summary>Converts bytes to the characters of a new string.</summary>
        public static void WidenInto(string value, ref byte bytes, int length) =>
            Widen(ref bytes, ref MemoryMarshal.GetReference(value.AsSpan()), length);
    }
}
