using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Kitbag.Buffers;

namespace Kitbag.Layout
{
    // Finds the values of a block that are far from the others.
    internal static partial class PackedBlockVectors
    {
        // Unsafe: vectors are loaded where the loop bounds them (bench/: save-game).

        // The number of 32-bit values in a vector of 256 bits. A constant, because vector types must not be loaded before WarmUp is
        // checked.
        private const int ValuesOfVector = 8;

        /// <summary>
        /// Counts the values whose distance from the minimum or the maximum does not fit a width, for all widths of
        /// <see cref="PackedBlock.LessOf"/> at once. Returns false if values must be counted one at a time.
        /// </summary>
        public static bool CountFar(ref byte image, int count, IntegerKind kind, ulong end, bool isGreatest, int width, Span<int> counts)
        {
            if (!Vector128.IsHardwareAccelerated || IntegerKinds.SizeOf(kind) != sizeof(int) || count % ValuesOfVector != 0
                || !WarmUp.IsOver(count))
                return false;
            if (Avx2.IsSupported)
                CountFarByVectors(ref image, count, (int)end, isGreatest, width, counts);
            else
                CountFarByHalves(ref image, count, (int)end, isGreatest, width, counts);
            return true;
        }

        private static void CountFarByVectors(ref byte image, int count, int end, bool isGreatest, int width, Span<int> counts)
        {
            Vector256<int> from = Vector256.Create(end), sign = Vector256.Create(isGreatest ? -1 : 0);
            Vector256<int> flip = Vector256.Create(int.MinValue);
            ref int values = ref Unsafe.As<byte, int>(ref image);
            // Four sums at a time stay in registers.
            for (int half = 0; half < PackedBlock.WidthsTried; half += 4)
            {
                Vector256<int> most0 = MostOf(width, half), most1 = MostOf(width, half + 1), most2 = MostOf(width, half + 2),
                    most3 = MostOf(width, half + 3);
                Vector256<int> sum0 = default, sum1 = default, sum2 = default, sum3 = default;
                for (int i = 0; i < count; i += Vector256<int>.Count)
                {
                    // The negative of a number is its complement plus one.
                    Vector256<int> distance = (((Vector256.LoadUnsafe(ref values, (nuint)i) - from) ^ sign) - sign) ^ flip;
                    sum0 -= Vector256.GreaterThan(distance, most0);
                    sum1 -= Vector256.GreaterThan(distance, most1);
                    sum2 -= Vector256.GreaterThan(distance, most2);
                    sum3 -= Vector256.GreaterThan(distance, most3);
                }
                counts[half] = Vector256.Sum(sum0);
                counts[half + 1] = Vector256.Sum(sum1);
                counts[half + 2] = Vector256.Sum(sum2);
                counts[half + 3] = Vector256.Sum(sum3);
                if (counts[half + 3] > PackedBlock.MostPatches)
                    break;
            }
        }

        // The greatest distance of a width, with its highest bit inverted, so that unsigned numbers compare like signed ones.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector256<int> MostOf(int width, int number) =>
            Vector256.Create(FlippedMostOf(width, number));

        private static int FlippedMostOf(int width, int number) =>
            (int)((1L << Math.Max(width - PackedBlock.LessOf(number), 0)) - 1) ^ int.MinValue;

        /// <summary>
        /// Finds the positions of values whose offsets do not fit the width of their block; returns the number of processed values.
        /// </summary>
        public static int FindFar(ref byte image, int count, IntegerKind kind, in PackedBlock block, Span<byte> places, ref int found)
        {
            if (!Vector128.IsHardwareAccelerated || IntegerKinds.SizeOf(kind) != sizeof(int) || !WarmUp.IsOver(count))
                return 0;
            return Avx2.IsSupported
                ? FindFarByVectors(ref image, count, block, places, ref found)
                : FindFarByHalves(ref image, count, block, places, ref found);
        }

        private static int FindFarByVectors(ref byte image, int count, in PackedBlock block, Span<byte> places, ref int found)
        {
            Vector256<int> from = Vector256.Create((int)block.Base), flip = Vector256.Create(int.MinValue);
            Vector256<int> most = Vector256.Create((int)((1L << block.Width) - 1) ^ int.MinValue);
            ref int values = ref Unsafe.As<byte, int>(ref image);
            int i = 0;
            for (; i + Vector256<int>.Count <= count; i += Vector256<int>.Count)
            {
                Vector256<int> offsets = (Vector256.LoadUnsafe(ref values, (nuint)i) - from) ^ flip;
                uint far = Vector256.GreaterThan(offsets, most).ExtractMostSignificantBits();
                for (; far != 0; far &= far - 1)
                    places[found++] = (byte)(i + BitOperations.TrailingZeroCount(far));
            }
            return i;
        }
    }
}
