using System;
using System.IO;
using Kitbag.Compression;

namespace Kitbag
{
    /// <summary>Reads and writes files in the format of the <c>lz4</c> program.</summary>
    public static class KitbagLz4
    {
        /// <summary>Determines whether bytes start like an LZ4 file.</summary>
        /// <param name="bytes">The first bytes of the file.</param>
        /// <returns>true if the bytes start like an LZ4 file; otherwise, false.</returns>
        public static bool IsFrame(ReadOnlySpan<byte> bytes) => Lz4Frame.IsAtStart(bytes);

        /// <summary>Compresses bytes to a single frame.</summary>
        /// <param name="content">The bytes to compress.</param>
        /// <returns>The content of the file.</returns>
        public static byte[] Encode(ReadOnlySpan<byte> content)
        {
            var output = new MemoryStream();
            Lz4Frame.Write(content, output);
            return output.ToArray();
        }

        /// <summary>Decompresses the frames of a file.</summary>
        /// <param name="file">The complete content of the file.</param>
        /// <param name="limits">
        /// The limits for the input, or null to use the default limits: <see cref="KitbagLimits.MaxInputBytes"/> bounds the decompressed
        /// content.
        /// </param>
        /// <returns>The decompressed content.</returns>
        /// <exception cref="KitbagException">The file is damaged, or its content exceeds the limits.</exception>
        public static byte[] Decode(ReadOnlySpan<byte> file, KitbagLimits? limits = null) =>
            Lz4Frame.Read(file, (limits ?? KitbagLimits.Default).MaxInputBytes);
    }
}
