using System.Threading;

namespace Kitbag.Buffers
{
    /// <summary>
    /// Threads of the thread pool. In a separate class, which is created only if options specify several threads: other ahead-of-time
    /// compiled programs do not contain the thread pool then, which takes 80 KB.
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
