using System;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Json;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    // Structs without references in JSON: an object, or an array for vectors.
    public sealed partial class RecordCodec<T>
    {
        // Unsafe: the fields of a record are read and written in place (bench/: json-save-game).

        private JsonMembers Json
        {
            get
            {
                if (_json == null)
                {
                    var json = new JsonMembers { NameInCode = name => Array.Find(_fields, one => one.JsonName == name)?.Name };
                    foreach (RecordField one in _fields)
                    {
                        if (one.JsonName == null)
                            json.Add(one.Name);
                        else
                            json.AddFixed(one.JsonName);
                        foreach (string former in one.FormerNames)
                            json.AddFormer(former);
                    }
                    _json = json;
                }
                return _json;
            }
        }

        /// <summary>The names of properties that the struct computes, separated by spaces; they are skipped. For generated code.</summary>
        public string JsonSkipped
        {
            init => Json.AddSkipped(value);
        }

        internal override bool IsJsonObject => !IsVector;

        internal override bool HasJsonName(string name, KitbagJsonOptions options) =>
            JsonForm?.HasJsonName(name, options) ?? (!IsVector && Json.For(options).Has(name));

        // Documents that are written to JSON without their types have arrays for all types that may be those of System.Numerics. A program
        // may have replaced one of these by a struct of its own.
        private bool IsArrayInJson => IsVector || SchemaForms.IsVector(Schema) || SchemaForms.HasVectorFields(Schema);

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, T value)
        {
            if (JsonForm != null)
            {
                JsonForm.WriteJson(ref w, value);
                return;
            }
            ref byte image = ref Unsafe.As<T, byte>(ref value);
            if (IsVector)
            {
                w.BeginArray();
                foreach (RecordField field in _fields)
                {
                    w.NextElement(true);
                    field.Codec.WriteJsonImage(ref w, ref image);
                    image = ref Unsafe.Add(ref image, field.Codec.Schema.Size);
                }
                w.EndArray(true);
                return;
            }
            T initial = w.OmitsDefaults ? Initial : default;
            ref byte first = ref Unsafe.As<T, byte>(ref initial);
            JsonName[] names = Json.For(w.Options).All;
            int offset = 0;
            w.BeginObject();
            for (int i = 0; i < names.Length; i++)
            {
                Codec codec = _fields[i].Codec;
                int size = codec.Schema.Size;
                if (!w.OmitsDefaults || _required[i] || AnyByte(ref image, offset, size) || AnyByte(ref first, offset, size))
                {
                    w.WriteName(names[i]);
                    codec.WriteJsonImage(ref w, ref Unsafe.Add(ref image, offset));
                }
                offset += size;
            }
            w.EndObject();
        }

        private static bool AnyByte(ref byte image, int offset, int size) =>
            Defaults.AnyByte(MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref image, offset), size));

        internal override int FitOwnJson(ref JsonReader r) => JsonForm != null ? JsonForm.FitOwnJson(ref r)
            : r.Peek() == '{' ? CountUnknown(ref r, Json.For(r.Options)) : r.Peek() == '[' && IsArrayInJson ? 0 : -1;

        /// <inheritdoc/>
        public override T ReadJson(ref JsonReader r)
        {
            if (IsUnusualInJson && TryReadUnusual(ref r, out T read))
                return read;
            T value = Initial;
            ref byte image = ref Unsafe.As<T, byte>(ref value);
            bool isArray = r.Peek() == '[';
            if (isArray && !IsArrayInJson)
                return ReadJsonOfOne(ref r);
            if (isArray)
            {
                r.BeginArray();
                int count = 0;
                for (; count < _fields.Length && r.NextElement(count); count++)
                {
                    _fields[count].Codec.ReadJsonImage(ref r, ref image);
                    image = ref Unsafe.Add(ref image, _fields[count].Codec.Schema.Size);
                }
                if (count < _fields.Length || r.NextElement(count))
                    throw r.Error(KitbagErrorReason.SchemaMismatch,
                        "Found an array of " + (count < _fields.Length ? "fewer" : "more") + " numbers than the "
                        + _fields.Length.ToString(CultureInfo.InvariantCulture) + " of a '" + _name + "'.");
                return value;
            }
            JsonNames names = Json.For(r.Options);
            // The struct may have been a tracked class when the text was written.
            bool mayHaveIdentity = r.Graph != null && !names.HasGraphName, isInside = false;
            if (mayHaveIdentity && r.PeekIsReference())
                return JsonReferences.Read(ref r, this);
            int start = r.Position;
            r.BeginObject();
            string? id = mayHaveIdentity ? r.ReadIdentity(out isInside) : null;
            var members = new JsonMemberReader(names, r.Options.Duplicates == KitbagJsonDuplicates.Refuse, isInside);
            ReadAllFields(ref r, ref members, ref image);
            if (id != null)
                JsonGraphReader.Of(ref r).Add(id, this, value, start);
            return value;
        }

        // JSON of another form, or of another type in older texts.
        private bool TryReadUnusual(ref JsonReader r, out T value)
        {
            if (TryMigrateJson(ref r, out value))
                return true;
            if (JsonForm == null)
                return false;
            value = JsonForm.ReadJson(ref r);
            return true;
        }

        private protected override T Extend(ref JsonReader r, T current)
        {
            if (JsonForm != null)
                return JsonForm.ExtendJson(ref r, current, true);
            bool isArray = r.Peek() == '[';
            if (isArray && IsArrayInJson)
                return ReadJson(ref r);
            if (isArray)
                r.TryBeginOne();
            r.BeginObject();
            var members = new JsonMemberReader(Json.For(r.Options), r.Options.Duplicates == KitbagJsonDuplicates.Refuse);
            ReadFields(ref r, ref members, ref Unsafe.As<T, byte>(ref current), default);
            if (isArray)
                r.EndOne();
            return current;
        }

        internal override void CheckJson(ref JsonReader r)
        {
            if (JsonForm != null)
                JsonForm.CheckJson(ref r);
            else
                ReadJson(ref r);
        }

        internal override T ReadJsonEntry(ref JsonReader r)
        {
            if (JsonForm != null)
                return JsonForm.ReadJsonEntry(ref r);
            T value = Initial;
            JsonMemberReader members = JsonMemberReader.OfEntry(ref r, Json.For(r.Options),
                Schema.IsPair && JsonKinds.IsText(Schema.KeyOfPair.Kind));
            ReadAllFields(ref r, ref members, ref Unsafe.As<T, byte>(ref value));
            return value;
        }

        private void ReadAllFields(ref JsonReader r, ref JsonMemberReader members, ref byte image)
        {
            if (_hasRequired)
                ReadRequired(ref r, ref members, ref image);
            else
                ReadFields(ref r, ref members, ref image, default);
        }

        private void ReadFields(ref JsonReader r, ref JsonMemberReader members, ref byte image, scoped Span<bool> lacking)
        {
            while (members.Next(ref r))
            {
                int offset = 0;
                for (int i = 0; i < members.Index; i++)
                    offset += _fields[i].Codec.Schema.Size;
                _fields[members.Index].Codec.ReadJsonImage(ref r, ref Unsafe.Add(ref image, offset));
                if (!lacking.IsEmpty)
                    lacking[members.Index] = false;
            }
        }

        private void ReadRequired(ref JsonReader r, ref JsonMemberReader members, ref byte image)
        {
            Span<bool> lacking = _fields.Length <= 64 ? stackalloc bool[64] : new bool[_fields.Length];
            _required.CopyTo(lacking);
            ReadFields(ref r, ref members, ref image, lacking);
            int first = lacking.IndexOf(true);
            if (first >= 0)
                throw ObjectDescription.MissingRequiredMember(ref r, _fields[first].Name, Json.For(r.Options).All[first].Text, _name);
        }
    }
}
