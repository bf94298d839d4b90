namespace Kitbag.Buffers
{
    internal static partial class Latin1
    {
        /// <summary>Whether all characters are at most U+00FF.</summary>
        public static bool Fits(ref char chars, int length) => FitsByWords(ref chars, length);

        /// <summary>Characters to bytes, exactly so many; answers whether all fit. Where one does not, the bytes mean nothing.</summary>
        public static bool Narrow(ref char chars, ref byte bytes, int length) => NarrowByWords(ref chars, ref bytes, length);

        /// <summary>Bytes to characters, exactly so many.</summary>
        public static void Widen(ref byte bytes, ref char chars, int length) => WidenByWords(ref bytes, ref chars, length);
    }
}
