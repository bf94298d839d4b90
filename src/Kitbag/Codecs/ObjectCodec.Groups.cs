using System;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Columns of objects: groups, one after the other.
    public abstract partial class ObjectCodec<T>
    {
        internal sealed override void WriteSegments(ref WireWriter w, ref SegmentedSpan<T> values)
        {
            int left = values.Count;
            if (w.Threads is { } threads && left >= threads.Fewest && w.Graph == null)
                left -= WriteByThreads(ref w, ref values, threads);
            for (; left > 0; left -= Groups.Capacity)
            {
                values.Take(Math.Min(Groups.Capacity, left));
                WriteNext(ref w, ref values);
            }
        }

        // The values of one group, all of which are returned.
        private void WriteNext(ref WireWriter w, ref SegmentedSpan<T> values)
        {
            ScratchMark mark = w.Mark();
            SegmentedSpan<T> again = values;
            if (values.Count < Groups.FewestInColumns || !WriteGroup(ref w, ref values))
            {
                values = again;
                WriteWithNulls(ref w, ref values);
            }
            values.Skip();
            w.Release(mark);
        }

        private void WriteWithNulls(ref WireWriter w, ref SegmentedSpan<T> values)
        {
            ReadOnlySpan<T> present = Nulls.Write(ref w, values.TakeAll(ref w));
            if (present.Length < Groups.FewestInColumns)
            {
                foreach (T value in present)
                    WriteRow(ref w, value);
                return;
            }
            SegmentedSpan<T> group = SegmentedSpan<T>.OfPresent(present);
            WriteGroup(ref w, ref group);
        }

        // For structs that were objects of a class: returns which values are present if the caller needs to know the nulls.
        private void ReadGroups(ref WireReader r, ref SegmentedSpan<T> values, ReadPlan? plan, Span<bool> present = default,
            bool populate = false)
        {
            int count = values.Count, start = 0;
            if (r.Threads is { } threads && count >= threads.Fewest && r.Graph == null && !populate && present.IsEmpty
                && plan?.Check == null)
                start = ReadByThreads(ref r, ref values, plan, threads);
            for (; start < count; start += Groups.Capacity)
            {
                values.Take(Math.Min(Groups.Capacity, count - start));
                ReadNext(ref r, ref values, start, plan, present, populate);
            }
        }

        // Reads one group, of all remaining values.
        private void ReadNext(ref WireReader r, ref SegmentedSpan<T> values, int start, ReadPlan? plan, Span<bool> present, bool populate)
        {
            ScratchMark mark = r.Mark();
            int there = Nulls.Read(ref r, values.Count, out Span<bool> bits);
            if (bits.IsEmpty)
            {
                ReadPresent(ref r, ref values, start, bits, plan, populate);
            }
            else if (populate)
            {
                throw NullObject(ref r);
            }
            else
            {
                if (there < bits.Length && !HasNull && present.IsEmpty)
                    throw NullValues.Error(ref r, Schema).At(start + bits.IndexOf(false));
                if (!present.IsEmpty)
                    bits.CopyTo(present.Slice(start));
                Span<T> some = r.Rent<T>(there);
                var segments = new SegmentedSpan<T>(some);
                ReadPresent(ref r, ref segments, start, bits, plan, false);
                values.Expand(some, bits);
            }
            r.Release(mark);
        }

        private void ReadPresent(ref WireReader r, ref SegmentedSpan<T> present, int start, ReadOnlySpan<bool> bits, ReadPlan? plan,
            bool populate)
        {
            int count = present.Count, row = 0;
            try
            {
                if (count < Groups.FewestInColumns)
                {
                    while (present.Next(out Span<T> segment))
                    {
                        for (int i = 0; i < segment.Length; i++, row++)
                            segment[i] = ReadOne(ref r, populate ? segment[i] : default, plan, populate);
                    }
                    return;
                }
                // With a plan of another schema, members that the document lacks come from an object that is created for this purpose.
                if (!populate && plan?.Check == null)
                    r.Charge(count * BytesOfOne * (plan == null || plan.Writer == Schema ? 1 : 2));
                var members = GroupReader.OfColumns(ref r, plan ?? Identity, count);
                SegmentedSpan<T> all = present;
                ReadMembersOf(ref r, ref members, ref present, populate);
                if (members.Plan.Unknown != null)
                    ReaderOfUnknown().Read(ref r, ref members, all, (UnknownMembers)members.Plan.Unknown, populate);
            }
            catch (KitbagException e)
            {
                int index = count < Groups.FewestInColumns ? row : e.PendingIndex;
                if (index >= 0 && !bits.IsEmpty)
                    index = Nulls.PlaceOf(index, bits);
                e.At(index < 0 ? -1 : start + index);
                throw;
            }
        }
    }
}
