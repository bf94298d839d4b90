using System;
using System.Buffers;
using Kitbag.Net.Sessions;

namespace Kitbag.Net.Transports
{
    /// <summary>Represents a segment of received bytes in pooled memory.</summary>
    internal sealed class SocketSegment : ReadOnlySequenceSegment<byte>
    {
        private byte[] _bytes = Array.Empty<byte>();

        /// <summary>Gets the number of bytes that were received into the segment.</summary>
        public int End { get; private set; }

        public ArraySegment<byte> Room => new ArraySegment<byte>(_bytes, End, _bytes.Length - End);

        public SocketSegment? NextSegment => (SocketSegment?)Next;

        public void Rent()
        {
            _bytes = BufferPool.Receiving.Rent(BufferPool.Receiving.Size);
            Restart();
        }

        /// <summary>Empties the segment, so that it is filled from its start again.</summary>
        public void Restart()
        {
            End = 0;
            Memory = default;
            RunningIndex = 0;
        }

        public void Fill(int count)
        {
            End += count;
            Memory = new ReadOnlyMemory<byte>(_bytes, 0, End);
        }

        public void Append(SocketSegment next)
        {
            Next = next;
            next.RunningIndex = RunningIndex + End;
        }

        public void Release()
        {
            BufferPool.Receiving.Return(_bytes);
            _bytes = Array.Empty<byte>();
            Memory = default;
            Next = null;
            End = 0;
        }
    }
}
