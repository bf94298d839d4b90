using System;

namespace Kitbag.Json
{
    internal static class WideMath
    {
        /// <summary>The 128 bits of a product.</summary>
        public static ulong Multiply(ulong a, ulong b, out ulong low) => Math.BigMul(a, b, out low);
    }
}
