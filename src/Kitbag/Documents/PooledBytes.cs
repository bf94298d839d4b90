using System;
using System.Buffers;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Documents
{
    /// <summary>A whole input in one piece of pooled memory: what is left of a stream, or the pieces of a sequence. To be disposed.</summary>
    internal struct PooledBytes : IDisposable
    {
        private const int FirstBuffer = 16 * 1024, MostBytes = 0x7FFFFFC7;

        private byte[] _buffer;
        private int _length;

        public readonly ReadOnlySpan<byte> Span => _buffer.AsSpan(0, _length);

        public static PooledBytes Read(Stream stream)
        {
            PooledBytes bytes = Start(stream);
            try
            {
                while (true)
                {
                    bytes.MakeRoom();
                    int n = stream.Read(bytes._buffer, bytes._length, bytes._buffer.Length - bytes._length);
                    if (n == 0)
                        return bytes;
                    bytes._length += n;
                }
            }
            catch
            {
                bytes.Dispose();
                throw;
            }
        }

        public static async ValueTask<PooledBytes> ReadAsync(Stream stream, CancellationToken cancellationToken)
        {
            PooledBytes bytes = Start(stream);
            try
            {
                while (true)
                {
                    bytes.MakeRoom();
                    int n = await stream.ReadAsync(bytes._buffer.AsMemory(bytes._length), cancellationToken).ConfigureAwait(false);
                    if (n == 0)
                        return bytes;
                    bytes._length += n;
                }
            }
            catch
            {
                bytes.Dispose();
                throw;
            }
        }

        public static PooledBytes Copy(in ReadOnlySequence<byte> sequence)
        {
            if (sequence.Length > MostBytes)
                throw new KitbagException(KitbagErrorReason.LimitExceeded, "The sequence has more than 2 GiB, the most that one document can have.");
            var bytes = new PooledBytes { _buffer = ArrayPool<byte>.Shared.Rent((int)sequence.Length) };
            // Piece by piece: Mono lacks the extension method that copies a sequence.
            foreach (ReadOnlyMemory<byte> piece in sequence)
            {
                piece.Span.CopyTo(bytes._buffer.AsSpan(bytes._length));
                bytes._length += piece.Length;
            }
            return bytes;
        }

        private static PooledBytes Start(Stream stream)
        {
            long length = stream.CanSeek ? stream.Length - stream.Position + 1 : FirstBuffer;
            return new PooledBytes { _buffer = ArrayPool<byte>.Shared.Rent((int)Math.Min(Math.Max(length, 256), MostBytes)) };
        }

        private void MakeRoom()
        {
            if (_length < _buffer.Length)
                return;
            if (_length >= MostBytes)
                throw new KitbagException(KitbagErrorReason.LimitExceeded, "The stream has more than 2 GiB, the most that one document can have.", _length);
            byte[] larger = ArrayPool<byte>.Shared.Rent((int)Math.Min(_buffer.Length * 2L, MostBytes));
            _buffer.AsSpan(0, _length).CopyTo(larger);
            ArrayPool<byte>.Shared.Return(_buffer);
            _buffer = larger;
        }

        public void Dispose()
        {
            byte[] buffer = _buffer;
            _buffer = Array.Empty<byte>();
            _length = 0;
            if (buffer.Length != 0)
                ArrayPool<byte>.Shared.Return(buffer);
        }
    }
}
