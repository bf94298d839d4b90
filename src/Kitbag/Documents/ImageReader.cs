using System;
using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using Kitbag.Buffers;
using Kitbag.Codecs;

namespace Kitbag.Documents
{
    /// <summary>
    /// Reads large documents of plain numbers (<see cref="KitbagNumbers.Raw"/>) directly from the input into the value: the document and
    /// its value are never in memory at the same time.
    /// </summary>
    internal static class ImageReader
    {
        /// <summary>
        /// The number of bytes that are read first in order to detect the kind of document, and the minimum length of a document for which
        /// this pays off.
        /// </summary>
        public const int StartLength = 64 * 1024, Least = 1 << 20;

        /// <summary>Reads a document; returns false if it is another kind of document, which must be read in the normal way.</summary>
        /// <param name="start">The first bytes of the document.</param>
        /// <param name="length">The length of the document in bytes.</param>
        /// <param name="codec">The codec of the root.</param>
        /// <param name="options">The options.</param>
        /// <param name="read">A delegate that reads from the document.</param>
        /// <param name="value">The value.</param>
        public static bool TryRead<T>(ReadOnlySpan<byte> start, long length, Codec<T> codec, KitbagOptions options, BodyReader read,
            [MaybeNullWhen(false)] out T value)
        {
            value = default;
            int header = options.IsBare || !codec.IsTree ? -1 : codec.Document.HeaderLength(start, options.Limits);
            return header >= 0 && codec.TryReadImage(start.Slice(header), length - header, options.Limits,
                (offset, bytes) => read(header + offset, bytes), out value);
        }

        /// <summary>Reads the rest of a file. If this method returns false, the position of the file is unchanged.</summary>
        public static bool TryRead<T>(Stream input, Codec<T> codec, KitbagOptions options, [MaybeNullWhen(false)] out T value)
        {
            value = default;
            // The length of other streams is not reliable, so no memory is allocated for it.
            if (input is not FileStream { CanSeek: true })
                return false;
            long first = input.Position, length = input.Length - first;
            if (length < Least || length > options.Limits.MaxInputBytes)
                return false;
            byte[] buffer = ArrayPool<byte>.Shared.Rent(StartLength);
            bool isRead = false;
            try
            {
                int start = Fill(input, buffer, StartLength);
                isRead = TryRead(buffer.AsSpan(0, start).ToArray(), length, codec, options,
                    (offset, bytes) => Read(input, first + offset, buffer, bytes), out value);
                return isRead;
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(buffer);
                if (!isRead)
                    input.Position = first;
            }
        }

        /// <summary>Reads bytes of a stream from a place, by way of a buffer.</summary>
        public static void Read(Stream input, long offset, byte[] buffer, Span<byte> bytes)
        {
            input.Position = offset;
            while (!bytes.IsEmpty)
            {
                int n = Fill(input, buffer, Math.Min(bytes.Length, StartLength));
                if (n == 0)
                    throw new KitbagException(KitbagErrorReason.Truncated, "The stream ended before the length that it reported.",
                        input.Position);
                buffer.AsSpan(0, n).CopyTo(bytes);
                bytes = bytes.Slice(n);
            }
        }

        private static int Fill(Stream input, byte[] buffer, int most)
        {
            int done = 0, n;
            while (done < most && (n = input.Read(buffer, done, most - done)) != 0)
                done += n;
            return done;
        }
    }
}
