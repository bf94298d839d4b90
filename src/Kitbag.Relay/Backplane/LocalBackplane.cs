namespace Kitbag.Relay.Backplane
{
    /// <summary>The backplane of a relay that is alone: fast entries go nowhere, kept ones are kept in memory.</summary>
    internal sealed class LocalBackplane : MemoryBackplane
    {
        /// <param name="maxStreamBytes">How many bytes of entries each stream keeps.</param>
        public LocalBackplane(long maxStreamBytes = 16 << 20)
            : base(new MemoryBackplaneHub(maxStreamBytes))
        {
        }
    }
}
