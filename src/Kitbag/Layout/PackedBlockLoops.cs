using System;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;

namespace Kitbag.Layout
{
    /// <summary>
    /// The loops over <see cref="PackedBlock"/>s of values of 32 and 64 bits without vectors. Unlike loops over values of any kind, they do
    /// not test the kind of each value.
    /// </summary>
    internal static class PackedBlockLoops
    {
        // Unsafe: values are loaded where the loop bounds them (bench/: save-game).

        /// <summary>Finds the minimum and the maximum of numbers of 32 bits.</summary>
        /// <param name="image">The numbers.</param>
        /// <param name="count">The number of them.</param>
        /// <param name="isSigned">Whether they are signed.</param>
        /// <param name="min">The minimum so far.</param>
        /// <param name="max">The maximum so far.</param>
        public static void RangeOfInts(ref byte image, int count, bool isSigned, ref long min, ref long max)
        {
            // Unsigned numbers compare like signed ones once their highest bit is inverted.
            int flip = isSigned ? 0 : int.MinValue, least = int.MaxValue, greatest = int.MinValue;
            for (int i = 0; i < count; i++)
            {
                int value = Int(ref image, i) ^ flip;
                if (value < least)
                    least = value;
                if (value > greatest)
                    greatest = value;
            }
            min = Math.Min(min, isSigned ? least : (uint)(least ^ flip));
            max = Math.Max(max, isSigned ? greatest : (uint)(greatest ^ flip));
        }

        /// <summary>Finds the minimum and the maximum of numbers of 64 bits.</summary>
        /// <param name="image">The numbers.</param>
        /// <param name="count">The number of them.</param>
        /// <param name="flip">The bits that are inverted first: the highest of unsigned numbers.</param>
        /// <param name="min">The minimum so far.</param>
        /// <param name="max">The maximum so far.</param>
        public static void RangeOfLongs(ref byte image, int count, ulong flip, ref long min, ref long max)
        {
            // Two minima and two maxima, so that a comparison does not wait for the one before it.
            long min0 = long.MaxValue, min1 = min0, max0 = long.MinValue, max1 = max0;
            for (int i = 0; i < count; i += 2)
            {
                long value0 = Long(ref image, i) ^ (long)flip;
                long value1 = Long(ref image, Math.Min(i + 1, count - 1)) ^ (long)flip;
                min0 = Math.Min(min0, value0);
                max0 = Math.Max(max0, value0);
                min1 = Math.Min(min1, value1);
                max1 = Math.Max(max1, value1);
            }
            min = Math.Min(min, Math.Min(min0, min1));
            max = Math.Max(max, Math.Max(max0, max1));
        }

        /// <summary>Finds the minimum and the maximum difference of adjacent numbers of 64 bits, modulo 2^64.</summary>
        /// <param name="image">The numbers, at least one.</param>
        /// <param name="count">The number of them.</param>
        /// <param name="min">The minimum so far.</param>
        /// <param name="max">The maximum so far.</param>
        public static void StepsOfLongs(ref byte image, int count, ref long min, ref long max)
        {
            long last = Long(ref image, 0);
            for (int i = 1; i < count; i++)
            {
                long value = Long(ref image, i), step = value - last;
                last = value;
                min = Math.Min(min, step);
                max = Math.Max(max, step);
            }
        }

        /// <summary>The same of numbers of 32 bits, whose differences fit that many.</summary>
        /// <param name="image">The numbers, at least one.</param>
        /// <param name="count">The number of them.</param>
        /// <param name="min">The minimum so far.</param>
        /// <param name="max">The maximum so far.</param>
        public static void StepsOfInts(ref byte image, int count, ref long min, ref long max)
        {
            int last = Int(ref image, 0), least = int.MaxValue, greatest = int.MinValue;
            for (int i = 1; i < count; i++)
            {
                int value = Int(ref image, i), step = value - last;
                last = value;
                if (step < least)
                    least = step;
                if (step > greatest)
                    greatest = step;
            }
            min = Math.Min(min, least);
            max = Math.Max(max, greatest);
        }

        /// <summary>Packs offsets of numbers of 32 bits, eight at a time; returns their number.</summary>
        /// <param name="image">The numbers.</param>
        /// <param name="count">The number of offsets.</param>
        /// <param name="block">How they are packed.</param>
        /// <param name="packed">Receives the offsets.</param>
        public static int PackInts(ref byte image, int count, in PackedBlock block, ref byte packed)
        {
            int width = block.Width, filled = 0, last = count & ~7;
            uint min = (uint)block.Base, mask = uint.MaxValue >> (32 - width);
            ulong bits = 0;
            int step = block.IsDelta ? 1 : 0;
            for (int i = 0; i < last; i++)
            {
                uint offset = (uint)Int(ref image, i + step) - min;
                if (step != 0)
                    offset -= (uint)Int(ref image, i);
                offset &= mask;
                bits |= (ulong)offset << filled;
                filled += width;
                if (filled >= 64)
                {
                    LittleEndian.Store64(ref packed, bits);
                    packed = ref Unsafe.Add(ref packed, 8);
                    filled -= 64;
                    bits = filled == 0 ? 0 : (ulong)offset >> (width - filled);
                }
            }
            LittleEndian.Store64(ref packed, bits);
            return last;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static int Int(ref byte image, int at) => Unsafe.ReadUnaligned<int>(ref Unsafe.Add(ref image, (nint)at * sizeof(int)));

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static long Long(ref byte image, int at) => Unsafe.ReadUnaligned<long>(ref Unsafe.Add(ref image, (nint)at * sizeof(long)));
    }
}
