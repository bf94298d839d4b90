using System;
using System.Collections.Generic;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    // Values of type object in JSON: written directly if they are read back as the same type, otherwise together with their type.
    public sealed partial class AnyValueCodec
    {
        private static readonly JsonName s_type = new JsonName(JsonForm.TypeName);

        internal override bool IsJsonObject => false;

        internal override bool IsAnyJson => true;

        internal override bool MayBeginJson(byte first, KitbagJsonOptions options) => true;

        internal override bool IsJsonType(string name) => Kinds.OfJson(name) != null;

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, object value)
        {
            switch (value)
            {
                case null:
                    w.WriteNull();
                    break;
                case bool truth:
                    w.WriteBoolean(truth);
                    break;
                case string text:
                    w.WriteString(text);
                    break;
                case int number:
                    w.WriteInteger(number);
                    break;
                case long number when number is < int.MinValue or > int.MaxValue:
                    w.WriteInteger(number);
                    break;
                case ulong number when number > long.MaxValue:
                    w.WriteInteger(number);
                    break;
                case double number when !double.IsNaN(number) && !double.IsInfinity(number):
                    w.WriteReal(number);
                    break;
                case List<object?> list when Kinds.Of(value) != null:
                    Kinds.Lists.WriteJson(ref w, list);
                    break;
                // Derived classes may have further state, and are no kinds.
                case Dictionary<string, object?> map when Kinds.Of(value) != null:
                    if (!HasDollar(map))
                    {
                        Kinds.Maps.WriteJson(ref w, map);
                        break;
                    }
                    w.BeginObject();
                    w.WriteName(s_type);
                    w.WriteString(Kinds.MapName);
                    w.WriteName(JsonForm.Case.For(w.Options).All[0]);
                    Kinds.Maps.WriteJson(ref w, map);
                    w.EndObject();
                    break;
                default:
                    (Kinds.Of(value) ?? throw AnyValueKinds.NotHeld(value)).Case.WriteJson(ref w, value, s_type);
                    break;
            }
        }

        // Such a key could be mistaken for a type discriminator or an identity.
        private static bool HasDollar(Dictionary<string, object?> map)
        {
            foreach (string key in map.Keys)
            {
                if (key.StartsWith('$'))
                    return true;
            }
            return false;
        }

        /// <inheritdoc/>
        public override object ReadJson(ref JsonReader r)
        {
            switch (r.Peek())
            {
                case (byte)'n':
                    r.TryReadNull();
                    return null!;
                case (byte)'t' or (byte)'f':
                    return r.ReadBoolean();
                case (byte)'"':
                    return StringCodec.Instance.ReadJson(ref r)!;
                case (byte)'[':
                    return Kinds.Lists.ReadJson(ref r)!;
                case (byte)'{':
                    return ReadTaggedOrMap(ref r);
                default:
                    return ReadJsonNumber(ref r);
            }
        }

        private object ReadTaggedOrMap(ref JsonReader r)
        {
            if (!r.PeekFirstMemberIs("\"$type\""u8))
                return Kinds.Maps.ReadJson(ref r)!;
            string? type = r.PeekType(s_type, out bool isNumber);
            if (!isNumber && type != null && Kinds.OfJson(type) is { } kind)
                return kind.Case.ReadJson(ref r);
            if (r.Options.UnknownCases == KitbagUnknownCases.Refuse)
                throw r.Error(KitbagErrorReason.SchemaMismatch, "Found \"$type\": \"" + KitbagException.Cut(type ?? "")
                    + "\" where an 'object' is declared; add [assembly: KitbagSerializable(typeof(...))] for the type that it means.");
            r.Skip();
            return null!;
        }

        private static object ReadJsonNumber(ref JsonReader r)
        {
            int start = r.Position;
            ReadOnlySpan<byte> text = r.ReadNumberBytes();
            if (text.IndexOfAny((byte)'.', (byte)'e', (byte)'E') < 0 && text.Length <= 20)
            {
                bool isNegative = text[0] == '-';
                ulong size = 0;
                bool fits = true;
                foreach (byte digit in text.Slice(isNegative ? 1 : 0))
                {
                    var next = (uint)(digit - '0');
                    fits &= size <= (ulong.MaxValue - next) / 10;
                    size = size * 10 + next;
                }
                if (fits && size <= (isNegative ? 1UL << 31 : int.MaxValue))
                    return isNegative ? (int)-(long)size : (int)size;
                if (fits && size <= (isNegative ? 1UL << 63 : long.MaxValue))
                    return isNegative ? (long)(0 - size) : (long)size;
                if (fits && !isNegative)
                    return size;
            }
            r.MoveTo(start);
            return r.ReadDouble();
        }

        internal override void ReadJsonInto(ref JsonReader r, object target) => RefuseToPopulate(true);
    }
}
