using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    // Plain blocks, planned and packed one after the other without a call for each.
    internal static partial class PackedBlockVectors
    {
        // Unsafe: vectors are loaded within full blocks, and stored in memory that is reserved for a block (bench/: small-ints).

        /// <summary>
        /// Writes full blocks as <see cref="PackedBlockWriter"/> does, up to the first one that is not plain or has offsets of 0 or of more
        /// than 28 bits, or whose first differences do not rule out that it is stored as differences. Blocks have no patches.
        /// </summary>
        /// <returns>The number of blocks that were written.</returns>
        public static int WritePlain(ref WireWriter w, scoped ref byte image, int blocks, IntegerKind kind)
        {
            // Values are not counted here, because the caller also plans the first block if it is not written.
            if (!Avx512Vbmi.IsSupported || blocks <= 0 || !WarmUp.IsOver(0))
                return 0;
            return kind switch
            {
                IntegerKind.Int8 => WritePlain<sbyte>(ref w, ref image, blocks, kind),
                IntegerKind.UInt8 => WritePlain<byte>(ref w, ref image, blocks, kind),
                IntegerKind.Int16 => WritePlain<short>(ref w, ref image, blocks, kind),
                IntegerKind.UInt16 => WritePlain<ushort>(ref w, ref image, blocks, kind),
                IntegerKind.Int32 => WritePlain<int>(ref w, ref image, blocks, kind),
                IntegerKind.UInt32 => WritePlain<uint>(ref w, ref image, blocks, kind),
                IntegerKind.Int64 => WritePlain<long>(ref w, ref image, blocks, kind),
                _ => WritePlain<ulong>(ref w, ref image, blocks, kind),
            };
        }

        [SkipLocalsInit]
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int WritePlain<T>(ref WireWriter w, scoped ref byte image, int blocks, IntegerKind kind)
        {
            int size = Unsafe.SizeOf<T>(), widest = Math.Min(WidestOfTwo, 8 * size - 1);
            ulong flip = kind == IntegerKind.UInt64 ? 1UL << 63 : 0;
            for (int done = 0; done < blocks; done++)
            {
                long min = long.MaxValue, max = long.MinValue, minStep = long.MaxValue, maxStep = long.MinValue;
                FindRanges<T>(ref image, kind, ref min, ref max, ref minStep, ref maxStep);
                int width = PackedBlock.BitsOf((ulong)(max - min));
                if (width == 0 || width > widest || PackedBlock.BitsOf((ulong)(maxStep - minStep)) < width)
                    return done;
                int bytes = PackedBlock.BytesOf(PackedBlock.Capacity, width);
                ref byte head = ref w.Reserve(PackedBlockWriter.MostOfHead + bytes + PackedBlockWriter.Slack);
                head = (byte)width;
                ulong first = (ulong)min ^ flip;
                int at = 1 + WireWriter.StoreZigzag(ref Unsafe.Add(ref head, 1), (long)first);
                ref byte packed = ref Unsafe.Add(ref head, at);
                ref byte order = ref PackingOrders.s_all[width * PackingOrders.Length];
                if (width <= WidestOfFour)
                    PackFours(ref image, PackedBlock.Capacity, size, 0, width, first, ref order, ref packed);
                else if (size > 1)
                    PackTwos(ref image, PackedBlock.Capacity, size, 0, width, first, ref order, ref packed);
                w.Advance(at + bytes);
                image = ref Unsafe.Add(ref image, PackedBlock.Capacity * size);
            }
            return blocks;
        }

        /// <summary>
        /// Reads full plain blocks whose offsets have the same width, at most <see cref="WidestUnpacked"/>, up to the first one that is
        /// different, that is near the end of the input, or whose prefix does not show that all values are valid (value -
        /// <paramref name="least"/> at most <paramref name="span"/>).
        /// </summary>
        /// <returns>The number of blocks that were read.</returns>
        public static int UnpackPlain(scoped ReadOnlySpan<byte> input, int blocks, int width, ulong least, ulong span, ref byte image,
            int size, out int used)
        {
            used = 0;
            if (!Avx512Vbmi.IsSupported || blocks <= 0 || width == 0 || !WarmUp.IsOver(0))
                return 0;
            return size switch
            {
                1 => UnpackPlain<byte>(input, blocks, width, least, span, ref image, out used),
                2 => UnpackPlain<ushort>(input, blocks, width, least, span, ref image, out used),
                4 => UnpackPlain<uint>(input, blocks, width, least, span, ref image, out used),
                _ => UnpackPlain<ulong>(input, blocks, width, least, span, ref image, out used),
            };
        }

        [SkipLocalsInit]
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int UnpackPlain<T>(scoped ReadOnlySpan<byte> input, int blocks, int width, ulong least, ulong span, ref byte image,
            out int used)
        {
            int size = Unsafe.SizeOf<T>(), bytes = PackedBlock.BytesOf(PackedBlock.Capacity, width);
            Vector512<uint> bit = FirstBits(width), shift = bit & Vector512.Create(7u), mask = Vector512.Create((1u << width) - 1);
            Vector512<byte> order = OrderOf(bit);
            ref byte start = ref MemoryMarshal.GetReference(input);
            // The prefix, the offsets, and what vectors load beyond them.
            int last = input.Length - (PackedBlockWriter.MostOfHead + bytes + Vector512<byte>.Count);
            used = 0;
            for (int done = 0; done < blocks; done++)
            {
                if (used > last || Unsafe.Add(ref start, used) != width)
                    return done;
                // A base of ten bytes is left to the reader, which rejects it if it has more than 64 bits.
                int at = used + 1, shiftOfBase = 0;
                ulong zigzag = 0;
                byte b;
                do
                {
                    b = Unsafe.Add(ref start, at++);
                    zigzag |= (ulong)(b & 0x7F) << shiftOfBase;
                    shiftOfBase += 7;
                }
                while (b >= 0x80 && shiftOfBase < 63);
                ulong first = (zigzag >> 1) ^ (0 - (zigzag & 1)), above = first - least;
                if (b >= 0x80 || (span != ulong.MaxValue && (above > span || (1UL << width) - 1 > span - above)))
                    return done;
                Vector512<uint> add32 = Vector512.Create(size == 8 ? 0u : (uint)first);
                Vector512<ulong> add64 = Vector512.Create(first);
                ref byte packed = ref Unsafe.Add(ref start, at);
                for (int i = 0; i < PackedBlock.Capacity; i += 16)
                {
                    UnpackSixteen(ref packed, order, shift, mask, add32, add64, ref image, size);
                    packed = ref Unsafe.Add(ref packed, 2 * width);
                    image = ref Unsafe.Add(ref image, 16 * size);
                }
                used = at + bytes;
            }
            return blocks;
        }
    }
}
