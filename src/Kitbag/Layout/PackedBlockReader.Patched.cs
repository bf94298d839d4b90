using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    // Patched blocks: offsets, then a byte with the number of patches, their positions in ascending order, and the additional bits as a
    // block of signed numbers.
    internal static partial class PackedBlockReader
    {
        // Unsafe: positions are compared with the number of values before they are used (bench/: save-game).

        private static int ReadPatched(ref WireReader r, in PackedBlock block, scoped ref byte image, int count, int size, ulong min,
            ulong span, out ulong value)
        {
            if (Fits(block, count, min, span))
            {
                Read(ref r, block, ref image, count, size, min, span, out value);
                return Patch(ref r, block, ref image, count, size, min, span, ref value);
            }
            // The base plus an offset without its patch may be out of range: it is computed in 64 bits, without a check.
            ScratchMark mark = r.Mark();
            Span<ulong> values = r.Rent<ulong>(count);
            ref byte wide = ref MemoryMarshal.GetReference(MemoryMarshal.AsBytes(values));
            Read(ref r, block, ref wide, count, sizeof(ulong), 0, ulong.MaxValue, out value);
            Patch(ref r, block, ref wide, count, sizeof(ulong), 0, ulong.MaxValue, ref value);
            int done = 0;
            for (; done < count; done++)
            {
                value = values[done];
                if (value - min > span)
                    break;
                IntegerKinds.Store(ref image, done, size, value);
            }
            r.Release(mark);
            return done;
        }

        // Returns the number of valid values, which is less than all if the next patched one, the value, is out of range.
        private static int Patch(ref WireReader r, in PackedBlock block, scoped ref byte image, int count, int size, ulong min, ulong span,
            ref ulong value)
        {
            int patches = ReadPatchCount(ref r, count);
            ReadOnlySpan<byte> places = r.ReadBytes(patches);
            ScratchMark mark = r.Mark();
            Span<ulong> high = r.Rent<ulong>(patches);
            PackedBlock prefix = ReadPrefixOfPatches(ref r);
            Read(ref r, prefix, ref MemoryMarshal.GetReference(MemoryMarshal.AsBytes(high)), patches, sizeof(ulong), 0, ulong.MaxValue,
                out _);
            ulong mask = ulong.MaxValue >> (64 - 8 * size);
            int before = -1, done = count;
            for (int i = 0; i < places.Length; i++)
            {
                int place = places[i];
                if (place <= before || place >= count)
                    throw r.Error(KitbagErrorReason.Malformed, "The place of a patch in a block of numbers: found "
                        + IntegerKinds.Text((uint)place, false) + ", expected one after the place before, below "
                        + IntegerKinds.Text((uint)count, false) + ".");
                before = place;
                // The memory contains the low bytes of base plus offset.
                ulong offset = (IntegerKinds.LoadLow(ref image, place, size) - block.Base) & mask;
                value = block.Base + offset + (high[i] << block.Width);
                if (value - min > span)
                {
                    done = place;
                    break;
                }
                IntegerKinds.Store(ref image, place, size, value);
            }
            r.Release(mark);
            return done;
        }

        private static void SkipPatches(ref WireReader r, int count)
        {
            int patches = ReadPatchCount(ref r, count);
            r.Skip(patches);
            PackedBlock block = ReadPrefixOfPatches(ref r);
            r.Skip(PackedBlock.BytesOf(block.IsDelta ? patches - 1 : patches, block.Width));
        }

        private static int ReadPatchCount(ref WireReader r, int count)
        {
            int patches = r.ReadByte();
            if (patches == 0 || patches > count)
                throw r.Error(KitbagErrorReason.Malformed, "The number of patches in a block of numbers: found "
                    + IntegerKinds.Text((uint)patches, false) + ", expected 1 to " + IntegerKinds.Text((uint)Math.Min(count, 255), false)
                    + ".");
            return patches;
        }

        // The block of the patches is not a patched block itself.
        private static PackedBlock ReadPrefixOfPatches(ref WireReader r)
        {
            PackedBlock block = ReadLengthPrefix(ref r);
            if (block.IsPatched)
                throw TooWide(ref r, block.Width + PackedBlock.PatchedHead);
            return block;
        }
    }
}
