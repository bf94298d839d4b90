using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Kitbag.Layout
{
    // Finding values that are far from the others without wide vectors.
    internal static partial class PackedBlockVectors
    {
        // Unsafe: vectors are loaded where the loop bounds them (bench/: save-game).

        private static void CountFarByHalves(ref byte image, int count, int end, bool isGreatest, int width, Span<int> counts)
        {
            Vector128<int> from = Vector128.Create(end), sign = Vector128.Create(isGreatest ? -1 : 0);
            Vector128<int> flip = Vector128.Create(int.MinValue);
            ref int values = ref Unsafe.As<byte, int>(ref image);
            for (int half = 0; half < PackedBlock.WidthsTried; half += 4)
            {
                Vector128<int> most0 = Vector128.Create(FlippedMostOf(width, half));
                Vector128<int> most1 = Vector128.Create(FlippedMostOf(width, half + 1));
                Vector128<int> most2 = Vector128.Create(FlippedMostOf(width, half + 2));
                Vector128<int> most3 = Vector128.Create(FlippedMostOf(width, half + 3));
                Vector128<int> sum0 = default, sum1 = default, sum2 = default, sum3 = default;
                for (int i = 0; i < count; i += Vector128<int>.Count)
                {
                    Vector128<int> distance = (((Vector128.LoadUnsafe(ref values, (nuint)i) - from) ^ sign) - sign) ^ flip;
                    sum0 -= Vector128.GreaterThan(distance, most0);
                    sum1 -= Vector128.GreaterThan(distance, most1);
                    sum2 -= Vector128.GreaterThan(distance, most2);
                    sum3 -= Vector128.GreaterThan(distance, most3);
                }
                counts[half] = Vector128.Sum(sum0);
                counts[half + 1] = Vector128.Sum(sum1);
                counts[half + 2] = Vector128.Sum(sum2);
                counts[half + 3] = Vector128.Sum(sum3);
                if (counts[half + 3] > PackedBlock.MostPatches)
                    break;
            }
        }

        private static int FindFarByHalves(ref byte image, int count, in PackedBlock block, Span<byte> places, ref int found)
        {
            Vector128<int> from = Vector128.Create((int)block.Base), flip = Vector128.Create(int.MinValue);
            Vector128<int> most = Vector128.Create((int)((1L << block.Width) - 1) ^ int.MinValue);
            ref int values = ref Unsafe.As<byte, int>(ref image);
            int i = 0;
            for (; i + Vector128<int>.Count <= count; i += Vector128<int>.Count)
            {
                Vector128<int> offsets = (Vector128.LoadUnsafe(ref values, (nuint)i) - from) ^ flip;
                uint far = Vector128.GreaterThan(offsets, most).ExtractMostSignificantBits();
                for (; far != 0; far &= far - 1)
                    places[found++] = (byte)(i + BitOperations.TrailingZeroCount(far));
            }
            return i;
        }
    }
}
