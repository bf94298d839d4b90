using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Kitbag.Layout
{
    // Packs 16 or 32 values at a time, if the machine can permute 64 bytes at once.
    internal static partial class PackedBlockVectors
    {
        // Unsafe: vectors are loaded and stored where the loop bounds them (bench/: save-game, small-ints).

        // Offsets are joined into words. Each word is shifted by up to seven bits, to its position within its first byte. A word of 64 bits
        // contains four offsets of up to 14 bits each, or two of up to 28. It takes fewer instructions to join two offsets, or one, into a
        // word of 32 bits, of which 8 to 24 are used, so that no byte contains bits of three words.
        private const int WidestOfFour = 14, WidestOfTwo = 28, LeastOfHalfWord = 8, MostOfHalfWord = 24;

        // Packs offsets of up to 28 bits; returns their number. May store up to 63 bytes beyond the last one.
        private static int PackMany(ref byte image, int count, int size, in PackedBlock block, ref byte packed)
        {
            int width = block.Width;
            if (!Avx512Vbmi.IsSupported || width > WidestOfTwo || count < 32)
                return 0;
            ref byte order = ref PackingOrders.s_all[width * PackingOrders.Length];
            return width <= WidestOfFour
                ? PackByFours(ref image, count, size, block, ref order, ref packed)
                : PackByTwos(ref image, count, size, block, ref order, ref packed);
        }

        private static bool AreHalfWords(int bits) => bits is >= LeastOfHalfWord and <= MostOfHalfWord;

        // Not inlined, and locals are not cleared, so that all vectors stay in registers.
        [SkipLocalsInit]
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int PackByFours(ref byte image, int count, int size, in PackedBlock block, ref byte order, ref byte packed) =>
            PackFours(ref image, count, size, block.IsDelta ? size : 0, block.Width, block.Base, ref order, ref packed);

        [SkipLocalsInit]
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int PackByTwos(ref byte image, int count, int size, in PackedBlock block, ref byte order, ref byte packed) =>
            PackTwos(ref image, count, size, block.IsDelta ? size : 0, block.Width, block.Base, ref order, ref packed);

        // The distance between the two values of a difference; 0 if the values themselves are packed.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static int PackFours(ref byte image, int count, int size, int step, int width, ulong least, ref byte order, ref byte packed)
        {
            int done = 0;
            bool areHalves = AreHalfWords(2 * width);
            Vector512<byte> even = Vector512.LoadUnsafe(ref order), odd = Vector512.LoadUnsafe(ref order, 64);
            Vector512<uint> moves = areHalves ? MovesOfHalves(2 * width) : Moves(4 * width);
            // The second pair of each word follows the first.
            Vector512<ulong> down = Vector512.Create(32UL - 2 * (ulong)width), low = Vector512.Create((1UL << (2 * width)) - 1);
            // Modulo 2^16, or modulo 2^8 if values have fewer bits: no offset has more.
            Vector512<ushort> min = Vector512.Create((ushort)least), mask = Vector512.Create((ushort)((1 << width) - 1));
            // One and a power of two: the factors with which pairs are joined.
            Vector512<short> factors = Vector512.Create((1 << width << 16) | 1).AsInt16();
            Vector512<ushort> halves = EvenHalves();
            for (; done + 32 <= count; done += 32)
            {
                ref byte from = ref Unsafe.Add(ref image, done * size);
                Vector512<ushort> offsets = Load32(ref Unsafe.Add(ref from, step), size, halves);
                if (step != 0)
                    offsets -= Load32(ref from, size, halves);
                offsets = (offsets - min) & mask;
                Vector512<ulong> words = Avx512BW.MultiplyAddAdjacent(offsets.AsInt16(), factors).AsUInt64();
                Store(words, areHalves, low, down, moves, even, odd, ref Unsafe.Add(ref packed, (done >> 3) * width));
            }
            return done;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static int PackTwos(ref byte image, int count, int size, int step, int width, ulong least, ref byte order, ref byte packed)
        {
            int done = 0;
            bool areHalves = AreHalfWords(width);
            Vector512<byte> even = Vector512.LoadUnsafe(ref order), odd = Vector512.LoadUnsafe(ref order, 64);
            Vector512<uint> moves = areHalves ? MovesOfHalves(width) : Moves(2 * width);
            Vector512<ulong> down = Vector512.Create(32UL - (ulong)width), low = Vector512.Create((1UL << width) - 1);
            Vector512<uint> min = Vector512.Create((uint)least), mask = Vector512.Create((1u << width) - 1);
            Vector512<uint> words32 = EvenWords();
            for (; done + 16 <= count; done += 16)
            {
                ref byte from = ref Unsafe.Add(ref image, done * size);
                Vector512<uint> offsets = Load16(ref Unsafe.Add(ref from, step), size, words32);
                if (step != 0)
                    offsets -= Load16(ref from, size, words32);
                Vector512<ulong> words = ((offsets - min) & mask).AsUInt64();
                Store(words, areHalves, low, down, moves, even, odd, ref Unsafe.Add(ref packed, (done >> 3) * width));
            }
            return done;
        }

        // The number of bits by which each word is shifted, if all words have this number of bits.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector512<uint> Moves(int bits) =>
            (Vector512.Create(0u, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0) * (uint)bits) & Vector512.Create(7u);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector512<uint> MovesOfHalves(int bits) =>
            (Vector512.Create(0u, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) * (uint)bits) & Vector512.Create(7u);

        // Stores words one after the other: sixteen of 32 bits, or eight of 64 bits, the second half after the first. Always inlined, like
        // all methods with wide vectors as parameters.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void Store(Vector512<ulong> words, bool areHalves, Vector512<ulong> low, Vector512<ulong> down,
            Vector512<uint> moves, Vector512<byte> even, Vector512<byte> odd, ref byte packed)
        {
            Vector512<byte> moved;
            if (areHalves)
            {
                moved = Avx512F.ShiftLeftLogicalVariable(words.AsUInt32(), moves).AsByte();
            }
            else
            {
                words = Vector512.ConditionalSelect(low, words, Avx512F.ShiftRightLogicalVariable(words, down));
                moved = Avx512F.ShiftLeftLogicalVariable(words, moves.AsUInt64()).AsByte();
            }
            (Avx512Vbmi.PermuteVar64x8(moved, even) | Avx512Vbmi.PermuteVar64x8(moved, odd)).StoreUnsafe(ref packed);
        }

        // The shuffles that join the bytes of words, for each width.
        private static class PackingOrders
        {
            public const int Length = 128;

            public static readonly byte[] s_all = MakeAll();

            private static byte[] MakeAll()
            {
                var all = new byte[(WidestOfTwo + 1) * Length];
                for (int width = 1; width <= WidestOfTwo; width++)
                {
                    int half = width <= WidestOfFour ? 2 * width : width;
                    if (AreHalfWords(half))
                        Make(all.AsSpan(width * Length, Length), half, sizeof(uint));
                    else
                        Make(all.AsSpan(width * Length, Length), 2 * half, sizeof(ulong));
                }
                return all;
            }

            // Words of this number of bits, each shifted to its position within its first byte. A byte contains bits of one word, or the
            // last bits of one and the first of the next: for each byte, its source among the even words, then among the odd ones. The last
            // byte of the first word is always 0, because that word is not shifted and has unused bits: it is the source if there is none.
            private static void Make(Span<byte> order, int bits, int size)
            {
                order.Fill((byte)(size - 1));
                for (int word = 0; word < 64 / size; word++)
                {
                    int first = word * bits, start = (word & 1) * 64;
                    for (int at = first >> 3; at * 8 < first + bits; at++)
                        order[start + at] = (byte)(word * size + at - (first >> 3));
                }
            }
        }

        // The positions of the low halves of 32 numbers in two vectors, and of 16 numbers of twice the size.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector512<ushort> EvenHalves() => Vector512.Create((ushort)0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30,
            32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector512<uint> EvenWords() => Vector512.Create(0u, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);

        // The low 16 bits of 32 values; for smaller values, the upper bits are undefined.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector512<ushort> Load32(ref byte p, int size, Vector512<ushort> halves)
        {
            switch (size)
            {
                case 1: return Avx512BW.ConvertToVector512UInt16(Vector256.LoadUnsafe(ref p));
                case 2: return Vector512.LoadUnsafe(ref p).AsUInt16();
                case 4:
                    return Avx512BW.PermuteVar32x16x2(Vector512.LoadUnsafe(ref p).AsUInt16(), halves,
                        Vector512.LoadUnsafe(ref p, 64).AsUInt16());
                default:
                    return Avx512BW.PermuteVar32x16x2(Load16(ref p, size, EvenWords()).AsUInt16(), halves,
                        Load16(ref Unsafe.Add(ref p, 128), size, EvenWords()).AsUInt16());
            }
        }

        // The low 32 bits of 16 values of 16 bits or more.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector512<uint> Load16(ref byte p, int size, Vector512<uint> words)
        {
            switch (size)
            {
                case 2: return Avx512F.ConvertToVector512UInt32(Vector256.LoadUnsafe(ref p).AsUInt16());
                case 4: return Vector512.LoadUnsafe(ref p).AsUInt32();
                default:
                    return Avx512F.PermuteVar16x32x2(Vector512.LoadUnsafe(ref p).AsUInt32(), words,
                        Vector512.LoadUnsafe(ref p, 64).AsUInt32());
            }
        }
    }
}
