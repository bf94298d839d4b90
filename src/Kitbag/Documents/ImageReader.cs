using System;
using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using Kitbag.Buffers;
using Kitbag.Codecs;

namespace Kitbag.Documents
{
    /// <summary>
    /// Reads large documents that are numbers as they are, <see cref="KitbagNumbers.Raw"/>, from where they lie to where they belong: the
    /// document is never in memory beside its value.
    /// </summary>
    internal static class ImageReader
    {
        /// <summary>So much is read beforehand, to see what a document is; and what the least document is for which it pays.</summary>
        public const int StartLength = 64 * 1024, Least = 1 << 20;

        /// <summary>Reads a document; answers false where it is something else, which is to be read as all are.</summary>
        /// <param name="start">Its start.</param>
        /// <param name="length">How many bytes it has.</param>
        /// <param name="codec">The codec of the root.</param>
        /// <param name="options">How to read.</param>
        /// <param name="read">Reads from it.</param>
        /// <param name="value">The value.</param>
        public static bool TryRead<T>(ReadOnlySpan<byte> start, long length, Codec<T> codec, KitbagOptions options, BodyReader read,
            [MaybeNullWhen(false)] out T value)
        {
            value = default;
            int header = options.IsBare || !codec.IsTree ? -1 : codec.Document.HeaderLength(start, options.Limits);
            return header >= 0 && codec.TryReadImage(start.Slice(header), length - header, options.Limits,
                (offset, bytes) => read(header + offset, bytes), out value);
        }

        /// <summary>Reads what is left of a file. Where it is something else, the file is where it was.</summary>
        public static bool TryRead<T>(Stream input, Codec<T> codec, KitbagOptions options, [MaybeNullWhen(false)] out T value)
        {
            value = default;
            // Of other streams the length is a claim, for which no memory is taken.
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
