namespace Kitbag.Codecs
{
    /// <summary>What the codecs of immutable sets and maps know of how those are built.</summary>
    internal static class Immutables
    {
        /// <summary>
        /// They are trees ordered by hash codes; keys of one hash code are in a tree of their own that is gone through by an enumerator.
        /// </summary>
        public const int CostOfEqualHash = 8;
    }
}
