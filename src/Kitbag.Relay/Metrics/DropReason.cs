namespace Kitbag.Relay.Metrics
{
    /// <summary>Why a message did not get to a peer, or a peer not in.</summary>
    internal enum DropReason
    {
        /// <summary>Sheddable, and the receiver was slow.</summary>
        SlowPeer,

        /// <summary>Reliable, and the receiver was too slow: it was cut.</summary>
        Overflow,

        /// <summary>The sender was told that it cannot be delivered.</summary>
        Refused,

        /// <summary>The backplane does not take it.</summary>
        Backplane,

        /// <summary>The receiver's place is kept, and it has no session.</summary>
        Away,
    }
}
