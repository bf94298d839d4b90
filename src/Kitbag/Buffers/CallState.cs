using System;

namespace Kitbag.Buffers
{
    /// <summary>
    /// The state of one call besides its bytes: scratch memory, the number of comparisons of keys, and objects that callers attach. Created
    /// only if needed, and cached per thread.
    /// </summary>
    internal sealed class CallState
    {
        [ThreadStatic]
        private static CallState? t_cached;

        // The state of a call that is nested in another one.
        [ThreadStatic]
        private static CallState? t_inner;

        /// <summary>The memory for columns.</summary>
        public Scratch Scratch { get; } = new Scratch();

        private readonly KeyWork _keyWork = new KeyWork();

        /// <summary>The comparisons of the call.</summary>
        public KeyWork KeyWork => Threads?.KeyWork ?? _keyWork;

        /// <summary>The threads that work for the call; null for none.</summary>
        public CallThreads? Threads { get; set; }

        /// <summary>The tracked objects that the call writes or reads; null for none.</summary>
        public object? Graph { get; set; }

        /// <summary>The skipped parts of the input, if a caller requested them; otherwise null.</summary>
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

        /// <summary>Resets rented memory and counts, to restart the same call.</summary>
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
            // The state of nested calls is kept for the next one.
            if (t_cached is { } inner)
                t_inner = inner;
            t_cached = this;
        }
    }
}
