using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Buffers
{
    /// <summary>Compares the beginnings of strings.</summary>
    internal static class CommonPrefix
    {
        // Unsafe: strings are compared four characters at a time (bench/: word-graph).

        /// <summary>The length of the common prefix of two strings.</summary>
        public static int LengthOf(string one, string other)
        {
            int most = Math.Min(one.Length, other.Length), length = 0;
            if (most == 0)
                return 0;
            ref byte a = ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(one.AsSpan()));
            ref byte b = ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(other.AsSpan()));
            while (length + 4 <= most && LittleEndian.Load64(ref Unsafe.Add(ref a, length * 2))
                == LittleEndian.Load64(ref Unsafe.Add(ref b, length * 2)))
                length += 4;
            while (length < most && one[length] == other[length])
                length++;
            return length;
        }
    }
}
