using System.Runtime.CompilerServices;

namespace Kitbag.Json
{
    internal static partial class StringText
    {
        private const ulong Ones = 0x0101010101010101, Highs = 0x8080808080808080;

        /// <summary>
        /// Copies characters as bytes up to the first that is not printable ASCII or needs an escape; returns their number.
        /// </summary>
        private static int CopyPlain(ref char chars, int count, ref byte target) => CopyPlainOneByOne(ref chars, 0, count, ref target);

        /// <summary>
        /// The first byte that is not printable ASCII, is a quote or starts an escape; <paramref name="count"/> where there is none.
        /// </summary>
        public static int FindSpecial(ref byte bytes, int count)
        {
            int i = 0;
            // A byte is less than another if the subtraction borrows from its high bit. Characters that are wrongly classified as special
            // here are checked again below.
            for (; i + 8 <= count; i += 8)
            {
                ulong eight = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref bytes, i));
                ulong quote = eight ^ Ones * '"', slash = eight ^ Ones * '\\';
                if (((eight | (eight - Ones * ' ') | (quote - Ones) | (slash - Ones)) & Highs) != 0)
                    break;
            }
            return FindSpecialOneByOne(ref bytes, i, count);
        }
    }
}
