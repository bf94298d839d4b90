using System;
using System.Collections.Generic;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>Represents objects in groups.</summary>
    internal sealed class ObjectColumn : Column
    {
        private readonly List<int> _starts = new List<int>();
        private readonly OpenParts<ObjectGroup> _groups;

        public ObjectColumn(Body body, SchemaType type, int position, int count)
            : base(body, type, count, position)
        {
            _starts.Add(position);
            _groups = new OpenParts<ObjectGroup>(body, Open);
        }

        public override Fields? FieldsAt(int index, out int place)
        {
            int group = index / Groups.Capacity;
            return _groups[group].FieldsAt(index - group * Groups.Capacity, out place);
        }

        private ObjectGroup Open(Body part, int group) =>
            new ObjectGroup(part, Type, FindGroup(group), Math.Min(Groups.Capacity, Count - group * Groups.Capacity));

        private int FindGroup(int group)
        {
            if (group < _starts.Count)
                return _starts[group];
            Body.Memory.Charge((group + 1L - _starts.Count) * sizeof(int));
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
        private readonly int[]? _starts;
        private readonly OpenParts<RowFields>? _rows;
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
            {
                _columns = new ColumnFields(body, type, start, count);
                return;
            }
            _starts = new int[count + 1];
            _starts[0] = start;
            _rows = new OpenParts<RowFields>(body, (part, row) => new RowFields(part, type, _starts[row]));
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
                WireReader r = _body.Read(_starts![_found - 1]);
                try
                {
                    _body.SkipPayload(ref r, _type, new SlotValue { IsPresent = true, Bits = 1 });
                    _starts[_found] = r.Position;
                }
                finally
                {
                    r.Dispose();
                }
            }
            return _rows![index];
        }
    }
}
