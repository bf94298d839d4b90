using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Buffers
{
    /// <summary>
    /// A complete document in several chunks of pooled memory: nothing is copied when it grows, and there is no second copy of it. Must be
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

        /// <summary>Starts a document that the same thread writes to a stream.</summary>
        /// <param name="firstChunk">The size of the first chunk. Each further chunk is twice as large, up to 256 KiB.</param>
        public ChunkWriter(int firstChunk) => _current = ArrayPool<byte>.Shared.Rent(firstChunk);

        private ChunkWriter(byte[] stage)
        {
            _current = stage;
            _isStaged = true;
        }

        /// <summary>
        /// Starts a document that another thread will read. It is written to memory that stays in this processor's cache, and copied from
        /// there chunk by chunk: writing to memory that another processor has read takes as long again as serializing the document.
        /// </summary>
        public static ChunkWriter ForOtherThread()
        {
            byte[] stage = t_stage ?? new byte[LargestChunk];
            t_stage = null;
            return new ChunkWriter(stage);
        }

        /// <summary>The number of bytes written so far.</summary>
        public long Length => _before + _position;

        /// <summary>The written chunks, in order.</summary>
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

        /// <summary>Writes all chunks to a stream.</summary>
        public void CopyTo(Stream output)
        {
            foreach (ArraySegment<byte> chunk in Complete())
                output.Write(chunk.Array!, 0, chunk.Count);
        }

        /// <summary>Writes all chunks to a stream, and returns the memory.</summary>
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
                // A stream whose operation was canceled or failed may still read the memory: then it is not returned to the pool.
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

        // Returns the memory to the thread.
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
