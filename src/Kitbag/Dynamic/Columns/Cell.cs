using System;
using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>One value of a row, or of a record: a column of one.</summary>
    internal sealed class Cell : Column
    {
        // The number, the length prefix or the type number; of a time with its distance from UTC also the minutes.
        private readonly ulong _bits, _high;

        // The image of a value of a fixed size, the characters of a string, the row of an object.
        private readonly int _position;
        private readonly Column? _inner;
        private readonly CollectionParts? _parts;
        private readonly byte _comparer;
        private Fields? _fields;

        private Cell(Body body, SchemaType type, ulong bits, int offset, int position, ulong high = 0)
            : base(body, type, 1, offset)
        {
            _bits = bits;
            _high = high;
            _position = position;
        }

        private Cell(Body body, SchemaType type, ulong bits, int offset, Column? inner)
            : base(body, type, 1, offset)
        {
            _bits = bits;
            _inner = inner;
        }

        private Cell(Body body, SchemaType type, uint prefix, int offset, byte comparer, CollectionParts parts)
            : base(body, type, 1, offset)
        {
            _bits = prefix;
            _comparer = comparer;
            _parts = parts;
        }

        /// <summary>A value that stands as the row of an object with this one member, unless it is an object itself.</summary>
        public static Column OpenRow(Body body, ref WireReader r, SchemaType type)
        {
            var slot = new SlotValue { IsPresent = true };
            if (type.Kind != SchemaKind.Object)
            {
                var reader = new SlotReader(ref r, type.Slot.ControlBits);
                slot = reader.Next(ref r, type.Slot);
            }
            return Open(body, ref r, type, slot);
        }

        /// <summary>Opens a value whose slot has been read.</summary>
        /// <param name="body">The body.</param>
        /// <param name="r">The reader, positioned at the payload of the value.</param>
        /// <param name="type">The type of the value.</param>
        /// <param name="slot">The slot of the value.</param>
        public static Column Open(Body body, ref WireReader r, SchemaType type, in SlotValue slot)
        {
            if (!slot.IsPresent)
                return new DefaultColumn(body, type, 1);
            switch (type.Kind)
            {
                case SchemaKind.String or SchemaKind.Object:
                    return new Cell(body, type, slot.Bits, r.Position, r.Position);
                case SchemaKind.Union:
                    if (slot.Bits == 0)
                        return new DefaultColumn(body, type, 1);
                    if (slot.Bits > (ulong)type.MemberArray.Length)
                        throw LengthPrefixes.NoSuchType(ref r, slot.Bits, type.MemberArray.Length, type.Name);
                    return new Cell(body, type, slot.Bits, r.Position, OpenRow(body, ref r, type.MemberArray[(int)slot.Bits - 1].Type));
                case SchemaKind.Nullable:
                    SlotValue value = slot;
                    if (type.Element!.Slot.Kind == SlotKind.Fixed)
                        value.IsPresent = slot.Offset >= 0;
                    return new Cell(body, type, 1, r.Position, Open(body, ref r, type.Element, value));
                case SchemaKind.Sequence or SchemaKind.Map:
                    return OpenCollection(body, ref r, type, (uint)slot.Bits);
                default:
                    return OpenScalar(body, type, slot, r.Position);
            }
        }

        private static Column OpenCollection(Body body, ref WireReader r, SchemaType type, uint prefix)
        {
            byte comparer = 0;
            if ((type.Key ?? type.Element!).Kind == SchemaKind.String && prefix >= Layout.Comparers.Named)
                comparer = Layout.Comparers.Read(ref r, ref prefix);
            int count = prefix <= 1 ? 0 : LengthPrefixes.Checked(ref r, (long)prefix - 1);
            return new Cell(body, type, prefix, r.Position, comparer, new CollectionParts(body, type, r.Position, count));
        }

        private static Column OpenScalar(Body body, SchemaType type, in SlotValue slot, int offset)
        {
            if (type.Slot.Kind == SlotKind.Fixed)
                return OpenImage(body, type, slot.Offset);
            return new Cell(body, type, ValueBits(type, slot.Bits), offset, -1);
        }

        private static ulong ValueBits(SchemaType type, ulong slot)
        {
            if (type.TryGetInteger(out IntegerKind kind))
                return kind == IntegerKind.Int8 ? (ulong)(sbyte)slot : IntegerKinds.IsSigned(kind) ? (ulong)Slots.Unzigzag(slot) : slot;
            return Reversed(type, slot);
        }

        /// <summary>Returns the bits that a slot in a row has for a value that is not stored as a memory image.</summary>
        /// <param name="type">The type of the value.</param>
        /// <param name="value">The bits of the value, as columns return them.</param>
        public static ulong SlotBits(SchemaType type, ulong value)
        {
            if (type.TryGetInteger(out IntegerKind kind))
                return kind == IntegerKind.Int8 ? (byte)value : IntegerKinds.IsSigned(kind) ? Slots.Zigzag((long)value) : value;
            return Reversed(type, value);
        }

        // The bytes of floating-point numbers are reversed in slots.
        private static ulong Reversed(SchemaType type, ulong bits) => type.Kind switch
        {
            SchemaKind.Single => Slots.Reverse((uint)bits),
            SchemaKind.Double => Slots.Reverse(bits),
            _ => bits,
        };

        /// <summary>Opens a value that is stored as a memory image.</summary>
        /// <param name="body">The body.</param>
        /// <param name="type">The type of the value.</param>
        /// <param name="position">The position of the image, or -1 if all its bytes are 0.</param>
        public static Column OpenImage(Body body, SchemaType type, int position)
        {
            if (position < 0)
                return new DefaultColumn(body, type, 1);
            if (type.Kind == SchemaKind.DateTimeOffset)
                return new Cell(body, type, BinaryPrimitives.ReadUInt64LittleEndian(body.Slice(position, sizeof(ulong))), position, -1,
                    (ulong)BinaryPrimitives.ReadInt16LittleEndian(body.Slice(position + 8, sizeof(short))));
            if (type.TryGetInteger(out IntegerKind kind))
                return new Cell(body, type, IntegerKinds.Load(
                    ref MemoryMarshal.GetReference(body.Slice(position, IntegerKinds.SizeOf(kind))), 0, kind), position, -1);
            return type.Kind switch
            {
                SchemaKind.Single => new Cell(body, type, BinaryPrimitives.ReadUInt32LittleEndian(body.Slice(position, sizeof(uint))),
                    position, -1),
                SchemaKind.Double => new Cell(body, type, BinaryPrimitives.ReadUInt64LittleEndian(body.Slice(position, sizeof(ulong))),
                    position, -1),
                _ => new Cell(body, type, 0, position, position),
            };
        }

        public override Bits BitsAt(int index) => new Bits(_bits, _high);

        public override ReadOnlySpan<byte> ImageOf(int index) =>
            _position < 0 ? default : Body.Slice(_position, Type.Slot.MaxBytes);

        public override string? TextAt(int index)
        {
            WireReader r = Body.Read(_position);
            return StringForm.Read(ref r, (uint)_bits);
        }

        public override Column? ValueAt(int index, out int place)
        {
            place = 0;
            return _inner;
        }

        public override uint CaseAt(int index, out Column? column, out int place)
        {
            column = _inner;
            place = 0;
            return (uint)_bits;
        }

        public override Elements ElementsAt(int index) =>
            _bits == 0 ? default : new Elements(_parts!, 0, (int)_bits - 1, _comparer);

        public override Fields? FieldsAt(int index, out int place)
        {
            place = 0;
            return _fields ??= Type.Kind == SchemaKind.Record
                ? new ImageFields(Body, Type, _position)
                : new RowFields(Body, Type, _position);
        }
    }
}
