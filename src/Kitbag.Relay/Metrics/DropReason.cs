namespace Kitbag.Relay.Metrics
{
    /// <summary>Specifies why a message did not reach a peer, or why a peer was rejected.</summary>
    internal enum DropReason
    {
        /// <summary>The message is sheddable, and the receiver was slow.</summary>
        SlowPeer,

        /// <summary>The message is reliable, and the receiver was so slow that it was disconnected.</summary>
        Overflow,

        /// <summary>The sender was told that the message cannot be delivered.</summary>
        Refused,

        /// <summary>The backplane did not accept the message, or delivered it after newer ones of the same sender.</summary>
        Backplane,

        /// <summary>The receiver is away: its place is kept, but it has no session.</summary>
        Away,
    }
}
