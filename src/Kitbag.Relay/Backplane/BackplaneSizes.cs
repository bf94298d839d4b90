namespace Kitbag.Relay.Backplane
{
    /// <summary>What all relays of a network have in common.</summary>
    internal static class BackplaneSizes
    {
        /// <summary>How many buckets there are.</summary>
        public const int Buckets = 64;

        /// <summary>How many streams there are.</summary>
        public const int Streams = 16;
    }
}
