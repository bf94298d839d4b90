using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>Records of a type of a schema, as their memory images.</summary>
    internal sealed class RecordsCodec : Codec<RecordValue>
    {
        // Unsafe: a row has room for the record. No workload of bench/ has it.

        private readonly SchemaType _type;
        private readonly Codec[] _fields;
        private readonly bool _isVector;
        private readonly JsonMembers _json = new JsonMembers();

        public RecordsCodec(SchemaType type, Codec[] fields, bool isVector)
        {
            _type = type;
            _fields = fields;
            _isVector = isVector;
            foreach (SchemaMember member in type.MemberArray)
            {
                if (member.Name.IndexOf(' ') >= 0)
                    _json.AddFixed(member.Name);
                else
                    _json.Add(member.Name);
            }
        }

        private ReadOnlySpan<byte> ImageOf(RecordValue value) => value.Images == null ? new byte[_type.Size] : value.Image;

        protected override SchemaType CreateSchema() => _type;

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) => null;

        internal override int RowCost => Cost.ArrayHeader + _type.Size;

        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, RecordValue value)
        {
            if (!Defaults.AnyByte(value.Image))
                return 0;
            Unsafe.CopyBlockUnaligned(ref Slots.At(ref row, at), ref value.Images![value.Offset], (uint)_type.Size);
            at += _type.Size;
            return 1;
        }

        public override RecordValue ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) =>
            slot.Offset < 0 ? default : Of(r.Data.Slice(slot.Offset, _type.Size).ToArray());

        private RecordValue Of(byte[] image) => new RecordValue(image, 0, image.Length);

        public override bool HasNonDefault(ReadOnlySpan<RecordValue> values)
        {
            foreach (RecordValue value in values)
            {
                if (Defaults.AnyByte(value.Image))
                    return true;
            }
            return false;
        }

        public override void WriteColumn(ref WireWriter w, ReadOnlySpan<RecordValue> values)
        {
            if (values.IsEmpty)
                return;
            ScratchMark mark = w.Mark();
            Span<byte> image = w.Rent<byte>(ByteCount.Of(values.Length, _type.Size));
            for (int i = 0; i < values.Length; i++)
                ImageOf(values[i]).CopyTo(image.Slice(i * _type.Size));
            FixedColumn.Write(ref w, image, _type.Size);
            w.Release(mark);
        }

        public override void ReadColumn(ref WireReader r, Span<RecordValue> values, ReadPlan? plan)
        {
            if (values.IsEmpty)
                return;
            int length = Sizes.Product(ref r, values.Length, _type.Size);
            r.Charge(Cost.ArrayHeader + (long)length);
            var images = new byte[length];
            FixedColumn.Read(ref r, images, _type.Size);
            for (int i = 0; i < values.Length; i++)
                values[i] = new RecordValue(images, i * _type.Size, _type.Size);
        }

        internal override bool IsJsonObject => !_isVector;

        public override void WriteJson(ref JsonWriter w, RecordValue value) => WriteJson(ref w, ImageOf(value));

        private void WriteJson(ref JsonWriter w, ReadOnlySpan<byte> image)
        {
            JsonName[] names = _json.For(w.Options).All;
            if (_isVector)
                w.BeginArray();
            else
                w.BeginObject();
            for (int i = 0; i < _fields.Length; i++)
            {
                ReadOnlySpan<byte> field = image.Slice(0, _type.MemberArray[i].Type.Size);
                image = image.Slice(field.Length);
                if (!_isVector && w.OmitsDefaults && !Defaults.AnyByte(field))
                    continue;
                if (_isVector)
                    w.NextElement(true);
                else
                    w.WriteName(names[i]);
                if (_fields[i] is RecordsCodec record)
                    record.WriteJson(ref w, field);
                else
                    _fields[i].WriteJsonImage(ref w, ref MemoryMarshal.GetReference(field));
            }
            if (_isVector)
                w.EndArray(true);
            else
                w.EndObject();
        }

        public override RecordValue ReadJson(ref JsonReader r)
        {
            var image = new byte[_type.Size];
            ReadJson(ref r, image);
            return Of(image);
        }

        private void ReadJson(ref JsonReader r, Span<byte> image)
        {
            if (r.Peek() == '[')
            {
                r.BeginArray();
                int count = 0;
                for (; r.NextElement(count); count++)
                {
                    if (count == _fields.Length)
                        throw r.Unexpected("no more elements than a '" + KitbagException.Cut(_type.Name) + "' has fields");
                    ReadField(ref r, count, image);
                }
                if (count != _fields.Length)
                    throw r.Unexpected("as many elements as a '" + KitbagException.Cut(_type.Name) + "' has fields");
                return;
            }
            r.BeginObject();
            var members = new JsonMemberReader(_json.For(r.Options), r.Options.Duplicates == KitbagJsonDuplicates.Refuse);
            while (members.Next(ref r))
                ReadField(ref r, members.Index, image);
        }

        private void ReadField(ref JsonReader r, int index, Span<byte> image)
        {
            int offset = 0;
            for (int i = 0; i < index; i++)
                offset += _type.MemberArray[i].Type.Size;
            Span<byte> field = image.Slice(offset, _type.MemberArray[index].Type.Size);
            if (_fields[index] is RecordsCodec record)
                record.ReadJson(ref r, field);
            else
                _fields[index].ReadJsonImage(ref r, ref MemoryMarshal.GetReference(field));
        }
    }
}
