using System;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>The members of one object, or of many that stand together: a column for each.</summary>
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

    /// <summary>A struct of which nothing is stored.</summary>
    internal sealed class DefaultFields : Fields
    {
        public DefaultFields(Body body, SchemaType type)
            : base(body, type)
        {
        }

        public override Column this[int member] => new DefaultColumn(Body, Type.MemberArray[member].Type, 1);
    }

    /// <summary>Objects by column. Columns before the one that is asked for are passed over by their lengths.</summary>
    internal sealed class ColumnFields : Fields
    {
        private readonly int _position, _count;
        private readonly int[] _starts;
        private readonly Column?[] _columns;
        private int _found;

        public ColumnFields(Body body, SchemaType type, int position, int count)
            : base(body, type)
        {
            _position = position;
            _count = count;
            WireReader r = body.Read(position);
            r.ReadMask(type.MemberArray.Length);
            _starts = new int[type.MemberArray.Length + 1];
            _columns = new Column?[type.MemberArray.Length];
            _starts[0] = r.Position;
        }

        public override Column this[int member] => _columns[member] ??= Open(member);

        private Column Open(int member)
        {
            if (!IsStored(member))
                return new DefaultColumn(Body, Type.MemberArray[member].Type, _count);
            if (_found < member)
                Find(member);
            return Column.Open(Body, Type.MemberArray[member].Type, _starts[member], _count);
        }

        private bool IsStored(int member) => (Body.Bytes[_position + (member >> 3)] >> (member & 7) & 1) != 0;

        private void Find(int member)
        {
            WireReader r = Body.Read(_starts[_found]);
            try
            {
                for (; _found < member; _found++)
                {
                    if (IsStored(_found))
                        Skipping.SkipColumn(ref r, Type.MemberArray[_found].Type, _count);
                    _starts[_found + 1] = r.Position;
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

    /// <summary>One object as a row.</summary>
    internal sealed class RowFields : Fields
    {
        private readonly SlotValue[] _slots;
        private readonly int[] _starts;
        private readonly Column?[] _columns;
        private int _found;

        public RowFields(Body body, SchemaType type, int position)
            : base(body, type)
        {
            SchemaMember[] members = type.MemberArray;
            _slots = new SlotValue[members.Length];
            _starts = new int[members.Length + 1];
            _columns = new Column?[members.Length];
            WireReader r = body.Read(position);
            var reader = new SlotReader(ref r, type.ControlBits);
            for (int i = 0; i < members.Length; i++)
                _slots[i] = reader.Next(ref r, members[i].Type.Slot);
            _starts[0] = r.Position;
        }

        public override Column this[int member] => _columns[member] ??= Open(member);

        private Column Open(int member)
        {
            if (_found < member)
                Find(member);
            WireReader r = Body.Read(_starts[member]);
            return Cell.Open(Body, ref r, Type.MemberArray[member].Type, _slots[member]);
        }

        private void Find(int member)
        {
            WireReader r = Body.Read(_starts[_found]);
            try
            {
                for (; _found < member; _found++)
                {
                    Skipping.SkipPayload(ref r, Type.MemberArray[_found].Type, _slots[_found]);
                    _starts[_found + 1] = r.Position;
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
