using System.Threading;

namespace Kitbag.Buffers
{
    /// <summary>
    /// The number of threads that may work on one column of a call, and the state that they share: the allocation budget, and the
    /// comparisons of keys.
    /// </summary>
    internal class CallThreads
    {
        /// <summary>The smallest number of objects for which it is worth waking other threads.</summary>
        public const int FewestObjects = 32 * 1024;

        private long _budget;

        /// <summary>Creates an instance for a call that other threads may join.</summary>
        /// <param name="degree">The maximum number of threads, including the caller's.</param>
        /// <param name="fewest">The smallest number of objects in a column for which several threads are used.</param>
        public CallThreads(int degree, int fewest = FewestObjects)
        {
            Degree = degree;
            Fewest = fewest;
        }

        /// <summary>Creates an instance for threads that have joined, which no others join.</summary>
        /// <param name="budget">The number of bytes that they may allocate together.</param>
        /// <param name="keyWork">The comparisons of the call.</param>
        public CallThreads(long budget, KeyWork keyWork)
        {
            Degree = 1;
            Fewest = int.MaxValue;
            _budget = budget;
            KeyWork = keyWork;
        }

        /// <summary>The maximum number of threads, including the caller's.</summary>
        public int Degree { get; }

        /// <summary>The smallest number of objects in a column for which several threads are used.</summary>
        public int Fewest { get; }

        /// <summary>The comparisons of the call; null before threads have joined.</summary>
        public KeyWork? KeyWork { get; }

        /// <summary>The number of bytes that may still be allocated.</summary>
        public long Budget => Interlocked.Read(ref _budget);

        /// <summary>Takes bytes from the budget, or none if it is insufficient.</summary>
        public bool TryTake(long bytes)
        {
            for (long left = Budget; bytes <= left;)
            {
                long found = Interlocked.CompareExchange(ref _budget, left - bytes, left);
                if (found == left)
                    return true;
                left = found;
            }
            return false;
        }

        /// <summary>Runs a callback on another thread, if there is one. Threads that have joined use no other threads.</summary>
        public virtual void Queue(WaitCallback call, object state)
        {
        }

        /// <summary>Returns unused bytes to the budget.</summary>
        public void Give(long bytes) => Interlocked.Add(ref _budget, bytes);
    }
}
