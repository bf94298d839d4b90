using System;
using Kitbag.Buffers;
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

        // Most strings of many short lists repeat: then their indexes are gathered, instead of copying references.
        internal override void WriteSegments(ref WireWriter w, ref SegmentedSpan<string?> segments)
        {
            if (segments.Count <= DictionaryChoice.FewGathered)
            {
                base.WriteSegments(ref w, ref segments);
                return;
            }
            ScratchMark mark = w.Mark();
            var column = new StringColumnBuilder(ref w, segments.Count);
            int at = 0;
            while (segments.Next(out Span<string?> segment))
            {
                foreach (string? value in segment)
                    column.Add(ref w, at++, value);
            }
            column.Write(ref w, asks: true);
            w.Release(mark);
        }

        /// <inheritdoc/>
        public override void ReadColumn(ref WireReader r, Span<string?> values, ReadPlan? plan) => StringColumn.Read(ref r, values);

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, string? value) => w.WriteString(value);

        /// <inheritdoc/>
        public override string? ReadJson(ref JsonReader r) => r.ReadString();
    }
}
