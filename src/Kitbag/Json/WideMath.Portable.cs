namespace Kitbag.Json
{
    internal static class WideMath
    {
        /// <summary>The 128 bits of a product, of four products of 32 bits.</summary>
        public static ulong Multiply(ulong a, ulong b, out ulong low)
        {
            ulong a0 = (uint)a, a1 = a >> 32, b0 = (uint)b, b1 = b >> 32;
            ulong p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0;
            ulong middle = (p00 >> 32) + (uint)p01 + (uint)p10;
            low = (middle << 32) | (uint)p00;
            return a1 * b1 + (p01 >> 32) + (p10 >> 32) + (middle >> 32);
        }
    }
}
