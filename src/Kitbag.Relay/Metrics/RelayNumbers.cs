namespace Kitbag.Relay.Metrics
{
    /// <summary>What a relay has now, and what it has done since it started.</summary>
    internal struct RelayNumbers
    {
        public long Sessions, Rooms, Relays, QueueBytes, PendingBytes, KeptBytes, FramesIn, BytesIn, FramesOut, BytesOut;
    }
}
