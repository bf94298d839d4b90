using System.Threading;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>Counts the bytes of waiting kept entries of all streams.</summary>
    internal sealed class PendingBytes
    {
        private long _bytes;

        public long Value => Volatile.Read(ref _bytes);

        public void Add(long bytes) => Interlocked.Add(ref _bytes, bytes);
    }
}
