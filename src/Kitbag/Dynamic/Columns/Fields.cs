using System;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>The members of one object, or of many adjacent objects: a column for each.</summary>
    internal abstract class Fields
    {
        protected Fields(Body body, SchemaType type)
        {
            Body = body;
            Type = type;
        }

        public Body Body { get; }

        /// <summary>The object's type.</summary>
        public SchemaType Type { get; }

        /// <summary>The column of a member, by its place in wire order.</summary>
        public abstract Column this[int member] { get; }
    }

    /// <summary>Represents a struct without stored data.</summary>
    internal sealed class DefaultFields : Fields
    {
        public DefaultFields(Body body, SchemaType type)
            : base(body, type)
        {
        }

        public override Column this[int member] => new DefaultColumn(Body, Type.MemberArray[member].Type, 1);
    }

    /// <summary>Adjacent members. Those before the requested one are skipped, only once.</summary>
    internal abstract class FoundFields : Fields
    {
        // The memory of an object, and of a member: its start, its slot, and its column without the values.
        private const long CostOfObject = 512, CostOfMember = 128;

        private readonly Column?[] _columns;
        private int _found;

        protected FoundFields(Body body, SchemaType type)
            : base(body, type)
        {
            body.Memory.Charge(CostOfObject + CostOfMember * type.MemberArray.Length);
            _columns = new Column?[type.MemberArray.Length];
            Starts = new int[type.MemberArray.Length + 1];
        }

        /// <summary>Gets the starts of the members up to the last one that was found. The start of the first one is always known.</summary>
        protected int[] Starts { get; }

        public sealed override Column this[int member] => _columns[member] ??= Open(member);

        /// <summary>Opens a member.</summary>
        protected abstract Column Open(int member);

        /// <summary>Skips a member that starts at the position of <paramref name="r"/>.</summary>
        protected abstract void Skip(ref WireReader r, int member);

        /// <summary>Finds the start of a member.</summary>
        protected void Find(int member)
        {
            if (_found >= member)
                return;
            WireReader r = Body.Read(Starts[_found]);
            try
            {
                for (; _found < member; _found++)
                {
                    Skip(ref r, _found);
                    Starts[_found + 1] = r.Position;
                }
            }
            catch (KitbagException e)
            {
                e.InMember(Type.MemberArray[_found].Name, r.Position);
                throw;
            }
            finally
            {
                r.Dispose();
            }
        }
    }

    /// <summary>Objects by column. Columns before the requested one are skipped by their lengths.</summary>
    internal sealed class ColumnFields : FoundFields
    {
        private readonly int _position, _count;

        public ColumnFields(Body body, SchemaType type, int position, int count)
            : base(body, type)
        {
            _position = position;
            _count = count;
            WireReader r = body.Read(position);
            r.ReadMask(type.MemberArray.Length);
            Starts[0] = r.Position;
        }

        protected override Column Open(int member)
        {
            if (!IsStored(member))
                return new DefaultColumn(Body, Type.MemberArray[member].Type, _count);
            Find(member);
            return Column.Open(Body, Type.MemberArray[member].Type, Starts[member], _count);
        }

        protected override void Skip(ref WireReader r, int member)
        {
            if (IsStored(member))
                Body.SkipColumn(ref r, Type.MemberArray[member].Type, _count);
        }

        private bool IsStored(int member) => (Body.ByteAt(_position + (member >> 3)) >> (member & 7) & 1) != 0;
    }

    /// <summary>One object as a row.</summary>
    internal sealed class RowFields : FoundFields
    {
        private readonly SlotValue[] _slots;

        public RowFields(Body body, SchemaType type, int position)
            : base(body, type)
        {
            SchemaMember[] members = type.MemberArray;
            _slots = new SlotValue[members.Length];
            WireReader r = body.Read(position);
            var reader = new SlotReader(ref r, type.ControlBits);
            for (int i = 0; i < members.Length; i++)
                _slots[i] = reader.Next(ref r, members[i].Type.Slot);
            Starts[0] = r.Position;
        }

        protected override Column Open(int member)
        {
            Find(member);
            WireReader r = Body.Read(Starts[member]);
            return Cell.Open(Body, ref r, Type.MemberArray[member].Type, _slots[member]);
        }

        protected override void Skip(ref WireReader r, int member) =>
            Body.SkipPayload(ref r, Type.MemberArray[member].Type, _slots[member]);
    }

    /// <summary>The fields of a record, in its memory image.</summary>
    internal sealed class ImageFields : Fields
    {
        private readonly int _position;

        public ImageFields(Body body, SchemaType type, int position)
            : base(body, type) => _position = position;

        public override Column this[int member]
        {
            get
            {
                int at = _position;
                for (int i = 0; i < member; i++)
                    at += Type.MemberArray[i].Type.Size;
                return Cell.OpenImage(Body, Type.MemberArray[member].Type, _position < 0 ? -1 : at);
            }
        }
    }
}
