namespace Kitbag.Layout
{
    /// <summary>
    /// Decides whether the strings of a column are stored as a dictionary with indexes, or one after the other. All criteria are here.
    /// </summary>
    internal static class DictionaryChoice
    {
        /// <summary>Columns with at most this many strings are always indexed to find out; larger ones are sampled first.</summary>
        public const int FewStrings = 512;

        /// <summary>The number of runs that are hashed first in a column of at most <see cref="FewStrings"/>.</summary>
        public const int RunsOfFew = 4;

        /// <summary>The number of adjacent strings in each of these runs.</summary>
        public const int RunLength = 32;

        /// <summary>The number of strings in a sample.</summary>
        public const int SampleSize = 256;

        /// <summary>
        /// While a column of more than <see cref="FewGathered"/> strings is gathered, it is decided at this number of distinct strings, and
        /// at each power of two after it, whether to continue indexing.
        /// </summary>
        public const int FirstQuestion = 64;

        /// <summary>Columns with at most this many strings are indexed completely while they are gathered.</summary>
        public const int FewGathered = 2 * FirstQuestion;

        /// <summary>With more distinct strings than this, a dictionary never pays.</summary>
        /// <param name="stored">The number of indexes to store.</param>
        public static int MostOf(int stored) => stored - (stored >> 2);

        /// <summary>Whether a dictionary makes a column smaller.</summary>
        /// <param name="distinct">The number of distinct strings.</param>
        /// <param name="length">Their total length in characters.</param>
        /// <param name="count">The number of strings without nulls.</param>
        /// <param name="stored">The number of indexes to store, including those of nulls.</param>
        public static bool Pays(int distinct, long length, int count, int stored)
        {
            if (distinct == 0 || distinct > MostOf(stored))
                return false;
            // Repeated strings are assumed to be as long as the others: checking would access each of them again.
            long repeated = length * (count - distinct) / distinct;
            return repeated * 8 > (long)stored * PackedBlock.BitsOf((ulong)distinct) + 32;
        }

        /// <summary>Whether a sample of <see cref="SampleSize"/> strings repeats so often that indexing all of them may pay.</summary>
        /// <param name="distinct">The number of distinct strings in the sample.</param>
        /// <param name="strings">The number of strings.</param>
        // Of D values drawn at random, k draws contain about k * k / 2D repetitions: so there are less than half as many values as strings.
        public static bool SampleRepeats(int distinct, int strings) =>
            (long)(SampleSize - distinct) * strings > SampleSize * SampleSize;

        /// <summary>Whether runs of 128 of at most 512 strings repeat so often that hashing all of them may pay.</summary>
        /// <param name="repeated">The number of strings in the runs that repeat another one.</param>
        // A quarter of the strings has to repeat for a dictionary to pay. If these are spread evenly, 8.5 of 128 repeat, and at most two of
        // them once in a hundred columns.
        public static bool RunsRepeat(int repeated) => repeated > 2;

        /// <summary>
        /// Whether too few strings repeat to continue indexing: less than one in eight of those that are not null. If most are null,
        /// indexing the others costs less than storing the nulls as objects.
        /// </summary>
        /// <param name="distinct">The number of distinct strings.</param>
        /// <param name="present">The number of strings so far, without nulls.</param>
        /// <param name="seen">The number of strings so far, with nulls.</param>
        public static bool RepeatTooSeldom(int distinct, int present, int seen) =>
            present * 2 > seen && (present - distinct) * 8 < present;
    }
}
