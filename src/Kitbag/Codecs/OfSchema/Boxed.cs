using System;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>A codec of objects around that of a type.</summary>
    internal abstract class BoxingCodec : Codec<object?>
    {
        /// <summary>Reads a member of the objects of a group as its own type.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="members">The reader of the group.</param>
        /// <param name="isKept">Whether objects are created for it; otherwise the bytes are only checked.</param>
        /// <returns>The values, or null if they are not kept, or if the member is read at another time.</returns>
        public abstract MemberColumn? ReadMember(ref WireReader r, ref GroupReader members, bool isKept);
    }

    /// <summary>
    /// Adapts a codec to objects, so that codecs can be combined according to a schema without a type argument for each of its types. Null
    /// is the default of a value type.
    /// </summary>
    internal sealed class Boxed<T> : BoxingCodec
    {
        private readonly Codec<T> _inner;

        public Boxed(Codec<T> inner) => _inner = inner;

        protected override SchemaType CreateSchema() => _inner.Schema;

        private protected override CanonicalSchema CreateDocument() => _inner.Document;

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) => _inner.Resolve(writer, builder);

        internal override References References => _inner.References;

        internal override Codec? TrackedCodec => _inner.TrackedCodec;

        internal override Codec? CopiedCodecOf(object value) => _inner.CopiedCodecOf(value);

        internal override int RowCost => _inner.RowCost + (typeof(T).IsValueType ? BoxSize : 0);

        private static int BoxSize => Cost.ObjectHeader + Cost.Aligned<T>();

        private T Unbox(object? value) => value is T one ? one : value is null ? default! : throw Other(value);

        // JSON with references may name an object of another type.
        private KitbagException Other(object value) => new KitbagException(KitbagErrorReason.SchemaMismatch,
            "Expected a '" + _inner.Schema + "', found "
                + (value is ObjectValue other ? "a '" + KitbagException.Cut(other.Codec.Type.Name) + "'." : "a value of another type."));

        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, object? value) =>
            _inner.WriteSlot(ref w, ref row, ref at, Unbox(value));

        public override void WritePayload(ref WireWriter w, object? value) => _inner.WritePayload(ref w, Unbox(value));

        public override object? ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) =>
            _inner.ReadSlotByPlan(ref r, slot, plan);

        public override void WriteColumn(ref WireWriter w, ReadOnlySpan<object?> values)
        {
            if (values.IsEmpty)
                return;
            ScratchMark mark = w.Mark();
            _inner.WriteColumn(ref w, Unbox(ref w, values));
            w.Release(mark);
        }

        private Span<T> Unbox(scoped ref WireWriter w, ReadOnlySpan<object?> values)
        {
            Span<T> unboxed = w.Rent<T>(values.Length);
            for (int i = 0; i < values.Length; i++)
                unboxed[i] = Unbox(values[i]);
            return unboxed;
        }

        public override void ReadColumn(ref WireReader r, Span<object?> values, ReadPlan? plan)
        {
            if (values.IsEmpty)
                return;
            // Objects are read directly into their destination, so values there already have the type.
            if (!typeof(T).IsValueType)
            {
                _inner.ReadColumnByPlan(ref r, Spans.Retype<object?, T>(values, values.Length), plan);
                return;
            }
            ScratchMark mark = r.Mark();
            if (plan?.Check == null)
                r.Charge((long)values.Length * BoxSize);
            Span<T> unboxed = r.Rent<T>(values.Length);
            _inner.ReadColumnByPlan(ref r, unboxed, plan);
            for (int i = 0; i < values.Length; i++)
                values[i] = unboxed[i];
            r.Release(mark);
        }

        public override MemberColumn? ReadMember(ref WireReader r, ref GroupReader members, bool isKept)
        {
            Span<T> values = members.Read(ref r, _inner).Values;
            if (!isKept || values.IsEmpty)
                return null;
            r.Charge(Cost.ArrayHeader + values.Length * (long)Cost.Of<T>());
            return new MemberColumn<T>(_inner, values.ToArray());
        }

        public override void Discover(ref WireWriter w, ReadOnlySpan<object?> values)
        {
            if (References == References.None || values.IsEmpty)
                return;
            _inner.Discover(ref w, Unbox(ref w, values));
        }

        public override bool HasNonDefault(ReadOnlySpan<object?> values)
        {
            foreach (object? value in values)
            {
                if (!typeof(T).IsValueType)
                {
                    if (value is not null)
                        return true;
                    continue;
                }
                T one = Unbox(value);
                if (_inner.HasNonDefault(MemoryMarshal.CreateReadOnlySpan(ref one, 1)))
                    return true;
            }
            return false;
        }

        internal override bool IsDefaultInJson(ref JsonWriter w, object? value) =>
            typeof(T).IsValueType ? _inner.IsDefaultInJson(ref w, Unbox(value)) : value is null;

        internal override bool IsNullRoot(object? value) => _inner.IsNullRoot(Unbox(value));

        internal override void WriteRoot(ref WireWriter w, object? value) => _inner.WriteRoot(ref w, Unbox(value));

        internal override object? ReadRoot(ref WireReader r, ReadPlan? plan) => _inner.ReadRootByPlan(ref r, plan);

        internal override object? ReadNullRoot(ref WireReader r, ReadPlan? plan) => _inner.ReadNullRootObject(ref r, plan);

        public override void WriteJson(ref JsonWriter w, object? value) => _inner.WriteJson(ref w, Unbox(value));

        public override object? ReadJson(ref JsonReader r) => _inner.ReadJson(ref r);

        internal override void CheckJson(ref JsonReader r) => _inner.CheckJson(ref r);

        internal override void FindJsonObjects(ref JsonReader r, JsonObjectTypes types) => _inner.FindJsonObjects(ref r, types);

        internal override bool IsJsonObject => _inner.IsJsonObject;

        internal override bool IsJsonList => _inner.IsJsonList;

        internal override bool IsJsonMap => _inner.IsJsonMap;

        internal override bool IsAnyJson => _inner.IsAnyJson;

        internal override bool HoldsUnregistered => _inner.HoldsUnregistered;

        internal override bool IsJsonType(string name) => _inner.IsJsonType(name);

        internal override bool MayBeginJson(byte first, KitbagJsonOptions options) => _inner.MayBeginJson(first, options);

        internal override bool HasKeyLike(object? value, string tag) => _inner.HasKeyLike(Unbox(value), tag);

        internal override object? ReadJsonMap(ref JsonReader r) => _inner.ReadJsonMap(ref r);

        internal override void WriteJsonKey(ref JsonWriter w, object? value) => _inner.WriteJsonKey(ref w, Unbox(value));

        internal override object? ReadJsonEntry(ref JsonReader r) => _inner.ReadJsonEntry(ref r);

        internal override JsonPending? NewPending(ref JsonReader r) => _inner.NewPending(ref r);
    }
}
