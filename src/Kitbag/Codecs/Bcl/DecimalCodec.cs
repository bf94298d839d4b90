using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// <see cref="decimal"/>: 16 bytes, the 96 bits of the number from low to high and then sign and scale, as
    /// <see cref="decimal.GetBits(decimal)"/> gives them.
    /// </summary>
    [CodecFor(typeof(decimal), CodecShape.Leaf, Slot = SlotKind.Fixed, Size = 16)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class DecimalCodec : Codec<decimal>
    {
        // Unsafe: the four parts of a decimal are read without an array for them. No workload of bench/ has decimals.

        /// <summary>The only instance.</summary>
        public static readonly DecimalCodec Instance = new DecimalCodec();

        private DecimalCodec()
        {
        }

        // 0m is default; 0.00m is not, and keeps its scale.
        private struct Bits
        {
            public uint Low, Middle, High, Flags;
        }

        /// <summary>Writes a value to a row.</summary>
        public static uint Put(ref byte row, ref int at, decimal value) => Slots.PutImage(ref row, ref at, ToBits(value));

        /// <summary>Reads a value from a row.</summary>
        public static decimal Take(ref byte row, ref int at, int end, uint control) =>
            FromBits(Slots.TakeImage<Bits>(ref row, ref at, end, control));

        // A decimal's memory is flags, high, low, middle on every runtime; GetBits would allocate on the older ones.
        private static Bits ToBits(decimal value)
        {
            ref uint parts = ref Unsafe.As<decimal, uint>(ref value);
            return new Bits
            {
                Flags = parts,
                High = Unsafe.Add(ref parts, 1),
                Low = Unsafe.Add(ref parts, 2),
                Middle = Unsafe.Add(ref parts, 3)
            };
        }

        /// <summary>The 16 bytes of a decimal as two integers.</summary>
        internal static (long Low, long High) ToNumbers(decimal value)
        {
            Bits bits = ToBits(value);
            return ((long)(bits.Low | (ulong)bits.Middle << 32), (long)(bits.High | (ulong)bits.Flags << 32));
        }

        /// <summary>The decimal of its 16 bytes as two integers.</summary>
        /// <exception cref="KitbagException">There is none.</exception>
        internal static decimal FromNumbers(long low, long high) => FromBits(new Bits
        {
            Low = (uint)low,
            Middle = (uint)(low >> 32),
            High = (uint)high,
            Flags = (uint)(high >> 32),
        });

        /// <summary>The decimal of its 16 bytes.</summary>
        /// <exception cref="KitbagException">There is none.</exception>
        internal static decimal FromImage(ReadOnlySpan<byte> image, int index) => FromBits(MemoryMarshal.Read<Bits>(image), index);

        private static decimal FromBits(in Bits bits, int index = -1)
        {
            uint scale = (bits.Flags >> 16) & 0xFF;
            if ((bits.Flags & 0x7F00FFFF) != 0 || scale > 28)
                throw new KitbagException(KitbagErrorReason.OutOfRange, "Found 16 bytes that are not a valid decimal.").At(index);
            return new decimal((int)bits.Low, (int)bits.Middle, (int)bits.High, bits.Flags >> 31 != 0, (byte)scale);
        }

        /// <inheritdoc/>
        protected override SchemaType CreateSchema() => SchemaType.BuiltIn(SchemaKind.Decimal);

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) =>
            writer.Kind == SchemaKind.Decimal ? null
            : Numbers.Are(writer.Kind) ? new NumberPlan<decimal>(this, writer)
            : ResolveOther(writer, builder);

        internal override bool TryFromNumber(in Number number, out decimal value) => number.TryDecimal(out value);

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, decimal value) => Put(ref row, ref at, value);

        /// <inheritdoc/>
        public override decimal ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) =>
            slot.Offset < 0 ? 0 : FromBits(MemoryMarshal.Read<Bits>(r.Data.Slice(slot.Offset, 16)));

        /// <inheritdoc/>
        public override bool HasNonDefault(ReadOnlySpan<decimal> values) => Defaults.AnyByte(MemoryMarshal.AsBytes(values));

        /// <inheritdoc/>
        public override void WriteColumn(ref WireWriter w, ReadOnlySpan<decimal> values)
        {
            ScratchMark mark = w.Mark();
            Span<Bits> bits = w.Rent<Bits>(values.Length);
            for (int i = 0; i < bits.Length; i++)
                bits[i] = ToBits(values[i]);
            FixedColumn.Write(ref w, SpanBytes.Of(bits), 16);
            w.Release(mark);
        }

        /// <inheritdoc/>
        public override void ReadColumn(ref WireReader r, Span<decimal> values, ReadPlan? plan)
        {
            ScratchMark mark = r.Mark();
            Span<Bits> bits = r.Rent<Bits>(values.Length);
            FixedColumn.Read(ref r, SpanBytes.Of(bits), 16);
            for (int i = 0; i < bits.Length; i++)
                values[i] = FromBits(bits[i], i);
            r.Release(mark);
        }

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, decimal value) => JsonScalars.Write(ref w, value);

        /// <inheritdoc/>
        public override decimal ReadJson(ref JsonReader r) => JsonScalars.ReadDecimal(ref r);
    }
}
