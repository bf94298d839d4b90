using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Kitbag.Layout
{
    // Without wide vectors: ARM has none, and NativeAOT compiles for processors that have none unless it is told otherwise.
    internal static partial class FloatColumnVectors
    {
        private static int ToDecimalsByHalves(ReadOnlySpan<float> values, Span<long> integers, double power)
        {
            int i = 0;
            Vector128<double> powers = Vector128.Create(power);
            ref float source = ref MemoryMarshal.GetReference(values);
            ref long destination = ref MemoryMarshal.GetReference(integers);
            for (; i + 4 <= values.Length; i += 4)
            {
                Vector128<float> four = Vector128.LoadUnsafe(ref source, (nuint)i);
                if (!Scale(Vector128.WidenLower(four), powers, out Vector128<double> low)
                    || !Scale(Vector128.WidenUpper(four), powers, out Vector128<double> high))
                    break;
                if (Vector128.Narrow(low / powers, high / powers).AsInt32() != four.AsInt32())
                    break;
                ToIntegers(low).StoreUnsafe(ref destination, (nuint)i);
                ToIntegers(high).StoreUnsafe(ref destination, (nuint)i + 2);
            }
            return i;
        }

        private static int ToDecimalsByHalves(ReadOnlySpan<double> values, Span<long> integers, double power)
        {
            int i = 0;
            Vector128<double> powers = Vector128.Create(power);
            ref double source = ref MemoryMarshal.GetReference(values);
            ref long destination = ref MemoryMarshal.GetReference(integers);
            for (; i + 2 <= values.Length; i += 2)
            {
                Vector128<double> two = Vector128.LoadUnsafe(ref source, (nuint)i);
                if (!Scale(two, powers, out Vector128<double> scaled) || (scaled / powers).AsInt64() != two.AsInt64())
                    break;
                ToIntegers(scaled).StoreUnsafe(ref destination, (nuint)i);
            }
            return i;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool Scale(Vector128<double> two, Vector128<double> powers, out Vector128<double> scaled)
        {
            // Rounds to an integer, and -0.0 to 0.0. Numbers that are too large for it are rejected.
            scaled = two * powers + Vector128.Create(Shift) - Vector128.Create(Shift);
            return Vector128.LessThanOrEqualAll(Vector128.Abs(scaled), Vector128.Create(Most));
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<long> ToIntegers(Vector128<double> scaled) => (scaled + Vector128.Create(Shift)).AsInt64()
            - Vector128.Create(ShiftBits);

        private static int FromDecimalsByHalves(ReadOnlySpan<long> integers, double power, Span<float> values)
        {
            int i = 0;
            Vector128<double> powers = Vector128.Create(power);
            ref long source = ref MemoryMarshal.GetReference(integers);
            ref float destination = ref MemoryMarshal.GetReference(values);
            for (; i + 4 <= integers.Length; i += 4)
            {
                if (!ToDoubles(Vector128.LoadUnsafe(ref source, (nuint)i), out Vector128<double> low)
                    || !ToDoubles(Vector128.LoadUnsafe(ref source, (nuint)i + 2), out Vector128<double> high))
                    break;
                Vector128.Narrow(low / powers, high / powers).StoreUnsafe(ref destination, (nuint)i);
            }
            return i;
        }

        private static int FromDecimalsByHalves(ReadOnlySpan<long> integers, double power, Span<double> values)
        {
            int i = 0;
            Vector128<double> powers = Vector128.Create(power);
            ref long source = ref MemoryMarshal.GetReference(integers);
            ref double destination = ref MemoryMarshal.GetReference(values);
            for (; i + 2 <= integers.Length; i += 2)
            {
                if (!ToDoubles(Vector128.LoadUnsafe(ref source, (nuint)i), out Vector128<double> two))
                    break;
                (two / powers).StoreUnsafe(ref destination, (nuint)i);
            }
            return i;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool ToDoubles(Vector128<long> integers, out Vector128<double> two)
        {
            two = (integers + Vector128.Create(ShiftBits)).AsDouble() - Vector128.Create(Shift);
            return ((integers + Vector128.Create(MostInteger)) & Vector128.Create(-1L << 52)) == Vector128<long>.Zero;
        }
    }
}
