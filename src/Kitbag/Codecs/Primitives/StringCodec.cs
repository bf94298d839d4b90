using System;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary><see cref="string"/>, or null.</summary>
    [CodecFor(typeof(string), CodecShape.LengthPrefix)]
    public sealed class StringCodec : LengthPrefixCodec<string?>
    {
        /// <summary>The only instance.</summary>
        public static readonly StringCodec Instance = new StringCodec();

        private StringCodec()
        {
        }

        internal override bool IsStoredAsText => true;

        /// <inheritdoc/>
        protected override SchemaType CreateSchema() => SchemaType.BuiltIn(SchemaKind.String);

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) =>
            writer.Kind == SchemaKind.String ? null : ResolveOther(writer, builder);

        /// <inheritdoc/>
        public override uint LengthPrefix(string? value) => StringForm.LengthPrefix(value);

        /// <inheritdoc/>
        public override void WritePayload(ref WireWriter w, string? value, uint prefix) => StringForm.Write(ref w, value!, prefix);

        /// <inheritdoc/>
        public override string? ReadPayload(ref WireReader r, uint prefix, ReadPlan? plan) => StringForm.Read(ref r, prefix);

        internal override void WriteRoot(ref WireWriter w, string? value)
        {
            if (value is null || !StringForm.TryWriteRow(ref w, value))
                base.WriteRoot(ref w, value);
        }

        /// <inheritdoc/>
        public override void WriteColumn(ref WireWriter w, ReadOnlySpan<string?> values) => StringColumn.Write(ref w, values);

        /// <inheritdoc/>
        public override void ReadColumn(ref WireReader r, Span<string?> values, ReadPlan? plan) => StringColumn.Read(ref r, values);

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, string? value) => w.WriteString(value);

        /// <inheritdoc/>
        public override string? ReadJson(ref JsonReader r) => r.ReadString();
    }
}
