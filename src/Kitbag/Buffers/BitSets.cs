using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Buffers
{
    /// <summary>Bits in bytes, least significant bit first.</summary>
    internal static class BitSets
    {
        // Unsafe: bits are packed eight at a time (bench/: save-game).

        /// <summary>Packs bits into (count + 7) / 8 bytes; the last one's unused bits are 0.</summary>
        public static void Pack(ReadOnlySpan<bool> bits, ref byte destination)
        {
            ref byte source = ref Unsafe.As<bool, byte>(ref MemoryMarshal.GetReference(bits));
            int i = 0, at = 0;
            for (; i + 8 <= bits.Length; i += 8)
            {
                // Eight bytes of 0 or 1: the product moves byte k's bit to bit 56 + k of the sum.
                ulong eight = LittleEndian.Load64(ref Unsafe.Add(ref source, i));
                Unsafe.Add(ref destination, at++) = (byte)((eight * 0x0102040810204080UL) >> 56);
            }
            if (i < bits.Length)
            {
                int last = 0;
                for (int bit = 0; i < bits.Length; i++, bit++)
                    last |= (bits[i] ? 1 : 0) << bit;
                Unsafe.Add(ref destination, at) = (byte)last;
            }
        }

        /// <summary>How many bits are set.</summary>
        public static int Count(ReadOnlySpan<bool> bits)
        {
            ref byte source = ref Unsafe.As<bool, byte>(ref MemoryMarshal.GetReference(bits));
            int i = 0, count = 0;
            // Eight bytes of 0 or 1: the product's highest byte is their sum.
            for (; i + 8 <= bits.Length; i += 8)
                count += (int)((LittleEndian.Load64(ref Unsafe.Add(ref source, i)) * 0x0101010101010101UL) >> 56);
            for (; i < bits.Length; i++)
                count += bits[i] ? 1 : 0;
            return count;
        }

        /// <summary>Unpacks as many bits as there is room for.</summary>
        public static void Unpack(ReadOnlySpan<byte> source, Span<bool> bits)
        {
            ref byte destination = ref Unsafe.As<bool, byte>(ref MemoryMarshal.GetReference(bits));
            int i = 0, at = 0;
            for (; i + 8 <= bits.Length; i += 8)
            {
                // Each bit to a byte of its own: the byte eight times, a mask a byte, and a carry into bit 7 where it was set.
                ulong eight = (source[at++] * 0x0101010101010101UL) & 0x8040201008040201UL;
                eight = ((eight + 0x007F7F7F7F7F7F7FUL) >> 7) & 0x0101010101010101UL;
                LittleEndian.Store64(ref Unsafe.Add(ref destination, i), eight);
            }
            for (int bit = 0; i < bits.Length; i++, bit++)
                Unsafe.Add(ref destination, i) = (byte)((source[at] >> bit) & 1);
        }
    }
}
