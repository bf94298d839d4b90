using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.Documents;

namespace Kitbag.Files
{
    /// <summary>Reads and writes files that are in streams and in memory. They have no other generations.</summary>
    internal static class StreamJob
    {
        private const int FirstChunk = 64 * 1024;

        // Rejects input that is no file before the rest of it is read.
        private static readonly StartCheck s_checkStart = start =>
        {
            if (!ContainerFormat.HasMagic(start) && !ContainerFormat.MayHaveMagic(start))
                DocumentHeader.CheckStart(start);
        };

        public static void Write<T>(Stream output, Codec<T> codec, T value, byte[] info, KitbagFileOptions options)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            using var body = new ChunkWriter(FirstChunk);
            DocumentWriter.Write(body, codec, value, options.Document);
            Pack(body, info, options, output, default);
        }

        public static Task WriteAsync<T>(Stream output, Codec<T> codec, T value, byte[] info, KitbagFileOptions options,
            CancellationToken cancellationToken)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            if (cancellationToken.IsCancellationRequested)
                return Task.FromCanceled(cancellationToken);
            var body = new ChunkWriter(FirstChunk);
            try
            {
                DocumentWriter.Write(body, codec, value, options.Document);
            }
            catch
            {
                body.Dispose();
                throw;
            }
            return WriteAsync(output, body, info, options, cancellationToken);
        }

        private static async Task WriteAsync(Stream output, ChunkWriter body, byte[] info, KitbagFileOptions options,
            CancellationToken cancellationToken)
        {
            var file = new ChunkWriter(FirstChunk);
            bool isPacked = false;
            try
            {
                // Compression may take long.
                if (options.Storage.HasThreads && options.Compression != KitbagCompression.None)
                    await Task.Run(() => Pack(body, info, options, new ChunkStream(file), cancellationToken)).ConfigureAwait(false);
                else
                    Pack(body, info, options, new ChunkStream(file), cancellationToken);
                isPacked = true;
            }
            finally
            {
                body.Dispose();
                if (!isPacked)
                    file.Dispose();
            }
            await file.MoveToAsync(output, cancellationToken).ConfigureAwait(false);
        }

        private static void Pack(ChunkWriter body, byte[] info, KitbagFileOptions options, Stream output,
            CancellationToken cancellationToken)
        {
            CheckLength(ContainerWriter.LengthOf(body.Length, info.Length, options.BlockSize));
            new ContainerWriter(output, options.Compression, options.Storage.HasThreads)
                .Write(body.Complete(), body.Length, info, 1, options.BlockSize, null, cancellationToken);
        }

        /// <summary>
        /// Makes sure that a file can be read from a stream or from memory, where it is held in one array with its blocks. How much
        /// compression saves is not known before the stream is written.
        /// </summary>
        /// <exception cref="KitbagException">It is too long.</exception>
        internal static void CheckLength(long length)
        {
            if (length > Arrays.MaxDocument)
                throw new KitbagException(KitbagErrorReason.LimitExceeded, "The file has " + ContainerFormat.Text(length)
                    + " bytes before compression, more than the " + ContainerFormat.Text(Arrays.MaxDocument)
                    + " bytes that can be read from a stream. Write several files, or save to a path.");
        }

        public static T Read<T>(Stream input, Codec<T> codec, bool isInfo, KitbagFileOptions options)
        {
            if (input == null)
                throw new ArgumentNullException(nameof(input));
            if (IsReadInPlace(input, options))
                return ReadInPlace(input, codec, isInfo, options);
            using PooledBytes file = PooledBytes.Read(input, options.Document.Limits.MaxInputBytes, s_checkStart);
            return Read(file.Segment, codec, isInfo, options, isOwned: true);
        }

        public static async Task<T> ReadAsync<T>(Stream input, Codec<T> codec, KitbagFileOptions options,
            CancellationToken cancellationToken)
        {
            if (input == null)
                throw new ArgumentNullException(nameof(input));
            if (IsReadInPlace(input, options))
            {
                cancellationToken.ThrowIfCancellationRequested();
                return options.Storage.HasThreads
                    ? await Task.Run(() => ReadInPlace(input, codec, false, options, cancellationToken), cancellationToken)
                        .ConfigureAwait(false)
                    : ReadInPlace(input, codec, false, options, cancellationToken);
            }
            using PooledBytes file = await PooledBytes.ReadAsync(input, cancellationToken, options.Document.Limits.MaxInputBytes,
                s_checkStart).ConfigureAwait(false);
            return Read(file.Segment, codec, false, options, isOwned: true);
        }

        // A large file need not be in memory beside the document in it. The length of other streams is not reliable.
        private static bool IsReadInPlace(Stream input, KitbagFileOptions options) =>
            input is FileStream { CanRead: true, CanSeek: true, Position: 0 } && input.Length >= MovableBytes.Least
                && input.Length <= options.Document.Limits.MaxInputBytes;

        private static T ReadInPlace<T>(Stream input, Codec<T> codec, bool isInfo, KitbagFileOptions options,
            CancellationToken cancellationToken = default)
        {
            try
            {
                // Not disposed, because the stream belongs to the caller.
                KitbagContainer container = KitbagContainer.OpenBytes(input, options);
                container.Cancellation = cancellationToken;
                bool isWhole = false;
                return LoadJob.Read(container, codec, isInfo, options.Document, ref isWhole);
            }
            finally
            {
                input.Seek(0, SeekOrigin.End);
            }
        }

        public static T Read<T>(ReadOnlyMemory<byte> file, Codec<T> codec, bool isInfo, KitbagFileOptions options)
        {
            if (!MemoryMarshal.TryGetArray(file, out ArraySegment<byte> bytes))
                bytes = new ArraySegment<byte>(file.ToArray());
            return Read(bytes, codec, isInfo, options, isOwned: false);
        }

        private static T Read<T>(ArraySegment<byte> file, Codec<T> codec, bool isInfo, KitbagFileOptions options, bool isOwned)
        {
            var stream = new MemoryStream(file.Array ?? Array.Empty<byte>(), file.Offset, file.Count, writable: false);
            using KitbagContainer container = KitbagContainer.OpenBytes(stream, options);
            bool isWhole = false;
            return LoadJob.Read(container, codec, isInfo, options.Document, ref isWhole, isOwned ? file : default);
        }

        /// <summary>A stream that appends to a <see cref="ChunkWriter"/>.</summary>
        private sealed class ChunkStream : Stream
        {
            private readonly ChunkWriter _output;

            public ChunkStream(ChunkWriter output) => _output = output;

            public override bool CanRead => false;

            public override bool CanSeek => false;

            public override bool CanWrite => true;

            public override long Length => _output.Length;

            public override long Position
            {
                get => _output.Length;
                set => throw new NotSupportedException();
            }

            public override void Write(byte[] buffer, int offset, int count)
            {
                // In parts, because a chunk would otherwise become as large as the largest block.
                for (int done = 0; done < count;)
                {
                    Span<byte> room = _output.GetSpan();
                    int some = Math.Min(room.Length, count - done);
                    buffer.AsSpan(offset + done, some).CopyTo(room);
                    _output.Advance(some);
                    done += some;
                }
            }

            public override void Flush()
            {
            }

            public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

            public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

            public override void SetLength(long value) => throw new NotSupportedException();
        }
    }
}
