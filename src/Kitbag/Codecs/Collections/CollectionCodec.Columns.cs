using System;
using System.ComponentModel;
using System.Globalization;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Columns of collections: the number of elements of each, followed by one column of all elements.
    public abstract partial class CollectionCodec<TCollection, TElement>
    {
        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override void Discover(ref WireWriter w, ReadOnlySpan<TCollection?> collections)
        {
            if (_element.References == References.None)
                return;
            foreach (TCollection? collection in collections)
            {
                if (collection is null || Count(collection) <= 0)
                    continue;
                if (!TryGetSpan(collection, out ReadOnlySpan<TElement> elements))
                {
                    Span<TElement> copy = w.Rent<TElement>(Count(collection));
                    CopyTo(collection, copy);
                    elements = copy;
                }
                _element.Discover(ref w, elements);
            }
        }

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override void WriteColumn(ref WireWriter w, ReadOnlySpan<TCollection?> values)
        {
            if (values.IsEmpty)
                return;
            ScratchMark mark = w.Mark();
            Span<uint> prefixes = w.Rent<uint>(values.Length);
            GetLengthPrefixes(values, prefixes);
            long total = 0;
            int last = -1;
            for (int i = 0; i < prefixes.Length; i++)
            {
                uint prefix = IsOfText ? prefixes[i] & ~Comparers.Named : prefixes[i];
                if (prefix > 1)
                {
                    total += prefix - 1;
                    last = i;
                }
            }
            LengthPrefixes.Write(ref w, prefixes);
            for (int i = 0; IsOfText && i < prefixes.Length; i++)
            {
                if (prefixes[i] < Comparers.Named)
                    continue;
                TextComparers.Write(ref w, ComparerOf(values[i]!)!);
                prefixes[i] &= ~Comparers.Named;
            }
            if (last >= 0 && total == prefixes[last] - 1)
                WritePayload(ref w, values[last], prefixes[last]);
            else if (last >= 0)
                WriteElements(ref w, values, total);
            w.Release(mark);
        }

        private void WriteElements(ref WireWriter w, ReadOnlySpan<TCollection?> values, long total)
        {
            if (total > Arrays.MaxLength)
                throw new KitbagException(KitbagErrorReason.LimitExceeded,
                    "Collections of one member have " + total.ToString(CultureInfo.InvariantCulture)
                    + " elements together, more than one column can hold.");
            if (TryGetSegments(values, (int)total, out SegmentedSpan<TElement> segments))
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
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override void ReadColumn(ref WireReader r, Span<TCollection?> values, ReadPlan? plan) =>
            ReadCollections(ref r, values, default, plan);

        // Receives in present, unless that is empty, which collections are not null.
        private void ReadCollections(ref WireReader r, Span<TCollection?> values, Span<bool> present, ReadPlan? plan)
        {
            if (values.IsEmpty)
                return;
            ScratchMark mark = r.Mark();
            Span<uint> prefixes = r.Rent<uint>(values.Length);
            bool isOfText = IsOfText || (plan == null ? _element.IsStoredAsText : plan.Writer.Element!.Kind == SchemaKind.String);
            int total = LengthPrefixes.Read(ref r, prefixes, isOfText, out Span<byte> comparers);
            for (int i = 0; i < present.Length; i++)
                present[i] = prefixes[i] != 0;
            int only = prefixes.IndexOf((uint)total + 1);
            if (plan?.Check != null)
            {
                values.Clear();
                CheckElements(ref r, prefixes, total, plan);
            }
            else if (total != 0 && only >= 0)
            {
                values.Clear();
                ReadEmpty(ref r, prefixes, comparers, values);
                values[only] = ReadPayload(ref r, prefixes[only], plan, TextComparers.Get(comparers, only, IsOfText));
            }
            else
            {
                Charge(ref r, values.Length, total);
                if (TryGetSegments(values, total, out SegmentedSpan<TElement> segments))
                {
                    MakeEmpty(prefixes, values);
                    ReadElements(ref r, prefixes, ref segments, plan);
                }
                else
                {
                    Span<TElement> elements = r.Rent<TElement>(total);
                    segments = new SegmentedSpan<TElement>(elements);
                    ReadElements(ref r, prefixes, ref segments, plan);
                    Make(ref r, prefixes, comparers, elements, values);
                }
            }
            r.Release(mark);
        }

        private void ReadEmpty(ref WireReader r, ReadOnlySpan<uint> prefixes, ReadOnlySpan<byte> comparers, Span<TCollection?> values)
        {
            Charge(ref r, values.Length, 0);
            for (int i = 0; i < prefixes.Length; i++)
            {
                if (prefixes[i] == 1)
                    values[i] = CreateOne(default, TextComparers.Get(comparers, i, IsOfText), KeyWork.None, i);
            }
        }

        // For a checking read: only the elements.
        private void CheckElements(ref WireReader r, scoped ReadOnlySpan<uint> prefixes, int total, ReadPlan plan)
        {
            // Collections without elements may have been created before others.
            plan.Check!.Reach(ref r, this);
            var elements = new SegmentedSpan<TElement>(r.Rent<TElement>(total));
            ReadElements(ref r, prefixes, ref elements, plan);
            plan.Check.Reach(ref r, this);
        }

        private void ReadElements(ref WireReader r, scoped ReadOnlySpan<uint> prefixes, ref SegmentedSpan<TElement> elements,
            ReadPlan? plan)
        {
            if (elements.Count == 0)
                return;
            try
            {
                _element.ReadSegmentsByPlan(ref r, ref elements, plan?.Parts[0]);
            }
            catch (KitbagException e)
            {
                LengthPrefixes.Locate(e, prefixes);
                throw;
            }
        }

        // Creates collections with contiguous elements, to be populated.
        private void MakeEmpty(ReadOnlySpan<uint> prefixes, Span<TCollection?> values)
        {
            for (int i = 0; i < values.Length; i++)
            {
                TCollection? collection = default;
                if (prefixes[i] != 0)
                    TryCreate((int)prefixes[i] - 1, out collection, out _);
                values[i] = collection;
            }
        }

        private void Make(ref WireReader r, ReadOnlySpan<uint> prefixes, ReadOnlySpan<byte> comparers, ReadOnlySpan<TElement> elements,
            Span<TCollection?> values)
        {
            KeyWork work = r.KeyWork;
            int at = 0;
            for (int i = 0; i < values.Length; i++)
            {
                if (prefixes[i] == 0)
                {
                    values[i] = default;
                    continue;
                }
                int count = (int)prefixes[i] - 1;
                values[i] = CreateOne(elements.Slice(at, count), TextComparers.Get(comparers, i, IsOfText), work, i);
                at += count;
            }
        }

        // Creates the collection at an index of a column.
        private TCollection CreateOne(ReadOnlySpan<TElement> elements, StringComparer? comparer, KeyWork work, int index)
        {
            try
            {
                return CreateWith(elements, comparer, work);
            }
            catch (KitbagException e)
            {
                e.InElement(e.PendingIndex, index);
                e.RefusedBy(this);
                throw;
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                throw RefusedElement(e, index);
            }
        }
    }
}
