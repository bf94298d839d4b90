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
    /// <summary><see cref="bool"/>: a control bit in a row, a bit in a column.</summary>
    [CodecFor(typeof(bool), CodecShape.Leaf, Slot = SlotKind.Flag)]
    public sealed class BooleanCodec : Codec<bool>
    {
        /// <summary>The only instance.</summary>
        public static readonly BooleanCodec Instance = new BooleanCodec();

        private BooleanCodec()
        {
        }

        /// <summary>Writes a value to a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, bool value) => value ? 1u : 0u;

        /// <summary>Reads a value from a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool Take(ref byte row, ref int at, int end, uint control) => (control & 1) != 0;

        /// <inheritdoc/>
        protected override SchemaType CreateSchema() => SchemaType.BuiltIn(SchemaKind.Boolean);

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) =>
            writer.Kind == SchemaKind.Boolean ? null : ResolveOther(writer, builder);

        internal override SlotForm FormOf(ReadPlan? plan) => plan == null ? SlotForm.Flag : SlotForm.Value;

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, bool value) => value ? 1u : 0u;

        /// <inheritdoc/>
        public override bool ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) => slot.Bits != 0;

        /// <inheritdoc/>
        public override bool HasNonDefault(ReadOnlySpan<bool> values) => Defaults.AnyByte(SpanBytes.Of(values));

        /// <inheritdoc/>
        public override void WriteColumn(ref WireWriter w, ReadOnlySpan<bool> values) => w.WriteBits(values);

        /// <inheritdoc/>
        public override void ReadColumn(ref WireReader r, Span<bool> values, ReadPlan? plan) => r.ReadBits(values);

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, bool value) => w.WriteBoolean(value);

        /// <inheritdoc/>
        public override bool ReadJson(ref JsonReader r) => r.ReadBoolean();

        // As System.Text.Json has it; values are in lower case.
        internal override void WriteJsonKey(ref JsonWriter w, bool value) => w.WriteRaw((value ? "True" : "False").AsSpan());
    }
}
