using System;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>A codec of structs around the values of another codec, which are stored as they would be without them.</summary>
    /// <typeparam name="T">The struct.</typeparam>
    internal abstract class WrappedCodec<T> : Codec<T>
    {
        // The part of the allocation budget that a struct uses in addition to its value.
        private readonly int _cost;

        protected WrappedCodec(Codec<object?> inner, int cost)
        {
            Inner = inner;
            _cost = cost;
        }

        protected Codec<object?> Inner { get; }

        protected abstract T Wrap(object? value);

        protected abstract object? Unwrap(T value);

        protected override SchemaType CreateSchema() => Inner.Schema;

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) => Inner.Resolve(writer, builder);

        internal override References References => Inner.References;

        internal override int RowCost => Inner.RowCost + _cost;

        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, T value) =>
            Inner.WriteSlot(ref w, ref row, ref at, Unwrap(value));

        public override void WritePayload(ref WireWriter w, T value) => Inner.WritePayload(ref w, Unwrap(value));

        public override T ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) => Wrap(Inner.ReadSlotByPlan(ref r, slot, plan));

        public override void WriteColumn(ref WireWriter w, ReadOnlySpan<T> values)
        {
            ScratchMark mark = w.Mark();
            Inner.WriteColumn(ref w, UnwrapAll(ref w, values));
            w.Release(mark);
        }

        private Span<object?> UnwrapAll(scoped ref WireWriter w, ReadOnlySpan<T> values)
        {
            Span<object?> inner = w.Rent<object?>(values.Length);
            for (int i = 0; i < values.Length; i++)
                inner[i] = Unwrap(values[i]);
            return inner;
        }

        public override void ReadColumn(ref WireReader r, Span<T> values, ReadPlan? plan)
        {
            ScratchMark mark = r.Mark();
            r.Charge(values.Length * (long)_cost);
            Span<object?> inner = r.Rent<object?>(values.Length);
            Inner.ReadColumnByPlan(ref r, inner, plan);
            for (int i = 0; i < values.Length; i++)
                values[i] = Wrap(inner[i]);
            r.Release(mark);
        }

        public override void Discover(ref WireWriter w, ReadOnlySpan<T> values)
        {
            if (References != References.None)
                Inner.Discover(ref w, UnwrapAll(ref w, values));
        }

        public override void WriteJson(ref JsonWriter w, T value) => Inner.WriteJson(ref w, Unwrap(value));

        public override T ReadJson(ref JsonReader r) => Wrap(Inner.ReadJson(ref r));

        internal override void CheckJson(ref JsonReader r) => Inner.CheckJson(ref r);

        internal override void FindJsonObjects(ref JsonReader r, JsonObjectTypes types) => Inner.FindJsonObjects(ref r, types);

        internal override JsonPending? NewPending(ref JsonReader r) => Inner.NewPending(ref r);

        internal override bool IsAnyJson => Inner.IsAnyJson;

        internal override bool MayBeginJson(byte first, KitbagJsonOptions options) => Inner.MayBeginJson(first, options);
    }
}
