using System;
using System.IO;
using Kitbag.Compression;

namespace Kitbag
{
    /// <summary>Files of the program <c>lz4</c>: what it writes is read, and it reads what is written.</summary>
    public static class KitbagLz4
    {
        /// <summary>Whether bytes begin as such a file does.</summary>
        /// <param name="bytes">The start.</param>
        public static bool IsFrame(ReadOnlySpan<byte> bytes) => Lz4Frame.IsAtStart(bytes);

        /// <summary>Compresses bytes, as one frame.</summary>
        /// <param name="content">The bytes.</param>
        public static byte[] Encode(ReadOnlySpan<byte> content)
        {
            var output = new MemoryStream();
            Lz4Frame.Write(content, output);
            return output.ToArray();
        }

        /// <summary>Decompresses the frames of a file.</summary>
        /// <param name="file">The whole file.</param>
        /// <param name="limits">What is accepted: <see cref="KitbagLimits.MaxInputBytes"/> bounds the content.</param>
        /// <exception cref="KitbagException">The file is damaged, or holds more than the limits allow.</exception>
        public static byte[] Decode(ReadOnlySpan<byte> file, KitbagLimits? limits = null) =>
            Lz4Frame.Read(file, (limits ?? KitbagLimits.Default).MaxInputBytes);
    }
}
