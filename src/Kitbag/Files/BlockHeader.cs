using System;
using System.Buffers.Binary;
using Kitbag.Buffers;

namespace Kitbag.Files
{
    /// <summary>What stands before each block of a file and each group of a log, and once more in the table of a file.</summary>
    internal readonly struct BlockHeader
    {
        /// <summary>"KBLK", by which blocks are found where what is before them is damaged.</summary>
        public const uint Marker = 0x4B4C424B;

        /// <summary>The bytes of <see cref="Marker"/>.</summary>
        public static ReadOnlySpan<byte> MarkerBytes => new byte[] { 0x4B, 0x42, 0x4C, 0x4B };

        public readonly KitbagCompression Compression;

        /// <summary>Of a log: how many records the group has; 0 where it holds a schema. Of a file 0.</summary>
        public readonly int Count;

        /// <summary>Bytes in the file, and of the body.</summary>
        public readonly int StoredLength, RawLength;

        /// <summary>Of a file: which byte of the body is the first one. Of a log: the number of the first record.</summary>
        public readonly long First;

        /// <summary>Of the bytes as they stand in the file.</summary>
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

        /// <summary>Reads a header; answers whether it is one and whole, and says only what can be.</summary>
        /// <param name="p">Where it stands.</param>
        /// <param name="largest">The most bytes of a block.</param>
        /// <param name="header">What it says.</param>
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
