using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Guid"/>: 16 bytes, as in <see cref="Guid.ToByteArray()"/>.</summary>
    [CodecFor(typeof(Guid), CodecShape.Leaf, Slot = SlotKind.Fixed, Size = 16)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class GuidCodec : ImageCodec<Guid>
    {
        /// <summary>The only instance.</summary>
        public static readonly GuidCodec Instance = new GuidCodec();

        private GuidCodec()
        {
        }

        /// <summary>Writes a value to a row.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, Guid value) => Slots.PutImage(ref row, ref at, value);

        /// <summary>Reads a value from a row.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Guid Take(ref byte row, ref int at, int end, uint control) => Slots.TakeImage<Guid>(ref row, ref at, end, control);

        /// <inheritdoc/>
        protected override SchemaType CreateSchema() => SchemaType.BuiltIn(SchemaKind.Guid);

        internal override SlotForm FormOf(ReadPlan? plan) => plan == null ? SlotForm.Image : SlotForm.Value;

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) =>
            writer.Kind == SchemaKind.Guid ? null : ResolveOther(writer, builder);

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, Guid value) => JsonScalars.Write(ref w, in value);

        /// <inheritdoc/>
        public override Guid ReadJson(ref JsonReader r) => JsonScalars.ReadGuid(ref r);
    }
}
