using System;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>A union of classes: the object itself says which one it has.</summary>
    internal sealed class ClassUnionCodec : UnionCodec<ObjectValue>
    {
        private readonly SchemaType _type;

        public ClassUnionCodec(SchemaType type, UnionCase<ObjectValue>[] cases)
            : base(type.Name, cases, false) => _type = type;

        private protected override uint NumberOfOther(ObjectValue value)
        {
            SchemaMember[] cases = _type.MemberArray;
            for (int i = 0; i < cases.Length; i++)
            {
                SchemaType one = cases[i].Type.Kind == SchemaKind.Reference ? cases[i].Type.Element! : cases[i].Type;
                if (one == value.Codec.Type)
                    return (uint)i + 1;
            }
            throw new KitbagException(KitbagErrorReason.SchemaMismatch, "Found a '" + KitbagException.Cut(value.Codec.Type.Name)
                + "', which is no case of '" + KitbagException.Cut(_type.Name) + "'.");
        }
    }

    /// <summary>A union that has cases other than classes.</summary>
    internal sealed class MixedUnionCodec : UnionCodec<UnionValue>
    {
        public MixedUnionCodec(SchemaType type, UnionCase<UnionValue>[] cases)
            : base(type.Name, cases, false)
        {
        }

        private protected override uint NumberOfOther(UnionValue value) => value.Number;
    }

    /// <summary>One case of such a union.</summary>
    internal sealed class CaseCodec : Codec<UnionValue>
    {
        private readonly Codec<object?> _inner;
        private readonly uint _number;

        public CaseCodec(Codec<object?> inner, uint number)
        {
            _inner = inner;
            _number = number;
        }

        private UnionValue Wrap(object? value) => new UnionValue(_number, value);

        protected override SchemaType CreateSchema() => _inner.Schema;

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) => _inner.Resolve(writer, builder);

        internal override References References => _inner.References;

        internal override int RowCost => _inner.RowCost + 32;

        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, UnionValue value) =>
            _inner.WriteSlot(ref w, ref row, ref at, value.Value);

        public override void WritePayload(ref WireWriter w, UnionValue value) => _inner.WritePayload(ref w, value.Value);

        public override UnionValue ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) =>
            Wrap(_inner.ReadSlotByPlan(ref r, slot, plan));

        public override void WriteColumn(ref WireWriter w, ReadOnlySpan<UnionValue> values)
        {
            ScratchMark mark = w.Mark();
            _inner.WriteColumn(ref w, Unwrap(ref w, values));
            w.Release(mark);
        }

        private static Span<object?> Unwrap(scoped ref WireWriter w, ReadOnlySpan<UnionValue> values)
        {
            Span<object?> inner = w.Rent<object?>(values.Length);
            for (int i = 0; i < values.Length; i++)
                inner[i] = values[i].Value;
            return inner;
        }

        public override void ReadColumn(ref WireReader r, Span<UnionValue> values, ReadPlan? plan)
        {
            ScratchMark mark = r.Mark();
            r.Charge(values.Length * 32L);
            Span<object?> inner = r.Rent<object?>(values.Length);
            _inner.ReadColumnByPlan(ref r, inner, plan);
            for (int i = 0; i < values.Length; i++)
                values[i] = Wrap(inner[i]);
            r.Release(mark);
        }

        public override void Discover(ref WireWriter w, ReadOnlySpan<UnionValue> values)
        {
            if (References != References.None)
                _inner.Discover(ref w, Unwrap(ref w, values));
        }

        internal override void WriteRoot(ref WireWriter w, UnionValue value) => _inner.WriteRoot(ref w, value.Value);

        internal override UnionValue ReadRoot(ref WireReader r, ReadPlan? plan) => Wrap(_inner.ReadRootByPlan(ref r, plan));

        public override void WriteJson(ref JsonWriter w, UnionValue value) => _inner.WriteJson(ref w, value.Value);

        public override UnionValue ReadJson(ref JsonReader r) => Wrap(_inner.ReadJson(ref r));

        internal override void CheckJson(ref JsonReader r) => _inner.CheckJson(ref r);

        internal override bool IsJsonObject => _inner.IsJsonObject;

        internal override bool IsJsonList => _inner.IsJsonList;

        internal override bool IsJsonMap => _inner.IsJsonMap;

        internal override bool IsAnyJson => _inner.IsAnyJson;

        internal override bool MayBeginJson(byte first, KitbagJsonOptions options) => _inner.MayBeginJson(first, options);

        internal override bool HasKeyLike(UnionValue value, string tag) => _inner.HasKeyLike(value.Value, tag);

        internal override UnionValue ReadJsonMap(ref JsonReader r) => Wrap(_inner.ReadJsonMap(ref r));
    }
}
