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
    /// <summary><see cref="float"/>. In a row with its bytes reversed, which makes round numbers short.</summary>
    [CodecFor(typeof(float), CodecShape.Leaf, Slot = SlotKind.Word32)]
    public sealed class SingleCodec : Codec<float>
    {
        /// <summary>The only instance.</summary>
        public static readonly SingleCodec Instance = new SingleCodec();

        private SingleCodec()
        {
            IsNumber = true;
        }

        /// <summary>Writes a value to a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, float value) =>
            Slots.PutWord32(ref row, ref at, Slots.Reverse((uint)BitConverter.SingleToInt32Bits(value)));

        /// <summary>Reads a value from a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static float Take(ref byte row, ref int at, int end, uint control) =>
            FromBits(Slots.TakeWord32(ref row, ref at, end, control));

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static float FromBits(uint bits) => BitConverter.Int32BitsToSingle((int)Slots.Reverse(bits));

        /// <inheritdoc/>
        protected override SchemaType CreateSchema() => SchemaType.BuiltIn(SchemaKind.Single);

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder)
        {
            if (writer.Kind == SchemaKind.Single)
                return null;
            if (Integers.IsNumber(writer.Kind))
                return ReadPlan.Leaf(writer);
            return Numbers.Are(writer.Kind)
                ? new NumberPlan<float>(this, writer)
                : ResolveOther(writer, builder);
        }

        internal override bool TryFromNumber(in Number number, out float value) => number.TrySingle(out value);

        internal override SlotForm FormOf(ReadPlan? plan) => plan == null ? SlotForm.Single : SlotForm.Value;

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, float value) => Put(ref row, ref at, value);

        /// <inheritdoc/>
        public override float ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan)
        {
            if (plan == null)
                return FromBits((uint)slot.Bits);
            return FloatColumn.ToSingle(ref r, Integers.Decode(slot.Bits, plan.Writer.Kind), plan.Writer.Kind == SchemaKind.UInt64, 0);
        }

        /// <inheritdoc/>
        public override bool HasNonDefault(ReadOnlySpan<float> values) => Defaults.AnyByte(SpanBytes.Of(values));

        /// <inheritdoc/>
        public override void WriteColumn(ref WireWriter w, ReadOnlySpan<float> values) => FloatColumn.Write(ref w, values);

        /// <inheritdoc/>
        public override void ReadColumn(ref WireReader r, Span<float> values, ReadPlan? plan)
        {
            if (plan == null)
            {
                FloatColumn.Read(ref r, values);
            }
            else
            {
                plan.Writer.TryGetInteger(out IntegerKind written);
                FloatColumn.ReadIntegers(ref r, values, written);
            }
        }

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, float value) => w.WriteNumber(value);

        /// <inheritdoc/>
        public override float ReadJson(ref JsonReader r) => r.ReadSingle();
    }
}
