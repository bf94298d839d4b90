using System;
using System.Buffers;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Documents
{
    /// <summary>All that is left of a stream, in pooled memory. To be disposed.</summary>
    internal struct StreamBytes : IDisposable
    {
        private const int FirstBuffer = 16 * 1024, MostBytes = 0x7FFFFFC7;

        private byte[] _buffer;
        private int _length;

        public readonly ReadOnlySpan<byte> Span => _buffer.AsSpan(0, _length);

        public static StreamBytes Read(Stream stream)
        {
            StreamBytes bytes = Start(stream);
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

        public static async ValueTask<StreamBytes> ReadAsync(Stream stream, CancellationToken cancellationToken)
        {
            StreamBytes bytes = Start(stream);
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

        private static StreamBytes Start(Stream stream)
        {
            long length = stream.CanSeek ? stream.Length - stream.Position + 1 : FirstBuffer;
            return new StreamBytes { _buffer = ArrayPool<byte>.Shared.Rent((int)Math.Min(Math.Max(length, 256), MostBytes)) };
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
