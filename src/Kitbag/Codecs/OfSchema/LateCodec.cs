using System;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Represents the codec of the elements of a tracked collection. It is found when it is first needed, because it may refer to the
    /// collection.
    /// </summary>
    internal sealed class LateCodec : Codec<object?>
    {
        private readonly SchemaType _type;
        private readonly Func<Codec<object?>> _find;
        private Codec<object?>? _inner;

        public LateCodec(SchemaType type, Func<Codec<object?>> find)
        {
            _type = type;
            _find = find;
        }

        private Codec<object?> Inner => _inner ??= _find();

        protected override SchemaType CreateSchema() => _type;

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) => Inner.Resolve(writer, builder);

        internal override References References => Inner.References;

        internal override Codec? TrackedCodec => Inner.TrackedCodec;

        internal override int RowCost => Inner.RowCost;

        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, object? value) =>
            Inner.WriteSlot(ref w, ref row, ref at, value);

        public override void WritePayload(ref WireWriter w, object? value) => Inner.WritePayload(ref w, value);

        public override object? ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) => Inner.ReadSlotByPlan(ref r, slot, plan);

        public override void WriteColumn(ref WireWriter w, ReadOnlySpan<object?> values) => Inner.WriteColumn(ref w, values);

        public override void ReadColumn(ref WireReader r, Span<object?> values, ReadPlan? plan) =>
            Inner.ReadColumnByPlan(ref r, values, plan);

        public override bool HasNonDefault(ReadOnlySpan<object?> values) => Inner.HasNonDefault(values);

        internal override bool IsDefaultInJson(ref JsonWriter w, object? value) => Inner.IsDefaultInJson(ref w, value);

        public override void Discover(ref WireWriter w, ReadOnlySpan<object?> values) => Inner.Discover(ref w, values);

        public override void WriteJson(ref JsonWriter w, object? value) => Inner.WriteJson(ref w, value);

        public override object? ReadJson(ref JsonReader r) => Inner.ReadJson(ref r);

        internal override void CheckJson(ref JsonReader r) => Inner.CheckJson(ref r);

        internal override void FindJsonObjects(ref JsonReader r, JsonObjectTypes types) => Inner.FindJsonObjects(ref r, types);

        internal override bool MayBeginJson(byte first, KitbagJsonOptions options) => Inner.MayBeginJson(first, options);

        internal override void WriteJsonKey(ref JsonWriter w, object? value) => Inner.WriteJsonKey(ref w, value);

        internal override JsonPending? NewPending(ref JsonReader r) => Inner.NewPending(ref r);
    }
}
