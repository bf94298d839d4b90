using System;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>
    /// Writes <see cref="PackedBlock"/>s in two steps: <see cref="Plan"/> finds the smallest form of a block and its size, so that
    /// the caller can still choose another form; <see cref="Write"/> packs it.
    /// </summary>
    internal static partial class PackedBlockWriter
    {
        // Unsafe: blocks are packed without checks of bounds (bench/: save-game, small-ints).

        // The number of differences that decide whether the others are examined.
        private const int Sample = 16;

        // The number of bytes that packing loops may store after the last byte of a block.
        internal const int Slack = 64;

        // The number of blocks after one that is not plain that are planned one by one.
        private const int UnlikeBlocks = 16;

        // The maximum number of bytes before the offsets of a plain block.
        internal const int MostOfHead = 1 + WireWriter.MostOfVarint;

        /// <summary>Plans all blocks of a column; returns their size in bytes.</summary>
        public static long PlanAll(ref byte image, int count, IntegerKind kind, Span<PackedBlock> blocks) =>
            PlanAll(ref image, count, kind, blocks, PartOf(count, IntegerKinds.SizeOf(kind)));

        /// <summary>
        /// Plans all blocks of a column. Patches have to save one of the given number of bytes; with 0, no block is patched.
        /// </summary>
        internal static long PlanAll(ref byte image, int count, IntegerKind kind, Span<PackedBlock> blocks, int part)
        {
            long total = 0;
            bool isPatched = false;
            for (int i = 0; i < blocks.Length; i++)
            {
                PlanNext(ref image, i, count, kind, part, isPatched, out blocks[i]);
                isPatched = blocks[i].IsPatched;
                total += blocks[i].Size;
            }
            return total;
        }

        /// <summary>
        /// Plans the blocks of a column, one by one, until it is known whether they have at most the given number of bytes. The others are
        /// planned when they are written, so that their values are loaded into the cache once.
        /// </summary>
        /// <returns>The number of blocks that were planned, or -1 if all of them have more bytes.</returns>
        public static int PlanSome(ref byte image, int count, IntegerKind kind, Span<PackedBlock> blocks, long most)
        {
            // The maximum size of a block is that of its memory image, a byte, and a base.
            int size = IntegerKinds.SizeOf(kind), part = PartOf(count, size);
            long planned = 0, others = (long)count * size + (long)blocks.Length * MostOfHead;
            bool isPatched = false;
            int i = 0;
            for (; i < blocks.Length && planned + others > most; i++)
            {
                PlanNext(ref image, i, count, kind, part, isPatched, out blocks[i]);
                isPatched = blocks[i].IsPatched;
                planned += blocks[i].Size;
                others -= PackedBlock.Capacity * size + MostOfHead;
            }
            return i < blocks.Length || planned <= most ? i : -1;
        }

        private static void PlanNext(ref byte image, int number, int count, IntegerKind kind, int part, bool isPatchedBefore,
            out PackedBlock block)
        {
            int first = number * PackedBlock.Capacity, some = Math.Min(PackedBlock.Capacity, count - first);
            ref byte values = ref Unsafe.Add(ref image, (nint)first * IntegerKinds.SizeOf(kind));
            Plan(ref values, some, kind, out block);
            if (part != 0 && ((number & UntriedMask(part)) == 0 || isPatchedBefore))
                PlanPatches(ref values, some, kind, part, ref block);
        }

        /// <summary>Writes all blocks of a column, and plans those that are not planned yet.</summary>
        public static void WriteAll(ref WireWriter w, scoped ref byte image, int count, IntegerKind kind,
            scoped ReadOnlySpan<PackedBlock> planned)
        {
            int size = IntegerKinds.SizeOf(kind), part = PartOf(count, size), blocks = PackedBlock.BlocksOf(count);
            for (int i = 0; i < planned.Length; i++)
                WriteNext(ref w, ref image, i, count, kind, planned[i]);
            bool isPatched = planned.Length != 0 && planned[planned.Length - 1].IsPatched;
            int next = 0;
            for (int i = planned.Length; i < blocks; i++)
            {
                PlanNext(ref image, i, count, kind, part, isPatched, out PackedBlock block);
                WriteNext(ref w, ref image, i, count, kind, block);
                isPatched = block.IsPatched;
                if (isPatched || block.IsDelta || i < next)
                    continue;
                // Blocks like this one usually follow: plain blocks are planned and packed at once, up to the next one for which patches
                // are tried.
                int end = count / PackedBlock.Capacity, first = i + 1;
                if (part != 0)
                    end = Math.Min(end, (i | UntriedMask(part)) + 1);
                int done = PackedBlockVectors.WritePlain(ref w, ref Unsafe.Add(ref image, (nint)first * PackedBlock.Capacity * size),
                    end - first, kind);
                i += done;
                if (done == 0)
                    next = i + UnlikeBlocks;
            }
        }

        private static void WriteNext(ref WireWriter w, scoped ref byte image, int number, int count, IntegerKind kind,
            in PackedBlock block)
        {
            int first = number * PackedBlock.Capacity;
            ref byte values = ref Unsafe.Add(ref image, (nint)first * IntegerKinds.SizeOf(kind));
            Write(ref w, ref values, Math.Min(PackedBlock.Capacity, count - first), kind, block);
        }

        /// <summary>Finds the smallest form of 1 to 256 values without patches.</summary>
        public static void Plan(ref byte image, int count, IntegerKind kind, out PackedBlock block)
        {
            // Unsigned 64-bit numbers compare like signed ones once their highest bit is inverted.
            ulong flip = kind == IntegerKind.UInt64 ? 1UL << 63 : 0;
            long min = long.MaxValue, max = long.MinValue, minStep = long.MaxValue, maxStep = long.MinValue;
            bool isSampled = count == PackedBlock.Capacity
                && PackedBlockVectors.RangesOfBlock(ref image, kind, ref min, ref max, ref minStep, ref maxStep);
            if (!isSampled)
            {
                for (int i = PackedBlockVectors.Range(ref image, count, kind, ref min, ref max); i < count; i++)
                {
                    long value = (long)(IntegerKinds.Load(ref image, i, kind) ^ flip);
                    min = Math.Min(min, value);
                    max = Math.Max(max, value);
                }
            }
            ulong first = (ulong)min ^ flip;
            int width = PackedBlock.BitsOf((ulong)(max - min));
            // Field by field: an initializer would create the block in a temporary and copy it.
            block.First = block.Base = first;
            block.Greatest = (ulong)max ^ flip;
            block.Size = 1 + PackedBlock.ZigzagSize(first) + PackedBlock.BytesOf(count, width);
            block.Width = (byte)width;
            block.IsDelta = block.IsPatched = false;
            if (width == 0)
                return;

            first = IntegerKinds.Load(ref image, 0, kind);
            ulong before = first;
            int sample = Math.Min(count, Sample + 1), done = sample;
            if (!isSampled || width >= 8 * IntegerKinds.SizeOf(kind))
            {
                minStep = long.MaxValue;
                maxStep = long.MinValue;
                done = PackedBlockVectors.Steps(ref image, 1, sample, kind, width, ref minStep, ref maxStep);
                if (done < sample)
                    done = Steps(ref image, done, sample, kind, ref before, ref minStep, ref maxStep);
            }
            if (done < count)
            {
                if (PackedBlock.BitsOf((ulong)(maxStep - minStep)) >= width)
                    return;
                done = PackedBlockVectors.Steps(ref image, done, count, kind, width, ref minStep, ref maxStep);
                before = IntegerKinds.Load(ref image, done - 1, kind);
                Steps(ref image, done, count, kind, ref before, ref minStep, ref maxStep);
            }
            width = PackedBlock.BitsOf((ulong)(maxStep - minStep));
            int size = 1 + PackedBlock.ZigzagSize(first) + PackedBlock.ZigzagSize((ulong)minStep) + PackedBlock.BytesOf(count - 1, width);
            if (width > block.Width || size >= block.Size)
                return;
            block.First = first;
            block.Base = (ulong)minStep;
            block.Size = size;
            block.Width = (byte)width;
            block.IsDelta = true;
        }

        /// <summary>
        /// Extends the minimum and the maximum of the differences by further ones; returns <paramref name="end"/>.
        /// </summary>
        private static int Steps(ref byte image, int start, int end, IntegerKind kind, ref ulong before, ref long min, ref long max)
        {
            for (int i = start; i < end; i++)
            {
                ulong value = IntegerKinds.Load(ref image, i, kind);
                long step = (long)(value - before);
                before = value;
                min = Math.Min(min, step);
                max = Math.Max(max, step);
            }
            return end;
        }

        /// <summary>Writes a block as planned.</summary>
        public static void Write(ref WireWriter w, scoped ref byte image, int count, IntegerKind kind, in PackedBlock block)
        {
            int offsets = block.IsDelta ? count - 1 : count, bytes = PackedBlock.BytesOf(offsets, block.Width);
            ref byte head = ref w.Reserve(MostOfHead + WireWriter.MostOfVarint + bytes + Slack);
            head = (byte)(block.IsPatched ? PackedBlock.PatchedHead + block.Width : block.Width | (block.IsDelta ? 0x80 : 0));
            int at = 1 + WireWriter.StoreZigzag(ref Unsafe.Add(ref head, 1), (long)block.First);
            if (block.IsDelta)
                at += WireWriter.StoreZigzag(ref Unsafe.Add(ref head, at), (long)block.Base);
            if (block.Width != 0)
            {
                ref byte packed = ref Unsafe.Add(ref head, at);
                int done = PackedBlockVectors.Pack(ref image, offsets, kind, block, ref packed);
                if (done < offsets)
                    Pack(ref image, done, offsets, kind, block, ref Unsafe.Add(ref packed, (done >> 3) * block.Width));
            }
            w.Advance(at + bytes);
            if (block.IsPatched)
                WritePatches(ref w, ref image, count, kind, block);
        }

        private static void Pack(ref byte image, int start, int count, IntegerKind kind, in PackedBlock block, ref byte packed)
        {
            int width = block.Width, filled = 0;
            ulong min = block.Base, bits = 0, mask = ulong.MaxValue >> (64 - width);
            bool delta = block.IsDelta;
            ulong before = delta ? IntegerKinds.Load(ref image, start, kind) : 0;
            for (int i = start; i < count; i++)
            {
                ulong offset;
                if (delta)
                {
                    ulong value = IntegerKinds.Load(ref image, i + 1, kind);
                    offset = value - before - min;
                    before = value;
                }
                else
                {
                    offset = (IntegerKinds.Load(ref image, i, kind) - min) & mask;
                }
                bits |= offset << filled;
                filled += width;
                if (filled >= 64)
                {
                    LittleEndian.Store64(ref packed, bits);
                    packed = ref Unsafe.Add(ref packed, 8);
                    filled -= 64;
                    bits = filled == 0 ? 0 : offset >> (width - filled);
                }
            }
            LittleEndian.Store64(ref packed, bits);
        }
    }
}
