using System;
using System.Globalization;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Columns of collections: how many elements each has, and then all elements as one column.
    public abstract partial class CollectionCodec<TCollection, TElement>
    {
        /// <inheritdoc/>
        public sealed override void WriteColumn(ref WireWriter w, ReadOnlySpan<TCollection?> values)
        {
            if (values.IsEmpty)
                return;
            ScratchMark mark = w.Mark();
            Span<uint> heads = w.Rent<uint>(values.Length);
            GetHeads(values, heads);
            long total = 0;
            int last = -1;
            for (int i = 0; i < heads.Length; i++)
            {
                uint head = IsOfText ? heads[i] & ~TextComparers.Named : heads[i];
                if (head > 1)
                {
                    total += head - 1;
                    last = i;
                }
            }
            Heads.Write(ref w, heads);
            for (int i = 0; IsOfText && i < heads.Length; i++)
            {
                if (heads[i] < TextComparers.Named)
                    continue;
                TextComparers.Write(ref w, ComparerOf(values[i]!)!);
                heads[i] &= ~TextComparers.Named;
            }
            if (last >= 0 && total == heads[last] - 1)
                WriteTail(ref w, values[last], heads[last]);
            else if (last >= 0)
                WriteElements(ref w, values, total);
            w.Release(mark);
        }

        private void WriteElements(ref WireWriter w, ReadOnlySpan<TCollection?> values, long total)
        {
            if (total > 0x7FFFFFC7)
                throw new KitbagException(KitbagErrorReason.LimitExceeded,
                    "Collections of one member have " + total.ToString(CultureInfo.InvariantCulture)
                    + " elements together, more than one column can hold.");
            if (TryGetSegments(values, (int)total, out Segments<TElement> segments))
            {
                _element.WriteElements(ref w, ref segments);
                return;
            }
            Span<TElement> all = w.Rent<TElement>((int)total), elements = all;
            foreach (TCollection? collection in values)
            {
                int count = collection is null ? 0 : Count(collection);
                if (count <= 0)
                    continue;
                if (TryGetSpan(collection!, out ReadOnlySpan<TElement> span))
                    span.CopyTo(elements);
                else
                    CopyTo(collection!, elements.Slice(0, count));
                elements = elements.Slice(count);
            }
            _element.WriteElements(ref w, all);
        }

        /// <inheritdoc/>
        public sealed override void ReadColumn(ref WireReader r, Span<TCollection?> values, ReadPlan? plan)
        {
            if (values.IsEmpty)
                return;
            ScratchMark mark = r.Mark();
            Span<uint> heads = r.Rent<uint>(values.Length);
            int total = Heads.Read(ref r, heads, IsOfText, out Span<byte> comparers);
            int only = heads.IndexOf((uint)total + 1);
            if (total != 0 && only >= 0)
            {
                values.Clear();
                ReadEmpty(ref r, heads, comparers, values);
                values[only] = ReadTail(ref r, heads[only], plan, Comparer(comparers, only));
            }
            else
            {
                Charge(ref r, values.Length, total);
                if (TryGetSegments(values, total, out Segments<TElement> segments))
                {
                    MakeEmpty(heads, values);
                    ReadElements(ref r, heads, ref segments, plan);
                }
                else
                {
                    Span<TElement> elements = r.Rent<TElement>(total);
                    segments = new Segments<TElement>(elements);
                    ReadElements(ref r, heads, ref segments, plan);
                    Make(ref r, heads, comparers, elements, values);
                }
            }
            r.Release(mark);
        }

        private void ReadEmpty(ref WireReader r, ReadOnlySpan<uint> heads, ReadOnlySpan<byte> comparers, Span<TCollection?> values)
        {
            Charge(ref r, values.Length, 0);
            for (int i = 0; i < heads.Length; i++)
            {
                if (heads[i] == 1)
                    values[i] = CreateWith(default, Comparer(comparers, i), KeyWork.None);
            }
        }

        private void ReadElements(ref WireReader r, ReadOnlySpan<uint> heads, ref Segments<TElement> elements, ReadPlan? plan)
        {
            if (elements.Count == 0)
                return;
            try
            {
                _element.ReadSegmentsByPlan(ref r, ref elements, plan?.Parts[0]);
            }
            catch (KitbagException e)
            {
                Heads.Locate(e, heads);
                throw;
            }
        }

        // Collections that have their elements in one piece, to be filled.
        private void MakeEmpty(ReadOnlySpan<uint> heads, Span<TCollection?> values)
        {
            for (int i = 0; i < values.Length; i++)
            {
                TCollection? collection = default;
                if (heads[i] != 0)
                    TryCreate((int)heads[i] - 1, out collection, out _);
                values[i] = collection;
            }
        }

        private void Make(ref WireReader r, ReadOnlySpan<uint> heads, ReadOnlySpan<byte> comparers, ReadOnlySpan<TElement> elements,
            Span<TCollection?> values)
        {
            KeyWork work = r.KeyWork;
            int at = 0;
            for (int i = 0; i < values.Length; i++)
            {
                if (heads[i] == 0)
                {
                    values[i] = default;
                    continue;
                }
                int count = (int)heads[i] - 1;
                try
                {
                    values[i] = CreateWith(elements.Slice(at, count), Comparer(comparers, i), work);
                }
                catch (KitbagException e)
                {
                    e.InElement(e.PendingIndex, i);
                    throw;
                }
                catch (Exception e) when (Refusal.Is(e))
                {
                    throw RefusedElement(e, i);
                }
                at += count;
            }
        }
    }
}
