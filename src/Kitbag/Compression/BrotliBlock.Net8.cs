using System;
using System.IO.Compression;

namespace Kitbag.Compression
{
    /// <summary>Blocks in the format of Brotli (RFC 7932).</summary>
    internal static class BrotliBlock
    {
        // What a save game of 1 MB takes is 15 ms at 5, and 2 s at 11.
        private const int Quality = 5, Window = 20;

        /// <summary>Compresses bytes; answers how many that gave, 0 where the output is too small.</summary>
        public static int Compress(ReadOnlySpan<byte> input, Span<byte> output) =>
            BrotliEncoder.TryCompress(input, output, out int written, Quality, Window) ? written : 0;

        /// <summary>Decompresses bytes; answers whether they gave exactly as many as there is room for.</summary>
        public static bool Decompress(ReadOnlySpan<byte> input, Span<byte> output, long offset)
        {
            using BrotliDecoder decoder = default;
            return decoder.Decompress(input, output, out int consumed, out int written) == System.Buffers.OperationStatus.Done
                && consumed == input.Length && written == output.Length;
        }
    }
}
