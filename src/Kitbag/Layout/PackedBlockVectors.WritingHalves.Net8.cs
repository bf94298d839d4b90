using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Kitbag.Buffers;

namespace Kitbag.Layout
{
    // Finding ranges and packing without wide vectors: see UnpackByHalves.
    internal static partial class PackedBlockVectors
    {
        // Unsafe: vectors are loaded and stored where the loop bounds them (bench/: small-ints).

        private const int WidestOfEight = 16;

        // Numbers of 64 bits have no vectors here: processors with SSE2 alone, for which NativeAOT compiles, cannot compare these.
        private static void RangeByHalves<T>(ref T values, int count, IntegerKind kind, ref long min, ref long max)
        {
            if (Unsafe.SizeOf<T>() == sizeof(long))
            {
                PackedBlockLoops.RangeOfLongs(ref Unsafe.As<T, byte>(ref values), count, kind == IntegerKind.UInt64 ? 1UL << 63 : 0,
                    ref min, ref max);
                return;
            }
            Vector128<T> low = Vector128.LoadUnsafe(ref values), high = low;
            int last = count - Vector128<T>.Count;
            for (int i = Vector128<T>.Count; i < last; i += Vector128<T>.Count)
            {
                Vector128<T> some = Vector128.LoadUnsafe(ref values, (nuint)i);
                low = Vector128.Min(low, some);
                high = Vector128.Max(high, some);
            }
            // As in Range, the last vector overlaps the one before.
            Vector128<T> end = Vector128.LoadUnsafe(ref values, (nuint)last);
            Reduce(Vector128.Min(low, end), Vector128.Max(high, end), kind, ref min, ref max);
        }

        private static void StepsByHalves<T>(ref T before, int count, IntegerKind kind, ref long min, ref long max)
        {
            if (Unsafe.SizeOf<T>() == sizeof(long))
            {
                PackedBlockLoops.StepsOfLongs(ref Unsafe.As<T, byte>(ref before), count, ref min, ref max);
                return;
            }
            ref T values = ref Unsafe.Add(ref before, 1);
            Vector128<T> low = Vector128.LoadUnsafe(ref values) - Vector128.LoadUnsafe(ref before), high = low;
            int last = count - 1 - Vector128<T>.Count;
            for (int i = Vector128<T>.Count; i < last; i += Vector128<T>.Count)
            {
                Vector128<T> some = Vector128.LoadUnsafe(ref values, (nuint)i) - Vector128.LoadUnsafe(ref before, (nuint)i);
                low = Vector128.Min(low, some);
                high = Vector128.Max(high, some);
            }
            Vector128<T> end = Vector128.LoadUnsafe(ref values, (nuint)last) - Vector128.LoadUnsafe(ref before, (nuint)last);
            Reduce(Vector128.Min(low, end), Vector128.Max(high, end), kind, ref min, ref max);
        }

        // Packs offsets of up to 32 bits; returns their number. May store up to 15 bytes beyond the last one.
        private static int PackByHalves(ref byte image, int count, int size, in PackedBlock block, ref byte packed)
        {
            if (!Vector128.IsHardwareAccelerated || block.Width > 32)
                return 0;
            int step = block.IsDelta ? size : 0;
            return block.Width <= WidestOfEight
                ? PackNarrow(ref image, count, size, step, block.Width, (ushort)block.Base, ref packed)
                : PackWide(ref image, count, size, step, block.Width, (uint)block.Base, ref packed);
        }

        // Eight offsets of 16 bits are joined to four, then to two.
        private static int PackNarrow(ref byte image, int count, int size, int step, int width, ushort least, ref byte packed)
        {
            int groups = count >> 3, four = 4 * width;
            bool isOdd = (width & 1) != 0;
            Vector128<ushort> min = Vector128.Create(least), mask = Vector128.Create((ushort)((1 << width) - 1));
            for (int g = 0; g < groups; g++)
            {
                Vector128<ushort> eight = LoadEight(ref Unsafe.Add(ref image, step), size);
                if (step != 0)
                    eight -= LoadEight(ref image, size);
                image = ref Unsafe.Add(ref image, 8 * size);
                // Modulo 2^16, or modulo 2^8 if values have fewer bits: no offset has more.
                Vector128<uint> halves = ((eight - min) & mask).AsUInt32();
                Vector128<ulong> pairs = ((halves & Vector128.Create(0xFFFFu)) | ((halves >> 16) << width)).AsUInt64();
                pairs = (pairs & Vector128.Create(0xFFFFFFFFUL)) | ((pairs >>> 32) << (2 * width));
                Vector128<ulong> second = Second(pairs);
                if (width <= 8)
                {
                    pairs |= second << four;
                    LittleEndian.Store64(ref packed, pairs.ToScalar());
                }
                else
                {
                    // Four offsets of an odd width end within a byte.
                    if (isOdd)
                        second = (second << 4) | (pairs >>> (four - 4));
                    LittleEndian.Store64(ref packed, pairs.ToScalar());
                    LittleEndian.Store64(ref Unsafe.Add(ref packed, width >> 1), second.ToScalar());
                }
                packed = ref Unsafe.Add(ref packed, width);
            }
            return groups * 8;
        }

        private static int PackWide(ref byte image, int count, int size, int step, int width, uint least, ref byte packed)
        {
            int groups = count >> 3, filled = 0;
            ulong bits = 0;
            Vector128<uint> min = Vector128.Create(least), mask = Vector128.Create(uint.MaxValue >> (32 - width));
            for (int g = 0; g < groups; g++)
            {
                for (int half = 0; half < 2; half++)
                {
                    Vector128<uint> four = LoadFour(ref Unsafe.Add(ref image, step), size);
                    if (step != 0)
                        four -= LoadFour(ref image, size);
                    image = ref Unsafe.Add(ref image, 4 * size);
                    // The upper bits of patched values are stored elsewhere.
                    Vector128<ulong> pairs = ((four - min) & mask).AsUInt64();
                    pairs = (pairs & Vector128.Create(0xFFFFFFFFUL)) | ((pairs >>> 32) << width);
                    packed = ref Append(pairs.ToScalar(), 2 * width, ref bits, ref filled, ref packed);
                    packed = ref Append(Second(pairs).ToScalar(), 2 * width, ref bits, ref filled, ref packed);
                }
            }
            LittleEndian.Store64(ref packed, bits);
            return groups * 8;
        }

        // Moves the second element to the first place. Processors with SSE2 alone get other elements than the first by way of memory.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<ulong> Second(Vector128<ulong> two) => Vector128.Shuffle(two, Vector128.Create(1UL, 0));

        // The low 16 bits of eight values; for smaller values, the upper bits are 0.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<ushort> LoadEight(ref byte p, int size)
        {
            switch (size)
            {
                case 1: return Vector128.WidenLower(Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref p)).AsByte());
                case 2: return Vector128.LoadUnsafe(ref p).AsUInt16();
                default: return Vector128.Narrow(LoadFour(ref p, size), LoadFour(ref Unsafe.Add(ref p, 4 * size), size));
            }
        }

        // The low 32 bits of four values of 32 bits or more.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<uint> LoadFour(ref byte p, int size) => size == sizeof(uint)
            ? Vector128.LoadUnsafe(ref p).AsUInt32()
            : Vector128.Narrow(Vector128.LoadUnsafe(ref p).AsUInt64(), Vector128.LoadUnsafe(ref p, 16).AsUInt64());
    }
}
