using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Globalization;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// A codec of collections of keys and values. It defines how many entries a map has, how they are copied, and how a map is created from
    /// them.
    /// </summary>
    /// <typeparam name="TMap">The map type.</typeparam>
    /// <typeparam name="TKey">The key type.</typeparam>
    /// <typeparam name="TValue">The value type.</typeparam>
    public abstract partial class MapCodec<TMap, TKey, TValue> : LengthPrefixCodec<TMap?>
        where TMap : class
    {
        private readonly Codec<TKey> _key;
        private readonly Codec<TValue> _value;
        private readonly Cost _cost;

        /// <summary>Creates a codec. A map is charged to the allocation budget like a dictionary.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        protected MapCodec(Codec<TKey> key, Codec<TValue> value)
            : this(key, value, Cost.Dictionary<TKey, TValue>())
        {
        }

        /// <summary>Creates a codec of maps with a given allocation cost.</summary>
        private protected MapCodec(Codec<TKey> key, Codec<TValue> value, Cost cost)
        {
            _key = key;
            _value = value;
            _cost = cost;
        }

        /// <summary>Returns the number of keys.</summary>
        /// <param name="map">The map, not null.</param>
        protected abstract int Count(TMap map);

        /// <summary>Copies keys and values to spans.</summary>
        /// <param name="map">The map, not null.</param>
        /// <param name="keys">The destination of the keys, of the same length as the map.</param>
        /// <param name="values">The destination of the values, in the same order.</param>
        protected abstract void CopyTo(TMap map, Span<TKey> keys, Span<TValue> values);

        /// <summary>Creates a map.</summary>
        /// <param name="keys">The keys; the span is reused after the call.</param>
        /// <param name="values">The values, in the same order.</param>
        /// <param name="lastWins">Whether the last value is used for a key that occurs twice.</param>
        /// <exception cref="KitbagException">A key is null, or occurs twice where that is not allowed.</exception>
        protected abstract TMap Create(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values, bool lastWins);

        /// <summary>For a map with string keys: returns its comparer if documents can specify it.</summary>
        /// <param name="map">The map, not null.</param>
        private protected virtual StringComparer? ComparerOf(TMap map) => null;

        /// <summary>Creates a map of strings with a comparer, and counts the comparisons of keys.</summary>
        private protected virtual TMap CreateWith(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values, bool lastWins,
            StringComparer? comparer, KeyWork work) => Create(keys, values, lastWins);

        private static bool IsOfText => typeof(TKey) == typeof(string);

        /// <summary>Whether the order of the keys is part of the value; otherwise JSON text is sorted.</summary>
        protected virtual bool IsOrdered => true;

        /// <summary>Replaces the contents of an existing map with those of another one.</summary>
        /// <param name="target">The object to populate.</param>
        /// <param name="source">The map that was read.</param>
        protected virtual void Populate(TMap target, TMap source) =>
            throw new KitbagException(KitbagErrorReason.NotSupported, "A '"
                + TypeText.Of(typeof(TMap)) + "' cannot be populated. Read a new object.");

        /// <summary>Whether values are compared when a map is created, as keys always are.</summary>
        private protected virtual bool LooksAtValues => false;

        internal sealed override References References =>
            _key.References != References.None || (LooksAtValues && _value.References != References.None)
                ? References.Held | References.AsKeys
                : _value.References;

        internal override bool IsStoredAsText => false;

        /// <inheritdoc/>
        protected override SchemaType CreateSchema()
        {
            if (!IsTracked)
                return SchemaType.MapOf(_key.Schema, _value.Schema);
            var type = new SchemaType(SchemaKind.Map) { IsTracked = true, Identity = typeof(TMap) };
            Declare(type);
            type.Key = _key.Schema;
            type.Element = _value.Schema;
            return type;
        }

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder)
        {
            if (writer.Kind != SchemaKind.Map)
                return ResolveShape(writer, builder);
            ReadPlan?[] parts = builder.ResolveEntries(_key, _value, writer, out bool mayDrop);
            return mayDrop
                ? new Dropping(this, writer, parts) { Check = builder.Check }
                : builder.Make(writer, parts, Array.Empty<int>(), 0);
        }

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override uint LengthPrefix(TMap? value)
        {
            if (value == null)
                return 0;
            uint prefix = (uint)Count(value) + 1;
            return IsOfText && ComparerOf(value) != null ? prefix | Comparers.Named : prefix;
        }

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override void WritePayload(ref WireWriter w, TMap? value, uint prefix)
        {
            if (IsOfText && prefix >= Comparers.Named)
            {
                TextComparers.Write(ref w, ComparerOf(value!)!);
                prefix &= ~Comparers.Named;
            }
            if (prefix <= 1)
                return;
            ScratchMark mark = w.Mark();
            Span<TKey> keys = w.Rent<TKey>((int)prefix - 1);
            Span<TValue> values = w.Rent<TValue>((int)prefix - 1);
            CopyTo(value!, keys, values);
            _key.WriteElements(ref w, keys);
            _value.WriteElements(ref w, values);
            w.Release(mark);
        }

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override TMap? ReadPayload(ref WireReader r, uint prefix, ReadPlan? plan) =>
            prefix == 0 ? null : ReadMap(ref r, prefix, plan);

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override TMap? ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan)
        {
            if (plan?.Check == null)
                return ReadPayload(ref r, (uint)slot.Bits, plan);
            var prefix = (uint)slot.Bits;
            if (prefix == 0)
                return null;
            ScratchMark mark = r.Mark();
            if (prefix >= Comparers.Named)
                TextComparers.Read(ref r, ref prefix, plan.Writer.Key!, IsOfText);
            CheckEntries(ref r, stackalloc uint[] { prefix }, LengthPrefixes.Checked(ref r, (long)prefix - 1), plan, -1);
            r.Release(mark);
            return null;
        }

        // For a checking read: only keys and values.
        private void CheckEntries(ref WireReader r, scoped ReadOnlySpan<uint> prefixes, int total, ReadPlan plan, int single)
        {
            ReadEntries(ref r, prefixes, r.Rent<TKey>(total), r.Rent<TValue>(total), plan, single);
            plan.Check!.Reach(ref r, this);
        }

        private TMap ReadMap(ref WireReader r, uint prefix, ReadPlan? plan)
        {
            StringComparer? comparer = prefix < Comparers.Named
                ? null
                : TextComparers.Read(ref r, ref prefix, (plan?.Writer ?? Schema).Key!, IsOfText);
            ScratchMark mark = r.Mark();
            int count = LengthPrefixes.Checked(ref r, (long)prefix - 1);
            Charge(ref r, 1, count);
            Span<TKey> keys = r.Rent<TKey>(count);
            Span<TValue> values = r.Rent<TValue>(count);
            Span<uint> prefixes = stackalloc uint[] { prefix };
            ReadEntries(ref r, prefixes, keys, values, plan, -1);
            TMap map = Make(keys, values, comparer, -1, r.KeyWork);
            r.Release(mark);
            return map;
        }

        private void Charge(ref WireReader r, int maps, int entries) =>
            r.Charge((long)maps * _cost.Each + (long)entries * _cost.PerElement);

        private void ReadEntries(ref WireReader r, scoped ReadOnlySpan<uint> prefixes, Span<TKey> keys, Span<TValue> values, ReadPlan? plan,
            int single)
        {
            if (keys.IsEmpty)
                return;
            string list = "Keys";
            try
            {
                _key.ReadColumnByPlan(ref r, keys, plan?.Parts[0]);
                list = "Values";
                _value.ReadColumnByPlan(ref r, values, plan?.Parts[1]);
            }
            catch (KitbagException e)
            {
                int index = LengthPrefixes.Locate(e, prefixes);
                e.InMember(list);
                e.At(prefixes.Length == 1 ? single : index);
                throw;
            }
        }

        private TMap Make(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values, StringComparer? comparer, int index, KeyWork work)
        {
            try
            {
                return CreateWith(keys, values, false, comparer, work);
            }
            catch (KitbagException e)
            {
                e.InElement(e.PendingIndex, index);
                e.InMember("Keys");
                e.RefusedBy(this);
                throw;
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                // Exceptions from equality, hash codes or comparisons of the keys.
                KitbagException refused = UserCodeError.Of(e, -1);
                refused.InElement(-1, index);
                refused.InMember("Keys");
                throw refused.RefusedBy(this);
            }
        }

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override void WriteColumn(ref WireWriter w, ReadOnlySpan<TMap?> maps)
        {
            if (maps.IsEmpty)
                return;
            ScratchMark mark = w.Mark();
            Span<uint> prefixes = w.Rent<uint>(maps.Length);
            long total = 0;
            for (int i = 0; i < maps.Length; i++)
            {
                prefixes[i] = LengthPrefix(maps[i]);
                uint prefix = IsOfText ? prefixes[i] & ~Comparers.Named : prefixes[i];
                total += prefix == 0 ? 0 : prefix - 1;
            }
            if (total > Arrays.MaxLength)
                throw new KitbagException(KitbagErrorReason.LimitExceeded,
                    "Maps of one member have " + total.ToString(CultureInfo.InvariantCulture)
                    + " keys together, more than one column can hold.");
            LengthPrefixes.Write(ref w, prefixes);
            for (int i = 0; IsOfText && i < prefixes.Length; i++)
            {
                if (prefixes[i] < Comparers.Named)
                    continue;
                TextComparers.Write(ref w, ComparerOf(maps[i]!)!);
                prefixes[i] &= ~Comparers.Named;
            }
            Span<TKey> keys = w.Rent<TKey>((int)total);
            Span<TValue> values = w.Rent<TValue>((int)total);
            int at = 0;
            for (int i = 0; i < maps.Length; i++)
            {
                if (prefixes[i] <= 1)
                    continue;
                int count = (int)prefixes[i] - 1;
                CopyTo(maps[i]!, keys.Slice(at, count), values.Slice(at, count));
                at += count;
            }
            _key.WriteElements(ref w, keys);
            _value.WriteElements(ref w, values);
            w.Release(mark);
        }

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override void ReadColumn(ref WireReader r, Span<TMap?> maps, ReadPlan? plan)
        {
            if (maps.IsEmpty)
                return;
            ScratchMark mark = r.Mark();
            Span<uint> prefixes = r.Rent<uint>(maps.Length);
            bool isOfText = IsOfText || (plan == null ? _key.IsStoredAsText : plan.Writer.Key!.Kind == SchemaKind.String);
            int total = LengthPrefixes.Read(ref r, prefixes, isOfText, out Span<byte> comparers);
            if (plan?.Check != null)
            {
                maps.Clear();
                CheckEntries(ref r, prefixes, total, plan, 0);
                r.Release(mark);
                return;
            }
            Charge(ref r, maps.Length, total);
            Span<TKey> keys = r.Rent<TKey>(total);
            Span<TValue> values = r.Rent<TValue>(total);
            ReadEntries(ref r, prefixes, keys, values, plan, 0);
            MakeAll(prefixes, keys, values, comparers, maps, r.KeyWork);
            r.Release(mark);
        }

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override void Discover(ref WireWriter w, ReadOnlySpan<TMap?> maps)
        {
            if (References == References.None)
                return;
            foreach (TMap? map in maps)
            {
                if (map == null)
                    continue;
                Span<TKey> keys = w.Rent<TKey>(Count(map));
                Span<TValue> values = w.Rent<TValue>(keys.Length);
                CopyTo(map, keys, values);
                _key.Discover(ref w, keys);
                _value.Discover(ref w, values);
            }
        }

        private protected sealed override void Replace(ref WireReader r, TMap? target, TMap? source, ReadPlan? plan)
        {
            Charge(ref r, 1, Count(source!));
            Populate(target!, source!);
        }

        internal override void ReadRootInto(ref WireReader r, TMap? target, ReadPlan? plan)
        {
            TMap? source = ReadRootByPlan(ref r, plan);
            if (source == null)
                throw r.Error(KitbagErrorReason.SchemaMismatch, "The document holds null, which cannot populate a map.");
            try
            {
                Populate(target!, source);
            }
            catch (KitbagException e)
            {
                if (e.PendingIndex >= 0)
                    e.InElement(e.PendingIndex, -1);
                e.RefusedBy(this);
                throw;
            }
        }
    }
}
