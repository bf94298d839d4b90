using System;
using System.IO.Compression;

namespace Kitbag.Compression
{
    /// <summary>Blocks in the format of Brotli (RFC 7932).</summary>
    internal static class BrotliBlock
    {
        // A save game of 1 MB takes 15 ms at quality 5, and 2 s at 11.
        private const int Quality = 5, Window = 20;

        /// <summary>Compresses bytes; returns the compressed length, or 0 if the output is too small.</summary>
        public static int Compress(ReadOnlySpan<byte> input, Span<byte> output) =>
            BrotliEncoder.TryCompress(input, output, out int written, Quality, Window) ? written : 0;

        /// <summary>Decompresses bytes; returns whether they fill the output exactly.</summary>
        public static bool Decompress(ReadOnlySpan<byte> input, Span<byte> output, long offset)
        {
            using BrotliDecoder decoder = default;
            return decoder.Decompress(input, output, out int consumed, out int written) == System.Buffers.OperationStatus.Done
                && consumed == input.Length && written == output.Length;
        }
    }
}
