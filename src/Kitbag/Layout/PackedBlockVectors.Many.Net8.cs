using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Kitbag.Buffers;

namespace Kitbag.Layout
{
    // Minimum and maximum with vectors of 64 bytes. Precompiled images contain no code with these; the JIT compiles it after WarmUp.
    internal static partial class PackedBlockVectors
    {
        // Unsafe: vectors are loaded where the loop bounds them (bench/: small-ints).

        /// <summary>
        /// Finds the minimum and the maximum of the values of a full block, those of UInt64 with their highest bit inverted, and of the
        /// first 16 differences, which are invalid for 32 or 64 bits if the range of the values exceeds half of their type's. All or none.
        /// </summary>
        public static bool RangesOfBlock(ref byte image, IntegerKind kind, ref long min, ref long max, ref long minStep, ref long maxStep)
        {
            if (!Avx512BW.IsSupported || !WarmUp.IsOver(PackedBlock.Capacity))
                return false;
            switch (kind)
            {
                case IntegerKind.Int8: RangesOfBlock<sbyte>(ref image, kind, ref min, ref max, ref minStep, ref maxStep); break;
                case IntegerKind.UInt8: RangesOfBlock<byte>(ref image, kind, ref min, ref max, ref minStep, ref maxStep); break;
                case IntegerKind.Int16: RangesOfBlock<short>(ref image, kind, ref min, ref max, ref minStep, ref maxStep); break;
                case IntegerKind.UInt16: RangesOfBlock<ushort>(ref image, kind, ref min, ref max, ref minStep, ref maxStep); break;
                case IntegerKind.Int32: RangesOfBlock<int>(ref image, kind, ref min, ref max, ref minStep, ref maxStep); break;
                case IntegerKind.UInt32: RangesOfBlock<uint>(ref image, kind, ref min, ref max, ref minStep, ref maxStep); break;
                case IntegerKind.Int64: RangesOfBlock<long>(ref image, kind, ref min, ref max, ref minStep, ref maxStep); break;
                default: RangesOfBlock<ulong>(ref image, kind, ref min, ref max, ref minStep, ref maxStep); break;
            }
            return true;
        }

        [SkipLocalsInit]
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void RangesOfBlock<T>(ref byte image, IntegerKind kind, ref long min, ref long max, ref long minStep,
            ref long maxStep) => FindRanges<T>(ref image, kind, ref min, ref max, ref minStep, ref maxStep);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void FindRanges<T>(ref byte image, IntegerKind kind, ref long min, ref long max, ref long minStep,
            ref long maxStep)
        {
            ref T values = ref Unsafe.As<byte, T>(ref image);
            Vector512<T> lows = Vector512.LoadUnsafe(ref values), lows2 = Vector512.LoadUnsafe(ref values, (nuint)Vector512<T>.Count);
            Vector512<T> highs = lows, highs2 = lows2;
            for (int i = 2 * Vector512<T>.Count; i < PackedBlock.Capacity; i += 2 * Vector512<T>.Count)
            {
                Vector512<T> some = Vector512.LoadUnsafe(ref values, (nuint)i);
                Vector512<T> others = Vector512.LoadUnsafe(ref values, (nuint)(i + Vector512<T>.Count));
                lows = Vector512.Min(lows, some);
                highs = Vector512.Max(highs, some);
                lows2 = Vector512.Min(lows2, others);
                highs2 = Vector512.Max(highs2, others);
            }
            Reduce(Vector512.Min(lows, lows2), Vector512.Max(highs, highs2), kind, ref min, ref max);
            if (Unsafe.SizeOf<T>() == sizeof(long))
            {
                Vector512<long> first = Steps(ref Unsafe.As<T, long>(ref values));
                Vector512<long> second = Steps(ref Unsafe.As<T, long>(ref Unsafe.Add(ref values, Vector512<long>.Count)));
                Reduce(Vector512.Min(first, second), Vector512.Max(first, second), IntegerKind.Int64, ref minStep, ref maxStep);
                return;
            }
            Vector512<int> steps = Widen(ref Unsafe.Add(ref values, 1)) - Widen(ref values);
            Reduce(steps, steps, IntegerKind.Int32, ref minStep, ref maxStep);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void Reduce<T>(Vector512<T> lows, Vector512<T> highs, IntegerKind kind, ref long min, ref long max) =>
            Reduce(Vector256.Min(lows.GetLower(), lows.GetUpper()), Vector256.Max(highs.GetLower(), highs.GetUpper()), kind, ref min,
                ref max);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector512<long> Steps(ref long before) =>
            Vector512.LoadUnsafe(ref Unsafe.Add(ref before, 1)) - Vector512.LoadUnsafe(ref before);

        // Sixteen values of up to 32 bits; smaller ones are sign- or zero-extended.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector512<int> Widen<T>(ref T values)
        {
            if (typeof(T) == typeof(sbyte))
                return Avx512F.ConvertToVector512Int32(Vector128.LoadUnsafe(ref Unsafe.As<T, sbyte>(ref values)));
            if (typeof(T) == typeof(byte))
                return Avx512F.ConvertToVector512Int32(Vector128.LoadUnsafe(ref Unsafe.As<T, byte>(ref values)));
            if (typeof(T) == typeof(short))
                return Avx512F.ConvertToVector512Int32(Vector256.LoadUnsafe(ref Unsafe.As<T, short>(ref values)));
            if (typeof(T) == typeof(ushort))
                return Avx512F.ConvertToVector512Int32(Vector256.LoadUnsafe(ref Unsafe.As<T, ushort>(ref values)));
            return Vector512.LoadUnsafe(ref Unsafe.As<T, int>(ref values));
        }

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
            Reduce(lows, highs, kind, ref min, ref max);
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
            Reduce(lows, highs, kind, ref min, ref max);
            return true;
        }
    }
}
