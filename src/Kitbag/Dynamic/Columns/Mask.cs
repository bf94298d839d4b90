using System;
using System.Buffers.Binary;
using System.Numerics;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>Represents a null mask, with the index of each present value among the present ones.</summary>
    internal sealed class Mask
    {
        private const int ChunkBytes = Column.Chunk / 8;

        private readonly Body _body;
        private readonly int _position;
        private readonly int[] _ranks;

        public Mask(Body body, int position, int count)
        {
            _body = body;
            _position = position;
            WireReader r = body.Read(position);
            int bytes = r.ReadMask(count).Length;
            End = r.Position;
            body.Memory.Charge(bytes / ChunkBytes * 4L);
            _ranks = new int[bytes / ChunkBytes + 1];
            for (int i = 0; i < bytes; i += ChunkBytes)
            {
                _ranks[i / ChunkBytes] = Total;
                Total += CountBits(i, Math.Min(ChunkBytes, bytes - i));
            }
        }

        /// <summary>Gets the position of its end.</summary>
        public int End { get; }

        /// <summary>Gets the number of present values.</summary>
        public int Total { get; }

        public bool this[int index] => (_body.ByteAt(_position + (index >> 3)) >> (index & 7) & 1) != 0;

        /// <summary>Returns the number of present values before an index.</summary>
        public int RankOf(int index)
        {
            int chunk = index / Column.Chunk, start = chunk * ChunkBytes, bytes = (index >> 3) - start;
            int rank = (uint)chunk < (uint)_ranks.Length ? _ranks[chunk] : Total;
            rank += CountBits(start, bytes);
            return (index & 7) == 0 ? rank : rank + BitOperations.PopCount(
                (ulong)(_body.ByteAt(_position + (index >> 3)) & ((1 << (index & 7)) - 1)));
        }

        private int CountBits(int start, int count)
        {
            ReadOnlySpan<byte> bytes = _body.Slice(_position + start, count);
            int total = 0;
            for (; bytes.Length >= 8; bytes = bytes.Slice(8))
                total += BitOperations.PopCount(BinaryPrimitives.ReadUInt64LittleEndian(bytes));
            foreach (byte one in bytes)
                total += BitOperations.PopCount((uint)one);
            return total;
        }
    }
}
