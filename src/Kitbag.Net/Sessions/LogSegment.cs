using System;
using System.Buffers;

namespace Kitbag.Net.Sessions
{
    /// <summary>A piece of memory in the log of what is sent: frames in memory of the log's own, or a large payload.</summary>
    internal sealed class LogSegment
    {
        private byte[]? _rented;

        /// <summary>The next piece.</summary>
        public LogSegment? Next { get; set; }

        /// <summary>The position in the log of the first byte.</summary>
        public long Position { get; private set; }

        /// <summary>How many bytes are in use.</summary>
        public int Length { get; set; }

        /// <summary>
        /// How many more bytes the last frame has, which lie in the next segment: between these two no other frame may be sent.
        /// </summary>
        public int Continued { get; set; }

        /// <summary>Whether this is what <see cref="Continued"/> counts: the payload of the last frame before, and nothing else.</summary>
        public bool IsContinuation { get; set; }

        /// <summary>The memory.</summary>
        public ReadOnlyMemory<byte> Memory { get; private set; }

        /// <summary>The memory to write into; null where it is the caller's.</summary>
        public byte[]? Writable => _rented;

        /// <summary>Who waits until the caller's memory is sent.</summary>
        public RoomWaiter? Waiter { get; set; }

        public long End => Position + Length;

        public void Rent(int size, long position)
        {
            _rented = ArrayPool<byte>.Shared.Rent(size);
            Memory = _rented;
            Position = position;
        }

        public void Borrow(ReadOnlyMemory<byte> memory, long position)
        {
            Memory = memory;
            Length = memory.Length;
            Position = position;
        }

        public void Release()
        {
            if (_rented != null)
                ArrayPool<byte>.Shared.Return(_rented);
            _rented = null;
            Memory = default;
            Next = null;
            Waiter = null;
            Length = Continued = 0;
            IsContinuation = false;
        }
    }
}
