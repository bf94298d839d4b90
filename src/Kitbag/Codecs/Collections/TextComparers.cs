using System;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// The comparers of strings that documents keep, and their numbers there. Any other is as if it were the default one.
    /// </summary>
    internal static class TextComparers
    {
        private static readonly StringComparer[] s_kept =
            { StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase, StringComparer.InvariantCulture,
            StringComparer.InvariantCultureIgnoreCase };

        /// <summary>The comparer of a collection that sorts, where it is kept.</summary>
        public static StringComparer? OfSorted(object? comparer)
        {
            if (comparer is not StringComparer)
                return null;
            foreach (StringComparer kept in s_kept)
            {
                if (kept.Equals(comparer))
                    return kept;
            }
            return null;
        }

        /// <summary>
        /// The comparer of a collection that only asks whether strings are equal, where it is kept: the ordinal one is what such
        /// collections have anyway.
        /// </summary>
        public static StringComparer? OfHashed(object? comparer) => OfSorted(comparer) is { } kept && kept != s_kept[0] ? kept : null;

        /// <summary>The comparer with a number; of 0 null.</summary>
        public static StringComparer? Get(byte number) => number == 0 ? null : s_kept[number - 1];

        public static void Write(ref WireWriter w, StringComparer comparer) =>
            Comparers.Write(ref w, (byte)(Array.IndexOf(s_kept, comparer) + 1));
    }
}
