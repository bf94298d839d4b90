using System;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Reads maps that were written as a list of pairs, and maps from which some entries are left out.
    public abstract partial class MapCodec<TMap, TKey, TValue>
    {
        private EntryCodec<TKey, TValue>? _entry;

        private EntryCodec<TKey, TValue> Entry => _entry ??= new EntryCodec<TKey, TValue>(_key, _value);

        private ReadPlan ResolveShape(SchemaType writer, PlanBuilder builder) =>
            writer.Kind == SchemaKind.Sequence && writer.Element!.IsPair
                ? new OfPairs(this, writer, builder.Resolve(Entry, writer.Element, "[]")) { Check = builder.Check }
                : ResolveOther(writer, builder);

        // Reads a list of pairs although a dictionary is written as an object, or a list of one dictionary.
        private TMap? ReadOtherJson(ref JsonReader r, bool isObject)
        {
            if (!isObject && r.Peek() == '{' && r.Graph != null && JsonValues.TryReadList(ref r, this, out TMap? list))
                return list;
            // Other serializers write an object without members, although they cannot write such keys as names.
            if (!isObject && r.Peek() == '{' && (JsonKeys.MayBe(_key.Schema) || r.PeekIsEmptyObject()))
                return ReadEntries(ref r, true);
            if (!isObject || r.Peek() != '[')
                throw r.Unexpected(isObject ? "an object" : "an array");
            return r.PeekHasPairs() ? ReadEntries(ref r, false, isStrict: true) : ReadJsonOfOne(ref r);
        }

        private void MakeAll(ReadOnlySpan<uint> prefixes, ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values,
            ReadOnlySpan<byte> comparers, Span<TMap?> maps, KeyWork work)
        {
            int at = 0;
            for (int i = 0; i < maps.Length; i++)
            {
                maps[i] = null;
                if (prefixes[i] == 0)
                    continue;
                int count = (int)prefixes[i] - 1;
                maps[i] = Make(keys.Slice(at, count), values.Slice(at, count), TextComparers.Get(comparers, i, IsOfText), i, work);
                at += count;
            }
        }

        /// <summary>Reads maps length prefix by length prefix and column by column.</summary>
        private abstract class ByLengthPrefixes : ConvertingPlan<TMap?>
        {
            private readonly bool _isOfText;

            protected ByLengthPrefixes(MapCodec<TMap, TKey, TValue> codec, SchemaType writer, bool isOfText, params ReadPlan?[] parts)
                : base(writer, parts)
            {
                Codec = codec;
                _isOfText = isOfText;
            }

            protected MapCodec<TMap, TKey, TValue> Codec { get; }

            public sealed override TMap? ReadSlot(ref WireReader r, in SlotValue slot)
            {
                ScratchMark mark = r.Mark();
                Span<uint> prefixes = r.Rent<uint>(1);
                Span<byte> comparers = r.Rent<byte>(1);
                Span<TMap?> one = r.Rent<TMap?>(1);
                prefixes[0] = (uint)slot.Bits;
                comparers[0] = _isOfText ? Comparers.Read(ref r, ref prefixes[0]) : (byte)0;
                try
                {
                    Read(ref r, prefixes, comparers, prefixes[0] == 0 ? 0 : LengthPrefixes.Checked(ref r, prefixes[0] - 1L), one);
                }
                catch (KitbagException e)
                {
                    e.At(-1);
                    throw;
                }
                TMap? map = one[0];
                r.Release(mark);
                return map;
            }

            public sealed override void ReadColumn(ref WireReader r, Span<TMap?> values)
            {
                ScratchMark mark = r.Mark();
                Span<uint> prefixes = r.Rent<uint>(values.Length);
                int total = LengthPrefixes.Read(ref r, prefixes, _isOfText, out Span<byte> comparers);
                Read(ref r, prefixes, comparers, total, values);
                r.Release(mark);
            }

            protected abstract void Read(ref WireReader r, Span<uint> prefixes, ReadOnlySpan<byte> comparers, int total, Span<TMap?> maps);

            protected void Make(ref WireReader r, ReadOnlySpan<uint> prefixes, ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values,
                ReadOnlySpan<byte> comparers, Span<TMap?> maps)
            {
                if (Check == null)
                {
                    Codec.MakeAll(prefixes, keys, values, comparers, maps, r.KeyWork);
                    return;
                }
                maps.Clear();
                Check.Reach(ref r, Codec);
            }
        }

        /// <summary>Reads collections of pairs as maps.</summary>
        private sealed class OfPairs : ByLengthPrefixes
        {
            public OfPairs(MapCodec<TMap, TKey, TValue> codec, SchemaType writer, ReadPlan? pair)
                : base(codec, writer, false, pair)
            {
            }

            protected override void Read(ref WireReader r, Span<uint> prefixes, ReadOnlySpan<byte> comparers, int total, Span<TMap?> maps)
            {
                if (Check == null)
                    Codec.Charge(ref r, maps.Length, total);
                Span<Entry<TKey, TValue>> entries = r.Rent<Entry<TKey, TValue>>(total);
                try
                {
                    Codec.Entry.ReadColumnByPlan(ref r, entries, Part);
                }
                catch (KitbagException e)
                {
                    LengthPrefixes.Locate(e, prefixes);
                    throw;
                }
                Span<TKey> keys = r.Rent<TKey>(total);
                Span<TValue> values = r.Rent<TValue>(total);
                // A checking read creates no entries.
                for (int i = 0; Check == null && i < entries.Length; i++)
                {
                    keys[i] = entries[i].Key;
                    values[i] = entries[i].Value;
                }
                Make(ref r, prefixes, keys, values, default, maps);
            }
        }

        /// <summary>Reads maps without the entries whose keys or values are of types that the reader lacks.</summary>
        private sealed class Dropping : ByLengthPrefixes
        {
            public Dropping(MapCodec<TMap, TKey, TValue> codec, SchemaType writer, ReadPlan?[] parts)
                : base(codec, writer, writer.Key!.Kind == SchemaKind.String, parts)
            {
            }

            protected override void Read(ref WireReader r, Span<uint> prefixes, ReadOnlySpan<byte> comparers, int total, Span<TMap?> maps)
            {
                if (Check == null)
                    Codec.Charge(ref r, maps.Length, total);
                Span<TKey> keys = r.Rent<TKey>(total);
                Span<TValue> values = r.Rent<TValue>(total);
                Span<bool> known = r.Rent<bool>(total);
                known.Fill(true);
                string list = "Keys";
                try
                {
                    Codec._key.ReadColumnByPlan(ref r, keys, Parts[0]);
                    list = "Values";
                    if (Parts[1] is not { MayDrop: true })
                        Codec._value.ReadColumnByPlan(ref r, values, Parts[1]);
                    else if (total != 0)
                        Codec._value.ReadKnown(ref r, values, known, Parts[1]!);
                }
                catch (KitbagException e)
                {
                    int index = LengthPrefixes.Locate(e, prefixes);
                    e.InMember(list);
                    e.At(index);
                    throw;
                }
                int from = 0, to = 0;
                foreach (ref uint prefix in prefixes)
                {
                    int start = to;
                    for (int left = prefix == 0 ? 0 : (int)prefix - 1; left > 0; left--, from++)
                    {
                        // Keys of types that the reader lacks are null.
                        if (!known[from] || keys[from] is null)
                            continue;
                        keys[to] = keys[from];
                        values[to++] = values[from];
                    }
                    prefix = prefix == 0 ? 0 : (uint)(to - start) + 1;
                }
                Make(ref r, prefixes, keys, values, comparers, maps);
            }
        }
    }
}
