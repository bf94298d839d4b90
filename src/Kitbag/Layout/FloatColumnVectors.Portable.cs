using System;

namespace Kitbag.Layout
{
    /// <summary>No vectors on this target: the scalar loops process all values.</summary>
    internal static class FloatColumnVectors
    {
        public static int ToDecimals(ReadOnlySpan<float> values, Span<long> integers, double power) => 0;

        public static int ToDecimals(ReadOnlySpan<double> values, Span<long> integers, double power) => 0;

        public static int FromDecimals(ReadOnlySpan<long> integers, double power, Span<float> values) => 0;

        public static int FromDecimals(ReadOnlySpan<long> integers, double power, Span<double> values) => 0;
    }
}
