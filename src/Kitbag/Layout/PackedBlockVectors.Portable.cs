using System;
using System.Runtime.CompilerServices;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>
    /// This target has no vectors: loops that process one value at a time process all values, and those over values of 32 and 64 bits,
    /// which most columns have, are faster than the ones for all kinds.
    /// </summary>
    internal static class PackedBlockVectors
    {
        // Unsafe: differences begin with the value before the first one (bench/: save-game).

        public const int WidestUnpacked = 0;

        public static int Range(ref byte image, int count, IntegerKind kind, ref long min, ref long max)
        {
            switch (IntegerKinds.SizeOf(kind))
            {
                case sizeof(int):
                    PackedBlockLoops.RangeOfInts(ref image, count, IntegerKinds.IsSigned(kind), ref min, ref max);
                    return count;
                case sizeof(long):
                    PackedBlockLoops.RangeOfLongs(ref image, count, kind == IntegerKind.UInt64 ? 1UL << 63 : 0, ref min, ref max);
                    return count;
                default:
                    return 0;
            }
        }

        public static int Maximum(ReadOnlySpan<uint> numbers, ref long max) => 0;

        public static bool RangesOfBlock(ref byte image, IntegerKind kind, ref long min, ref long max, ref long minStep,
            ref long maxStep) => false;

        public static int Steps(ref byte image, int start, int count, IntegerKind kind, int width, ref long min, ref long max)
        {
            // If the range of the values is less than half of their type's, the differences fit that type.
            int size = IntegerKinds.SizeOf(kind);
            if (size < sizeof(int) || width >= 8 * size)
                return start;
            ref byte before = ref Unsafe.Add(ref image, (start - 1) * size);
            if (size == sizeof(int))
                PackedBlockLoops.StepsOfInts(ref before, count - start + 1, ref min, ref max);
            else
                PackedBlockLoops.StepsOfLongs(ref before, count - start + 1, ref min, ref max);
            return count;
        }

        public static bool CountFar(ref byte image, int count, IntegerKind kind, ulong end, bool isGreatest, int width,
            Span<int> counts) => false;

        public static int FindFar(ref byte image, int count, IntegerKind kind, in PackedBlock block, Span<byte> places,
            ref int found) => 0;

        public static int Pack(ref byte image, int count, IntegerKind kind, in PackedBlock block, ref byte packed) =>
            IntegerKinds.SizeOf(kind) == sizeof(int)
                ? PackedBlockLoops.PackInts(ref image, count, block, ref packed)
                : 0;

        public static int WritePlain(ref WireWriter w, scoped ref byte image, int blocks, IntegerKind kind) => 0;

        public static int UnpackPlain(ReadOnlySpan<byte> input, int blocks, int width, ulong least, ulong span, ref byte image, int size,
            out int used)
        {
            used = 0;
            return 0;
        }

        public static int Unpack(ref byte packed, int available, int count, int width, ulong add, ref byte image, int size) => 0;

        public static int Fill(ref byte image, int bytes, ulong pattern) => 0;

        public static int NonZero(ReadOnlySpan<uint> numbers, Span<bool> nonZero) => 0;

        public static int GatherThree(ref byte image, int count, Span<byte> columns) => 0;

        public static ulong Sum(ref byte image, int differences, int size, ulong value) => value;
    }
}
