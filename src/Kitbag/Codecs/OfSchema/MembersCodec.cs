using System;
using System.Collections.Generic;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>Objects of a type of a schema: what generated code does for a class of the program.</summary>
    internal abstract class MembersCodec<T> : ObjectCodec<T>, IMembersCodec
    {
        private readonly SchemaType _type;
        private readonly bool _isTracked;
        private Codec<object?>[] _members = Array.Empty<Codec<object?>>();

        protected MembersCodec(SchemaType type)
            : base(type.Name, type.IsTracked)
        {
            _type = type;
            _isTracked = type.IsTracked;
        }

        SchemaType IMembersCodec.Type => _type;

        /// <summary>The codecs of the members; set once, after that of the object was made, for they may refer to it.</summary>
        public Codec<object?>[] MemberCodecs
        {
            get => _members;
            set => _members = value;
        }

        protected int MemberCount => _type.MemberArray.Length;

        /// <summary>The members of an object that is not null; null where all are default.</summary>
        protected abstract object?[]? ValuesOf(T value);

        protected abstract T Make(object?[] values);

        protected sealed override SchemaType CreateSchema() => _type;

        protected sealed override void Describe(ObjectDescription description)
        {
            for (int i = 0; i < _members.Length; i++)
                description.AddOne(_type.MemberArray[i].Name, _members[i]);
        }

        private object? ValueOf(T value, int member) => value is null || ValuesOf(value) is not { } values ? null : values[member];

        public sealed override void WriteRow(ref WireWriter w, T value)
        {
            object?[]? values = ValuesOf(value);
            int controlBytes = SlotTable.ControlBytes(_type.ControlBits), at = controlBytes, bit = 0;
            ref byte row = ref w.Reserve(_type.MaxRowBytes + 8);
            for (int i = 0; i < controlBytes; i++)
                Slots.At(ref row, i) = 0;
            for (int i = 0; i < _members.Length; i++)
            {
                uint code = _members[i].WriteSlot(ref w, ref row, ref at, values?[i]) << (bit & 7);
                Slots.At(ref row, bit >> 3) |= (byte)code;
                if (code > byte.MaxValue)
                    Slots.At(ref row, (bit >> 3) + 1) |= (byte)(code >> 8);
                bit += _type.MemberArray[i].Type.Slot.ControlBits;
            }
            w.Advance(at);
            for (int i = 0; i < _members.Length; i++)
                _members[i].WritePayload(ref w, values?[i]);
        }

        private protected sealed override bool ReadsRowsInPlace => false;

        public sealed override T ReadRow(ref WireReader r, T? target)
        {
            ScratchMark mark = r.Mark();
            Span<SlotValue> slots = r.Rent<SlotValue>(_members.Length);
            var reader = new SlotReader(ref r, _type.ControlBits);
            for (int i = 0; i < slots.Length; i++)
                slots[i] = reader.Next(ref r, _type.MemberArray[i].Type.Slot);
            object?[] values = target is null || typeof(T).IsValueType ? new object?[_members.Length] : ValuesOf(target)!;
            for (int i = 0; i < slots.Length; i++)
            {
                // Most members of rows are default, which null is.
                if (slots[i].IsPresent)
                    values[i] = _members[i].ReadSlot(ref r, slots[i], null);
            }
            r.Release(mark);
            return target is null || typeof(T).IsValueType ? Make(values) : target;
        }

        protected sealed override bool WriteGroup(ref WireWriter w, ref SegmentedSpan<T> objects)
        {
            ReadOnlySpan<T> all = objects.TakeAll(ref w);
            foreach (T value in all)
            {
                if (value is null)
                    return false;
            }
            Span<object?> columns = w.Rent<object?>(all.Length * _members.Length);
            Span<bool> present = w.Rent<bool>(_members.Length);
            for (int i = 0; i < present.Length; i++)
            {
                Span<object?> column = columns.Slice(i * all.Length, all.Length);
                for (int k = 0; k < column.Length; k++)
                    column[k] = ValueOf(all[k], i);
                present[i] = _members[i].HasNonDefault(column);
            }
            objects.WriteNoNulls(ref w);
            w.WriteBits(present);
            for (int i = 0; i < present.Length; i++)
            {
                if (present[i])
                    _members[i].WriteColumn(ref w, columns.Slice(i * all.Length, all.Length));
            }
            return true;
        }

        protected sealed override void ReadGroup(ref WireReader r, ref GroupReader members, ref SegmentedSpan<T> objects, bool populate)
        {
            bool isNew = !populate || typeof(T).IsValueType;
            SegmentedSpan<T> all = objects;
            while (isNew && all.Next(out Span<T> segment))
            {
                for (int k = 0; k < segment.Length; k++)
                    segment[k] = Make(new object?[_members.Length]);
            }
            for (int i = 0; i < _members.Length; i++)
            {
                ScratchMark mark = r.Mark();
                Span<object?> column = members.Read(ref r, _members[i]).Values;
                all = objects;
                for (int at = 0; !column.IsEmpty && all.Next(out Span<T> segment);)
                {
                    foreach (T one in segment)
                        ValuesOf(one)![i] = column[at++];
                }
                if (!members.IsRow)
                    r.Release(mark);
            }
            objects.Skip();
        }

        public sealed override void Discover(ref WireWriter w, ReadOnlySpan<T> values)
        {
            if (!_isTracked && References == References.None)
                return;
            for (int i = 0; i < _members.Length; i++)
            {
                if (_members[i].References == References.None)
                    continue;
                ScratchMark mark = w.Mark();
                Column<object?> column = _members[i].Rent(ref w, values.Length);
                int count = 0;
                foreach (T value in values)
                {
                    if (value is not null)
                        column[count++] = ValueOf(value, i);
                }
                column.Discover(ref w, count);
                w.Release(mark);
            }
        }

        protected sealed override void DescribeJson(JsonMembers members)
        {
            foreach (SchemaMember member in _type.MemberArray)
            {
                if (member.Name.IndexOf(' ') >= 0)
                    members.AddFixed(member.Name);
                else
                    members.Add(member.Name);
            }
        }

        protected sealed override void WriteMembers(ref JsonWriter w, JsonName[] names, T value)
        {
            object?[]? values = value is null ? null : ValuesOf(value);
            for (int i = 0; i < names.Length; i++)
                _members[i].WriteMember(ref w, names[i], values?[i]);
        }

        protected sealed override void ReadMembers(ref JsonReader r, ref JsonMemberReader members, ref T value, bool populate)
        {
            // One that is tracked is there before its members are read.
            object?[] values;
            if (value is not null && ValuesOf(value) is { } existing)
                values = existing;
            else
                value = Make(values = new object?[_members.Length]);
            while (members.Next(ref r))
                values[members.Index] = _members[members.Index].ReadJson(ref r);
        }
    }

    /// <summary>Objects of a class.</summary>
    internal sealed class ObjectsCodec : MembersCodec<ObjectValue>
    {
        public ObjectsCodec(SchemaType type)
            : base(type)
        {
        }

        protected override object?[] ValuesOf(ObjectValue value) => value.Codec == this ? value.Values
            : throw new KitbagException(KitbagErrorReason.SchemaMismatch, "Expected a '" + KitbagException.Cut(Schema.Name) + "', found a '"
                + KitbagException.Cut(value.Codec.Type.Name) + "'.");

        protected override ObjectValue Make(object?[] values) => new ObjectValue(this, values);

        protected override ObjectValue CreateEmpty() => Make(new object?[MemberCount]);
    }

    /// <summary>Structs that are no records.</summary>
    internal sealed class StructsCodec : MembersCodec<StructValue>
    {
        public StructsCodec(SchemaType type)
            : base(type)
        {
        }

        protected override object?[]? ValuesOf(StructValue value) => value.Values;

        protected override StructValue Make(object?[] values) => new StructValue(values);
    }
}
