using System;
using System.Buffers;
using System.Globalization;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Buffers
{
    /// <summary>Checks the start of an input as soon as it is available; throws if the rest need not be read.</summary>
    /// <param name="start">The available bytes.</param>
    internal delegate void StartCheck(ReadOnlySpan<byte> start);

    /// <summary>
    /// A complete input in one block of pooled memory: the rest of a stream, or the segments of a sequence. Must be disposed.
    /// </summary>
    internal struct PooledBytes : IDisposable
    {
        // The length that a stream reports is trusted up to the size of the first buffer; then at most this many times the received bytes
        // are rented.
        private const int FirstBuffer = 16 * 1024, LargestFirstBuffer = 1 << 20, Growth = 8;

        /// <summary>The number of bytes at which the start is checked.</summary>
        public const int CheckedLength = 5;

        private readonly int _most;
        private readonly StartCheck? _check;
        private readonly long _expected;
        private byte[] _buffer;
        private int _length;
        private bool _isChecked;

        private PooledBytes(int most, StartCheck? check, long expected)
        {
            _most = most;
            _check = check;
            _expected = expected;
            _length = 0;
            _isChecked = false;
            _buffer = ArrayPool<byte>.Shared.Rent((int)Math.Min(Math.Max(expected, 256), LargestFirstBuffer));
        }

        public readonly ArraySegment<byte> Segment => new ArraySegment<byte>(_buffer, 0, _length);

        public readonly ReadOnlySpan<byte> Span => _buffer.AsSpan(0, _length);

        /// <summary>Reads the rest of a stream.</summary>
        /// <param name="stream">The stream.</param>
        /// <param name="most">The maximum number of bytes.</param>
        /// <param name="check">Checks the header before the rest is read.</param>
        public static PooledBytes Read(Stream stream, int most = Arrays.MaxDocument, StartCheck? check = null)
        {
            PooledBytes bytes = Start(stream, most, check);
            try
            {
                while (true)
                {
                    int room = bytes.MakeRoom(), n = stream.Read(bytes._buffer, bytes._length, room);
                    if (n == 0)
                        return bytes;
                    bytes.Count(n);
                }
            }
            catch
            {
                bytes.Dispose();
                throw;
            }
        }

        /// <inheritdoc cref="Read"/>
        public static async ValueTask<PooledBytes> ReadAsync(Stream stream, CancellationToken cancellationToken,
            int most = Arrays.MaxDocument,
            StartCheck? check = null)
        {
            PooledBytes bytes = Start(stream, most, check);
            bool isReading = false;
            try
            {
                while (true)
                {
                    int room = bytes.MakeRoom();
                    isReading = true;
                    int n = await stream.ReadAsync(bytes._buffer.AsMemory(bytes._length, room), cancellationToken).ConfigureAwait(false);
                    isReading = false;
                    if (n == 0)
                        return bytes;
                    bytes.Count(n);
                }
            }
            catch
            {
                // A stream whose operation was canceled or failed may still write to the memory: then it is not returned to the pool.
                if (!isReading)
                    bytes.Dispose();
                throw;
            }
        }

        /// <summary>Copies the segments of a sequence together.</summary>
        public static PooledBytes Copy(in ReadOnlySequence<byte> sequence, int most = Arrays.MaxDocument, StartCheck? check = null)
        {
            if (sequence.Length > most)
                throw TooLong(most);
            var bytes = new PooledBytes(most, check, 0);
            try
            {
                // Segment by segment, because Mono lacks the extension method that copies a sequence.
                foreach (ReadOnlyMemory<byte> piece in sequence)
                {
                    bytes.Grow((int)sequence.Length);
                    piece.Span.CopyTo(bytes._buffer.AsSpan(bytes._length));
                    bytes.Count(piece.Length);
                }
                return bytes;
            }
            catch
            {
                bytes.Dispose();
                throw;
            }
        }

        private static PooledBytes Start(Stream stream, int most, StartCheck? check) =>
            new PooledBytes(most, check, stream.CanSeek ? stream.Length - stream.Position + 1 : FirstBuffer);

        // The number of bytes that may be read: one more than the maximum, to detect that it is exceeded.
        private int MakeRoom()
        {
            if (_length == _buffer.Length)
            {
                long larger = Math.Max(_length * 2L, Math.Min(_expected, (long)_length * Growth));
                Grow((int)Math.Min(larger, Math.Min(_most + 1L, Arrays.MaxLength)));
            }
            return (int)Math.Min(_buffer.Length - _length, _most + 1L - _length);
        }

        private void Grow(int size)
        {
            if (size <= _buffer.Length)
            {
                if (_length == _buffer.Length && size == Arrays.MaxLength)
                    throw TooLong(Arrays.MaxLength);
                return;
            }
            byte[] larger = ArrayPool<byte>.Shared.Rent(size);
            _buffer.AsSpan(0, _length).CopyTo(larger);
            ArrayPool<byte>.Shared.Return(_buffer);
            _buffer = larger;
        }

        private void Count(int bytes)
        {
            _length += bytes;
            if (_length > _most)
                throw TooLong(_most);
            if (_check == null || _isChecked || _length < CheckedLength)
                return;
            _check(Span);
            _isChecked = true;
        }

        private static KitbagException TooLong(int most) => new KitbagException(
            KitbagErrorReason.LimitExceeded,
            "The input has more than the " + most.ToString(CultureInfo.InvariantCulture) + " bytes "
                + (most == Arrays.MaxDocument ? "that one document can have." : "of MaxInputBytes in the options."),
            most);

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
