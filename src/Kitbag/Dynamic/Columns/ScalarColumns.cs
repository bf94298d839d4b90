using System;
using System.Buffers.Binary;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>Integers, and what is stored as one: characters, enums, times, references.</summary>
    internal sealed class IntegersColumn : Column
    {
        private readonly PackedChunks _values;

        public IntegersColumn(Body body, SchemaType type, int position, int count, IntegerKind kind)
            : base(body, type, count) => _values = new PackedChunks(body, position, count, kind);

        public override Bits BitsAt(int index) => new Bits(_values[index]);
    }

    /// <summary>Truth values, a bit each.</summary>
    internal sealed class BooleanColumn : Column
    {
        private readonly int _position;

        public BooleanColumn(Body body, SchemaType type, int position, int count)
            : base(body, type, count)
        {
            _position = position;
            WireReader r = body.Read(position);
            r.ReadMask(count);
        }

        public override Bits BitsAt(int index) => new Bits((ulong)(Body.Bytes[_position + (index >> 3)] >> (index & 7) & 1));
    }

    /// <summary>Times with their distance from UTC.</summary>
    internal sealed class TimesColumn : Column
    {
        private readonly PackedChunks _ticks, _minutes;

        public TimesColumn(Body body, SchemaType type, int position, int count)
            : base(body, type, count)
        {
            _ticks = new PackedChunks(body, position, count, IntegerKind.Int64);
            _minutes = new PackedChunks(body, _ticks.End, count, IntegerKind.Int16);
        }

        public override Bits BitsAt(int index) => new Bits(_ticks[index], _minutes[index]);
    }

    /// <summary>Floating point numbers.</summary>
    internal sealed class FloatsColumn : Column
    {
        private readonly byte _form;
        private readonly int _position;
        private readonly double _power;
        private readonly PackedChunks? _decimals;

        public FloatsColumn(Body body, SchemaType type, int position, int count)
            : base(body, type, count)
        {
            WireReader r = body.Read(position);
            _form = FloatColumn.ReadForm(ref r, IsDouble ? FloatForm.AsFloats : FloatForm.Decimals);
            if (_form == FloatForm.Decimals)
            {
                _power = FloatColumn.ReadPower(ref r);
                _decimals = new PackedChunks(body, r.Position, count);
            }
            _position = r.Position;
            if (_form != FloatForm.Decimals)
                r.Skip((_form == FloatForm.Constant ? 1 : (long)count) * Size);
        }

        private bool IsDouble => Type.Kind == SchemaKind.Double;

        private int Size => IsDouble && _form != FloatForm.AsFloats ? sizeof(double) : sizeof(float);

        public override Bits BitsAt(int index)
        {
            if (_decimals != null)
            {
                double value = (long)_decimals[index] / _power;
                return new Bits(IsDouble ? (ulong)BitConverter.DoubleToInt64Bits(value)
                    : (uint)BitConverter.SingleToInt32Bits((float)value));
            }
            ReadOnlySpan<byte> bytes = Body.Bytes.Slice(_position + (_form == FloatForm.Constant ? 0 : index * Size), Size);
            if (Size == sizeof(double))
                return new Bits(BinaryPrimitives.ReadUInt64LittleEndian(bytes));
            uint bits = BinaryPrimitives.ReadUInt32LittleEndian(bytes);
            return new Bits(IsDouble ? (ulong)BitConverter.DoubleToInt64Bits(BitConverter.Int32BitsToSingle((int)bits)) : bits);
        }
    }

    /// <summary>Values that are stored as they lie in memory: 128-bit integers, halves, decimals, Guids, records.</summary>
    internal sealed class ImagesColumn : Column
    {
        private readonly int _position, _size;
        private readonly bool _isConstant;

        public ImagesColumn(Body body, SchemaType type, int position, int count)
            : base(body, type, count)
        {
            _size = type.Slot.MaxBytes;
            WireReader r = body.Read(position);
            _isConstant = FixedColumn.ReadForm(ref r) == FixedForm.Constant;
            _position = r.Position;
            r.Skip(_isConstant ? _size : (long)count * _size);
        }

        public override int ImageAt(int index) => _position + (_isConstant ? 0 : index * _size);

        public override Fields? FieldsAt(int index, out int place)
        {
            place = 0;
            return new ImageFields(Body, Type, ImageAt(index));
        }
    }
}
