using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Buffers
{
    /// <summary>Bits in bytes, least significant bit first.</summary>
    internal static class BitSets
    {
        // Unsafe: bits are packed eight at a time (bench/: save-game).

        /// <summary>Packs bits into (count + 7) / 8 bytes; unused bits of the last one are 0.</summary>
        public static void Pack(ReadOnlySpan<bool> bits, ref byte destination)
        {
            ref byte source = ref Unsafe.As<bool, byte>(ref MemoryMarshal.GetReference(bits));
            int i = 0, at = 0;
            for (; i + 8 <= bits.Length; i += 8)
            {
                // Eight bytes of 0 or 1: the product moves the bit of byte k to bit 56 + k of the sum.
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

        /// <summary>The number of bits that are set.</summary>
        public static int Count(ReadOnlySpan<bool> bits)
        {
            ref byte source = ref Unsafe.As<bool, byte>(ref MemoryMarshal.GetReference(bits));
            int i = 0, count = 0;
            // Eight bytes of 0 or 1: the highest byte of the product is their sum.
            for (; i + 8 <= bits.Length; i += 8)
                count += (int)((LittleEndian.Load64(ref Unsafe.Add(ref source, i)) * 0x0101010101010101UL) >> 56);
            for (; i < bits.Length; i++)
                count += bits[i] ? 1 : 0;
            return count;
        }

        /// <summary>Unpacks as many bits as the destination has.</summary>
        public static void Unpack(ReadOnlySpan<byte> source, Span<bool> bits)
        {
            ref byte destination = ref Unsafe.As<bool, byte>(ref MemoryMarshal.GetReference(bits));
            int i = 0, at = 0;
            for (; i + 8 <= bits.Length; i += 8)
            {
                // Each bit to a separate byte: the byte is repeated eight times, a mask selects one bit of each, and an addition carries it
                // to bit 7.
                ulong eight = (source[at++] * 0x0101010101010101UL) & 0x8040201008040201UL;
                eight = ((eight + 0x007F7F7F7F7F7F7FUL) >> 7) & 0x0101010101010101UL;
                LittleEndian.Store64(ref Unsafe.Add(ref destination, i), eight);
            }
            for (int bit = 0; i < bits.Length; i++, bit++)
                Unsafe.Add(ref destination, i) = (byte)((source[at] >> bit) & 1);
        }
    }
}
