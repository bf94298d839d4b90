using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Layout;

namespace Kitbag.Schema
{
    // Creates a separate row of the members that the reader lacks and keeps.
    internal sealed partial class RowCopy
    {
        /// <summary>Creates the row of the kept members, after one byte that is 0.</summary>
        /// <param name="row">The whole row that was copied.</param>
        /// <param name="length">The length of the row, with the first byte.</param>
        /// <param name="few">The bytes if they are at most 8, as a little-endian number.</param>
        /// <returns>The bytes if they are more, otherwise null.</returns>
        [SkipLocalsInit]
        public byte[]? Kept(ReadOnlySpan<byte> row, out int length, out ulong few)
        {
            Span<KeptRun> runs = stackalloc KeptRun[MostKept];
            int count = FindKept(row, runs, out ulong control);
            int keptBytes = SlotTable.ControlBytes(_keptBits), at = 1 + keptBytes, size = at;
            for (int i = 0; i < count; i++)
                size += runs[i].Size;
            length = size;
            few = 0;
            if (size <= sizeof(ulong))
            {
                few = control << 8;
                for (int i = 0; i < count; i++)
                {
                    foreach (byte one in row.Slice(runs[i].At, runs[i].Size))
                        few |= (ulong)one << (8 * at++);
                }
                return null;
            }
            var bytes = new byte[size];
            for (int i = 1; i <= keptBytes; i++, control >>= 8)
                bytes[i] = (byte)control;
            for (int i = 0; i < count; i++)
            {
                row.Slice(runs[i].At, runs[i].Size).CopyTo(bytes.AsSpan(at));
                at += runs[i].Size;
            }
            return bytes;
        }

        // Proceeds like copying, but stores nothing.
        private int FindKept(ReadOnlySpan<byte> row, Span<KeptRun> runs, out ulong control)
        {
            int at = _controlBytes, count = 0, filled = 0, next = 0;
            control = 0;
            foreach (Segment segment in _segments)
            {
                ulong window = Slots.Control(ref MemoryMarshal.GetReference(row), segment.FirstByte, row.Length);
                for (int i = 0; i < segment.Steps; i++)
                {
                    ref readonly Step step = ref _steps[next++];
                    ulong bits = window >> step.FromBit;
                    if (step.Conversion != Conversion.None)
                    {
                        at += SlotTable.StoredBytes(step.From, 0, (uint)bits & step.ConvertedMask);
                        bits >>= step.ConvertedBits;
                    }
                    uint passed = (uint)bits & step.RunMask, run = _runs[step.Table + passed];
                    at += (int)(run & LengthMask);
                    if (!step.Keeps)
                        continue;
                    // They follow the copied ones.
                    int size = (int)(run & LengthMask) - (int)(run >> PutAt & LengthMask);
                    runs[count++] = new KeptRun { At = at - size, Size = size };
                    control |= (ulong)(passed >> step.KeptBit) << filled;
                    filled += step.KeptBits;
                }
            }
            return count;
        }

        // Consecutive slots that are kept: their offset in the row and their number of bytes.
        private struct KeptRun
        {
            public int At, Size;
        }
    }
}
