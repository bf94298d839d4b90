using System;
using System.Collections.Generic;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>Reads and writes objects of a type of a schema, like generated code does for a class of the program.</summary>
    internal abstract class MembersCodec<T> : ObjectCodec<T>, IMembersCodec
    {
        private readonly SchemaType _type;
        private readonly bool _isTracked;
        // The member that contains unknown members, or -1.
        private readonly int _store;
        private readonly MemberOrder _order;
        private SlotShape[] _slots = Array.Empty<SlotShape>();
        private BoxingCodec[] _members = Array.Empty<BoxingCodec>();

        protected MembersCodec(SchemaType type, JsonNotes? notes)
            : base(type.Name, type.IsTracked)
        {
            _type = type;
            _isTracked = type.IsTracked;
            _order = new MemberOrder(type, notes);
            _store = Array.FindIndex(type.MemberArray, SchemaForms.IsStore);
        }

        SchemaType IMembersCodec.Type => _type;

        /// <summary>The codecs of the members; set once, after that of the object was made, for they may refer to it.</summary>
        public BoxingCodec[] MemberCodecs
        {
            get => _members;
            set
            {
                _members = value;
                _slots = Array.ConvertAll(_type.MemberArray, m => m.Type.Slot);
            }
        }

        protected int MemberCount => _type.MemberArray.Length;

        /// <summary>The members of an object that is not null.</summary>
        protected abstract MemberValues MembersOf(T value);

        protected abstract T Make(MemberValues members);

        /// <summary>Replaces the members of an existing object.</summary>
        protected virtual void SetMembers(T target, MemberValues members) => throw CannotPopulate();

        protected sealed override SchemaType CreateSchema() => _type;

        // Objects of all classes have one type here.
        internal sealed override bool TryRefer(object found, Codec codec, out T value) =>
            base.TryRefer(found, codec, out value) && codec == this;

        protected sealed override void Describe(ObjectDescription description)
        {
            for (int i = 0; i < _members.Length; i++)
                description.AddOne(_type.MemberArray[i].Name, _members[i]);
        }

        private MemberValues ValuesOf(T? value) => value is null ? default : MembersOf(value);

        // The values of an object, to be changed: some members of a tracked one are read after all others.
        private object?[] BoxesOf(T? value)
        {
            MemberValues values = ValuesOf(value);
            return values.Boxes ?? values.ToBoxes(_members.Length);
        }

        // A tracked object exists before its members are read.
        private T Place(T? target, MemberValues members)
        {
            if (target is null || typeof(T).IsValueType)
                return Make(members);
            SetMembers(target, members);
            return target;
        }

        public sealed override void WriteRow(ref WireWriter w, T value)
        {
            MemberValues values = MembersOf(value);
            int controlBytes = SlotTable.ControlBytes(_type.ControlBits), at = controlBytes, bit = 0;
            ref byte row = ref w.Reserve(_type.MaxRowBytes + 8);
            for (int i = 0; i < controlBytes; i++)
                Slots.At(ref row, i) = 0;
            for (int i = 0; i < _members.Length; i++)
            {
                uint code = _members[i].WriteSlot(ref w, ref row, ref at, values[i]) << (bit & 7);
                Slots.At(ref row, bit >> 3) |= (byte)code;
                if (code > byte.MaxValue)
                    Slots.At(ref row, (bit >> 3) + 1) |= (byte)(code >> 8);
                bit += _slots[i].ControlBits;
            }
            w.Advance(at);
            for (int i = 0; i < _members.Length; i++)
                _members[i].WritePayload(ref w, values[i]);
        }

        private protected sealed override bool ReadsRowsInPlace => false;

        public sealed override T ReadRow(ref WireReader r, T? target)
        {
            ScratchMark mark = r.Mark();
            Span<SlotValue> slots = r.Rent<SlotValue>(_members.Length);
            var reader = new SlotReader(ref r, _type.ControlBits);
            for (int i = 0; i < slots.Length; i++)
                slots[i] = reader.Next(ref r, _slots[i]);
            object?[] values = typeof(T).IsValueType ? new object?[_members.Length] : BoxesOf(target);
            for (int i = 0; i < slots.Length; i++)
            {
                // Most members of rows are default, which null is.
                if (slots[i].IsPresent)
                    values[i] = _members[i].ReadSlot(ref r, slots[i], null);
            }
            r.Release(mark);
            return Place(target, new MemberValues(values));
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
                    column[k] = MembersOf(all[k])[i];
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
            bool isKept = objects.Count != 0, isWhole = true;
            MemberColumn[] columns = isKept ? new MemberColumn[_members.Length] : Array.Empty<MemberColumn>();
            for (int i = 0; i < _members.Length; i++)
            {
                ScratchMark mark = r.Mark();
                MemberColumn? column = _members[i].ReadMember(ref r, ref members, isKept);
                if (column != null)
                    columns[i] = column;
                else
                    isWhole = false;
                if (!members.IsRow)
                    r.Release(mark);
            }
            SegmentedSpan<T> all = objects;
            for (int index = 0; all.Next(out Span<T> segment);)
            {
                for (int k = 0; k < segment.Length; k++, index++)
                {
                    T? target = populate ? segment[k] : default;
                    try
                    {
                        segment[k] = Place(target, isWhole ? new MemberValues(columns, index) : Joined(target, columns, index));
                    }
                    catch (KitbagException e)
                    {
                        throw e.At(index).RefusedBy(this);
                    }
                }
            }
            objects.Skip();
        }

        // The values that an object has, and those that were read.
        private MemberValues Joined(T? target, MemberColumn?[] columns, int index)
        {
            object?[] values = BoxesOf(target);
            for (int i = 0; i < values.Length; i++)
            {
                if (columns[i] is { } column)
                    values[i] = column.ValueAt(index);
            }
            return new MemberValues(values);
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
                        column[count++] = MembersOf(value)[i];
                }
                _members[i].DiscoverMember(ref w, column, count);
                w.Release(mark);
            }
        }

        protected sealed override void DescribeJson(JsonMembers members)
        {
            if (_store >= 0)
                members.KeepUnknown();
            _order.Describe(members);
        }

        protected sealed override void WriteMembers(ref JsonWriter w, JsonName[] names, T value)
        {
            MemberValues values = ValuesOf(value);
            values.WriteJson(ref w, names, _members, _order);
            if (_store >= 0)
                UnknownJson.Write(ref w, names, values[_store] is KitbagUnknown unknown ? unknown : default);
        }

        protected sealed override void ReadMembers(ref JsonReader r, ref JsonMemberReader members, ref T value, bool populate)
        {
            object?[] values = BoxesOf(value);
            value = Place(value, new MemberValues(values));
            JsonUnknownMembers others = default;
            while (members.Next(ref r))
            {
                if (members.Index < _order.Count)
                    values[_order[members.Index]] = _members[_order[members.Index]].ReadJson(ref r);
                else
                    others.Add(ref r);
            }
            if (others.Any)
                values[_store] = UnknownJson.Read(ref r, others, default);
        }
    }

    /// <summary>Objects of a class.</summary>
    internal sealed class ObjectsCodec : MembersCodec<ObjectValue>
    {
        public ObjectsCodec(SchemaType type, JsonNotes? notes)
            : base(type, notes)
        {
        }

        protected override MemberValues MembersOf(ObjectValue value) => value.Codec == this ? value.Members
            : throw new KitbagException(KitbagErrorReason.SchemaMismatch, "Expected a '" + KitbagException.Cut(Schema.Name) + "', found a '"
                + KitbagException.Cut(value.Codec.Type.Name) + "'.");

        protected override ObjectValue Make(MemberValues members) => new ObjectValue(this, members);

        protected override void SetMembers(ObjectValue target, MemberValues members) => target.Members = members;

        protected override ObjectValue CreateEmpty() => Make(default);
    }

    /// <summary>Structs that are no records.</summary>
    internal sealed class StructsCodec : MembersCodec<StructValue>
    {
        public StructsCodec(SchemaType type, JsonNotes? notes)
            : base(type, notes)
        {
        }

        protected override MemberValues MembersOf(StructValue value) => value.Members;

        protected override StructValue Make(MemberValues members) => new StructValue(members, MemberCount);
    }
}
