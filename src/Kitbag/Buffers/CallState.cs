using System;

namespace Kitbag.Buffers
{
    /// <summary>
    /// The state of one call besides its bytes: scratch memory, the number of comparisons of keys, and objects that callers attach. Created
    /// only if needed, and cached per thread.
    /// </summary>
    internal sealed class CallState
    {
        // A call, calls nested in it, and in these: reading unknown members with references needs three at a time.
        private const int MostCached = 3;

        // A stack.
        [ThreadStatic]
        private static CallState? t_cached;

        private CallState? _next;
        private int _cached;

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
        public object? JsonFindings { get; set; }

        /// <summary>The ids in unknown members of a text that is read without identities; null for none.</summary>
        public object? JsonKeptIds { get; set; }

        public static CallState Acquire()
        {
            CallState? state = t_cached;
            if (state == null)
                return new CallState();
            t_cached = state._next;
            state._next = null;
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
            JsonFindings = null;
            JsonKeptIds = null;
            CallState? next = t_cached;
            _cached = next == null ? 1 : next._cached + 1;
            if (_cached > MostCached)
                return;
            _next = next;
            t_cached = this;
        }
    }
}
