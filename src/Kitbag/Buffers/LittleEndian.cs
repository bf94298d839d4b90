using System;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Kitbag.Buffers
{
    /// <summary>Loads and stores numbers at any address, in little-endian order on all processors.</summary>
    internal static class LittleEndian
    {
        // Unsafe: numbers are loaded and stored in one instruction (bench/: envelope, save-game).

        /// <summary>Stores 2 bytes.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Store16(ref byte p, ushort value) => Unsafe.WriteUnaligned(ref p, BitConverter.IsLittleEndian ? value
            : BinaryPrimitives.ReverseEndianness(value));

        /// <summary>Stores 4 bytes.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Store32(ref byte p, uint value) => Unsafe.WriteUnaligned(ref p, BitConverter.IsLittleEndian ? value
            : BinaryPrimitives.ReverseEndianness(value));

        /// <summary>Stores 8 bytes.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Store64(ref byte p, ulong value) => Unsafe.WriteUnaligned(ref p, BitConverter.IsLittleEndian ? value
            : BinaryPrimitives.ReverseEndianness(value));

        /// <summary>Loads 2 bytes.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static ushort Load16(ref byte p)
        {
            ushort value = Unsafe.ReadUnaligned<ushort>(ref p);
            return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
        }

        /// <summary>Loads 4 bytes.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Load32(ref byte p)
        {
            uint value = Unsafe.ReadUnaligned<uint>(ref p);
            return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
        }

        /// <summary>Loads 8 bytes.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static ulong Load64(ref byte p)
        {
            ulong value = Unsafe.ReadUnaligned<ulong>(ref p);
            return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
        }
    }
}
