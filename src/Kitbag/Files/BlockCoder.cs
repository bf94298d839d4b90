using System;
using Kitbag.Compression;

namespace Kitbag.Files
{
    /// <summary>Compresses and decompresses blocks.</summary>
    internal static class BlockCoder
    {
        /// <summary>Compresses a block; returns null if that would save less than a 64th.</summary>
        public static ArraySegment<byte>? Compress(KitbagCompression compression, ArraySegment<byte> block)
        {
            int most = block.Count - Math.Max(block.Count / 64, 1);
            if (compression == KitbagCompression.None || most <= 0)
                return null;
            var stored = new byte[most];
            int length = compression == KitbagCompression.Lz4
                ? Lz4Block.Compress(block, stored)
                : BrotliBlock.Compress(block, stored);
            return length <= 0 ? (ArraySegment<byte>?)null : new ArraySegment<byte>(stored, 0, length);
        }

        /// <summary>Decompresses a block whose checksum is correct.</summary>
        /// <exception cref="KitbagException">The bytes do not match the header.</exception>
        public static void Decompress(in BlockHeader header, ReadOnlySpan<byte> stored, Span<byte> block, long offset)
        {
            switch (header.Compression)
            {
                case KitbagCompression.None:
                    stored.CopyTo(block);
                    return;
                case KitbagCompression.Lz4:
                    if (Lz4Block.Decompress(stored, block) == block.Length)
                        return;
                    break;
                case KitbagCompression.Brotli:
                    if (BrotliBlock.Decompress(stored, block, offset))
                        return;
                    break;
                default:
                    throw new KitbagException(KitbagErrorReason.NewerVersion, "A block of the file has a compression ("
                        + ContainerFormat.Text((byte)header.Compression) + ") that this version of Kitbag does not know. Update Kitbag.",
                        offset);
            }
            throw new KitbagException(KitbagErrorReason.Malformed, "A block of the file does not decompress to the "
                + ContainerFormat.Text(block.Length) + " bytes that its header announces.", offset);
        }
    }
}
