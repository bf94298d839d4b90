using System;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Reads numbers of one kind as another one, by value. Integers among each other, and as floating point numbers, have ways of their
    /// own, which are faster.
    /// </summary>
    /// <typeparam name="T">The reader's type.</typeparam>
    internal sealed class NumberPlan<T> : ConvertingPlan<T>
    {
        private readonly Codec<T> _codec;

        public NumberPlan(Codec<T> codec, SchemaType writer)
            : base(writer)
        {
            _codec = codec;
        }

        /// <summary>Whether values of a kind are numbers.</summary>
        public static bool IsNumber(SchemaKind kind) => Integers.IsNumber(kind) || kind is >= SchemaKind.Int128 and <= SchemaKind.Decimal;

        public override T ReadSlot(ref WireReader r, in SlotValue slot)
        {
            SchemaKind kind = Writer.Kind;
            Number number;
            if (Integers.IsNumber(kind))
            {
                number = OfInteger(Integers.Decode(slot.Bits, kind), kind);
            }
            else if (kind == SchemaKind.Double)
            {
                number = new Number(DoubleCodec.FromBits(slot.Bits), false);
            }
            else if (kind == SchemaKind.Single)
            {
                number = new Number(SingleCodec.FromBits((uint)slot.Bits), true);
            }
            else if (kind == SchemaKind.Decimal)
            {
                number = new Number(DecimalCodec.Instance.ReadSlot(ref r, slot, null));
            }
            else
            {
                Span<byte> zeros = stackalloc byte[16];
                zeros.Clear();
                number = OfImage(slot.Offset < 0 ? zeros : r.Data.Slice(slot.Offset, Writer.Slot.MaxBytes), kind);
            }
            return Convert(ref r, number, -1);
        }

        public override void ReadColumn(ref WireReader r, Span<T> values)
        {
            SchemaKind kind = Writer.Kind;
            ScratchMark mark = r.Mark();
            if (Integers.IsNumber(kind))
            {
                Writer.TryGetInteger(out IntegerKind written);
                Span<long> integers = r.Rent<long>(values.Length);
                IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(integers),
                    kind == SchemaKind.UInt64 ? IntegerKind.UInt64 : IntegerKind.Int64, written);
                for (int i = 0; i < values.Length; i++)
                    values[i] = Convert(ref r, OfInteger(integers[i], kind), i);
            }
            else if (kind is SchemaKind.Single or SchemaKind.Double)
            {
                Span<double> reals = r.Rent<double>(values.Length);
                if (kind == SchemaKind.Single)
                    FloatColumn.ReadFloats(ref r, reals);
                else
                    FloatColumn.Read(ref r, reals);
                for (int i = 0; i < values.Length; i++)
                    values[i] = Convert(ref r, new Number(reals[i], kind == SchemaKind.Single), i);
            }
            else if (kind == SchemaKind.Decimal)
            {
                Span<decimal> decimals = r.Rent<decimal>(values.Length);
                DecimalCodec.Instance.ReadColumn(ref r, decimals, null);
                for (int i = 0; i < values.Length; i++)
                    values[i] = Convert(ref r, new Number(decimals[i]), i);
            }
            else
            {
                int size = Writer.Slot.MaxBytes;
                Span<byte> images = r.Rent<byte>(Sizes.Product(ref r, values.Length, size));
                FixedColumn.Read(ref r, images, size);
                for (int i = 0; i < values.Length; i++)
                    values[i] = Convert(ref r, OfImage(images.Slice(i * size, size), kind), i);
            }
            r.Release(mark);
        }

        private static Number OfInteger(long value, SchemaKind kind) => value < 0 && kind != SchemaKind.UInt64
            ? new Number(true, 0, 0 - (ulong)value)
            : new Number(false, 0, (ulong)value);

        private static Number OfImage(ReadOnlySpan<byte> image, SchemaKind kind)
        {
            if (kind == SchemaKind.Half)
                return new Number(Number.OfHalf((ushort)(image[0] | image[1] << 8)), true);
            ulong low = LittleEndian.Load64(ref MemoryMarshal.GetReference(image));
            ulong high = LittleEndian.Load64(ref MemoryMarshal.GetReference(image.Slice(8)));
            return kind == SchemaKind.Int128 ? Number.OfInt128(high, low) : new Number(false, high, low);
        }

        private T Convert(ref WireReader r, in Number number, int index)
        {
            if (_codec.TryFromNumber(number, out T value))
                return value;
            throw r.Error(KitbagErrorReason.OutOfRange, "Found " + number + ", which is no '" + _codec.Schema + "'.").At(index);
        }
    }
}
