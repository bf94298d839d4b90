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

        /// <summary>The number of the comparer of a collection that asks whether strings are equal; 0 where none is kept.</summary>
        public static byte NumberOfHashed(object? comparer) =>
            OfHashed(comparer) is { } kept ? (byte)(Array.IndexOf(s_kept, kept) + 1) : (byte)0;

        /// <summary>The comparer of a number; null where there is none.</summary>
        public static StringComparer? OfNumber(long number) =>
            number >= 1 && number <= s_kept.Length ? s_kept[number - 1] : null;

        // Strings may be read as something else, of which no comparer is kept.

        /// <summary>The comparer of one of a column's collections.</summary>
        /// <param name="numbers">The comparers' numbers, 0 where none is named; empty where the column names none.</param>
        /// <param name="index">Which collection.</param>
        /// <param name="isOfText">Whether the program's collection is one of strings.</param>
        public static StringComparer? Get(ReadOnlySpan<byte> numbers, int index, bool isOfText) =>
            numbers.IsEmpty ? null : Get(numbers[index], isOfText);

        /// <summary>Reads the comparer of a collection, and takes the mark of it off its length prefix.</summary>
        /// <param name="r">Behind the length prefix.</param>
        /// <param name="prefix">The length prefix.</param>
        /// <param name="stored">The type of the elements or keys in the document.</param>
        /// <param name="isOfText">Whether the program's collection is one of strings.</param>
        public static StringComparer? Read(scoped ref WireReader r, ref uint prefix, SchemaType stored, bool isOfText) =>
            stored.Kind != SchemaKind.String ? null : Get(Comparers.Read(ref r, ref prefix), isOfText);

        private static StringComparer? Get(byte number, bool isOfText) => number == 0 || !isOfText ? null : s_kept[number - 1];

        public static void Write(ref WireWriter w, StringComparer comparer) =>
            Comparers.Write(ref w, (byte)(Array.IndexOf(s_kept, comparer) + 1));
    }
}
