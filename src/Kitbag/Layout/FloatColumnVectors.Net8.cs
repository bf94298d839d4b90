using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Kitbag.Buffers;

namespace Kitbag.Layout
{
    /// <summary>
    /// Processes decimals four at a time. Each loop returns the number of processed values: it stops at a number that is too large to
    /// convert, or is not a decimal, and leaves this value and the last ones to the scalar loop. The operations, and so the bits, are the
    /// same.
    /// </summary>
    internal static partial class FloatColumnVectors
    {
        // Between 2^52 and 2^53 the doubles are the integers. So adding 2^52 + 2^51 to a double of at most 2^51, of either sign, moves the
        // integer to its low bits, and vice versa.
        private const double Shift = 6755399441055744, Most = 2251799813685248;
        private const long ShiftBits = 0x4338000000000000, MostInteger = 2251799813685248;

        // Tested before anything else, because vector types must not be loaded before.
        private static bool MayUseVectors(int count) => Vector128.IsHardwareAccelerated && WarmUp.IsOver(count);

        public static int ToDecimals(ReadOnlySpan<float> values, Span<long> integers, double power) =>
            !MayUseVectors(values.Length) ? 0
                : Avx.IsSupported ? ToDecimalsByVectors(values, integers, power)
                : ToDecimalsByHalves(values, integers, power);

        private static int ToDecimalsByVectors(ReadOnlySpan<float> values, Span<long> integers, double power)
        {
            int i = 0;
            Vector256<double> powers = Vector256.Create(power);
            ref float source = ref MemoryMarshal.GetReference(values);
            ref long destination = ref MemoryMarshal.GetReference(integers);
            for (; i + 4 <= values.Length; i += 4)
            {
                Vector128<float> four = Vector128.LoadUnsafe(ref source, (nuint)i);
                if (!Scale(Avx.ConvertToVector256Double(four), powers, out Vector256<double> scaled))
                    break;
                if (Avx.ConvertToVector128Single(scaled / powers).AsInt32() != four.AsInt32())
                    break;
                ToIntegers(scaled).StoreUnsafe(ref destination, (nuint)i);
            }
            return i;
        }

        public static int ToDecimals(ReadOnlySpan<double> values, Span<long> integers, double power) =>
            !MayUseVectors(values.Length) ? 0
                : Avx.IsSupported ? ToDecimalsByVectors(values, integers, power)
                : ToDecimalsByHalves(values, integers, power);

        private static int ToDecimalsByVectors(ReadOnlySpan<double> values, Span<long> integers, double power)
        {
            int i = 0;
            Vector256<double> powers = Vector256.Create(power);
            ref double source = ref MemoryMarshal.GetReference(values);
            ref long destination = ref MemoryMarshal.GetReference(integers);
            for (; i + 4 <= values.Length; i += 4)
            {
                Vector256<double> four = Vector256.LoadUnsafe(ref source, (nuint)i);
                if (!Scale(four, powers, out Vector256<double> scaled))
                    break;
                if ((scaled / powers).AsInt64() != four.AsInt64())
                    break;
                ToIntegers(scaled).StoreUnsafe(ref destination, (nuint)i);
            }
            return i;
        }

        // Rounds values to integers, as doubles; false if one is too large or not a number.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool Scale(Vector256<double> four, Vector256<double> powers, out Vector256<double> scaled)
        {
            // Adding zero converts -0.0 to 0.0, which the integer would be read as.
            scaled = Avx.RoundToNearestInteger(four * powers) + Vector256<double>.Zero;
            return Vector256.LessThanOrEqualAll(Vector256.Abs(scaled), Vector256.Create(Most));
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector256<long> ToIntegers(Vector256<double> scaled) => (scaled + Vector256.Create(Shift)).AsInt64()
            - Vector256.Create(ShiftBits);

        public static int FromDecimals(ReadOnlySpan<long> integers, double power, Span<float> values) =>
            !MayUseVectors(integers.Length) ? 0
                : Avx.IsSupported ? FromDecimalsByVectors(integers, power, values)
                : FromDecimalsByHalves(integers, power, values);

        private static int FromDecimalsByVectors(ReadOnlySpan<long> integers, double power, Span<float> values)
        {
            int i = 0;
            Vector256<double> powers = Vector256.Create(power);
            ref long source = ref MemoryMarshal.GetReference(integers);
            ref float destination = ref MemoryMarshal.GetReference(values);
            for (; i + 4 <= integers.Length; i += 4)
            {
                if (!ToDoubles(Vector256.LoadUnsafe(ref source, (nuint)i), out Vector256<double> four))
                    break;
                Avx.ConvertToVector128Single(four / powers).StoreUnsafe(ref destination, (nuint)i);
            }
            return i;
        }

        /// <summary>The integers may be in the memory of the values.</summary>
        public static int FromDecimals(ReadOnlySpan<long> integers, double power, Span<double> values) =>
            !MayUseVectors(integers.Length) ? 0
                : Avx.IsSupported ? FromDecimalsByVectors(integers, power, values)
                : FromDecimalsByHalves(integers, power, values);

        private static int FromDecimalsByVectors(ReadOnlySpan<long> integers, double power, Span<double> values)
        {
            int i = 0;
            Vector256<double> powers = Vector256.Create(power);
            ref long source = ref MemoryMarshal.GetReference(integers);
            ref double destination = ref MemoryMarshal.GetReference(values);
            for (; i + 4 <= integers.Length; i += 4)
            {
                if (!ToDoubles(Vector256.LoadUnsafe(ref source, (nuint)i), out Vector256<double> four))
                    break;
                (four / powers).StoreUnsafe(ref destination, (nuint)i);
            }
            return i;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool ToDoubles(Vector256<long> integers, out Vector256<double> four)
        {
            four = (integers + Vector256.Create(ShiftBits)).AsDouble() - Vector256.Create(Shift);
            // From -2^51 to 2^51 - 1: in this range the bits above the lowest 52 are zero once 2^51 is added.
            return ((integers + Vector256.Create(MostInteger)) & Vector256.Create(-1L << 52)) == Vector256<long>.Zero;
        }
    }
}
