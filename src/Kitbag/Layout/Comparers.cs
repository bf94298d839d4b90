using System.Globalization;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>
    /// Which comparer a collection of strings has: a bit of its length prefix says that one is named, its number stands before the
    /// elements.
    /// </summary>
    internal static class Comparers
    {
        /// <summary>In the length prefix of a collection of strings: a comparer is named.</summary>
        public const uint Named = 1u << 31;

        /// <summary>The largest number of a comparer.</summary>
        public const byte Last = 4;

        /// <summary>Writes the number of a comparer, 1 to <see cref="Last"/>.</summary>
        public static void Write(ref WireWriter w, byte number) => w.WriteByte(number);

        /// <summary>
        /// Reads the number of the comparer that a length prefix says is there, and takes the mark off the length prefix.
        /// </summary>
        /// <returns>The number; 0 where none is named, or the reader wants none.</returns>
        public static byte Read(scoped ref WireReader r, ref uint prefix)
        {
            if (prefix < Named)
                return 0;
            prefix &= ~Named;
            byte number = r.ReadByte();
            if (prefix == 0 || number is 0 or > Last)
                throw r.Error(KitbagErrorReason.Malformed, "Expected the comparer of a collection of strings, 1 to 4, found "
                    + number.ToString(CultureInfo.InvariantCulture) + (prefix == 0 ? " of a collection that is null." : "."));
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
