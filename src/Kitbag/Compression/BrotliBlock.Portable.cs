using System;

namespace Kitbag.Compression
{
    /// <summary>Brotli blocks are not available: .NET Standard has no implementation.</summary>
    internal static class BrotliBlock
    {
        private const string Advice = " needs Brotli, which the library for .NET Standard does not have: use LZ4.";

        public static int Compress(ReadOnlySpan<byte> input, Span<byte> output) =>
            throw new KitbagException(KitbagErrorReason.NotSupported, "The data to compress" + Advice);

        public static bool Decompress(ReadOnlySpan<byte> input, Span<byte> output, long offset) =>
            throw new KitbagException(KitbagErrorReason.NotSupported, "A block of the file" + Advice, offset);
    }
}
