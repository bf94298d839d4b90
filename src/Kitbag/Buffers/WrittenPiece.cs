using System;
using System.Buffers;

namespace Kitbag.Buffers
{
    /// <summary>
    /// A piece of a large document: nothing is copied when the document grows. Where the system provides memory that the garbage collector
    /// does not manage, a piece is returned to it as soon as it was copied to the result, so no byte is in memory twice. Must be freed.
    /// </summary>
    internal sealed unsafe class WrittenPiece
    {
        private const int Least = 1 << 20, Most = 1 << 24;

        private readonly WrittenPiece? _before;
        private readonly int _size;
        private byte* _start;
        private byte[]? _rented;
        private int _length;

        /// <summary>Allocates a piece.</summary>
        /// <param name="size">The number of bytes that it must hold at least.</param>
        /// <param name="before">The piece before it, which is complete; null for the first.</param>
        public WrittenPiece(int size, WrittenPiece? before)
        {
            _before = before;
            _size = Math.Max(size, before == null ? Least : (int)Math.Min(before._size * 2L, Most));
            _start = SystemMemory.TryReserve(_size);
            if (_start != null)
                SystemMemory.PreferLargePages(_start, _size);
            else
                _rented = ArrayPool<byte>.Shared.Rent(_size);
        }

        public Span<byte> Memory => _rented ?? new Span<byte>(_start, _size);

        /// <summary>Ends the piece.</summary>
        public void Close(int length) => _length = length;

        /// <summary>Copies this piece and all before it to the end of a span, and frees them.</summary>
        public void MoveTo(Span<byte> to)
        {
            for (WrittenPiece? piece = this; piece != null; piece = piece._before)
            {
                int start = to.Length - piece._length;
                piece.Memory.Slice(0, piece._length).CopyTo(to.Slice(start));
                to = to.Slice(0, start);
                piece.Free();
            }
        }

        /// <summary>Frees this piece and all before it, unless they are free.</summary>
        public void FreeAll()
        {
            for (WrittenPiece? piece = this; piece != null; piece = piece._before)
                piece.Free();
        }

        private void Free()
        {
            if (_start != null)
                SystemMemory.Free(_start, _size);
            if (_rented != null)
                ArrayPool<byte>.Shared.Return(_rented);
            _start = null;
            _rented = null;
        }
    }
}
