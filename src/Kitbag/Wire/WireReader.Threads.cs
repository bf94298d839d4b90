using System;
using Kitbag.Buffers;

namespace Kitbag.Wire
{
    // What a thread has together with others that read the same document.
    public ref partial struct WireReader
    {
        /// <summary>For a thread that has joined others: they have one budget.</summary>
        internal WireReader(ReadOnlySpan<byte> data, KitbagLimits limits, CallThreads threads)
            : this(data, limits, 0)
        {
            Call.Threads = threads;
        }

        /// <summary>Reads other bytes for the same call. What it has allocated is to be charged here in the end.</summary>
        /// <param name="data">The bytes.</param>
        internal readonly WireReader Inner(ReadOnlySpan<byte> data)
        {
            var inner = new WireReader(data, _limits, _budget);
            if (_call?.Threads is { KeyWork: { } } threads)
                inner.Call.Threads = threads;
            return inner;
        }

        /// <summary>Which threads may work on a column; null where no others may.</summary>
        internal CallThreads? Threads
        {
            readonly get => _call?.Threads;
            set => Call.Threads = value;
        }

        /// <summary>Lets other threads take from what this one may allocate, until they are done.</summary>
        internal CallThreads Share()
        {
            var threads = new CallThreads(_budget, Call.KeyWork);
            _budget = 0;
            Threads = threads;
            return threads;
        }

        /// <summary>Gives back what this thread has taken of a shared budget and does not need.</summary>
        internal void GiveBack(CallThreads threads)
        {
            threads.Give(_budget);
            _budget = 0;
        }

        /// <summary>Goes on alone.</summary>
        /// <param name="shared">What was shared.</param>
        /// <param name="threads">Those that may work on the next column.</param>
        internal void Unshare(CallThreads shared, CallThreads threads)
        {
            _budget += shared.Budget;
            Threads = threads;
        }
    }
}
