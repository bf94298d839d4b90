using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    // Maps in JSON: an object, or a list of pairs if keys cannot be property names.
    public abstract partial class MapCodec<TMap, TKey, TValue>
    {
        // Unsafe: buffers on the stack are not cleared (bench/: json-citm, json-boot).

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public override void WriteJson(ref JsonWriter w, TMap? value)
        {
            if (value == null)
            {
                w.WriteNull();
                return;
            }
            int count = Count(value);
            if (count <= StackBuffer<TKey>.Count && StackBuffer<TKey>.Fits && StackBuffer<TValue>.Fits)
            {
                WriteOnStack(ref w, value, count);
                return;
            }
            ScratchMark mark = w.Mark();
            WriteEntries(ref w, value, w.Rent<TKey>(count), w.Rent<TValue>(count));
            w.Release(mark);
        }

        private void WriteOnStack(ref JsonWriter w, TMap map, int count)
        {
            Unsafe.SkipInit(out StackBuffer<TKey> keys);
            Unsafe.SkipInit(out StackBuffer<TValue> values);
            WriteEntries(ref w, map, StackBuffer<TKey>.Of(ref keys).Slice(0, count), StackBuffer<TValue>.Of(ref values).Slice(0, count));
        }

        private void WriteEntries(ref JsonWriter w, TMap map, scoped Span<TKey> keys, scoped Span<TValue> values)
        {
            CopyTo(map, keys, values);
            bool isSorted = w.IsText && !IsOrdered && keys.Length > 1;
            if (!JsonKinds.IsKey(_key.Schema.Kind))
            {
                WritePairs(ref w, keys, values, isSorted);
                return;
            }
            if (isSorted)
                SortByKey(ref w, keys, values);
            WriteMembers(ref w, keys, values);
        }

        // Before the values are written: which occurrence of an object is the first is known only after everything before it has its final
        // position, and any value may have kept members with references.
        private void SortByKey(ref JsonWriter w, scoped Span<TKey> keys, scoped Span<TValue> values)
        {
            ScratchMark mark = w.Mark();
            Span<int> starts = w.Rent<int>(keys.Length);
            int position = w.Position;
            JsonTag? type = w.TakeType();
            w.BeginObject();
            for (int i = 0; i < keys.Length; i++)
                starts[i] = WriteKey(ref w, keys[i]);
            int[] order = w.OrderOf(starts, JsonKinds.IsNumber(_key.Schema.Kind));
            w.EndObject();
            w.Rewind(position, type);
            Span<TKey> oldKeys = w.Rent<TKey>(keys.Length);
            Span<TValue> oldValues = w.Rent<TValue>(values.Length);
            keys.CopyTo(oldKeys);
            values.CopyTo(oldValues);
            for (int i = 0; i < order.Length; i++)
            {
                keys[i] = oldKeys[order[i]];
                values[i] = oldValues[order[i]];
            }
            w.Release(mark);
        }

        private int WriteKey(ref JsonWriter w, TKey key)
        {
            int start = w.BeginKey();
            _key.WriteJsonKey(ref w, key);
            if (w.Identities != null)
                w.EscapeDollar(start);
            w.EndKey(start);
            return start;
        }

        private void WriteMembers(ref JsonWriter w, scoped ReadOnlySpan<TKey> keys, scoped ReadOnlySpan<TValue> values)
        {
            w.BeginObject();
            for (int i = 0; i < keys.Length; i++)
            {
                WriteKey(ref w, keys[i]);
                _value.WriteJson(ref w, values[i]);
            }
            w.EndObject();
        }

        // Keys that cannot be property names: objects with Key and Value, like a list of pairs.
        private void WritePairs(ref JsonWriter w, scoped ReadOnlySpan<TKey> keys, scoped ReadOnlySpan<TValue> values, bool isSorted)
        {
            JsonName[] names = JsonForm.Pair.For(w.Options).All;
            isSorted &= References == References.None;
            ScratchMark mark = isSorted ? w.Mark() : default;
            Span<int> starts = isSorted ? w.Rent<int>(keys.Length) : default;
            w.BeginArray();
            for (int i = 0; i < keys.Length; i++)
            {
                w.NextElement();
                if (!starts.IsEmpty)
                    starts[i] = w.Position;
                w.BeginObject();
                w.WriteName(names[0]);
                _key.WriteJson(ref w, keys[i]);
                w.WriteName(names[1]);
                _value.WriteJson(ref w, values[i]);
                w.EndObject();
            }
            if (isSorted)
            {
                w.Sort(starts, false);
                w.Release(mark);
            }
            w.EndArray();
        }

        internal sealed override bool IsJsonList => !JsonKinds.IsKey(_key.Schema.Kind);

        internal sealed override int FitOwnJson(ref JsonReader r) =>
            IsJsonList ? JsonKeys.FitPairs(ref r, _key.Schema) : base.FitOwnJson(ref r);

        internal sealed override bool IsJsonMap => JsonKinds.IsKey(_key.Schema.Kind);

        internal sealed override bool HasKeyLike(TMap? map, string tag)
        {
            if (!IsOfText)
                return false;
            var keys = new TKey[Count(map!)];
            CopyTo(map!, keys, new TValue[keys.Length]);
            return Array.Exists(keys, key => key is string text && (text == tag || text.StartsWith("$", StringComparison.Ordinal)));
        }

        internal sealed override TMap? ReadJsonMap(ref JsonReader r)
        {
            if (r.Graph != null)
                return ReadWithIdentity(ref r, true);
            r.BeginObject();
            return ReadEntries(ref r, default, default, isObject: true, isStrict: false, mayTellType: true);
        }

        // As in System.Text.Json, the identity of a map is one of its keys. Kitbag itself writes none here. It escapes such keys if the
        // root type can reach tracked objects, and does not if it cannot.
        private TMap ReadWithIdentity(ref JsonReader r, bool mayTellType)
        {
            bool mayHoldText = MayHoldText(r.Options);
            if (mayTellType ? r.PeekIsReference() : JsonGraphReader.Of(ref r).IsReference(ref r, mayHoldText))
                return JsonReferences.Read(ref r, this)!;
            r.Peek();
            int start = r.Position;
            bool isInside = false, mayHaveId = mayTellType || JsonGraphReader.Of(ref r).IsIdentity(ref r, mayHoldText);
            r.BeginObject();
            string? id = mayHaveId ? r.ReadIdentity(out isInside) : null;
            TMap map = ReadEntries(ref r, default, default, isObject: true, isStrict: false, mayTellType, isInside);
            if (id != null)
                JsonGraphReader.Of(ref r).Add(id, this, map!, start);
            return map;
        }

        // Whether a value may be written as a string, as ids are.
        private bool MayHoldText(KitbagJsonOptions options) => _value.MayBeginJson((byte)'"', options)
            || _value.Schema is { Kind: SchemaKind.Sequence, Element: { Kind: SchemaKind.Byte } };

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public override TMap? ReadJson(ref JsonReader r)
        {
            byte first = r.Peek();
            if (first == 'n' && r.TryReadNull())
                return null;
            bool isObject = JsonKinds.IsKey(_key.Schema.Kind);
            if (first != (isObject ? '{' : '['))
                return ReadOtherJson(ref r, isObject);
            return isObject && r.Graph != null ? ReadWithIdentity(ref r, false) : ReadEntries(ref r, isObject);
        }

        private TMap ReadEntries(ref JsonReader r, bool isObject, bool isStrict = false)
        {
            if (isObject)
                r.BeginObject();
            else
                r.BeginArray();
            return StackBuffer<TKey>.Fits && StackBuffer<TValue>.Fits
                ? ReadOnStack(ref r, isObject, isStrict)
                : ReadEntries(ref r, default, default, isObject, isStrict);
        }

        private TMap ReadOnStack(ref JsonReader r, bool isObject, bool isStrict)
        {
            Unsafe.SkipInit(out StackBuffer<TKey> keys);
            Unsafe.SkipInit(out StackBuffer<TValue> values);
            return ReadEntries(ref r, StackBuffer<TKey>.Of(ref keys), StackBuffer<TValue>.Of(ref values), isObject, isStrict);
        }

        private TMap ReadEntries(ref JsonReader r, scoped Span<TKey> keys, scoped Span<TValue> values, bool isObject, bool isStrict,
            bool mayTellType = false, bool isInside = false)
        {
            int few = keys.Length, count = 0;
            ScratchMark mark = default;
            for (int next = isInside ? 1 : 0; isObject ? r.NextKey(next) : r.NextElement(next); next++)
            {
                if (mayTellType && r.TryPassTag())
                    continue;
                if (count == keys.Length)
                {
                    if (count == few)
                        mark = r.Mark();
                    keys = r.Grow(keys);
                    values = r.Grow(values);
                }
                if (!isObject)
                {
                    if (!ReadPair(ref r, out keys[count], out values[count], isStrict))
                        count++;
                    continue;
                }
                keys[count] = JsonKeys.Read(ref r, _key);
                r.ReadColon();
                values[count] = _value.ReadJson(ref r);
                if (!r.IsLeftOut)
                    count++;
            }
            if (r.Graph != null && (References & References.AsKeys) != 0)
                JsonGraphReader.Of(ref r).ReadPending(ref r);
            TMap map = CreateWith(keys.Slice(0, count), values.Slice(0, count), r.Options.Duplicates == KitbagJsonDuplicates.LastWins, null,
                count > KeyWork.Few ? r.KeyWork : KeyWork.None);
            if (keys.Length != few)
                r.Release(mark);
            return map;
        }

        // In strict mode, the key of the pair is required. Returns whether the entry is dropped.
        private bool ReadPair(ref JsonReader r, out TKey key, out TValue value, bool isStrict)
        {
            bool hasKey = !isStrict, isLeftOut = false;
            key = default!;
            value = default!;
            r.BeginObject();
            var members = new JsonMemberReader(JsonForm.Pair.For(r.Options), false);
            while (members.Next(ref r))
            {
                hasKey |= members.Index == 0;
                if (members.Index == 0)
                    key = ReadPairKey(ref r);
                else
                    value = _value.ReadJson(ref r);
                isLeftOut |= r.IsLeftOut;
            }
            if (!hasKey)
                throw r.Error(KitbagErrorReason.SchemaMismatch,
                    "The object has no member 'Key', so it is not an entry of a dictionary.");
            return isLeftOut;
        }

        private TKey ReadPairKey(ref JsonReader r)
        {
            r.Peek();
            int start = r.Position;
            TKey key = _key.ReadJson(ref r);
            if (r.IsDropped && !r.IsLeftOut)
            {
                KitbagException e = Entries.UnknownKey();
                e.MoveTo(start);
                throw e;
            }
            return key;
        }

        internal sealed override void CheckJson(ref JsonReader r)
        {
            r.BeginObject();
            for (int i = 0; r.NextKey(i); i++)
            {
                r.ReadMemberName();
                CheckJson(ref r, _value);
            }
        }

        // If keys are not text, the elements are objects with a key and a value.
        internal sealed override Codec? PartOfJson(ref JsonReader r, string? name) => name == null ? this
            : !JsonKinds.IsKey(_key.Schema.Kind) && JsonForm.Pair.For(r.Options).Find(name, r.Options.CaseInsensitive) == 0 ? _key : _value;

        private protected sealed override TMap? Extend(ref JsonReader r, TMap? current)
        {
            int start = r.Position;
            TMap? read = ReadJson(ref r);
            // Null may be written as an array of one element.
            if (read == null || current is not IDictionary<TKey, TValue> { IsReadOnly: false } target)
                return read;
            var keys = new TKey[Count(read)];
            var values = new TValue[keys.Length];
            CopyTo(read, keys, values);
            if (JsonGraphReader.ChangesOf(ref r) is { } changes)
                changes.Later(start, SetAll, target, (keys, values));
            else
                SetAll(target, (keys, values));
            return current;
        }

        private static void SetAll(IDictionary<TKey, TValue> target, (TKey[] Keys, TValue[] Values) read)
        {
            for (int i = 0; i < read.Keys.Length; i++)
                target[read.Keys[i]] = read.Values[i];
        }

        internal override void ReadJsonInto(ref JsonReader r, TMap? target)
        {
            int start = r.Position;
            TMap read = ReadJson(ref r)
                ?? throw r.Error(KitbagErrorReason.SchemaMismatch, "The text holds null, which cannot populate a map.");
            if (JsonGraphReader.ChangesOf(ref r) is { } changes)
                changes.Later(start, Populate, target!, read);
            else
                Populate(target!, read);
        }
    }
}
