using System.Threading;

namespace Kitbag.Buffers
{
    /// <summary>
    /// Threads of the pool. A class of its own, which is made only where options ask for several threads: other programs that are compiled
    /// ahead of time have no thread pool for it, which is 80 KB.
    /// </summary>
    internal sealed class PoolThreads : CallThreads
    {
        /// <inheritdoc/>
        public PoolThreads(int degree, int fewest = FewestObjects)
            : base(degree, fewest)
        {
        }

        /// <inheritdoc/>
        public override void Queue(WaitCallback call, object state) => ThreadPool.QueueUserWorkItem(call, state);
    }
}
