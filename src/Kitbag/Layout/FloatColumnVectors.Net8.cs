using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Kitbag.Buffers;

namespace Kitbag.Layout
{
    /// <summary>
    /// Decimals four at a time. Each loop answers how far it came: it stops where a number is larger than it can convert, or no decimal,
    /// and leaves that, and the last ones, to the loop that takes one value at a time. The same operations, so the same bits.
    /// </summary>
    internal static class FloatColumnVectors
    {
        // Between 2^52 and 2^53 doubles are the integers. So adding 2^52 + 2^51 to a double of at most 2^51, either sign, puts the
        // integer into its low bits; and the other way round.
        private const double Shift = 6755399441055744, Most = 2251799813685248;
        private const long ShiftBits = 0x4338000000000000, MostInteger = 2251799813685248;

        public static int ToDecimals(ReadOnlySpan<float> values, Span<long> integers, double power) =>
            Avx.IsSupported && WarmUp.IsOver(values.Length) ? ToDecimalsByVectors(values, integers, power) : 0;

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
            Avx.IsSupported && WarmUp.IsOver(values.Length) ? ToDecimalsByVectors(values, integers, power) : 0;

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

        /// <summary>Integers, as doubles; not where one is too large or no number.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool Scale(Vector256<double> four, Vector256<double> powers, out Vector256<double> scaled)
        {
            // Adding zero makes -0.0 the 0.0 that an integer would come back as.
            scaled = Avx.RoundToNearestInteger(four * powers) + Vector256<double>.Zero;
            return Vector256.LessThanOrEqualAll(Vector256.Abs(scaled), Vector256.Create(Most));
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector256<long> ToIntegers(Vector256<double> scaled) => (scaled + Vector256.Create(Shift)).AsInt64()
            - Vector256.Create(ShiftBits);

        public static int FromDecimals(ReadOnlySpan<long> integers, double power, Span<float> values) =>
            Avx.IsSupported && WarmUp.IsOver(integers.Length) ? FromDecimalsByVectors(integers, power, values) : 0;

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

        /// <summary>The integers may stand where the values are to.</summary>
        public static int FromDecimals(ReadOnlySpan<long> integers, double power, Span<double> values) =>
            Avx.IsSupported && WarmUp.IsOver(integers.Length) ? FromDecimalsByVectors(integers, power, values) : 0;

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
            // From -2^51 to 2^51 - 1: that is what the bits above the 52 lowest say once 2^51 is added.
            return ((integers + Vector256.Create(MostInteger)) & Vector256.Create(-1L << 52)) == Vector256<long>.Zero;
        }
    }
}
