using System;
using System.Buffers;
using Kitbag.Buffers;
using Kitbag.Layout;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Represents the document in a file of blocks. A block is read, verified and decompressed when it is needed, to its place in memory
    /// that is reserved for the whole document; when many blocks have been passed, their memory is returned to the system.
    /// </summary>
    internal sealed unsafe class BlockBytes : MemoryManager<byte>, IPartialBytes, IWalkListener
    {
        // The maximum number of blocks that are read at once when they are requested sequentially.
        private const int MostAhead = 16;

        private readonly KitbagContainer _file;
        private readonly int _blockSize, _all, _mostLoaded;
        private readonly bool[] _isLoaded;
        private readonly byte[]? _array;
        private byte* _start;
        private int _offset, _end, _loadedFrom, _loadedTo, _next, _ahead = 1;
        private long _loaded;
        private bool _isDisposed;

        /// <summary>Initializes an instance that owns a file.</summary>
        /// <param name="file">The file, which is disposed with this instance.</param>
        /// <param name="mostLoaded">The number of bytes that may be in memory before passed blocks are released.</param>
        public BlockBytes(KitbagContainer file, int mostLoaded)
        {
            file.CheckLength();
            _file = file;
            _mostLoaded = mostLoaded;
            _blockSize = file.BlockSize;
            _all = _end = (int)file.BodyLength;
            _isLoaded = new bool[file.Blocks.Count];
            if (_all != 0)
                _start = SystemMemory.TryReserve(_all);
            if (_start == null)
                _array = new byte[_all];
        }

        /// <summary>The bytes of the part that is read: all, until <see cref="Narrow"/>.</summary>
        public int Length => _end - _offset;

        /// <summary>Gets the number of bytes that are in memory now.</summary>
        public long Loaded => _loaded;

        /// <summary>Restricts positions to a part, the body of the document.</summary>
        public void Narrow(int offset, int end)
        {
            _offset = offset;
            _end = end;
        }

        /// <summary>Loads the whole document, until something else is read.</summary>
        public void LoadAll() => Run(0, _all);

        /// <inheritdoc/>
        public ReadOnlySpan<byte> Load(int position, int count)
        {
            int from = _offset + Math.Min(position, Length);
            int to = _offset + (int)Math.Min((long)position + Math.Max(count, 1), Length);
            if (from < _loadedFrom || to > _loadedTo || _isDisposed)
                Run(from, to);
            return GetSpan().Slice(_offset, Math.Min(_loadedTo, _end) - _offset);
        }

        // Loads the missing blocks, and determines the extent of the contiguous range that is in memory.
        private void Run(int from, int to)
        {
            if (_isDisposed)
                throw new ObjectDisposedException(nameof(KitbagDocument));
            if (from == to)
            {
                // Nothing is loaded here.
                _loadedFrom = from;
                _loadedTo = to;
                return;
            }
            int first = from / _blockSize, last = (to - 1) / _blockSize;
            for (int i = first; i <= last; i++)
            {
                if (_isLoaded[i])
                    continue;
                _ahead = i == _next ? Math.Min(_ahead * 2, MostAhead) : 1;
                int end = i + 1, most = Math.Min(Math.Max(last + 1, i + _ahead), _isLoaded.Length);
                while (end < most && !_isLoaded[end])
                    end++;
                try
                {
                    _file.ReadBlocks(i, end - i, Memory);
                }
                catch (KitbagException e)
                {
                    // The offset is one of the file.
                    e.PlaceOnce(e.Path, 0);
                    throw;
                }
                for (int block = i; block < end; block++)
                    _isLoaded[block] = true;
                _loaded += End(end) - (long)i * _blockSize;
                _next = end;
            }
            while (last + 1 < _isLoaded.Length && _isLoaded[last + 1])
                last++;
            _loadedFrom = first * _blockSize;
            _loadedTo = End(last + 1);
        }

        private int End(int block) => (int)Math.Min((long)block * _blockSize, _all);

        /// <inheritdoc/>
        public void Passed(int offset)
        {
            if (_loaded < _mostLoaded || _start == null)
                return;
            int here = (_offset + offset) / _blockSize, page = Environment.SystemPageSize;
            for (int i = 0; i < here && i < _isLoaded.Length; i++)
            {
                if (!_isLoaded[i])
                    continue;
                int start = i;
                while (i < here && i < _isLoaded.Length && _isLoaded[i])
                    _isLoaded[i++] = false;
                int from = start * _blockSize, to = End(i);
                _loaded -= to - from;
                // Only whole pages, because the others contain data that is still needed.
                long first = Math.Min((from + page - 1L) / page * page, to), end = Math.Max(to / page * page, first);
                if (end > first)
                    SystemMemory.GiveBack(_start + first, end - first);
                GetSpan().Slice(from, (int)first - from).Clear();
                GetSpan().Slice((int)end, to - (int)end).Clear();
            }
            _loadedFrom = _loadedTo = 0;
        }

        /// <inheritdoc/>
        public override Span<byte> GetSpan() => _isDisposed ? throw new ObjectDisposedException(nameof(KitbagDocument))
            : _start == null ? _array : new Span<byte>(_start, _all);

        /// <inheritdoc/>
        public override MemoryHandle Pin(int elementIndex = 0) =>
            _start != null ? new MemoryHandle(_start + elementIndex) : _array.AsMemory(elementIndex).Pin();

        /// <inheritdoc/>
        public override void Unpin()
        {
        }

        /// <inheritdoc/>
        protected override void Dispose(bool disposing)
        {
            if (_isDisposed)
                return;
            _isDisposed = true;
            if (_start != null)
                SystemMemory.Free(_start, _all);
            _start = null;
            if (disposing)
                _file.Dispose();
        }
    }
}
