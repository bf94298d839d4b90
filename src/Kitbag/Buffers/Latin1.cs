using System;
using System.Runtime.CompilerServices;

namespace Kitbag.Buffers
{
    /// <summary>Converts characters up to U+00FF to single bytes and back. This part processes four at a time, in a 64-bit word.</summary>
    internal static partial class Latin1
    {
        // Unsafe: characters are narrowed and widened four at a time (bench/: envelope, text-300KB).

        private const ulong HighBytes = 0xFF00FF00FF00FF00;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong LoadFour(ref char chars, int at) =>
            Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<char, byte>(ref Unsafe.Add(ref chars, at)));

        private static bool FitsByWords(ref char chars, int length)
        {
            if (length >= 4)
            {
                ulong all = LoadFour(ref chars, length - 4);
                for (int i = 0; i < length - 4; i += 4)
                {
                    all |= LoadFour(ref chars, i);
                    if ((all & HighBytes) != 0)
                        return false;
                }
                return (all & HighBytes) == 0;
            }
            int any = 0;
            for (int i = 0; i < length; i++)
                any |= Unsafe.Add(ref chars, i);
            return any < 0x100;
        }

        // The last word overlaps the previous one, so that no length needs a loop over single characters.

        private static bool NarrowByWords(ref char chars, ref byte bytes, int length)
        {
            if (length >= 4 && BitConverter.IsLittleEndian)
            {
                ulong all = 0;
                for (int i = 0; i < length - 4; i += 4)
                    all |= NarrowFour(ref chars, ref bytes, i);
                return ((all | NarrowFour(ref chars, ref bytes, length - 4)) & HighBytes) == 0;
            }
            int any = 0;
            if (length > 3)
            {
                for (int i = 0; i < length; i++)
                    any |= NarrowOne(ref chars, ref bytes, i);
            }
            else if (length != 0)
            {
                // Up to three characters: the first, the middle and the last one are all.
                any = NarrowOne(ref chars, ref bytes, 0) | NarrowOne(ref chars, ref bytes, length >> 1)
                    | NarrowOne(ref chars, ref bytes, length - 1);
            }
            return any < 0x100;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static int NarrowOne(ref char chars, ref byte bytes, int at)
        {
            char c = Unsafe.Add(ref chars, at);
            Unsafe.Add(ref bytes, at) = (byte)c;
            return c;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong NarrowFour(ref char chars, ref byte bytes, int at)
        {
            ulong four = LoadFour(ref chars, at), narrow = (four | (four >> 8)) & 0x0000FFFF0000FFFF;
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref bytes, at), (uint)(narrow | (narrow >> 16)));
            return four;
        }

        private static void WidenByWords(ref byte bytes, ref char chars, int length)
        {
            if (length >= 4 && BitConverter.IsLittleEndian)
            {
                for (int i = 0; i < length - 4; i += 4)
                    WidenFour(ref bytes, ref chars, i);
                WidenFour(ref bytes, ref chars, length - 4);
                return;
            }
            for (int i = 0; i < length; i++)
                Unsafe.Add(ref chars, i) = (char)Unsafe.Add(ref bytes, i);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void WidenFour(ref byte bytes, ref char chars, int at)
        {
            ulong four = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref bytes, at));
            four = (four | (four << 16)) & 0x0000FFFF0000FFFF;
            four = (four | (four << 8)) & 0x00FF00FF00FF00FF;
            Unsafe.WriteUnaligned(ref Unsafe.As<char, byte>(ref Unsafe.Add(ref chars, at)), four);
        }
    }
}
