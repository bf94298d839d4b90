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
    /// <summary><see cref="double"/>. In a row with its bytes reversed, which makes round numbers short.</summary>
    [CodecFor(typeof(double), CodecShape.Leaf, Slot = SlotKind.Double64)]
    public sealed class DoubleCodec : Codec<double>
    {
        /// <summary>The only instance.</summary>
        public static readonly DoubleCodec Instance = new DoubleCodec();

        private DoubleCodec()
        {
            IsNumber = true;
        }

        /// <summary>Writes a value to a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, double value) =>
            Slots.PutDouble64(ref row, ref at, Slots.Reverse((ulong)BitConverter.DoubleToInt64Bits(value)));

        /// <summary>Reads a value from a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static double Take(ref byte row, ref int at, int end, uint control) =>
            FromBits(Slots.TakeDouble64(ref row, ref at, end, control));

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static double FromBits(ulong bits) => BitConverter.Int64BitsToDouble((long)Slots.Reverse(bits));

        /// <inheritdoc/>
        protected override SchemaType CreateSchema() => SchemaType.BuiltIn(SchemaKind.Double);

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder)
        {
            if (writer.Kind == SchemaKind.Double)
                return null;
            if (Integers.IsNumber(writer.Kind) || writer.Kind == SchemaKind.Single)
                return ReadPlan.Leaf(writer);
            return Numbers.Are(writer.Kind)
                ? new NumberPlan<double>(this, writer)
                : ResolveOther(writer, builder);
        }

        internal override bool TryFromNumber(in Number number, out double value) => number.TryDouble(out value);

        internal override SlotForm FormOf(ReadPlan? plan) => plan == null ? SlotForm.Double
            : plan.Writer.Kind == SchemaKind.Single ? SlotForm.SingleAsDouble
            : SlotForm.Value;

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, double value) => Put(ref row, ref at, value);

        /// <inheritdoc/>
        public override double ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan)
        {
            if (plan == null)
                return FromBits((ulong)slot.Bits);
            if (plan.Writer.Kind == SchemaKind.Single)
                return SingleCodec.FromBits((uint)slot.Bits);
            return FloatColumn.ToDouble(ref r, Integers.Decode(slot.Bits, plan.Writer.Kind), plan.Writer.Kind == SchemaKind.UInt64, 0);
        }

        /// <inheritdoc/>
        public override bool HasNonDefault(ReadOnlySpan<double> values) => Defaults.AnyByte(SpanBytes.Of(values));

        /// <inheritdoc/>
        public override void WriteColumn(ref WireWriter w, ReadOnlySpan<double> values) => FloatColumn.Write(ref w, values);

        /// <inheritdoc/>
        public override void ReadColumn(ref WireReader r, Span<double> values, ReadPlan? plan)
        {
            if (plan == null)
            {
                FloatColumn.Read(ref r, values);
            }
            else if (plan.Writer.Kind == SchemaKind.Single)
            {
                FloatColumn.ReadFloats(ref r, values);
            }
            else
            {
                plan.Writer.TryGetInteger(out IntegerKind written);
                FloatColumn.ReadIntegers(ref r, values, written);
            }
        }

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, double value) => w.WriteNumber(value);

        /// <inheritdoc/>
        public override double ReadJson(ref JsonReader r) => r.ReadDouble();
    }
}
