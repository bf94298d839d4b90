using System;
using System.ComponentModel;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Hands out the members of objects one after the other, in the writer's order, as columns of the reader's types. Where they
    /// come from, columns, a single row of another schema or a record's memory image, generated code does not see.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ref struct GroupReader
    {
        private static readonly byte[] s_both = { 3 };

        private readonly ReadPlan _plan;
        private readonly SchemaMember[] _members;
        private readonly int[] _targets;
        private readonly int _count;
        private readonly ReadOnlySpan<byte> _bits;
        private readonly Span<SlotValue> _slots;
        private readonly ReadOnlySpan<byte> _image;
        private readonly SchemaKind _source;
        private int _step, _imageOffset;

        private GroupReader(ReadPlan plan, int count, SchemaKind source, ReadOnlySpan<byte> bits, Span<SlotValue> slots, ReadOnlySpan<byte> image)
        {
            _plan = plan;
            _members = plan.Writer.MemberArray;
            _targets = plan.Targets;
            _count = count;
            _source = source;
            _bits = bits;
            _slots = slots;
            _image = image;
            _step = -1;
            _imageOffset = 0;
        }

        internal static GroupReader OfColumns(scoped ref WireReader r, ReadPlan plan, int count) =>
            new GroupReader(plan, count, SchemaKind.Sequence, r.ReadMask(plan.Targets.Length), default, default);

        internal static GroupReader OfRow(ReadPlan plan, Span<SlotValue> slots) =>
            new GroupReader(plan, 1, SchemaKind.Object, default, slots, default);

        /// <summary>Of a map's entries: the column of the keys, and then that of the values.</summary>
        internal static GroupReader OfEntries(ReadPlan plan, int count) =>
            new GroupReader(plan, count, SchemaKind.Sequence, s_both, default, default);

        /// <summary>Of objects of which the document says no more than that all members are default.</summary>
        internal static GroupReader OfDefaults(ReadPlan plan, int count) =>
            new GroupReader(plan, count, SchemaKind.Nullable, default, default, default);

        internal static GroupReader OfImage(ReadPlan plan, ReadOnlySpan<byte> image, int count) =>
            new GroupReader(plan, count, SchemaKind.Record, default, default, image);

        /// <summary>The reader's member that comes next, as its place in wire order.</summary>
        public readonly int Member => _targets[_step];

        /// <summary>Goes to the writer's next member that the reader has; passes over the others.</summary>
        /// <param name="r">Where from.</param>
        /// <returns>False after the last.</returns>
        public bool Next(scoped ref WireReader r)
        {
            while (true)
            {
                if (_source == SchemaKind.Record && _step >= 0)
                    _imageOffset += _members[_step].Type.Size;
                if (++_step >= _targets.Length)
                    return false;
                if (_targets[_step] >= 0)
                    return true;
                Skip(ref r);
            }
        }

        private readonly void Skip(scoped ref WireReader r)
        {
            SchemaType type = _members[_step].Type;
            try
            {
                if (_source == SchemaKind.Sequence)
                {
                    if (IsInColumns)
                        SchemaSkipper.SkipColumn(ref r, type, _count);
                }
                else if (_source == SchemaKind.Object)
                {
                    SchemaSkipper.SkipPayload(ref r, type, _slots[_step]);
                }
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                throw UserCodeError.Defect(e, r.Position);
            }
        }

        private readonly bool IsInColumns => (_bits[_step >> 3] >> (_step & 7) & 1) != 0;

        /// <summary>Reads the member for all objects.</summary>
        /// <typeparam name="T">The member's type.</typeparam>
        /// <param name="r">Where from.</param>
        /// <param name="codec">The codec of the member's type.</param>
        /// <returns>One value for each object, in scratch memory.</returns>
        public readonly Span<T> Read<T>(scoped ref WireReader r, Codec<T> codec)
        {
            Span<T> values = r.Rent<T>(_count);
            ReadPlan? part = _plan.Parts[_step];
            try
            {
                if (_source == SchemaKind.Sequence)
                {
                    if (IsInColumns)
                        codec.ReadColumnByPlan(ref r, values, part);
                    else
                        codec.ReadAbsent(ref r, values, part);
                }
                else if (_source == SchemaKind.Nullable)
                {
                    codec.ReadAbsent(ref r, values, part);
                }
                else if (_source == SchemaKind.Object)
                {
                    SlotValue slot = _slots[_step];
                    if (slot.IsPresent)
                        values[0] = codec.ReadSlotByPlan(ref r, slot, part);
                    else
                        codec.ReadAbsent(ref r, values, part);
                }
                else
                {
                    ReadFields(ref r, codec, values, part);
                }
            }
            catch (KitbagException e)
            {
                e.InMember(_members[_step].Name, r.Position);
                throw;
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                throw Failed(e, r.Position);
            }
            return values;
        }

        /// <summary>Reads the member, which is a string, for all objects.</summary>
        /// <param name="r">Where from.</param>
        /// <returns>One string for each object, in scratch memory.</returns>
        public readonly DictionaryStrings ReadStrings(scoped ref WireReader r)
        {
            if (_source != SchemaKind.Sequence || !IsInColumns || _plan.Parts[_step] != null)
                return new DictionaryStrings(Read(ref r, StringCodec.Instance));
            try
            {
                return StringColumn.Read(ref r, _count);
            }
            catch (KitbagException e)
            {
                e.InMember(_members[_step].Name, r.Position);
                throw;
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                throw Failed(e, r.Position);
            }
        }

        // All code of the program that reading a member calls is guarded where it is called.
        private readonly KitbagException Failed(Exception e, int offset)
        {
            KitbagException defect = UserCodeError.Defect(e, offset);
            defect.InMember(_members[_step].Name);
            return defect;
        }

        /// <summary>Makes an object that exists hold what was read of a member without a setter.</summary>
        /// <typeparam name="T">The member's type.</typeparam>
        /// <param name="r">Where it was read from.</param>
        /// <param name="member">The reader's member.</param>
        /// <param name="codec">The codec of the member's type.</param>
        /// <param name="target">What the owner's constructor made.</param>
        /// <param name="source">What was read.</param>
        /// <param name="index">Which of the objects it belongs to.</param>
        public readonly void Populate<T>(scoped ref WireReader r, int member, Codec<T> codec, T target, T source, int index)
        {
            int step = Array.IndexOf(_targets, member);
            try
            {
                codec.Populate(ref r, target, source, _plan.Parts[step]);
            }
            catch (KitbagException e)
            {
                e.InMember(_members[step].Name, r.Position);
                e.At(index);
                throw;
            }
        }

        // The fields of records lie apart; put together they are a column that is stored as its image.
        private readonly void ReadFields<T>(scoped ref WireReader r, Codec<T> codec, Span<T> values, ReadPlan? part)
        {
            SchemaType type = _members[_step].Type;
            int size = type.Size, stride = _plan.Writer.Size;
            Span<byte> column = r.Rent<byte>(Sizes.Product(ref r, _count, size) + 1);
            column[0] = type.TryGetInteger(out IntegerKind kind) && kind > IntegerKind.UInt8 ? (byte)127 : (byte)0;
            for (int i = 0; i < _count; i++)
                _image.Slice(i * stride + _imageOffset, size).CopyTo(column.Slice(1 + i * size));
            var fields = new WireReader(column, r.Limits, r.Budget);
            try
            {
                codec.ReadColumnByPlan(ref fields, values, part);
            }
            catch (KitbagException e)
            {
                e.MoveTo(r.Position);
                throw;
            }
            finally
            {
                fields.Dispose();
            }
        }
    }
}
