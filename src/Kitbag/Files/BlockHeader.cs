using System;
using System.Buffers.Binary;
using Kitbag.Buffers;

namespace Kitbag.Files
{
    /// <summary>
    /// Represents the header of each block of a file and each group of a log, which is also repeated in the table of a file.
    /// </summary>
    internal readonly struct BlockHeader
    {
        /// <summary>The bytes "KBLK", by which blocks are found after damaged data.</summary>
        public const uint Marker = 0x4B4C424B;

        /// <summary>The bytes of <see cref="Marker"/>.</summary>
        public static ReadOnlySpan<byte> MarkerBytes => new byte[] { 0x4B, 0x42, 0x4C, 0x4B };

        public readonly KitbagCompression Compression;

        /// <summary>In a log, the number of records of the group, or 0 if it contains a schema. In a file, 0.</summary>
        public readonly int Count;

        /// <summary>Bytes in the file, and of the body.</summary>
        public readonly int StoredLength, RawLength;

        /// <summary>In a file, the offset of the first byte in the body. In a log, the number of the first record.</summary>
        public readonly long First;

        /// <summary>The checksum of the bytes as stored in the file.</summary>
        public readonly uint Checksum;

        public BlockHeader(KitbagCompression compression, int count, int storedLength, int rawLength, long first, uint checksum)
        {
            Compression = compression;
            Count = count;
            StoredLength = storedLength;
            RawLength = rawLength;
            First = first;
            Checksum = checksum;
        }

        public void Write(Span<byte> p)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(p, Marker);
            BinaryPrimitives.WriteUInt32LittleEndian(p.Slice(4), (uint)Compression | ((uint)Count << 8));
            BinaryPrimitives.WriteInt32LittleEndian(p.Slice(8), StoredLength);
            BinaryPrimitives.WriteInt32LittleEndian(p.Slice(12), RawLength);
            BinaryPrimitives.WriteInt64LittleEndian(p.Slice(16), First);
            BinaryPrimitives.WriteUInt32LittleEndian(p.Slice(24), Checksum);
            BinaryPrimitives.WriteUInt32LittleEndian(p.Slice(28), Crc32C.Append(0, p.Slice(0, 28)));
        }

        /// <summary>Reads a header. Returns whether it is a complete header with valid values.</summary>
        /// <param name="p">The bytes.</param>
        /// <param name="largest">The maximum size of a block.</param>
        /// <param name="header">The header.</param>
        public static bool TryRead(ReadOnlySpan<byte> p, int largest, out BlockHeader header)
        {
            header = default;
            if (p.Length < ContainerFormat.BlockHeaderLength || BinaryPrimitives.ReadUInt32LittleEndian(p) != Marker
                || BinaryPrimitives.ReadUInt32LittleEndian(p.Slice(28)) != Crc32C.Append(0, p.Slice(0, 28)))
                return false;
            uint kind = BinaryPrimitives.ReadUInt32LittleEndian(p.Slice(4));
            header = new BlockHeader((KitbagCompression)(byte)kind, (int)(kind >> 8), BinaryPrimitives.ReadInt32LittleEndian(p.Slice(8)),
                BinaryPrimitives.ReadInt32LittleEndian(p.Slice(12)), BinaryPrimitives.ReadInt64LittleEndian(p.Slice(16)),
                BinaryPrimitives.ReadUInt32LittleEndian(p.Slice(24)));
            return header.StoredLength > 0 && header.RawLength > 0 && header.RawLength <= largest
                && header.StoredLength <= header.RawLength && header.First >= 0
                && (header.Compression == KitbagCompression.None) == (header.StoredLength == header.RawLength);
        }
    }
}
