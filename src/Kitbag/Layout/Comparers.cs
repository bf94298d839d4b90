using System.Globalization;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>
    /// The comparers of collections of strings: a bit of the length prefix tells that one is specified, and its number precedes the
    /// elements.
    /// </summary>
    internal static class Comparers
    {
        /// <summary>The bit in the length prefix of a collection of strings that tells that a comparer is specified.</summary>
        public const uint Named = 1u << 31;

        /// <summary>The largest number of a comparer.</summary>
        public const byte Last = 4;

        /// <summary>Writes the number of a comparer, 1 to <see cref="Last"/>.</summary>
        public static void Write(ref WireWriter w, byte number) => w.WriteByte(number);

        /// <summary>
        /// Reads the number of the comparer if the length prefix tells that there is one, and clears that bit of the length prefix.
        /// </summary>
        /// <returns>The number; 0 if none is specified, or the reader ignores comparers.</returns>
        public static byte Read(scoped ref WireReader r, ref uint prefix)
        {
            if (prefix < Named)
                return 0;
            prefix &= ~Named;
            byte number = r.ReadByte();
            if (prefix == 0 || number is 0 or > Last)
                throw r.Error(KitbagErrorReason.Malformed, "Expected the comparer of a collection of strings, 1 to 4; found "
                    + number.ToString(CultureInfo.InvariantCulture) + (prefix == 0 ? " for a collection that is null." : "."));
            return r.Limits.IgnoreComparers ? (byte)0 : number;
        }

        /// <summary>Skips the comparer if the length prefix tells that there is one.</summary>
        /// <returns>The length prefix without the bit for the comparer.</returns>
        public static uint Skip(scoped ref WireReader r, uint prefix)
        {
            Read(ref r, ref prefix);
            return prefix;
        }
    }
}
