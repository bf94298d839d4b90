using System;

namespace Kitbag.Buffers
{
    /// <summary>
    /// What one call has beside its bytes: scratch memory, the comparisons of keys that it made, and what the user passes through it.
    /// Taken only where one of them is needed, and kept by the thread between calls.
    /// </summary>
    internal sealed class CallState
    {
        [ThreadStatic]
        private static CallState? t_cached;

        // Of a call within another one.
        [ThreadStatic]
        private static CallState? t_inner;

        /// <summary>The memory for columns.</summary>
        public Scratch Scratch { get; } = new Scratch();

        private readonly KeyWork _keyWork = new KeyWork();

        /// <summary>What the call has compared.</summary>
        public KeyWork KeyWork => Threads?.KeyWork ?? _keyWork;

        /// <summary>Which other threads work for the call; null where there are none.</summary>
        public CallThreads? Threads { get; set; }

        /// <summary>The objects with an identity that the call writes or reads; null where there are none.</summary>
        public object? Graph { get; set; }

        /// <summary>What of the input was passed over, for a caller who has asked for it; null where nobody has.</summary>
        public object? PassedOver { get; set; }

        public static CallState Acquire()
        {
            CallState? state = t_cached;
            if (state == null)
                return AcquireInner();
            t_cached = null;
            return state;
        }

        private static CallState AcquireInner()
        {
            CallState state = t_inner ?? new CallState();
            t_inner = null;
            return state;
        }

        /// <summary>Forgets what was rented and counted, for the same call to begin anew.</summary>
        public void Restart()
        {
            _keyWork.Reset();
            Threads = null;
            Scratch.Release(default);
        }

        public void Return()
        {
            Scratch.Empty();
            _keyWork.Reset();
            Threads = null;
            Graph = null;
            PassedOver = null;
            // What calls within this one had is kept for those of the next.
            if (t_cached is { } inner)
                t_inner = inner;
            t_cached = this;
        }
    }
}
