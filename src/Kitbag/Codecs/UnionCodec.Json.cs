using System;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    // Values of a base class or an interface in JSON: an object with a type discriminator.
    public partial class UnionCodec<T>
    {
        internal override bool IsAnyJson => _any >= 0;

        // Objects without a discriminator are of the base class itself, or of the only class if the base is abstract; -1 if neither exists.
        private int UntypedCase => _own >= 0 ? _own : _only >= 0 && _cases[_only].Codec.IsJsonObject ? _only : -1;

        internal override bool MayBeginJson(byte first, KitbagJsonOptions options) => _any >= 0 || base.MayBeginJson(first, options);

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, T? value)
        {
            uint number = LengthPrefix(value);
            if (number == 0)
            {
                w.WriteNull();
                return;
            }
            UnionCase<T> one = _cases[number - 1];
            (one.JsonFallback < 0 ? one : _cases[one.JsonFallback]).WriteJson(ref w, value!, _property);
        }

        /// <inheritdoc/>
        public override void CompleteMigrated(ref JsonReader r, ref T? value)
        {
            if (_prefixes.TryGetValue(value!.GetType(), out uint number))
                _cases[number - 1].CompleteMigrated(ref r, value);
        }

        internal override int FitOwnJson(ref JsonReader r)
        {
            if (r.Peek() != '{' || PeekType(ref r, out bool isNumber) != null)
                return base.FitOwnJson(ref r);
            int untyped = UntypedCase;
            return untyped >= 0 ? _cases[untyped].Codec.FitJson(ref r) : -1;
        }

        /// <inheritdoc/>
        public override T? ReadJson(ref JsonReader r)
        {
            if (r.TryReadNull())
                return default;
            if (OwnMigrations != null && TryMigrateJson(ref r, out T? migrated))
                return migrated;
            if (r.PeekIsReference())
                return ReadReference(ref r);
            string? type = PeekType(ref r, out bool isNumber);
            if (type == null && _any < 0 && r.Peek() == '[')
                return ReadJsonOfOne(ref r);
            int index = CaseOf(ref r, type, isNumber, r.Options.UnknownCases != KitbagUnknownCases.Refuse && default(T) is null);
            if (index < 0)
            {
                r.Drop();
                return default;
            }
            return index == _other ? ReadStandIn(ref r) : ReadCase(ref r, _cases[index], _property);
        }

        private static T ReadCase(ref JsonReader r, UnionCase<T> one, JsonName tag)
        {
            if (ReferenceEquals(tag, s_type))
                return one.ReadJson(ref r);
            JsonName? outer = r.BeginTag(tag, out int depth);
            T value = one.ReadJson(ref r);
            r.EndTag(outer, depth);
            return value;
        }

        private T? ReadReference(ref JsonReader r)
        {
            if (r.Options.UnknownCases == KitbagUnknownCases.Refuse || default(T) is not null || !MeansUnknown(ref r))
                return JsonReferences.Read<T?>(ref r, this);
            r.Drop();
            return default;
        }

        // Whether the next reference refers to an object of a type that the program does not have.
        private bool MeansUnknown(ref JsonReader r)
        {
            var here = new JsonPosition(r.Position, r.Depth);
            string id = r.ReadReference();
            bool isUnknown = false;
            if (JsonGraphReader.Of(ref r).Find(id) == null)
            {
                r.MoveTo(JsonGraphReader.Of(ref r).PlaceOf(ref r, id, here.Offset));
                isUnknown = PeekType(ref r, out bool isNumber) is { } type && CaseOf(ref r, type, isNumber, true) < 0;
            }
            r.MoveTo(here);
            return isUnknown;
        }

        // If the object precedes the reference in a part of the text that is read later, and its declared type is a concrete one, then it
        // has no discriminator.
        internal override JsonPending? NewPending(ref JsonReader r)
        {
            string? type = PeekType(ref r, out bool isNumber);
            Codec? codec = type == null ? JsonGraphReader.Of(ref r).CodecOfObject(ref r) : null;
            return (codec ?? _cases[CaseOf(ref r, type, isNumber)].Codec).NewPending(ref r);
        }

        internal override void FindJsonObjects(ref JsonReader r, JsonObjectTypes types)
        {
            string? type = null;
            bool isNumber = false;
            if (r.Peek() == '{')
            {
                if (types.Record(ref r, this, false))
                    return;
                type = PeekType(ref r, out isNumber);
            }
            int index = type == null ? UntypedCase : _names.FindJson(type, isNumber);
            if (index < 0)
            {
                r.Skip();
                return;
            }
            if (index == _other)
                index = KnownCase(ref r);
            JsonName? outer = r.BeginTag(_property, out int depth);
            types.FindIn(ref r, _cases[index].Codec);
            r.EndTag(outer, depth);
        }

        internal override void CheckJson(ref JsonReader r)
        {
            int index = CaseOf(ref r, PeekType(ref r, out bool isNumber), isNumber);
            CheckJson(ref r, _cases[index == _other ? KnownCase(ref r) : index].Codec);
        }

        // Texts from before the discriminator was renamed have $type.
        private string? PeekType(ref JsonReader r, out bool isNumber)
        {
            string? type = r.PeekType(_property, out isNumber);
            return type != null || ReferenceEquals(_property, s_type) ? type : r.PeekType(s_type, out isNumber);
        }

        private protected override T? Extend(ref JsonReader r, T? current)
        {
            if (r.PeekIsReference())
                return ReadReference(ref r);
            ReadJsonInto(ref r, current);
            return current;
        }

        internal override void ReadJsonInto(ref JsonReader r, T? target)
        {
            bool isOne = r.TryBeginOne();
            if (r.TryReadNull())
                throw r.Error(KitbagErrorReason.SchemaMismatch, "The text holds null, which cannot populate an object.");
            if (r.PeekIsReference())
                throw r.Error(KitbagErrorReason.NotSupported, "Found a \"$ref\" where an object is to be populated.");
            // JSON without a discriminator is assumed to have the type of the populated object.
            string? type = PeekType(ref r, out bool isNumber);
            int index = type == null ? (int)LengthPrefix(target) - 1 : CaseOf(ref r, type, isNumber);
            JsonName tag = _property;
            if (index == _other)
                tag = TagOf(index = KnownCase(ref r));
            if (_cases[index].Type != target!.GetType())
                throw r.Error(KitbagErrorReason.SchemaMismatch,
                    "The text holds a '" + _cases[index].Name + "', which cannot populate a '" + TypeText.Of(target.GetType()) + "'.");
            JsonName? outer = r.BeginTag(tag, out int depth);
            _cases[index].ReadJsonInto(ref r, target);
            r.EndTag(outer, depth);
            if (isOne)
                r.EndOne();
        }

        private int CaseOf(ref JsonReader r, string? type, bool isNumber, bool mayBeUnknown = false)
        {
            if (type != null)
            {
                if (_any >= 0 && !isNumber && _cases[_any].Codec.IsJsonType(type))
                    return _any;
                int index = _names.FindJson(type, isNumber);
                if (index >= 0)
                    return index;
                if (!IgnoresUnknown && mayBeUnknown)
                    return -1;
                if (!IgnoresUnknown)
                    throw r.Error(KitbagErrorReason.SchemaMismatch,
                        "Found \"" + Discriminator + "\": \"" + type + "\" where a '" + _name + "' is expected; " + _names.Advice(type));
            }
            int untyped = UntypedCase;
            return untyped >= 0 && (untyped == _own || r.Peek() == '{')
                ? untyped
                : throw r.Error(KitbagErrorReason.SchemaMismatch,
                    "Expected an object with a member \"" + Discriminator + "\" that tells which '" + _name + "' it is; there is none.");
        }
    }
}
