using System;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>
    /// Writes <see cref="PackedBlock"/>s, in two steps: <see cref="Plan"/> finds how a block is stored best and how large that is, so that
    /// the caller can still choose another form; <see cref="Write"/> packs it.
    /// </summary>
    internal static partial class PackedBlockWriter
    {
        // Unsafe: blocks are packed without checks of bounds (bench/: save-game, small-ints).

        // So many differences tell whether it is worth looking at the others.
        private const int Sample = 16;

        // What the packing loops may store beyond the last byte of a block.
        private const int Slack = 64;

        /// <summary>Plans all blocks of a column; answers how many bytes they have.</summary>
        public static long PlanAll(ref byte image, int count, IntegerKind kind, Span<PackedBlock> blocks) =>
            PlanAll(ref image, count, kind, blocks, PartOf(count, IntegerKinds.SizeOf(kind)));

        /// <summary>Plans all blocks of a column of which patches have to save one of so many bytes; 0: none is patched.</summary>
        internal static long PlanAll(ref byte image, int count, IntegerKind kind, Span<PackedBlock> blocks, int part)
        {
            long total = 0;
            int size = IntegerKinds.SizeOf(kind), untried = UntriedMask(part);
            for (int i = 0; i < blocks.Length; i++)
            {
                int first = i * PackedBlock.Capacity;
                int some = Math.Min(PackedBlock.Capacity, count - first);
                ref byte values = ref Unsafe.Add(ref image, (nint)first * size);
                Plan(ref values, some, kind, out blocks[i]);
                if (part != 0 && ((i & untried) == 0 || blocks[i - 1].IsPatched))
                    PlanPatches(ref values, some, kind, part, ref blocks[i]);
                total += blocks[i].Size;
            }
            return total;
        }

        /// <summary>Writes all blocks of a column as planned.</summary>
        public static void WriteAll(ref WireWriter w, scoped ref byte image, int count, IntegerKind kind,
            scoped ReadOnlySpan<PackedBlock> blocks)
        {
            int size = IntegerKinds.SizeOf(kind);
            for (int i = 0; i < blocks.Length; i++)
            {
                int first = i * PackedBlock.Capacity;
                Write(ref w, ref Unsafe.Add(ref image, (nint)first * size), Math.Min(PackedBlock.Capacity, count - first), kind, blocks[i]);
            }
        }

        /// <summary>Finds how 1 to 256 values are stored best without patches.</summary>
        public static void Plan(ref byte image, int count, IntegerKind kind, out PackedBlock block)
        {
            // Unsigned 64-bit numbers compare like signed ones once their highest bit is inverted.
            ulong flip = kind == IntegerKind.UInt64 ? 1UL << 63 : 0;
            long min = long.MaxValue, max = long.MinValue;
            for (int i = PackedBlockVectors.Range(ref image, count, kind, ref min, ref max); i < count; i++)
            {
                long value = (long)(IntegerKinds.Load(ref image, i, kind) ^ flip);
                min = Math.Min(min, value);
                max = Math.Max(max, value);
            }
            ulong first = (ulong)min ^ flip;
            int width = PackedBlock.BitsOf((ulong)(max - min));
            // Field by field: an initializer makes the block elsewhere and copies it.
            block.First = block.Base = first;
            block.Greatest = (ulong)max ^ flip;
            block.Size = 1 + PackedBlock.ZigzagSize(first) + PackedBlock.BytesOf(count, width);
            block.Width = (byte)width;
            block.IsDelta = block.IsPatched = false;
            if (width == 0)
                return;

            first = IntegerKinds.Load(ref image, 0, kind);
            ulong before = first;
            int sample = Math.Min(count, Sample + 1);
            long minStep = long.MaxValue, maxStep = long.MinValue;
            int done = PackedBlockVectors.Steps(ref image, 1, sample, kind, width, ref minStep, ref maxStep);
            if (done < sample)
                done = Steps(ref image, done, sample, kind, ref before, ref minStep, ref maxStep);
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
        /// The least and the largest difference, taken together with what was found before; answers <paramref name="end"/>.
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
            w.WriteByte((byte)(block.IsPatched ? PackedBlock.PatchedHead + block.Width : block.Width | (block.IsDelta ? 0x80 : 0)));
            w.WriteZigzag((long)block.First);
            if (block.IsDelta)
            {
                w.WriteZigzag((long)block.Base);
                count--;
            }
            if (block.Width != 0)
            {
                int bytes = PackedBlock.BytesOf(count, block.Width);
                ref byte packed = ref w.Reserve(bytes + Slack);
                int done = PackedBlockVectors.Pack(ref image, count, kind, block, ref packed);
                if (done < count)
                    Pack(ref image, done, count, kind, block, ref Unsafe.Add(ref packed, (done >> 3) * block.Width));
                w.Advance(bytes);
            }
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
