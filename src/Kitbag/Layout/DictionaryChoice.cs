namespace Kitbag.Layout
{
    /// <summary>
    /// Whether the strings of a column are stored once each, with indexes, or as they come: all questions that decide it.
    /// </summary>
    internal static class DictionaryChoice
    {
        /// <summary>
        /// Columns of up to so many strings that are there already are indexed to find out; of larger ones a sample is asked first.
        /// </summary>
        public const int FewStrings = 512;

        /// <summary>How many strings a sample has.</summary>
        public const int SampleSize = 256;

        /// <summary>
        /// While a column of more than <see cref="FewGathered"/> strings is gathered it is asked at so many distinct strings, and at every
        /// power of two that follows, whether to go on indexing it.
        /// </summary>
        public const int FirstQuestion = 64;

        /// <summary>Columns of up to so many strings are indexed whole while they are gathered.</summary>
        public const int FewGathered = 2 * FirstQuestion;

        /// <summary>With more distinct strings than this no dictionary pays.</summary>
        /// <param name="stored">How many indexes are to be stored.</param>
        public static int MostOf(int stored) => stored - (stored >> 2);

        /// <summary>Whether a dictionary makes a column smaller.</summary>
        /// <param name="distinct">How many strings differ.</param>
        /// <param name="length">The characters of those.</param>
        /// <param name="count">How many strings there are, without nulls.</param>
        /// <param name="stored">How many indexes are to be stored, those of nulls included.</param>
        public static bool Pays(int distinct, long length, int count, int stored)
        {
            if (distinct == 0 || distinct > MostOf(stored))
                return false;
            // The strings that repeat are taken to be as long as the others: to look would touch each of them once more.
            long repeated = length * (count - distinct) / distinct;
            return repeated * 8 > (long)stored * PackedBlock.BitsOf((ulong)distinct) + 32;
        }

        /// <summary>Whether strings repeat so that indexing all of them may pay, by a sample of <see cref="SampleSize"/>.</summary>
        /// <param name="distinct">How many strings of the sample differ.</param>
        /// <param name="strings">How many strings there are.</param>
        // Of D values drawn at random, k draws repeat about k * k / 2D: so there are less than half as many values as strings.
        public static bool SampleRepeats(int distinct, int strings) =>
            (long)(SampleSize - distinct) * strings > SampleSize * SampleSize;

        /// <summary>Whether strings repeat too seldom to go on indexing them: less than one in eight of those that were seen.</summary>
        /// <param name="distinct">How many strings differ.</param>
        /// <param name="seen">How many were seen.</param>
        public static bool RepeatTooSeldom(int distinct, int seen) => (seen - distinct) * 8 < seen;
    }
}
