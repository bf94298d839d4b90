using System;
using System.Globalization;

namespace Kitbag.Json
{
    internal static partial class FloatParser
    {
        private static double ParseDouble(ReadOnlySpan<byte> text) => double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);

        private static float ParseSingle(ReadOnlySpan<byte> text) => float.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
    }
}
