using System;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>The comparers of strings that documents keep, and their numbers there. Any other is as if it were the default one.</summary>
    internal static class TextComparers
    {
        /// <summary>In the length prefix of a collection of strings: a comparer is named.</summary>
        public const uint Named = 1u << 31;

        private static readonly StringComparer[] s_kept = { StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase, StringComparer.InvariantCulture, StringComparer.InvariantCultureIgnoreCase };

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

        /// <summary>The comparer of a collection that only asks whether strings are equal, where it is kept: the ordinal one is what such collections have anyway.</summary>
        public static StringComparer? OfHashed(object? comparer) => OfSorted(comparer) is { } kept && kept != s_kept[0] ? kept : null;

        /// <summary>The comparer with a number; of 0 null.</summary>
        public static StringComparer? Get(byte number) => number == 0 ? null : s_kept[number - 1];

        public static void Write(ref WireWriter w, StringComparer comparer) => w.WriteByte((byte)(Array.IndexOf(s_kept, comparer) + 1));

        /// <summary>Reads the number of the comparer that a length prefix says is there, and takes the mark off the length prefix.</summary>
        /// <returns>The number; 0 where none is named, or the reader wants none.</returns>
        public static byte Read(scoped ref WireReader r, ref uint prefix)
        {
            if (prefix < Named)
                return 0;
            prefix &= ~Named;
            byte number = r.ReadByte();
            if (prefix == 0 || number == 0 || number > s_kept.Length)
                throw r.Error(KitbagErrorReason.Malformed, "Expected the comparer of a collection of strings, 1 to 4, found " + number.ToString(System.Globalization.CultureInfo.InvariantCulture) + (prefix == 0 ? " of a collection that is null." : "."));
            return r.Limits.IgnoreComparers ? (byte)0 : number;
        }

        /// <summary>Passes over the comparer that a length prefix names.</summary>
        /// <returns>The length prefix without its mark.</returns>
        public static uint Skip(scoped ref WireReader r, uint prefix)
        {
            Read(ref r, ref prefix);
            return prefix;
        }
    }
}
