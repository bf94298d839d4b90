namespace Kitbag
{
    /// <summary>One block of a file, as its header and the file's table say.</summary>
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

        /// <summary>Its number, from 0.</summary>
        public int Index { get; }

        /// <summary>Where its header stands in the file; its bytes follow after 32 more.</summary>
        public long FileOffset { get; }

        /// <summary>How many bytes it has in the file, without its header.</summary>
        public int StoredLength { get; }

        /// <summary>Which byte of the body is its first one.</summary>
        public long Offset { get; }

        /// <summary>How many bytes of the body it holds.</summary>
        public int Length { get; }

        /// <summary>How it is compressed.</summary>
        public KitbagCompression Compression { get; }

        /// <summary>The CRC-32C of its bytes as they stand in the file.</summary>
        public uint Checksum { get; }
    }
}
