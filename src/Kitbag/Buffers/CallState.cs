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

        /// <summary>The memory for columns.</summary>
        public Scratch Scratch { get; } = new Scratch();

        /// <summary>What the call has compared.</summary>
        public KeyWork KeyWork { get; } = new KeyWork();

        /// <summary>What the caller passes to code of the program that the call runs; null where nothing was passed.</summary>
        public object? User { get; set; }

        /// <summary>The objects with an identity that the call writes or reads; null where there are none.</summary>
        public object? Graph { get; set; }

        /// <summary>What of the input was passed over, for a caller who has asked for it; null where nobody has.</summary>
        public object? PassedOver { get; set; }

        public static CallState Acquire()
        {
            CallState? state = t_cached;
            if (state == null)
                return new CallState();
            t_cached = null;
            return state;
        }

        /// <summary>Forgets what was rented and counted, for the same call to begin anew.</summary>
        public void Restart()
        {
            KeyWork.Reset();
            Scratch.Release(default);
        }

        public void Return()
        {
            Scratch.Empty();
            KeyWork.Reset();
            User = null;
            Graph = null;
            PassedOver = null;
            t_cached = this;
        }
    }
}
