using System;

namespace Kitbag.Relay.Backplane
{
    /// <summary>What happened to a member of a <see cref="MemoryBackplaneHub"/>.</summary>
    internal enum MemoryEventKind
    {
        /// <summary>A stream's entries begin here.</summary>
        Begin,
        Fast,
        FastGap,
        Kept,
        KeptGap,
        RelayAlive,
        RelayGone,
        State,

        /// <summary>All that came before is passed on.</summary>
        Done,
    }

    /// <summary>An item of a member's queue.</summary>
    internal readonly record struct MemoryEvent(
        MemoryEventKind Kind, int Number, Guid From, KeptPosition Position, byte[]? Entry, KeptPosition Expected)
    {
        public static MemoryEvent Relay(Guid relay, bool alive)
        {
            return new MemoryEvent(alive ? MemoryEventKind.RelayAlive : MemoryEventKind.RelayGone, 0, relay, default, null, default);
        }
    }
}
