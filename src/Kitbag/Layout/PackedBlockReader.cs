using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>Reads <see cref="PackedBlock"/>s into the memory image of any kind of integers.</summary>
    internal static partial class PackedBlockReader
    {
        // The number of values that are skipped before a listener is called, in whole blocks.
        private const int Piece = 1 << 16;

        // Unsafe: the length of a block is checked before it is read, so no byte is checked (bench/: save-game, small-ints).

        /// <summary>Reads all blocks of a column.</summary>
        public static void ReadAll(ref WireReader r, scoped ref byte image, int count, IntegerKind kind, IntegerKind written)
        {
            int size = IntegerKinds.SizeOf(kind);
            IntegerKinds.Common(kind, written, out ulong min, out ulong span);
            for (int first = 0; ; first += PackedBlock.Capacity)
            {
                int some = Math.Min(PackedBlock.Capacity, count - first);
                PackedBlock block = ReadLengthPrefix(ref r);
                ref byte values = ref Unsafe.Add(ref image, (nint)first * size);
                int done = block.IsPatched
                    ? ReadPatched(ref r, block, ref values, some, size, min, span, out ulong value)
                    : Read(ref r, block, ref values, some, size, min, span, out value);
                if (done < some)
                    throw IntegerKinds.OutOfRange(ref r, value, kind, written, first + done);
                if (count - first <= PackedBlock.Capacity)
                    return;
                if (block.IsPatched || block.IsDelta || block.Width > PackedBlockVectors.WidestUnpacked)
                    continue;
                // Blocks like this one usually follow.
                ReadOnlySpan<byte> rest = r.Data.Slice(r.Position);
                first += PackedBlock.Capacity * PackedBlockVectors.UnpackPlain(rest, (count - first) / PackedBlock.Capacity - 1,
                    block.Width, min, span, ref Unsafe.Add(ref values, PackedBlock.Capacity * size), size, out int used);
                r.Skip(used);
                if (count - first <= PackedBlock.Capacity)
                    return;
            }
        }

        /// <summary>Skips all blocks of a column.</summary>
        public static void SkipAll(ref WireReader r, int count, IWalkListener? listener = null)
        {
            for (; listener != null && count > Piece; count -= Piece)
            {
                SkipAll(ref r, Piece);
                listener.Passed(r.Position);
            }
            for (; count > 0; count -= PackedBlock.Capacity)
            {
                PackedBlock block = ReadLengthPrefix(ref r);
                int some = Math.Min(PackedBlock.Capacity, count);
                r.Skip(PackedBlock.BytesOf(block.IsDelta ? some - 1 : some, block.Width));
                if (block.IsPatched)
                    SkipPatches(ref r, some);
            }
        }

        private static PackedBlock ReadLengthPrefix(ref WireReader r)
        {
            byte prefix = r.ReadByte();
            PackedBlock block = default;
            block.Width = (byte)(prefix & 0x7F);
            if (block.Width > 64)
            {
                block.IsPatched = prefix <= PackedBlock.PatchedHead + PackedBlock.WidestPatched;
                if (!block.IsPatched)
                    throw TooWide(ref r, block.Width);
                block.Width -= PackedBlock.PatchedHead;
            }
            block.First = block.Base = (ulong)r.ReadZigzag();
            if (prefix >= 0x80)
            {
                block.IsDelta = true;
                block.Base = (ulong)r.ReadZigzag();
            }
            return block;
        }

        /// <summary>
        /// Reads the rest of a block after its prefix. Returns the number of stored values: less than <paramref name="count"/> if the next
        /// one, <paramref name="value"/>, is not valid. Valid values are those for which value - <paramref name="min"/> is at most
        /// <paramref name="span"/>.
        /// </summary>
        private static int Read(ref WireReader r, in PackedBlock block, scoped ref byte image, int count, int size, ulong min, ulong span,
            out ulong value)
        {
            int offsets = block.IsDelta ? count - 1 : count;
            ReadOnlySpan<byte> bytes = r.ReadBytes(PackedBlock.BytesOf(offsets, block.Width));
            ref byte packed = ref MemoryMarshal.GetReference(bytes);
            int available = bytes.Length + r.Remaining;

            value = block.First;
            if (block.IsDelta && value - min > span)
                return 0;
            int start = 0;
            if (Fits(block, offsets, min, span))
            {
                // No value needs a check, and only the stored bits matter.
                span = ulong.MaxValue;
                if (!block.IsDelta)
                {
                    if (block.Width == 0)
                    {
                        Fill(ref image, count, size, value);
                        return count;
                    }
                    start = PackedBlockVectors.Unpack(ref packed, available, offsets, block.Width, block.Base, ref image, size);
                }
                else if (block.Width != 0)
                {
                    start = PackedBlockVectors.Unpack(ref packed, available, offsets, block.Width, block.Base,
                        ref Unsafe.Add(ref image, size), size);
                    if (start != 0)
                        value = PackedBlockVectors.Sum(ref image, start, size, value);
                }
            }
            return Unpack(ref packed, available, start, count, block, ref image, size, min, span, ref value);
        }

        private static KitbagException TooWide(ref WireReader r, int width) => r.Error(KitbagErrorReason.Malformed,
            "The width of a block of numbers: found " + IntegerKinds.Text((uint)width, false) + " bits, expected at most 64.");

        /// <summary>Whether the prefix alone shows that all values are valid.</summary>
        private static bool Fits(in PackedBlock block, int offsets, ulong min, ulong span)
        {
            if (span == ulong.MaxValue)
                return true;
            ulong above = block.First - min;
            if (above > span)
                return false;
            ulong room = span - above;
            ulong max = block.Width == 0 ? 0 : ulong.MaxValue >> (64 - block.Width);
            if (!block.IsDelta)
                return max <= room;
            // Within these bounds nothing overflows: 255 differences sum up to less than 2^62.
            const long Bound = 1L << 53;
            long low = (long)block.Base;
            if (low < -Bound || low > Bound || max > Bound || span > long.MaxValue)
                return false;
            long high = low + (long)max;
            return (long)above >= offsets * -Math.Min(low, 0) && (long)room >= offsets * Math.Max(high, 0);
        }

        private static void Fill(ref byte image, int count, int size, ulong value)
        {
            // Repeated to fill eight bytes.
            ulong pattern = size switch
            {
                1 => (byte)value * 0x0101010101010101UL,
                2 => (ushort)value * 0x0001000100010001UL,
                4 => (uint)value * 0x0000000100000001UL,
                _ => value,
            };
            for (int at = PackedBlockVectors.Fill(ref image, count * size, pattern); at < count * size; at += size)
                IntegerKinds.Store(ref Unsafe.Add(ref image, at), 0, size, value);
        }

        /// <summary>
        /// Unpacks the values from <paramref name="start"/> on, one at a time. For delta, <paramref name="value"/> is the previous value
        /// (the first one at the start). Reads no byte beyond <paramref name="available"/>.
        /// </summary>
        private static int Unpack(
            ref byte packed, int available, int start, int count, in PackedBlock block, ref byte image, int size, ulong min, ulong span,
                ref ulong value)
        {
            int width = block.Width;
            ulong mask = width == 0 ? 0 : ulong.MaxValue >> (64 - width);
            ulong add = block.Base;
            bool delta = block.IsDelta;
            int shift = delta ? 1 : 0;
            if (delta && start == 0)
                IntegerKinds.Store(ref image, 0, size, value);

            // If fewer than 8 bytes are left, they are taken from the last 8 of the input; if the input has fewer than 8 bytes, from this
            // variable.
            ulong end = 0;
            if (available >= 8)
            {
                end = LittleEndian.Load64(ref Unsafe.Add(ref packed, available - 8));
            }
            else
            {
                for (int i = 0; i < available; i++)
                    end |= (ulong)Unsafe.Add(ref packed, i) << (8 * (i + 8 - available));
            }

            int bit = start * width;
            for (int i = start + shift; i < count; i++, bit += width)
            {
                int at = bit >> 3, skip = bit & 7;
                ulong offset;
                if (at + 9 <= available)
                {
                    ref byte p = ref Unsafe.Add(ref packed, at);
                    offset = LittleEndian.Load64(ref p) >> skip;
                    if (skip + width > 64)
                        offset |= (ulong)Unsafe.Add(ref p, 8) << (64 - skip);
                }
                else
                {
                    offset = end >> (8 * (at + 8 - available)) >> skip;
                }
                offset = (offset & mask) + add;
                value = delta ? value + offset : offset;
                if (value - min > span)
                    return i;
                IntegerKinds.Store(ref image, i, size, value);
            }
            return count;
        }
    }
}
