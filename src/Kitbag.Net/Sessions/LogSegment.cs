using System;

namespace Kitbag.Net.Sessions
{
    /// <summary>Represents a block of memory of a <see cref="SendLog"/>: frames in pooled memory, or one large payload.</summary>
    internal sealed class LogSegment
    {
        private byte[]? _rented;

        /// <summary>Gets or sets the next segment.</summary>
        public LogSegment? Next { get; set; }

        /// <summary>Gets the position of the first byte.</summary>
        public long Position { get; private set; }

        /// <summary>Gets or sets the number of bytes in use.</summary>
        public int Length { get; set; }

        /// <summary>
        /// Gets or sets the number of bytes of the last frame that are in the next segment, which contains its payload and nothing else.
        /// </summary>
        public int Continued { get; set; }

        /// <summary>
        /// Gets or sets a value indicating whether this segment contains the payload of the last frame of the previous segment.
        /// </summary>
        public bool IsContinuation { get; set; }

        /// <summary>Gets the memory.</summary>
        public ReadOnlyMemory<byte> Memory { get; private set; }

        /// <summary>Gets the memory to write to, or null if the memory is a caller's payload.</summary>
        public byte[]? Writable => _rented;

        /// <summary>Gets or sets the sender that waits until its payload is written.</summary>
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

        /// <summary>Removes bytes that the connection has not taken. The bytes after them move.</summary>
        public void Remove(int at, int length)
        {
            _rented.AsSpan(at + length, Length - at - length).CopyTo(_rented.AsSpan(at));
            Length -= length;
        }

        /// <summary>Moves the segment because bytes before it were removed.</summary>
        public void MoveBack(long bytes)
        {
            Position -= bytes;
            if (Waiter != null)
                Waiter.Frame -= bytes;
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
