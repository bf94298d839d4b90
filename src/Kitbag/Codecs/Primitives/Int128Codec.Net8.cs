using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Int128"/>: 16 bytes, little-endian.</summary>
    [CodecFor(typeof(Int128), CodecShape.Leaf, Slot = SlotKind.Fixed, Size = 16)]
    public sealed class Int128Codec : ImageCodec<Int128>
    {
        /// <summary>The only instance.</summary>
        public static readonly Int128Codec Instance = new Int128Codec();

        private Int128Codec()
        {
        }

        /// <summary>Writes a value to a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, Int128 value) => Slots.PutImage(ref row, ref at, value);

        /// <summary>Reads a value from a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Int128 Take(ref byte row, ref int at, int end, uint control) =>
            Slots.TakeImage<Int128>(ref row, ref at, end, control);

        /// <inheritdoc/>
        protected override SchemaType CreateSchema() => SchemaType.BuiltIn(SchemaKind.Int128);

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) =>
            writer.Kind == SchemaKind.Int128 ? null
            : Numbers.Are(Integers.Stored(writer).Kind) ? new NumberPlan<Int128>(this, Integers.Stored(writer))
            : ResolveOther(writer, builder);

        internal override bool TryFromNumber(in Number number, out Int128 value)
        {
            bool isWhole = number.TryInteger(out bool isNegative, out ulong high, out ulong low);
            var magnitude = new UInt128(high, low);
            value = isNegative ? (Int128)(0 - magnitude) : (Int128)magnitude;
            return isWhole && (magnitude == 0 || isNegative == Int128.IsNegative(value));
        }

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, Int128 value) => JsonScalars.Write(ref w, value);

        /// <inheritdoc/>
        public override Int128 ReadJson(ref JsonReader r) => JsonScalars.ReadInt128(ref r);
    }
}
