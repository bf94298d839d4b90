namespace Kitbag
{
    /// <summary>Describes one block of a file, according to its header and the file's table.</summary>
    public readonly struct KitbagBlock
    {
        internal KitbagBlock(int index, long fileOffset, int storedLength, long offset, int length, KitbagCompression compression,
            uint checksum)
        {
            Index = index;
            FileOffset = fileOffset;
            StoredLength = storedLength;
            Offset = offset;
            Length = length;
            Compression = compression;
            Checksum = checksum;
        }

        /// <summary>Gets the zero-based index of the block.</summary>
        public int Index { get; }

        /// <summary>Gets the offset of the block's header in the file. The data follows the header, which has 32 bytes.</summary>
        public long FileOffset { get; }

        /// <summary>Gets the number of bytes of the block in the file, without its header.</summary>
        public int StoredLength { get; }

        /// <summary>Gets the offset of the block's first byte in the body.</summary>
        public long Offset { get; }

        /// <summary>Gets the number of bytes of the body in the block.</summary>
        public int Length { get; }

        /// <summary>Gets the compression of the block.</summary>
        public KitbagCompression Compression { get; }

        /// <summary>Gets the CRC-32C of the bytes that are stored in the file.</summary>
        public uint Checksum { get; }
    }
}
