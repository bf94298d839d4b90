namespace Kitbag.Relay.Backplane
{
    /// <summary>Specifies whether a backplane can currently transport entries.</summary>
    internal enum BackplaneState
    {
        /// <summary>The backplane connects for the first time, or again after a loss. Fast entries are rejected, kept ones wait.</summary>
        Connecting,

        /// <summary>The backplane transports entries.</summary>
        Ready,

        /// <summary>
        /// The broker temporarily accepts no messages because its memory or its disk is full. Entries are received, but cannot be sent.
        /// </summary>
        Blocked,

        /// <summary>The backplane was disposed.</summary>
        Closed,
    }
}
