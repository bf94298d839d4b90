using System;
using Kitbag.Buffers;

namespace Kitbag.Wire
{
    // Manages what a thread shares with others that read the same document.
    public ref partial struct WireReader
    {
        /// <summary>For a thread that has joined others: they have one budget.</summary>
        internal WireReader(ReadOnlySpan<byte> data, KitbagLimits limits, CallThreads threads)
            : this(data, limits, 0)
        {
            Call.Threads = threads;
        }

        /// <summary>Creates a reader of other bytes for the same call. Its allocations must finally be charged to this reader.</summary>
        /// <param name="data">The bytes.</param>
        internal readonly WireReader Inner(ReadOnlySpan<byte> data)
        {
            var inner = new WireReader(data, _limits, _budget);
            if (_call?.Threads is { KeyWork: { } } threads)
                inner.Call.Threads = threads;
            return inner;
        }

        /// <summary>Gets the threads that may work on a column, or null if only this one may.</summary>
        internal CallThreads? Threads
        {
            readonly get => _call?.Threads;
            set => Call.Threads = value;
        }

        /// <summary>Lets other threads use the allocation budget of this one until they are done.</summary>
        internal CallThreads Share()
        {
            var threads = new CallThreads(_budget, Call.KeyWork);
            _budget = 0;
            Threads = threads;
            return threads;
        }

        /// <summary>Returns the part of a shared budget that this thread has reserved and does not need.</summary>
        internal void GiveBack(CallThreads threads)
        {
            threads.Give(_budget);
            _budget = 0;
        }

        /// <summary>Stops sharing the budget.</summary>
        /// <param name="shared">The threads that shared it.</param>
        /// <param name="threads">The threads that may work on the next column.</param>
        internal void Unshare(CallThreads shared, CallThreads threads)
        {
            _budget += shared.Budget;
            Threads = threads;
        }
    }
}
