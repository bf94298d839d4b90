using System;

namespace Kitbag.Net.Sessions
{
    /// <summary>A piece of memory of a <see cref="SendLog"/>: frames in pooled memory, or one large payload.</summary>
    internal sealed class LogSegment
    {
        private byte[]? _rented;

        /// <summary>The next segment.</summary>
        public LogSegment? Next { get; set; }

        /// <summary>The position of the first byte.</summary>
        public long Position { get; private set; }

        /// <summary>How many bytes are in use.</summary>
        public int Length { get; set; }

        /// <summary>
        /// How many bytes the last frame continues with in the next segment, which holds its payload and nothing else.
        /// </summary>
        public int Continued { get; set; }

        /// <summary>Whether this segment holds the payload of the last frame of the segment before.</summary>
        public bool IsContinuation { get; set; }

        /// <summary>The memory.</summary>
        public ReadOnlyMemory<byte> Memory { get; private set; }

        /// <summary>The memory to write into; null where the memory is a caller's payload.</summary>
        public byte[]? Writable => _rented;

        /// <summary>The sender that waits until its payload is written.</summary>
        public SendWaiter? Waiter { get; set; }

        public long End => Position + Length;

        public void Rent(int size, long position)
        {
            _rented = BufferPool.Sending.Rent(size);
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
                BufferPool.Sending.Return(_rented);
            _rented = null;
            Memory = default;
            Next = null;
            Waiter = null;
            Length = Continued = 0;
            IsContinuation = false;
        }
    }
}
