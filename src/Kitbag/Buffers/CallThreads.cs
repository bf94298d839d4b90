using System.Threading;

namespace Kitbag.Buffers
{
    /// <summary>
    /// How many threads may work on one column of a call; and, for those that do, what they have together: the allocation budget, and the
    /// comparisons of keys.
    /// </summary>
    internal class CallThreads
    {
        /// <summary>So many objects are worth to wake other threads for.</summary>
        public const int FewestObjects = 32 * 1024;

        private long _budget;

        /// <summary>Lets threads join.</summary>
        /// <param name="degree">How many threads there may be, with the caller's.</param>
        /// <param name="fewest">How many objects a column has at least that several threads work on.</param>
        public CallThreads(int degree, int fewest = FewestObjects)
        {
            Degree = degree;
            Fewest = fewest;
        }

        /// <summary>For threads that have joined, which no others join.</summary>
        /// <param name="budget">What they may allocate together, in bytes.</param>
        /// <param name="keyWork">What the call has compared.</param>
        public CallThreads(long budget, KeyWork keyWork)
        {
            Degree = 1;
            Fewest = int.MaxValue;
            _budget = budget;
            KeyWork = keyWork;
        }

        /// <summary>How many threads there may be, with the caller's.</summary>
        public int Degree { get; }

        /// <summary>How many objects a column has at least that several threads work on.</summary>
        public int Fewest { get; }

        /// <summary>What the call has compared; null before threads have joined.</summary>
        public KeyWork? KeyWork { get; }

        /// <summary>What may still be allocated.</summary>
        public long Budget => Interlocked.Read(ref _budget);

        /// <summary>Takes bytes of the budget, or none where it does not suffice.</summary>
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

        /// <summary>Asks a thread to call something, if there is one. Of those that have joined each works by itself.</summary>
        public virtual void Queue(WaitCallback call, object state)
        {
        }

        /// <summary>Gives bytes back that were not needed.</summary>
        public void Give(long bytes) => Interlocked.Add(ref _budget, bytes);
    }
}
