namespace Kitbag.Relay.Backplane
{
    /// <summary>Whether a backplane can carry entries now.</summary>
    internal enum BackplaneState
    {
        /// <summary>It connects for the first time, or again after a loss. Fast entries are refused, kept ones wait.</summary>
        Connecting,

        /// <summary>It carries entries.</summary>
        Ready,

        /// <summary>The broker takes nothing for now, because its memory or its disk is full. Entries come in, none go out.</summary>
        Blocked,

        /// <summary>It was disposed of.</summary>
        Closed,
    }
}
