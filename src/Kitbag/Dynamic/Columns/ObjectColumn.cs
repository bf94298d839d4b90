using System;
using System.Collections.Generic;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>Represents objects in groups. The group that was requested last is kept open.</summary>
    internal sealed class ObjectColumn : Column
    {
        private readonly List<int> _starts = new List<int>();
        private ObjectGroup? _group;
        private int _open = -1;

        public ObjectColumn(Body body, SchemaType type, int position, int count)
            : base(body, type, count, position) => _starts.Add(position);

        public override Fields? FieldsAt(int index, out int place)
        {
            int group = index / Groups.Capacity;
            if (_open != group)
            {
                _group = new ObjectGroup(Body, Type, FindGroup(group), Math.Min(Groups.Capacity, Count - group * Groups.Capacity));
                _open = group;
            }
            return _group!.FieldsAt(index - group * Groups.Capacity, out place);
        }

        private int FindGroup(int group)
        {
            if (group < _starts.Count)
                return _starts[group];
            Body.Charge((group + 1L - _starts.Count) * sizeof(int));
            WireReader r = Body.Read(_starts[_starts.Count - 1]);
            try
            {
                while (_starts.Count <= group)
                {
                    Body.SkipColumn(ref r, Type, Groups.Capacity);
                    _starts.Add(r.Position);
                }
                return r.Position;
            }
            catch (KitbagException e)
            {
                if (e.PendingIndex >= 0)
                    e.At(e.PendingIndex + (_starts.Count - 1) * Groups.Capacity);
                throw;
            }
            finally
            {
                r.Dispose();
            }
        }
    }

    /// <summary>Represents up to 4,096 objects: their null mask, and the others as rows or by column.</summary>
    internal sealed class ObjectGroup
    {
        private readonly Body _body;
        private readonly SchemaType _type;
        private readonly Mask? _mask;
        private readonly Fields? _columns;
        private readonly int[]? _rows;
        private int _found = 1;

        public ObjectGroup(Body body, SchemaType type, int position, int count)
        {
            _body = body;
            _type = type;
            WireReader r = body.Read(position);
            byte mode = ColumnForms.Read(ref r, NullForm.Mask, "The nulls of objects", "0 (no nulls) or 1 (a bit for each object)");
            int start = r.Position;
            if (mode == NullForm.Mask)
            {
                _mask = new Mask(body, start, count);
                start = _mask.End;
                count = _mask.Total;
            }
            if (count >= Groups.FewestInColumns)
                _columns = new ColumnFields(body, type, start, count);
            else
                _rows = new int[count + 1];
            if (_rows != null)
                _rows[0] = start;
        }

        public Fields? FieldsAt(int index, out int place)
        {
            place = 0;
            if (_mask != null)
            {
                if (!_mask[index])
                    return _type.IsStruct ? new DefaultFields(_body, _type) : null;
                index = _mask.RankOf(index);
            }
            if (_columns != null)
            {
                place = index;
                return _columns;
            }
            for (; _found <= index; _found++)
            {
                WireReader r = _body.Read(_rows![_found - 1]);
                try
                {
                    _body.SkipPayload(ref r, _type, new SlotValue { IsPresent = true, Bits = 1 });
                    _rows[_found] = r.Position;
                }
                finally
                {
                    r.Dispose();
                }
            }
            return new RowFields(_body, _type, _rows![index]);
        }
    }
}
