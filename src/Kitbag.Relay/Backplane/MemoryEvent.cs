using System;
using System.Threading.Tasks;

namespace Kitbag.Relay.Backplane
{
    /// <summary>Specifies the kind of an event of a member of a <see cref="MemoryBackplaneHub"/>.</summary>
    internal enum MemoryEventKind
    {
        /// <summary>The entries of a stream start here.</summary>
        Begin,
        Fast,
        FastGap,
        Kept,
        KeptGap,
        RelayAlive,
        RelayGone,
        State,

        /// <summary>All earlier events were passed on.</summary>
        Done,
    }

    /// <summary>Represents an item in the queue of a member.</summary>
    internal readonly record struct MemoryEvent(
        MemoryEventKind Kind, int Number, Guid From, KeptPosition Position, byte[]? Entry, KeptPosition Expected)
    {
        /// <summary>Gets what is completed when all earlier events were passed on.</summary>
        public TaskCompletionSource? Done { get; init; }

        public static MemoryEvent Relay(Guid relay, bool alive)
        {
            return new MemoryEvent(alive ? MemoryEventKind.RelayAlive : MemoryEventKind.RelayGone, 0, relay, default, null, default);
        }
    }
}
