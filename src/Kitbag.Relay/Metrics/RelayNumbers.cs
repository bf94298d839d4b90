namespace Kitbag.Relay.Metrics
{
    /// <summary>Contains the current values and the totals since the start of a relay.</summary>
    internal struct RelayNumbers
    {
        public long Sessions, Rooms, Relays, QueueBytes, PendingBytes, KeptBytes, FramesIn, BytesIn, FramesOut, BytesOut;
    }
}
