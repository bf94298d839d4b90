using System;
using System.Buffers.Binary;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>Represents integers, and values that are stored as integers: characters, enums, times, references.</summary>
    internal sealed class IntegersColumn : Column
    {
        private readonly PackedChunks _values;

        public IntegersColumn(Body body, SchemaType type, int position, int count, IntegerKind kind)
            : base(body, type, count, position) => _values = new PackedChunks(body, position, count, kind);

        public override Bits BitsAt(int index) => new Bits(_values[index]);
    }

    /// <summary>Truth values, a bit each.</summary>
    internal sealed class BooleanColumn : Column
    {
        private readonly int _position;

        public BooleanColumn(Body body, SchemaType type, int position, int count)
            : base(body, type, count, position)
        {
            _position = position;
            WireReader r = body.Read(position);
            r.ReadMask(count);
        }

        public override Bits BitsAt(int index) => new Bits((ulong)(Body.ByteAt(_position + (index >> 3)) >> (index & 7) & 1));
    }

    /// <summary>Times with their distance from UTC.</summary>
    internal sealed class TimesColumn : Column
    {
        private readonly PackedChunks _ticks, _minutes;

        public TimesColumn(Body body, SchemaType type, int position, int count)
            : base(body, type, count, position)
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
        private readonly PackedChunks? _packed;

        public FloatsColumn(Body body, SchemaType type, int position, int count)
            : base(body, type, count, position)
        {
            WireReader r = body.Read(position);
            _form = FloatColumn.ReadForm(ref r, IsDouble);
            if (_form == FloatForm.Decimals)
                _power = FloatColumn.ReadPower(ref r);
            _position = r.Position;
            if (_form == FloatForm.Decimals)
                _packed = PackedChunks.OfBlocks(body, _position, count, IntegerKind.Int64);
            else if (_form == FloatForm.Bits)
                _packed = PackedChunks.OfBlocks(body, _position, count, IsDouble ? IntegerKind.Int64 : IntegerKind.Int32);
            else
                r.Skip((_form == FloatForm.Constant ? 1 : (long)count) * Size);
        }

        private bool IsDouble => Type.Kind == SchemaKind.Double;

        private int Size => IsDouble && _form != FloatForm.AsFloats ? sizeof(double) : sizeof(float);

        public override Bits BitsAt(int index)
        {
            if (_form == FloatForm.Bits)
                return new Bits(IsDouble ? _packed![index] : (uint)_packed![index]);
            if (_packed != null)
            {
                double value = (long)_packed[index] / _power;
                return new Bits(IsDouble ? (ulong)BitConverter.DoubleToInt64Bits(value)
                    : (uint)BitConverter.SingleToInt32Bits((float)value));
            }
            ReadOnlySpan<byte> bytes = Body.Slice(_position + (_form == FloatForm.Constant ? 0 : index * Size), Size);
            if (Size == sizeof(double))
                return new Bits(BinaryPrimitives.ReadUInt64LittleEndian(bytes));
            uint bits = BinaryPrimitives.ReadUInt32LittleEndian(bytes);
            return new Bits(IsDouble ? (ulong)BitConverter.DoubleToInt64Bits(BitConverter.Int32BitsToSingle((int)bits)) : bits);
        }
    }

    /// <summary>Represents values that are stored as their memory image: 128-bit integers, halves, decimals, Guids, records.</summary>
    internal sealed class ImagesColumn : Column
    {
        private readonly int _position, _size;
        private readonly bool _isConstant;

        private ImagesColumn(Body body, SchemaType type, int position, int count, bool isConstant)
            : base(body, type, count, position)
        {
            _size = type.Slot.MaxBytes;
            _position = position;
            _isConstant = isConstant;
        }

        public static Column OpenStored(Body body, SchemaType type, int position, int count)
        {
            int size = type.Slot.MaxBytes;
            WireReader r = body.Read(position);
            byte form = FixedColumn.ReadForm(ref r, size);
            int start = r.Position;
            if (form == FixedForm.Words)
                return new WordsColumn(body, type, start, count);
            bool isConstant = form == FixedForm.Constant;
            r.Skip(isConstant ? size : (long)count * size);
            return new ImagesColumn(body, type, start, count, isConstant);
        }

        private int PositionOf(int index) => _position + (_isConstant ? 0 : index * _size);

        public override ReadOnlySpan<byte> ImageOf(int index) => Body.Slice(PositionOf(index), _size);

        public override Fields? FieldsAt(int index, out int place)
        {
            place = 0;
            return new ImageFields(Body, Type, PositionOf(index));
        }
    }

    /// <summary>
    /// Represents such values whose words of four bytes are stored in separate columns: a chunk is assembled when one of its values is
    /// requested.
    /// </summary>
    internal sealed class WordsColumn : Column
    {
        private readonly PackedChunks[] _words;
        private readonly int _size;

        // A separate body, because fields that were requested read from it later.
        private Body? _chunk;
        private int _decoded = -1;

        public WordsColumn(Body body, SchemaType type, int position, int count)
            : base(body, type, count, position)
        {
            _size = type.Slot.MaxBytes;
            _words = new PackedChunks[_size / sizeof(int)];
            for (int i = 0; i < _words.Length; i++)
                _words[i] = new PackedChunks(body, i == 0 ? position : _words[i - 1].End, count, IntegerKind.Int32);
        }

        public override ReadOnlySpan<byte> ImageOf(int index) => Decode(index / Chunk).Slice(index % Chunk * _size, _size);

        public override Fields? FieldsAt(int index, out int place)
        {
            place = 0;
            return new ImageFields(Decode(index / Chunk), Type, index % Chunk * _size);
        }

        private Body Decode(int chunk)
        {
            if (_decoded == chunk)
                return _chunk!;
            int first = chunk * Chunk, count = Math.Min(Chunk, Count - first);
            var image = new byte[count * _size];
            Body.Memory.Hold(image.Length - (_chunk?.Length ?? 0));
            for (int i = 0; i < count; i++)
            {
                for (int word = 0; word < _words.Length; word++)
                    BinaryPrimitives.WriteUInt32LittleEndian(image.AsSpan(i * _size + word * sizeof(int)), (uint)_words[word][first + i]);
            }
            _chunk = new Body(image, Type, Body.Limits, null) { Compared = Body.Compared, Origin = Offset };
            _decoded = chunk;
            return _chunk;
        }
    }
}
