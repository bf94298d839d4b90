using System.Buffers;

namespace Kitbag.Net.Sessions
{
    /// <summary>
    /// Free buffers of one size, shared by all threads. <see cref="ArrayPool{T}.Shared"/> keeps one buffer for each thread, which others
    /// cannot use; as the buffers of sessions are rented by one thread and returned by another, it would allocate again and again.
    /// </summary>
    internal sealed class BufferPool
    {
        private const int Most = 64;

        private readonly byte[][] _free = new byte[Most][];
        private readonly int _size;
        private int _count;

        private BufferPool(int size) => _size = size;

        /// <summary>Buffers for what is sent.</summary>
        public static BufferPool Sending { get; } = new BufferPool(64 * 1024);

        /// <summary>Buffers for what is received.</summary>
        public static BufferPool Receiving { get; } = new BufferPool(128 * 1024);

        /// <summary>The size of the buffers.</summary>
        public int Size => _size;

        /// <summary>Rents a buffer of at least so many bytes; those of the pool's own size cost nothing.</summary>
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

        /// <summary>Takes a buffer back.</summary>
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
