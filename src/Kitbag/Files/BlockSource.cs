using System;
using System.Collections.Generic;

namespace Kitbag.Files
{
    /// <summary>A body that is in pieces of memory, as blocks of one size.</summary>
    internal sealed class BlockSource
    {
        private readonly List<ArraySegment<byte>> _pieces;
        private int _piece, _offset;

        public BlockSource(List<ArraySegment<byte>> pieces) => _pieces = pieces;

        /// <summary>Returns the next bytes of one segment, up to a maximum; empty at the end.</summary>
        public ArraySegment<byte> Take(int most)
        {
            while (_piece < _pieces.Count)
            {
                ArraySegment<byte> piece = _pieces[_piece];
                int n = Math.Min(most, piece.Count - _offset);
                if (n != 0)
                {
                    _offset += n;
                    return new ArraySegment<byte>(piece.Array!, piece.Offset + _offset - n, n);
                }
                _piece++;
                _offset = 0;
            }
            return default;
        }

        /// <summary>Returns the segments of the next block.</summary>
        /// <param name="size">The number of bytes, which must be available.</param>
        /// <param name="pieces">The list to which they are added.</param>
        public void TakeBlock(int size, List<ArraySegment<byte>> pieces)
        {
            for (int taken = 0; taken < size;)
            {
                ArraySegment<byte> piece = Take(size - taken);
                pieces.Add(piece);
                taken += piece.Count;
            }
        }

        /// <summary>Returns the next block as one segment, without a copy if it is contiguous.</summary>
        /// <param name="size">The number of bytes, which must be available.</param>
        public ArraySegment<byte> TakeWhole(int size)
        {
            ArraySegment<byte> first = Take(size);
            if (first.Count == size)
                return first;
            var whole = new byte[size];
            int taken = 0;
            for (ArraySegment<byte> piece = first; ; piece = Take(size - taken))
            {
                Buffer.BlockCopy(piece.Array!, piece.Offset, whole, taken, piece.Count);
                taken += piece.Count;
                if (taken == size)
                    return new ArraySegment<byte>(whole);
            }
        }
    }
}
