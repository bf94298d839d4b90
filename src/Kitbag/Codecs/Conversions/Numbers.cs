using System;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>A column of numbers, of whatever kind the writer had.</summary>
    internal readonly ref struct Numbers
    {
        private readonly SchemaKind _kind;
        private readonly int _size;
        // Integers, and both kinds of floating point numbers, as 8 bytes each; others as they are stored.
        private readonly ReadOnlySpan<byte> _images;

        /// <summary>Reads a column into memory that is released with the mark of the caller.</summary>
        public Numbers(scoped ref WireReader r, SchemaType writer, int count)
        {
            _kind = writer.Kind;
            _size = Integers.IsNumber(_kind) || _kind is SchemaKind.Single or SchemaKind.Double ? 8 : writer.Slot.MaxBytes;
            Span<byte> images = r.Rent<byte>(Sizes.Product(ref r, count, _size));
            if (Integers.IsNumber(_kind))
            {
                writer.TryGetInteger(out IntegerKind written);
                IntegerColumn.Read(ref r, images, _kind == SchemaKind.UInt64 ? IntegerKind.UInt64 : IntegerKind.Int64, written);
            }
            else if (_kind == SchemaKind.Single)
            {
                FloatColumn.ReadFloats(ref r, MemoryMarshal.Cast<byte, double>(images));
            }
            else if (_kind == SchemaKind.Double)
            {
                FloatColumn.Read(ref r, MemoryMarshal.Cast<byte, double>(images));
            }
            else
            {
                FixedColumn.Read(ref r, images, _size);
            }
            _images = images;
        }

        /// <summary>Returns whether values of a kind are numbers.</summary>
        public static bool Are(SchemaKind kind) => Integers.IsNumber(kind) || kind is >= SchemaKind.Int128 and <= SchemaKind.Decimal;

        /// <summary>Gets one of the numbers.</summary>
        /// <exception cref="KitbagException">The stored value is not a number.</exception>
        public Number this[int index]
        {
            get
            {
                ReadOnlySpan<byte> image = _images.Slice(index * _size, _size);
                if (_kind is SchemaKind.Single or SchemaKind.Double)
                    return new Number(MemoryMarshal.Read<double>(image), _kind);
                return Integers.IsNumber(_kind) ? OfInteger(MemoryMarshal.Read<long>(image), _kind) : OfImage(image, _kind, index);
            }
        }

        /// <summary>Returns the number in a row.</summary>
        /// <exception cref="KitbagException">The stored value is not a number.</exception>
        public static Number OfSlot(ref WireReader r, in SlotValue slot, SchemaType writer)
        {
            SchemaKind kind = writer.Kind;
            if (Integers.IsNumber(kind))
                return OfInteger(Integers.Decode(slot.Bits, kind), kind);
            if (kind == SchemaKind.Double)
                return new Number(DoubleCodec.FromBits(slot.Bits), kind);
            if (kind == SchemaKind.Single)
                return new Number(SingleCodec.FromBits((uint)slot.Bits), kind);
            Span<byte> zeros = stackalloc byte[16];
            zeros.Clear();
            return OfImage(slot.Offset < 0 ? zeros : r.Data.Slice(slot.Offset, writer.Slot.MaxBytes), kind, -1);
        }

        private static Number OfInteger(long value, SchemaKind kind) => value < 0 && kind != SchemaKind.UInt64
            ? new Number(true, 0, 0 - (ulong)value)
            : new Number(false, 0, (ulong)value);

        private static Number OfImage(ReadOnlySpan<byte> image, SchemaKind kind, int index)
        {
            if (kind == SchemaKind.Decimal)
                return new Number(DecimalCodec.FromImage(image, index));
            if (kind == SchemaKind.Half)
                return new Number(Number.OfHalf((ushort)(image[0] | image[1] << 8)), kind);
            ulong low = LittleEndian.Load64(ref MemoryMarshal.GetReference(image));
            ulong high = LittleEndian.Load64(ref MemoryMarshal.GetReference(image.Slice(8)));
            return kind == SchemaKind.Int128 ? Number.OfInt128(high, low) : new Number(false, high, low);
        }
    }
}
