using System;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// The codec of references within unknown members. They are read from a <see cref="KeptSource"/>, and written into
    /// <see cref="KeptTargetsBuilder"/>: both number the objects of one block only.
    /// </summary>
    internal sealed class KeptReferenceCodec : Codec<KeptReference?>
    {
        private readonly SchemaType _type;

        public KeptReferenceCodec(SchemaType type) => _type = type;

        // Two blocks whose members have the same names number their types differently.
        private string Name => _type.Element!.Name;

        protected override SchemaType CreateSchema() => _type;

        internal override bool IsStoredAsText => false;

        internal override bool IsJsonObject => true;

        internal override int RowCost => Cost.ObjectHeader + 2 * Cost.Reference;

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) =>
            writer.Kind == SchemaKind.Reference && writer.Element!.Name == Name ? null : throw builder.Mismatch(writer, Schema);

        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, KeptReference? value) =>
            Slots.PutWord32(ref row, ref at, PrefixOf(ref w, value));

        private uint PrefixOf(ref WireWriter w, KeptReference? value) =>
            value == null ? 0 : ((KeptTargetsBuilder)w.Graph!).IndexOf(Name, value) + 1;

        public override KeptReference? ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) => Find(ref r, (uint)slot.Bits);

        private KeptReference? Find(ref WireReader r, uint prefix) => prefix == 0 ? null : ((KeptSource)r.Graph!).Find(ref r, Name, prefix);

        public override void WriteColumn(ref WireWriter w, ReadOnlySpan<KeptReference?> values)
        {
            ScratchMark mark = w.Mark();
            Span<uint> prefixes = w.Rent<uint>(values.Length);
            for (int i = 0; i < values.Length; i++)
                prefixes[i] = PrefixOf(ref w, values[i]);
            IntegerColumn.Write(ref w, MemoryMarshal.AsBytes(prefixes), IntegerKind.UInt32);
            w.Release(mark);
        }

        public override void ReadColumn(ref WireReader r, Span<KeptReference?> values, ReadPlan? plan)
        {
            ScratchMark mark = r.Mark();
            r.Charge(values.Length * (long)RowCost);
            Span<uint> prefixes = r.Rent<uint>(values.Length);
            IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(prefixes), IntegerKind.UInt32);
            for (int i = 0; i < values.Length; i++)
                values[i] = Find(ref r, prefixes[i]);
            r.Release(mark);
        }

        public override void WriteJson(ref JsonWriter w, KeptReference? value)
        {
            if (value?.Value == null)
                w.WriteNull();
            else
                value.Codec!.TrackedType!.Reference.WriteJsonObject(ref w, value.Value);
        }

        public override KeptReference? ReadJson(ref JsonReader r) => throw new KitbagException(KitbagErrorReason.NotSupported,
            "A reference of a member that the program lacks cannot be read from JSON.");
    }
}
