namespace Kitbag.Relay.Backplane
{
    /// <summary>Represents the backplane of a single relay: fast entries are discarded, kept ones are stored in memory.</summary>
    internal sealed class LocalBackplane : MemoryBackplane
    {
        /// <param name="maxStreamBytes">The maximum number of bytes of the entries of each stream.</param>
        public LocalBackplane(long maxStreamBytes = 16 << 20)
            : base(new MemoryBackplaneHub(maxStreamBytes))
        {
        }
    }
}
