using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary><see cref="UInt128"/>: 16 bytes, little-endian.</summary>
    [CodecFor(typeof(UInt128), CodecShape.Leaf, Slot = SlotKind.Fixed, Size = 16)]
    public sealed class UInt128Codec : ImageCodec<UInt128>
    {
        /// <summary>The only instance.</summary>
        public static readonly UInt128Codec Instance = new UInt128Codec();

        private UInt128Codec()
        {
        }

        /// <summary>Writes a value to a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, UInt128 value) => Slots.PutImage(ref row, ref at, value);

        /// <summary>Reads a value from a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static UInt128 Take(ref byte row, ref int at, int end, uint control) =>
            Slots.TakeImage<UInt128>(ref row, ref at, end, control);

        /// <inheritdoc/>
        protected override SchemaType CreateSchema() => SchemaType.BuiltIn(SchemaKind.UInt128);

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) =>
            writer.Kind == SchemaKind.UInt128 ? null
            : Numbers.Are(Integers.Stored(writer).Kind)
                ? new NumberPlan<UInt128>(this, Integers.Stored(writer))
            : ResolveOther(writer, builder);

        internal override bool TryFromNumber(in Number number, out UInt128 value)
        {
            bool isWhole = number.TryInteger(out bool isNegative, out ulong high, out ulong low);
            value = new UInt128(high, low);
            return isWhole && (!isNegative || value == 0);
        }

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, UInt128 value) => JsonScalars.Write(ref w, value);

        /// <inheritdoc/>
        public override UInt128 ReadJson(ref JsonReader r) => JsonScalars.ReadUInt128(ref r);
    }
}
