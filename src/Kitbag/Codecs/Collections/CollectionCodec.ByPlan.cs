using System;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Collections of values that were not written as collections, and collections from which elements are dropped.
    public abstract partial class CollectionCodec<TCollection, TElement>
    {
        /// <summary>Whether a collection must have as many elements as were written, so that none can be dropped.</summary>
        internal bool HasFixedCount { get; init; }

        // A collection that is a struct may be null as well, as an ImmutableArray without an array; others are empty then.
        internal sealed override void ReadOptional(ref WireReader r, Span<TCollection?> values, Span<bool> present, ReadPlan? plan)
        {
            present.Fill(true);
            if (plan is ConvertingPlan<TCollection?> converting)
                converting.ReadOptional(ref r, values, present);
            else
                ReadCollections(ref r, values, present, plan);
            ScratchMark mark = r.Mark();
            Span<uint> prefixes = r.Rent<uint>(values.Length);
            GetLengthPrefixes(values, prefixes);
            for (int i = 0; i < prefixes.Length; i++)
                present[i] &= prefixes[i] != 0;
            r.Release(mark);
        }

        private ReadPlan ResolveShape(SchemaType writer, PlanBuilder builder)
        {
            SchemaType element = _element.Schema;
            if (writer.Kind == SchemaKind.Nullable)
                return ResolveOther(writer, builder);
            if (writer.Kind == SchemaKind.Map && element.IsPair)
            {
                ReadPlan? part = builder.Resolve(_element, SchemaType.EntryOf(writer), "[]");
                return Takes(part) ? new ByElements(this, writer, part) { Check = builder.Check } : throw builder.Mismatch(writer, Schema);
            }
            // Bytes are not a list of numbers; for example, BigInteger is stored as bytes.
            if (element.Kind == SchemaKind.Byte)
                throw builder.Mismatch(writer, Schema);
            return new OfOne(this, writer, builder.ResolveInside(_element, writer, writer, Schema)) { Check = builder.Check };
        }

        // Whether both the key and the value of an entry are read into the element.
        private static bool Takes(ReadPlan? entry)
        {
            while (entry != null && entry.Targets.Length == 0)
                entry = entry.Parts[0];
            return entry == null || Array.IndexOf(entry.Targets, -1) < 0;
        }

        // Null, a dictionary where the elements are pairs, or one element.
        private TCollection? ReadOtherJson(ref JsonReader r)
        {
            if (r.TryReadNull())
                return default;
            SchemaType element = _element.Schema;
            byte first = r.Peek();
            if (first == '{' && r.Graph != null && JsonValues.TryReadList(ref r, this, out TCollection? list))
                return list;
            if (first == '{' && element.IsPair)
            {
                if (!r.PeekIsPair())
                    return ReadJsonEntries(ref r);
                if (element.KeyOfPair.Kind == SchemaKind.String)
                    throw r.Error(KitbagErrorReason.SchemaMismatch,
                        "Found an object where an array is expected; it may be one element, or a dictionary with the keys 'Key' and "
                            + "'Value'.");
            }
            // A collection that contains itself could be nested any number of times.
            if (IsTracked || element.Kind == SchemaKind.Byte || !_element.MayBeginJson(first, r.Options))
                throw r.Unexpected("an array");
            ScratchMark mark = r.Mark();
            Span<TElement> one = r.Rent<TElement>(1);
            one[0] = _element.ReadJson(ref r);
            // As in binary documents, where null replaces a value of a type that the program does not have.
            TCollection? collection = r.IsDropped ? default : CreateWith(one, null, KeyWork.None);
            r.Release(mark);
            return collection;
        }

        private TCollection ReadJsonEntries(ref JsonReader r)
        {
            ScratchMark mark = r.Mark();
            Span<TElement> elements = default;
            int count = 0, depth = r.Depth;
            r.BeginObject();
            // The end of the last value may have been taken for that of the entry.
            while (r.Depth != depth && r.NextKey(count))
            {
                if (count == elements.Length)
                    elements = r.Grow(elements);
                elements[count++] = _element.ReadJsonEntry(ref r);
            }
            TCollection collection = CreateWith(elements.Slice(0, count), null, r.KeyWork);
            r.Release(mark);
            return collection;
        }

        /// <summary>Reads one value as a collection of it; null as null.</summary>
        private sealed class OfOne : ConvertingPlan<TCollection?>
        {
            private readonly CollectionCodec<TCollection, TElement> _codec;
            private readonly bool _mayBeNull;

            public OfOne(CollectionCodec<TCollection, TElement> codec, SchemaType writer, ReadPlan? part)
                : base(writer, part)
            {
                _codec = codec;
                _mayBeNull = writer.HasNull;
            }

            public override TCollection? ReadSlot(ref WireReader r, in SlotValue slot)
            {
                if (_mayBeNull && !slot.IsPresent)
                    return default;
                ScratchMark mark = r.Mark();
                Span<TElement> one = r.Rent<TElement>(1);
                one[0] = _codec._element.ReadSlotByPlan(ref r, slot, Part);
                TCollection? collection = Make(ref r, one, -1);
                r.Release(mark);
                return collection;
            }

            public override void ReadColumn(ref WireReader r, Span<TCollection?> values) => ReadOptional(ref r, values, default);

            public override void ReadOptional(ref WireReader r, Span<TCollection?> values, Span<bool> present)
            {
                ScratchMark mark = r.Mark();
                Span<TElement> elements = r.Rent<TElement>(values.Length);
                Span<bool> known = default;
                if (_mayBeNull && default(TElement) is not null)
                {
                    known = r.Rent<bool>(values.Length);
                    _codec._element.ReadOptionalByPlan(ref r, elements, known, Part);
                }
                else
                {
                    _codec._element.ReadColumnByPlan(ref r, elements, Part);
                }
                for (int i = 0; i < values.Length; i++)
                {
                    bool isThere = (known.IsEmpty || known[i]) && elements[i] is not null;
                    values[i] = isThere ? Make(ref r, elements.Slice(i, 1), i) : default;
                    if (!present.IsEmpty)
                        present[i] = isThere;
                }
                r.Release(mark);
            }

            private TCollection? Make(ref WireReader r, ReadOnlySpan<TElement> one, int index)
            {
                if (Check != null)
                    Check.Reach(ref r, _codec);
                if (Check != null || one[0] is null)
                    return default;
                _codec.Charge(ref r, 1, 1);
                return _codec.CreateOne(one, null, KeyWork.None, index);
            }
        }

        /// <summary>
        /// Reads the entries of a map as a collection of pairs, or a collection of which values of unknown types are dropped.
        /// </summary>
        private sealed class ByElements : ConvertingPlan<TCollection?>
        {
            private readonly CollectionCodec<TCollection, TElement> _codec;
            private readonly bool _isOfText;

            public ByElements(CollectionCodec<TCollection, TElement> codec, SchemaType writer, ReadPlan? part)
                : base(writer, part)
            {
                _codec = codec;
                _isOfText = writer.Kind == SchemaKind.Map && writer.Key!.Kind == SchemaKind.String;
            }

            public override TCollection? ReadSlot(ref WireReader r, in SlotValue slot)
            {
                ScratchMark mark = r.Mark();
                Span<uint> prefixes = r.Rent<uint>(1);
                prefixes[0] = (uint)slot.Bits;
                if (_isOfText)
                    prefixes[0] = Comparers.Skip(ref r, prefixes[0]);
                Span<TCollection?> one = r.Rent<TCollection?>(1);
                Read(ref r, prefixes, prefixes[0] == 0 ? 0 : LengthPrefixes.Checked(ref r, prefixes[0] - 1L), one, isColumn: false);
                TCollection? collection = one[0];
                r.Release(mark);
                return collection;
            }

            public override void ReadColumn(ref WireReader r, Span<TCollection?> values) => ReadOptional(ref r, values, default);

            public override void ReadOptional(ref WireReader r, Span<TCollection?> values, Span<bool> present)
            {
                ScratchMark mark = r.Mark();
                Span<uint> prefixes = r.Rent<uint>(values.Length);
                int total = LengthPrefixes.Read(ref r, prefixes, _isOfText, out _);
                for (int i = 0; i < present.Length; i++)
                    present[i] = prefixes[i] != 0;
                Read(ref r, prefixes, total, values, isColumn: true);
                r.Release(mark);
            }

            private void Read(ref WireReader r, Span<uint> prefixes, int total, Span<TCollection?> values, bool isColumn)
            {
                if (Check == null)
                    _codec.Charge(ref r, values.Length, total);
                Span<TElement> elements = r.Rent<TElement>(total);
                try
                {
                    if (Part != null && Part.MayDrop)
                        elements = elements.Slice(0, ReadKnown(ref r, prefixes, elements));
                    else
                        _codec._element.ReadColumnByPlan(ref r, elements, Part);
                }
                catch (KitbagException e)
                {
                    int index = LengthPrefixes.Locate(e, prefixes);
                    e.At(isColumn ? index : -1);
                    throw;
                }
                if (Check == null)
                {
                    _codec.Make(ref r, prefixes, default, elements, values);
                    return;
                }
                values.Clear();
                Check.Reach(ref r, _codec);
            }

            // Moves the remaining elements together; returns their number.
            private int ReadKnown(ref WireReader r, Span<uint> prefixes, Span<TElement> elements)
            {
                Span<bool> known = r.Rent<bool>(elements.Length);
                known.Fill(true);
                _codec._element.ReadKnown(ref r, elements, known, Part!);
                int from = 0, to = 0;
                foreach (ref uint prefix in prefixes)
                {
                    int start = to;
                    for (int left = prefix == 0 ? 0 : (int)prefix - 1; left > 0; left--, from++)
                    {
                        if (known[from])
                            elements[to++] = elements[from];
                    }
                    prefix = prefix == 0 ? 0 : (uint)(to - start) + 1;
                }
                return to;
            }
        }
    }
}
