using System;
using System.Buffers.Binary;
using System.Numerics;

namespace Kitbag.Buffers
{
    /// <summary>CRC-32C (Castagnoli), as in RFC 3720, appendix B.4: reflected, polynomial 0x1EDC6F41, all ones before and after.</summary>
    internal static class Crc32C
    {
        /// <summary>The checksum of all bytes so far, followed by more bytes.</summary>
        /// <param name="crc">The checksum so far; 0 at the start.</param>
        /// <param name="bytes">The bytes that follow.</param>
        public static uint Append(uint crc, ReadOnlySpan<byte> bytes)
        {
            crc = ~crc;
            for (; bytes.Length >= 8; bytes = bytes.Slice(8))
                crc = BitOperations.Crc32C(crc, BinaryPrimitives.ReadUInt64LittleEndian(bytes));
            foreach (byte b in bytes)
                crc = BitOperations.Crc32C(crc, b);
            return ~crc;
        }
    }
}
