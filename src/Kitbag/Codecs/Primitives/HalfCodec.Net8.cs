using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Half"/>: 2 bytes.</summary>
    [CodecFor(typeof(Half), CodecShape.Leaf, Slot = SlotKind.Fixed, Size = 2)]
    public sealed class HalfCodec : ImageCodec<Half>
    {
        /// <summary>The only instance.</summary>
        public static readonly HalfCodec Instance = new HalfCodec();

        private HalfCodec()
        {
        }

        /// <summary>Writes a value to a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, Half value) => Slots.PutImage(ref row, ref at, value);

        /// <summary>Reads a value from a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Half Take(ref byte row, ref int at, int end, uint control) => Slots.TakeImage<Half>(ref row, ref at, end, control);

        /// <inheritdoc/>
        protected override SchemaType CreateSchema() => SchemaType.BuiltIn(SchemaKind.Half);

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) =>
            writer.Kind == SchemaKind.Half ? null
            : Numbers.Are(writer.Kind) ? new NumberPlan<Half>(this, writer)
            : ResolveOther(writer, builder);

        internal override bool TryFromNumber(in Number number, out Half value)
        {
            bool isRight = number.TryDouble(out double real);
            value = (Half)real;
            return isRight && !(Half.IsInfinity(value) && !double.IsInfinity(real)) && (!number.IsInteger || (double)value == real);
        }

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, Half value) => JsonScalars.Write(ref w, value);

        /// <inheritdoc/>
        public override Half ReadJson(ref JsonReader r) => JsonScalars.ReadHalf(ref r);
    }
}
