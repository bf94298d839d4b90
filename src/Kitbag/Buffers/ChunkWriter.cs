using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Buffers
{
    /// <summary>
    /// A whole document in several pieces of pooled memory: nothing is copied when it grows, and there is no second copy of it. To be
    /// disposed, on any thread.
    /// </summary>
    internal sealed class ChunkWriter : IBufferWriter<byte>, IDisposable
    {
        private const int LargestChunk = 1 << 18;

        private readonly List<ArraySegment<byte>> _chunks = new List<ArraySegment<byte>>();
        [ThreadStatic]
        private static byte[]? t_stage;

        private readonly bool _isStaged;
        private byte[] _current;
        private int _position;
        private long _before;

        /// <summary>Starts a document that is written to a stream by the same thread.</summary>
        /// <param name="firstChunk">How much memory to begin with. Each further piece has twice as much, up to 256 KiB.</param>
        public ChunkWriter(int firstChunk) => _current = ArrayPool<byte>.Shared.Rent(firstChunk);

        private ChunkWriter(byte[] stage)
        {
            _current = stage;
            _isStaged = true;
        }

        /// <summary>
        /// Starts a document that another thread will read. It is written into memory that stays in this processor's cache, and copied out
        /// of it piece by piece: writing where another processor has read before costs as much again as making the document.
        /// </summary>
        public static ChunkWriter ForOtherThread()
        {
            byte[] stage = t_stage ?? new byte[LargestChunk];
            t_stage = null;
            return new ChunkWriter(stage);
        }

        /// <summary>Bytes written so far.</summary>
        public long Length => _before + _position;

        /// <summary>What is written, in order.</summary>
        public List<ArraySegment<byte>> Complete()
        {
            byte[] stage = _current;
            Close();
            Unstage(stage);
            return _chunks;
        }

        public Memory<byte> GetMemory(int sizeHint = 0)
        {
            Make(sizeHint);
            return _current.AsMemory(_position);
        }

        public Span<byte> GetSpan(int sizeHint = 0)
        {
            Make(sizeHint);
            return _current.AsSpan(_position);
        }

        public void Advance(int count) => _position += count;

        /// <summary>Writes all to a stream.</summary>
        public void CopyTo(Stream output)
        {
            foreach (ArraySegment<byte> chunk in Complete())
                output.Write(chunk.Array!, 0, chunk.Count);
        }

        /// <summary>Writes all to a stream, and gives the memory back.</summary>
        public async Task MoveToAsync(Stream output, CancellationToken cancellationToken)
        {
            bool isWriting = false;
            try
            {
                foreach (ArraySegment<byte> chunk in Complete())
                {
                    isWriting = true;
                    await output.WriteAsync(chunk.Array!, 0, chunk.Count, cancellationToken).ConfigureAwait(false);
                    isWriting = false;
                }
            }
            finally
            {
                // A stream that was cancelled or failed may still read the memory: then it is nobody else's.
                if (!isWriting)
                    Dispose();
            }
        }

        private void Make(int sizeHint)
        {
            if (_current.Length - _position < Math.Max(sizeHint, 1))
                Grow(sizeHint);
        }

        private void Grow(int sizeHint)
        {
            int size = Math.Max(sizeHint, Math.Min(Math.Max(_current.Length, 2048) * 2, LargestChunk));
            byte[] stage = _current;
            Close();
            if (_isStaged && sizeHint <= stage.Length)
                _current = stage;
            else
                _current = _isStaged ? new byte[size] : ArrayPool<byte>.Shared.Rent(size);
        }

        private void Close()
        {
            if (_position != 0 && _isStaged)
                _chunks.Add(new ArraySegment<byte>(_current.AsSpan(0, _position).ToArray()));
            else if (_position != 0)
                _chunks.Add(new ArraySegment<byte>(_current, 0, _position));
            else if (_current.Length != 0 && !_isStaged)
                ArrayPool<byte>.Shared.Return(_current);
            _before += _position;
            _position = 0;
            _current = Array.Empty<byte>();
        }

        // The thread's memory goes back to it.
        private void Unstage(byte[] stage)
        {
            if (_isStaged && stage.Length == LargestChunk)
                t_stage = stage;
        }

        public void Dispose()
        {
            if (_current.Length != 0 && !_isStaged)
                ArrayPool<byte>.Shared.Return(_current);
            Unstage(_current);
            _current = Array.Empty<byte>();
            foreach (ArraySegment<byte> chunk in _chunks)
            {
                if (!_isStaged)
                    ArrayPool<byte>.Shared.Return(chunk.Array!);
            }
            _chunks.Clear();
            _before = _position = 0;
        }
    }
}
