using System;
using System.Buffers;
using System.Buffers.Binary;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>Collects entries in one message: space for a header, then for each entry its length in 4 bytes and the entry.</summary>
    internal sealed class BatchBuffer
    {
        private const int LengthSize = 4, LeastSize = 1024;

        private byte[] _bytes = ArrayPool<byte>.Shared.Rent(LeastSize);

        /// <summary>Gets the number of bytes, including the header.</summary>
        public int Length { get; private set; } = BatchHeader.Size;

        /// <summary>Gets the number of entries.</summary>
        public int Count { get; private set; }

        /// <summary>Adds an entry that consists of two parts.</summary>
        public void Add(ReadOnlySpan<byte> head, in ReadOnlySequence<byte> payload)
        {
            int length = checked(head.Length + (int)payload.Length);
            Reserve(checked(Length + LengthSize + length));
            Span<byte> target = _bytes.AsSpan(Length);
            BinaryPrimitives.WriteInt32LittleEndian(target, length);
            head.CopyTo(target[LengthSize..]);
            payload.CopyTo(target[(LengthSize + head.Length)..]);
            Length += LengthSize + length;
            Count++;
        }

        /// <summary>Returns the message with a header.</summary>
        public ReadOnlyMemory<byte> ToMessage(in BatchHeader header)
        {
            header.Write(_bytes);
            return _bytes.AsMemory(0, Length);
        }

        /// <summary>Returns the memory to the pool; the message must not be used any more.</summary>
        public void Release()
        {
            byte[] bytes = _bytes;
            _bytes = [];
            if (bytes.Length != 0)
                ArrayPool<byte>.Shared.Return(bytes);
        }

        /// <summary>Reads the next entry of a message after its header. Returns false at the end, and if the rest is malformed.</summary>
        public static bool TryRead(ref ReadOnlyMemory<byte> rest, out ReadOnlyMemory<byte> entry)
        {
            entry = default;
            if (rest.Length < LengthSize)
                return false;
            int length = BinaryPrimitives.ReadInt32LittleEndian(rest.Span);
            if ((uint)length > (uint)(rest.Length - LengthSize))
                return false;
            entry = rest.Slice(LengthSize, length);
            rest = rest[(LengthSize + length)..];
            return true;
        }

        private void Reserve(int length)
        {
            if (length <= _bytes.Length)
                return;
            byte[] larger = ArrayPool<byte>.Shared.Rent(Math.Max(length, _bytes.Length * 2));
            _bytes.AsSpan(0, Length).CopyTo(larger);
            Release();
            _bytes = larger;
        }
    }
}
