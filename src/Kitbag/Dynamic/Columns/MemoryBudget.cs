using System;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Counts the memory that the open values of a document keep. Parts have budgets of their own, whose memory also counts for the whole
    /// until they are closed.
    /// </summary>
    internal sealed class MemoryBudget
    {
        // Values stay open up to this many bytes, so that those of different groups can be read alternately. It is half of the smallest
        // default of MaxAllocation.
        private const long Room = 32L << 20;

        private readonly long _limit;

        // What may be recreated is held without being charged.
        private long _charged, _held;

        // Null for the whole, and for a part that was closed.
        private MemoryBudget? _outer;

        /// <param name="limit">The number of bytes that may be charged.</param>
        public MemoryBudget(long limit) => _limit = limit;

        /// <summary>Returns a budget for a part.</summary>
        public MemoryBudget Part() => new MemoryBudget(_limit) { _outer = this };

        /// <summary>Gets a value indicating whether values that are not read at present may stay open.</summary>
        public bool HasRoom
        {
            get
            {
                MemoryBudget whole = Whole;
                return whole._charged + whole._held < Math.Min(Room, _limit / 2);
            }
        }

        /// <summary>Counts memory that is kept until <see cref="Close"/>.</summary>
        /// <param name="bytes">The number of bytes; negative if they are no longer kept.</param>
        /// <exception cref="KitbagException">The limit is exceeded.</exception>
        public void Charge(long bytes)
        {
            if (bytes > _limit - Whole._charged)
                throw new KitbagException(KitbagErrorReason.LimitExceeded,
                    "Finding values in this document needs more memory than is allowed. If the input is trusted, raise "
                        + "KitbagLimits.MaxAllocation.", 0);
            Add(bytes, 0);
        }

        /// <summary>Counts memory whose size is bounded, and which is kept only while there is room.</summary>
        /// <param name="bytes">The number of bytes; negative if they are no longer kept.</param>
        public void Hold(long bytes) => Add(0, bytes);

        /// <summary>Credits the memory of a part of which nothing is kept. Nodes that still use it have a budget of their own.</summary>
        public void Close()
        {
            _outer?.Add(-_charged, -_held);
            _outer = null;
        }

        private MemoryBudget Whole
        {
            get
            {
                MemoryBudget whole = this;
                while (whole._outer != null)
                    whole = whole._outer;
                return whole;
            }
        }

        private void Add(long charged, long held)
        {
            for (MemoryBudget? budget = this; budget != null; budget = budget._outer)
            {
                budget._charged += charged;
                budget._held += held;
            }
        }
    }
}
