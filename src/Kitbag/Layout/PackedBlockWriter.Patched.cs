using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    // Patches: which blocks have them, and what follows the offsets: the number of values with more bits than the others, their positions,
    // and their additional bits, as a block of signed numbers.
    internal static partial class PackedBlockWriter
    {
        // Unsafe: values are loaded within the bounds of the loop (bench/: save-game).

        // With fewer values, or fewer bits for each, patches save less than they cost.
        private const int FewestValues = 64, LeastWidth = 9;

        // For values with larger distances, the patches would have different signs.
        private const int MostWidth = 63;

        // All values are counted only if at most MostOfSamples of a sample of this size are far from the others.
        private const int Samples = 16, MostOfSamples = 3;

        private const int LeastSaved = 8;

        // The part of a block that patches have to save, as a divisor. It is larger for large columns, because programs use these for
        // speed, and a patched block takes longer to read.
        private const int OfLarge = 8, OfOthers = 64;

        // Shorter columns are never patched: the search would take more time than the bytes are worth.
        private const int FewestOfColumn = 1536;

        /// <summary>
        /// The part of a block's bytes that patches have to save in a column, as a divisor; 0 if blocks of the column are not patched.
        /// </summary>
        /// <param name="count">The number of values in the column.</param>
        /// <param name="size">The size of a value, in bytes.</param>
        internal static int PartOf(int count, int size)
        {
            if (count < FewestOfColumn)
                return 0;
            return (long)count * size > PackedImage.Large ? OfLarge : OfOthers;
        }

        // Where the block before it has no patches, only every 128th or 4th block is examined: those whose number has none of these bits.
        private static int UntriedMask(int part) => part == OfLarge ? 127 : 3;

        /// <summary>Converts a planned block to a patched one, if that pays.</summary>
        /// <param name="image">The values.</param>
        /// <param name="count">The number of values.</param>
        /// <param name="kind">The kind of the values.</param>
        /// <param name="part">The result of <see cref="PartOf"/>.</param>
        /// <param name="block">The planned block.</param>
        private static void PlanPatches(ref byte image, int count, IntegerKind kind, int part, ref PackedBlock block)
        {
            if (count < FewestValues || block.Width is < LeastWidth or > MostWidth || block.IsDelta)
                return;
            ulong least = block.Base, greatest = block.Greatest;
            // Most values are near one end of the range, and the others are patched.
            ulong near = 1UL << (block.Width - 1 - block.Width / part);
            int step = count / Samples, above = 0, below = 0;
            for (int i = 0; i < Samples; i++)
            {
                ulong value = IntegerKinds.Load(ref image, i * step, kind);
                above += value - least >= near ? 1 : 0;
                below += greatest - value >= near ? 1 : 0;
            }
            if (Math.Min(above, below) <= MostOfSamples)
                PlanPatchesFrom(ref image, count, kind, greatest - least, below < above ? greatest : least, below < above, part, ref block);
        }

        private static void PlanPatchesFrom(ref byte image, int count, IntegerKind kind, ulong range, ulong end, bool isGreatest, int part,
            ref PackedBlock block)
        {
            Span<int> counts = stackalloc int[PackedBlock.WidthsTried];
            counts.Clear();
            if (!PackedBlockVectors.CountFar(ref image, count, kind, end, isGreatest, block.Width, counts))
                CountFar(ref image, count, kind, end, isGreatest, block.Width, counts);
            PackedBlock best = block;
            best.Size = block.Size - Math.Max(LeastSaved, block.Size / part) + 1;
            for (int i = 0; i < PackedBlock.WidthsTried; i++)
            {
                int width = Math.Max(block.Width - PackedBlock.LessOf(i), 0), patches = counts[i];
                if (patches > PackedBlock.MostPatches)
                    break;
                if (width > PackedBlock.WidestPatched)
                    continue;
                ulong first = isGreatest ? end - MaskOf(width) : end, furthest = range >> width;
                int size = 3 + patches + PackedBlock.ZigzagSize(first) + PackedBlock.ZigzagSize(furthest)
                    + PackedBlock.BytesOf(count, width) + PackedBlock.BytesOf(patches, PackedBlock.BitsOf(furthest - 1));
                if (size < best.Size)
                    best = new PackedBlock { First = first, Base = first, Width = (byte)width, IsPatched = true, Size = size };
            }
            if (best.IsPatched)
                block = best;
        }

        // The number of values that are too far from one end for each of the widths.
        private static void CountFar(ref byte image, int count, IntegerKind kind, ulong end, bool isGreatest, int width, Span<int> counts)
        {
            Span<int> ofBits = stackalloc int[65];
            ofBits.Clear();
            for (int i = 0; i < count; i++)
            {
                ulong value = IntegerKinds.Load(ref image, i, kind);
                ofBits[PackedBlock.BitsOf(isGreatest ? end - value : value - end)]++;
            }
            for (int i = 0; i < PackedBlock.WidthsTried; i++)
            {
                for (int bits = Math.Max(width - PackedBlock.LessOf(i), 0) + 1; bits <= width; bits++)
                    counts[i] += ofBits[bits];
            }
        }

        /// <summary>Writes the part of a patched block after its offsets.</summary>
        private static void WritePatches(ref WireWriter w, scoped ref byte image, int count, IntegerKind kind, in PackedBlock block)
        {
            Span<byte> places = stackalloc byte[PackedBlock.Capacity];
            int patches = 0;
            for (int i = PackedBlockVectors.FindFar(ref image, count, kind, block, places, ref patches); i < count; i++)
            {
                if (IntegerKinds.Load(ref image, i, kind) - block.Base > MaskOf(block.Width))
                    places[patches++] = (byte)i;
            }
            if (patches == 0 || patches > byte.MaxValue)
                throw ChangedWhileWritten.Numbers();
            w.WriteByte((byte)patches);
            w.WriteBytes(places.Slice(0, patches));
            ScratchMark mark = w.Mark();
            Span<long> high = w.Rent<long>(patches);
            for (int i = 0; i < high.Length; i++)
                high[i] = (long)(IntegerKinds.Load(ref image, places[i], kind) - block.Base) >> block.Width;
            ref byte values = ref MemoryMarshal.GetReference(MemoryMarshal.AsBytes(high));
            Plan(ref values, patches, IntegerKind.Int64, out PackedBlock ofHigh);
            Write(ref w, ref values, patches, IntegerKind.Int64, ofHigh);
            w.Release(mark);
        }

        private static ulong MaskOf(int width) => (1UL << width) - 1;
    }
}
