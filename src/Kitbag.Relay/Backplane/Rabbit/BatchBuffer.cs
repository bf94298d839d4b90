using System;
using System.Buffers;
using System.Buffers.Binary;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>Gathers entries to one message: room for a header, then for each entry its length in 4 bytes and the entry.</summary>
    internal sealed class BatchBuffer
    {
        private const int LengthSize = 4, LeastSize = 1024;

        private byte[] _bytes = ArrayPool<byte>.Shared.Rent(LeastSize);

        /// <summary>How many bytes there are, the header's included.</summary>
        public int Length { get; private set; } = BatchHeader.Size;

        /// <summary>How many entries there are.</summary>
        public int Count { get; private set; }

        /// <summary>Adds an entry of two parts.</summary>
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

        /// <summary>The message with this header.</summary>
        public ReadOnlyMemory<byte> ToMessage(in BatchHeader header)
        {
            header.Write(_bytes);
            return _bytes.AsMemory(0, Length);
        }

        /// <summary>Gives the memory back; nothing may use the message any more.</summary>
        public void Release()
        {
            byte[] bytes = _bytes;
            _bytes = [];
            if (bytes.Length != 0)
                ArrayPool<byte>.Shared.Return(bytes);
        }

        /// <summary>Reads the next entry of a message behind its header; false at the end, and where the rest is no entry.</summary>
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
