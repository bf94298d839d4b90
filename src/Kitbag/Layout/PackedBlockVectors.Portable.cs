using System;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>This target has no vectors: the loops that process one value at a time process all values.</summary>
    internal static class PackedBlockVectors
    {
        public const int WidestUnpacked = 0;

        public static int Range(ref byte image, int count, IntegerKind kind, ref long min, ref long max) => 0;

        public static int Maximum(ReadOnlySpan<uint> numbers, ref long max) => 0;

        public static bool RangesOfBlock(ref byte image, IntegerKind kind, ref long min, ref long max, ref long minStep,
            ref long maxStep) => false;

        public static int Steps(ref byte image, int start, int count, IntegerKind kind, int width, ref long min, ref long max) => start;

        public static bool CountFar(ref byte image, int count, IntegerKind kind, ulong end, bool isGreatest, int width,
            Span<int> counts) => false;

        public static int FindFar(ref byte image, int count, IntegerKind kind, in PackedBlock block, Span<byte> places,
            ref int found) => 0;

        public static int Pack(ref byte image, int count, IntegerKind kind, in PackedBlock block, ref byte packed) => 0;

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
