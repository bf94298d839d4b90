using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Kitbag.Layout
{
    // The least and the largest by vectors of 64 bytes. No image has code for these: the JIT compiles it when WarmUp is over.
    internal static partial class PackedBlockVectors
    {
        // Unsafe: vectors are loaded where the loop bounds them (bench/: small-ints).

        private static bool RangeOfMany<T>(ref T values, int count, IntegerKind kind, ref long min, ref long max)
        {
            if (!Vector512.IsHardwareAccelerated || count < Vector512<T>.Count)
                return false;
            Vector512<T> lows = Vector512.LoadUnsafe(ref values), highs = lows;
            int rest = count - Vector512<T>.Count;
            for (int i = Vector512<T>.Count; i < rest; i += Vector512<T>.Count)
            {
                Vector512<T> some = Vector512.LoadUnsafe(ref values, (nuint)i);
                lows = Vector512.Min(lows, some);
                highs = Vector512.Max(highs, some);
            }
            Vector512<T> behind = Vector512.LoadUnsafe(ref values, (nuint)rest);
            lows = Vector512.Min(lows, behind);
            highs = Vector512.Max(highs, behind);
            Reduce(Vector256.Min(lows.GetLower(), lows.GetUpper()), Vector256.Max(highs.GetLower(), highs.GetUpper()), kind, ref min,
                ref max);
            return true;
        }

        private static bool StepsOfMany<T>(ref T before, int count, IntegerKind kind, ref long min, ref long max)
        {
            if (!Vector512.IsHardwareAccelerated || count <= Vector512<T>.Count)
                return false;
            ref T values = ref Unsafe.Add(ref before, 1);
            Vector512<T> lows = Vector512.LoadUnsafe(ref values) - Vector512.LoadUnsafe(ref before), highs = lows;
            int rest = count - 1 - Vector512<T>.Count;
            for (int i = Vector512<T>.Count; i < rest; i += Vector512<T>.Count)
            {
                Vector512<T> some = Vector512.LoadUnsafe(ref values, (nuint)i) - Vector512.LoadUnsafe(ref before, (nuint)i);
                lows = Vector512.Min(lows, some);
                highs = Vector512.Max(highs, some);
            }
            Vector512<T> behind = Vector512.LoadUnsafe(ref values, (nuint)rest) - Vector512.LoadUnsafe(ref before, (nuint)rest);
            lows = Vector512.Min(lows, behind);
            highs = Vector512.Max(highs, behind);
            Reduce(Vector256.Min(lows.GetLower(), lows.GetUpper()), Vector256.Max(highs.GetLower(), highs.GetUpper()), kind, ref min,
                ref max);
            return true;
        }
    }
}
