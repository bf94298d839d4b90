namespace Kitbag.Codecs
{
    /// <summary>Provides constants for the codecs of immutable sets and maps.</summary>
    internal static class Immutables
    {
        /// <summary>
        /// The cost factor for equal hash codes: the collections are trees ordered by hash codes, and keys with the same hash code are in a
        /// separate tree that is traversed by an enumerator.
        /// </summary>
        public const int CostOfEqualHash = 8;
    }
}
