using System.Buffers;

namespace Kitbag.Net.Sessions
{
    /// <summary>
    /// Pools buffers of one size for all threads. <see cref="ArrayPool{T}.Shared"/> caches one buffer per thread, which other threads
    /// cannot use; because the buffers of sessions are rented on one thread and returned on another, it would allocate again and again.
    /// </summary>
    internal sealed class BufferPool
    {
        private const int Most = 64;

        private readonly byte[][] _free = new byte[Most][];
        private readonly int _size;
        private int _count;

        private BufferPool(int size) => _size = size;

        /// <summary>Gets the pool of buffers for sending.</summary>
        public static BufferPool Sending { get; } = new BufferPool(64 * 1024);

        /// <summary>Gets the pool of buffers for receiving.</summary>
        public static BufferPool Receiving { get; } = new BufferPool(128 * 1024);

        /// <summary>Gets the size of the buffers.</summary>
        public int Size => _size;

        /// <summary>
        /// Rents a buffer of at least <paramref name="size"/> bytes. Only buffers of the pool's own size come from this pool.
        /// </summary>
        public byte[] Rent(int size)
        {
            if (size == _size)
            {
                lock (_free)
                {
                    if (_count != 0)
                        return _free[--_count];
                }
            }
            return ArrayPool<byte>.Shared.Rent(size);
        }

        /// <summary>Returns a buffer to the pool.</summary>
        public void Return(byte[] buffer)
        {
            if (buffer.Length == _size)
            {
                lock (_free)
                {
                    if (_count != Most)
                    {
                        _free[_count++] = buffer;
                        return;
                    }
                }
            }
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }
}
