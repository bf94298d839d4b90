using System;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// The codec of tracked objects of classes that the program lacks. It has the form of a generated codec of a class without members
    /// that keeps unknown members.
    /// </summary>
    internal sealed class UnknownObjectCodec : ObjectCodec<UnknownObject>
    {
        private UnknownObjectCodec()
            : base(SchemaForms.StoreName, isTracked: true)
        {
        }

        /// <summary>Creates the only codec.</summary>
        public static UnknownObjectCodec Create()
        {
            var codec = new UnknownObjectCodec();
            // Creates the operations on tracked objects.
            _ = new ReferenceCodec<UnknownObject>(() => codec).TrackedCodec;
            return codec;
        }

        protected override void Describe(ObjectDescription description) => description.Add(SchemaForms.StoreName, UnknownCodec.Instance)
            .Predict();

        protected override SchemaType CreateSchema() => UnknownObjectType.Instance;

        public override void WriteRow(ref WireWriter w, UnknownObject value)
        {
            uint prefix = UnknownCodec.Instance.LengthPrefix(value.Members);
            ref byte row = ref w.Reserve(SlotTable.ControlBytes(2) + sizeof(uint) + sizeof(ulong));
            int at = 1;
            uint bits = prefix == 0 ? 0 : Slots.PutWord32(ref row, ref at, prefix);
            Slots.EndRow(ref w, ref row, at, bits, 1);
            if (prefix != 0)
                UnknownCodec.Instance.WritePayload(ref w, value.Members, prefix);
        }

        public override UnknownObject ReadRow(ref WireReader r, UnknownObject? target)
        {
            ref byte row = ref r.BeginRow(out int end);
            int at = 1;
            uint bits = Slots.Control32(ref row, end);
            UnknownObject value = target ?? new UnknownObject();
            uint prefix = (bits & 3) == 0 ? 0 : Slots.TakeWord32(ref row, ref at, end, bits);
            r.EndRow(at);
            value.Members = prefix == 0 ? default : UnknownCodec.Instance.ReadPayload(ref r, prefix, null);
            return value;
        }

        protected override bool WriteGroup(ref WireWriter w, ref SegmentedSpan<UnknownObject> objects)
        {
            int i = 0;
            ColumnWriter group = ColumnWriter.Of(ref w, 1, objects);
            UnknownColumnBuilder members = group.RentUnknown();
            while (objects.Next(out Span<UnknownObject> part))
            {
                foreach (UnknownObject value in part)
                    members.Add(ref w, i++, value.Members);
            }
            while (group.Next(ref w))
                group.Write(ref w, 0, members);
            return true;
        }

        protected override void ReadGroup(ref WireReader r, ref GroupReader members, ref SegmentedSpan<UnknownObject> objects,
            bool populate)
        {
            int i = 0;
            UnknownColumn column = UnknownCodec.Read(ref r, ref members);
            while (objects.Next(out Span<UnknownObject> part))
            {
                foreach (ref UnknownObject each in part)
                {
                    UnknownObject value = populate ? each : new UnknownObject();
                    if (column.Has(i))
                        value.Members = column[i];
                    each = value;
                    i++;
                }
            }
        }

        protected override UnknownObject CreateEmpty() => new UnknownObject();

        protected override KitbagUnknown UnknownOf(UnknownObject value) => value.Members;

        protected override void SetUnknown(UnknownObject value, KitbagUnknown unknown) => value.Members = unknown;

        protected override void DescribeJson(JsonMembers members) => members.KeepUnknown();

        // Its type discriminator, or the member that refers to it, says which class it has.
        protected override void WriteMembers(ref JsonWriter w, JsonName[] names, UnknownObject value) =>
            UnknownJson.Write(ref w, names, value.Members, mayStandIn: false);

        protected override void ReadMembers(ref JsonReader r, ref JsonMemberReader members, ref UnknownObject value, bool populate) =>
            throw new KitbagException(KitbagErrorReason.NotSupported,
                "An object of a class that the program lacks cannot be read from JSON.");
    }
}
