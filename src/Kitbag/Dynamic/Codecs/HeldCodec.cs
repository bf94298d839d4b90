using System;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>A value of a type that has null already, where a nullable around it has a null of its own.</summary>
    internal readonly struct Held
    {
        public Held(object? value) => Value = value;

        public object? Value { get; }
    }

    /// <summary>The codec of such values.</summary>
    internal sealed class HeldCodec : Codec<Held>
    {
        private readonly Codec<object?> _inner;

        public HeldCodec(Codec<object?> inner) => _inner = inner;

        protected override SchemaType CreateSchema() => _inner.Schema;

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) => _inner.Resolve(writer, builder);

        internal override References References => _inner.References;

        internal override int RowCost => _inner.RowCost;

        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, Held value) =>
            _inner.WriteSlot(ref w, ref row, ref at, value.Value);

        public override void WritePayload(ref WireWriter w, Held value) => _inner.WritePayload(ref w, value.Value);

        public override Held ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) =>
            new Held(_inner.ReadSlotByPlan(ref r, slot, plan));

        public override bool HasNonDefault(ReadOnlySpan<Held> values)
        {
            foreach (Held value in values)
            {
                if (!_inner.IsDefault(value.Value))
                    return true;
            }
            return false;
        }

        public override void WriteColumn(ref WireWriter w, ReadOnlySpan<Held> values)
        {
            ScratchMark mark = w.Mark();
            _inner.WriteColumn(ref w, Unwrap(ref w, values));
            w.Release(mark);
        }

        private static Span<object?> Unwrap(scoped ref WireWriter w, ReadOnlySpan<Held> values)
        {
            Span<object?> inner = w.Rent<object?>(values.Length);
            for (int i = 0; i < values.Length; i++)
                inner[i] = values[i].Value;
            return inner;
        }

        public override void ReadColumn(ref WireReader r, Span<Held> values, ReadPlan? plan)
        {
            ScratchMark mark = r.Mark();
            Span<object?> inner = r.Rent<object?>(values.Length);
            _inner.ReadColumnByPlan(ref r, inner, plan);
            for (int i = 0; i < values.Length; i++)
                values[i] = new Held(inner[i]);
            r.Release(mark);
        }

        public override void Discover(ref WireWriter w, ReadOnlySpan<Held> values)
        {
            if (References != References.None)
                _inner.Discover(ref w, Unwrap(ref w, values));
        }

        public override void WriteJson(ref JsonWriter w, Held value) => _inner.WriteJson(ref w, value.Value);

        public override Held ReadJson(ref JsonReader r) => new Held(_inner.ReadJson(ref r));

        internal override void CheckJson(ref JsonReader r) => _inner.CheckJson(ref r);

        internal override bool IsAnyJson => _inner.IsAnyJson;

        internal override bool MayBeginJson(byte first, KitbagJsonOptions options) => _inner.MayBeginJson(first, options);
    }
}
