using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Layout;

namespace Kitbag.Schema
{
    // Of members that the reader lacks and keeps, a row of their own.
    internal sealed partial class RowCopy
    {
        /// <summary>Makes the row of the members that are kept, behind a byte that is left free.</summary>
        /// <param name="row">The row that was copied, whole.</param>
        [SkipLocalsInit]
        public byte[] Kept(ReadOnlySpan<byte> row)
        {
            Span<KeptRun> runs = stackalloc KeptRun[MostKept];
            int count = FindKept(row, runs, out ulong control);
            int keptBytes = SlotTable.ControlBytes(_keptBits), at = 1 + keptBytes, size = at;
            for (int i = 0; i < count; i++)
                size += runs[i].Size;
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

        // As copying does it, without anything that is put.
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
                    // They stand behind those that were copied.
                    int size = (int)(run & LengthMask) - (int)(run >> PutAt & LengthMask);
                    runs[count++] = new KeptRun { At = at - size, Size = size };
                    control |= (ulong)(passed >> step.KeptBit) << filled;
                    filled += step.KeptBits;
                }
            }
            return count;
        }

        // Slots that follow one another and are kept: where in the row they begin, and how many bytes they have.
        private struct KeptRun
        {
            public int At, Size;
        }
    }
}
