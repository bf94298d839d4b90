using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Codecs
{
    /// <summary>Determines whether all values are defaults.</summary>
    internal static class Defaults
    {
        // Unsafe: columns are searched for values other than the default, eight bytes at a time (bench/: save-game).

        public static bool AnyByte(ReadOnlySpan<byte> image)
        {
            ref byte first = ref MemoryMarshal.GetReference(image);
            int count = image.Length, i = 0;
            for (; i + 8 <= count; i += 8)
            {
                if (Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref first, (IntPtr)i)) != 0)
                    return true;
            }
            for (; i < count; i++)
            {
                if (Unsafe.Add(ref first, (IntPtr)i) != 0)
                    return true;
            }
            return false;
        }

        public static bool AnyObject(ref object? first, int count)
        {
            for (int i = 0; i < count; i++)
            {
                if (Unsafe.Add(ref first, i) != null)
                    return true;
            }
            return false;
        }
    }
}
