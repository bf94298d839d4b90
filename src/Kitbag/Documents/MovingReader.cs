using System;
using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Buffers;
using Kitbag.Codecs;

namespace Kitbag.Documents
{
    /// <summary>
    /// Reads large files from memory that is released while the arrays of plain numbers in it are copied, so that these are not in memory
    /// twice. <see cref="ImageReader"/> needs no such memory if a document is a single array.
    /// </summary>
    internal static class MovingReader
    {
        /// <summary>The value, if one was read.</summary>
        public sealed class Found<T>
        {
            public Found(T value) => Value = value;

            public T Value { get; }
        }

        /// <summary>Reads the rest of a file; returns false if it must be read like other streams.</summary>
        public static bool TryRead<T>(Stream input, Codec<T> codec, KitbagOptions options, [MaybeNullWhen(false)] out T value)
        {
            value = default;
            if (MemoryFor(input, options) is not { } bytes)
                return false;
            using IDisposable held = bytes;
            long first = input.Position;
            byte[] buffer = ArrayPool<byte>.Shared.Rent(ImageReader.StartLength);
            try
            {
                for (int length = 0, n; ; length += n)
                {
                    n = input.Read(buffer, 0, buffer.Length);
                    if (n == 0)
                    {
                        value = Read(bytes, length, AgainOf(input, first), codec, options);
                        return true;
                    }
                    if (!Take(bytes, length, buffer.AsSpan(0, n), options))
                        break;
                }
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(buffer);
            }
            input.Position = first;
            return false;
        }

        /// <summary>Reads the rest of a file; returns null if it must be read like other streams.</summary>
        public static async Task<Found<T>?> TryReadAsync<T>(Stream input, Codec<T> codec, KitbagOptions options,
            CancellationToken cancellationToken)
        {
            if (MemoryFor(input, options) is not { } bytes)
                return null;
            using IDisposable held = bytes;
            long first = input.Position;
            // A canceled read may still write to this buffer, so it must not be pooled.
            var buffer = new byte[ImageReader.StartLength];
            for (int length = 0, n; ; length += n)
            {
                n = await input.ReadAsync(buffer, 0, buffer.Length, cancellationToken).ConfigureAwait(false);
                if (n == 0)
                    return new Found<T>(Read(bytes, length, AgainOf(input, first), codec, options));
                if (!Take(bytes, length, buffer.AsSpan(0, n), options))
                    break;
            }
            input.Position = first;
            return null;
        }

        /// <summary>Reads a document that is in such memory.</summary>
        /// <param name="bytes">The memory.</param>
        /// <param name="length">The length of the document.</param>
        /// <param name="again">Reads the document again.</param>
        /// <param name="codec">The codec of the root.</param>
        /// <param name="options">The options for reading.</param>
        public static T Read<T>(MovableBytes bytes, int length, BodyReader again, Codec<T> codec, KitbagOptions options)
        {
            bytes.Begin(again);
            try
            {
                return DocumentReader.Read(bytes.GetSpan().Slice(0, length), codec, options);
            }
            finally
            {
                bytes.End();
            }
        }

        // The length of other streams is not reliable, so no memory is allocated for it.
        private static MovableBytes? MemoryFor(Stream input, KitbagOptions options)
        {
            if (input is not FileStream { CanSeek: true })
                return null;
            long length = input.Length - input.Position;
            return length < MovableBytes.Least || length > options.Limits.MaxInputBytes ? null : MovableBytes.TryCreate((int)length);
        }

        // False if the file has grown.
        private static bool Take(MovableBytes bytes, int length, ReadOnlySpan<byte> some, KitbagOptions options)
        {
            Span<byte> room = bytes.GetSpan().Slice(length);
            if (some.Length > room.Length)
                return false;
            some.CopyTo(room);
            // Before the rest is read.
            if (length == 0 && some.Length >= PooledBytes.CheckedLength)
                DocumentReader.StartCheckOf(options)?.Invoke(some);
            return true;
        }

        private static BodyReader AgainOf(Stream input, long first) => (offset, bytes) =>
            ImageReader.Read(input, first + offset, new byte[ImageReader.StartLength], bytes);
    }
}
