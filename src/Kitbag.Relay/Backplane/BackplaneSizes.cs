namespace Kitbag.Relay.Backplane
{
    /// <summary>Defines what all relays of a network must have in common.</summary>
    internal static class BackplaneSizes
    {
        /// <summary>The number of buckets.</summary>
        public const int Buckets = 64;

        /// <summary>The number of streams.</summary>
        public const int Streams = 16;
    }
}
