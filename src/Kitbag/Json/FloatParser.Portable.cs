using System;

namespace Kitbag.Json
{
    internal static partial class FloatParser
    {
        // The bits of the number nearest to some digits times 10^exponent, which is the one below or the next.
        private static ulong Nearest(Span<byte> digits, int count, int exponent, ulong below, int fraction) =>
            below + (DecimalMidpoint.IsPassed(digits.Slice(0, count), exponent, below, fraction) ? 1UL : 0);
    }
}
