using System;
using Kitbag.Layout;
using Kitbag.Schema;
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

        /// <summary>Returns the comparer of a sorted collection if it is stored.</summary>
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
        /// Returns the comparer of a collection that only compares for equality if it is stored: the ordinal comparer is the default of
        /// such collections.
        /// </summary>
        public static StringComparer? OfHashed(object? comparer) => OfSorted(comparer) is { } kept && kept != s_kept[0] ? kept : null;

        /// <summary>Returns the number of the comparer of a collection that compares for equality; 0 if none is stored.</summary>
        public static byte NumberOfHashed(object? comparer) =>
            OfHashed(comparer) is { } kept ? (byte)(Array.IndexOf(s_kept, kept) + 1) : (byte)0;

        /// <summary>The comparer of a number; null where there is none.</summary>
        public static StringComparer? OfNumber(long number) =>
            number >= 1 && number <= s_kept.Length ? s_kept[number - 1] : null;

        // Strings may be read as another type, for which no comparer is used.

        /// <summary>Returns the comparer of one of a column's collections.</summary>
        /// <param name="numbers">The numbers of the comparers, 0 if none is stored; empty if the column has none.</param>
        /// <param name="index">The index of the collection.</param>
        /// <param name="isOfText">Whether the program's collection contains strings.</param>
        public static StringComparer? Get(ReadOnlySpan<byte> numbers, int index, bool isOfText) =>
            numbers.IsEmpty ? null : Get(numbers[index], isOfText);

        /// <summary>Reads the comparer of a collection, and removes its bit from the length prefix.</summary>
        /// <param name="r">The reader, positioned after the length prefix.</param>
        /// <param name="prefix">The length prefix.</param>
        /// <param name="stored">The type of the elements or keys in the document.</param>
        /// <param name="isOfText">Whether the program's collection contains strings.</param>
        public static StringComparer? Read(scoped ref WireReader r, ref uint prefix, SchemaType stored, bool isOfText) =>
            stored.Kind != SchemaKind.String ? null : Get(Comparers.Read(ref r, ref prefix), isOfText);

        private static StringComparer? Get(byte number, bool isOfText) => number == 0 || !isOfText ? null : s_kept[number - 1];

        public static void Write(ref WireWriter w, StringComparer comparer) =>
            Comparers.Write(ref w, (byte)(Array.IndexOf(s_kept, comparer) + 1));
    }
}
