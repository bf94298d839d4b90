using System;
using System.Globalization;
using Kitbag.Codecs;
using Kitbag.CompilerServices;
using Kitbag.Schema;

namespace Kitbag.Documents
{
    /// <summary>Represents the schema with which a body was written, and its position in the input for errors.</summary>
    internal readonly ref struct WriterSchema
    {
        private readonly ReadOnlySpan<byte> _bytes;

        // The offset of the schema if it is in the input, otherwise of its fingerprint.
        private readonly int _offset;
        private readonly bool _isInInput;

        private WriterSchema(ReadOnlySpan<byte> bytes, int offset, bool isInInput)
        {
            _bytes = bytes;
            _offset = offset;
            _isInInput = isInInput;
        }

        /// <summary>Returns the plan for the body of a document, or null if it has this program's own schema.</summary>
        /// <param name="header">The header of the document.</param>
        /// <param name="codec">The codec of the root.</param>
        /// <param name="options">The options.</param>
        /// <param name="allocated">The part of the allocation budget that the schema has used.</param>
        /// <exception cref="KitbagException">The schema is malformed, unknown, or incompatible with that of the codec.</exception>
        public static DocumentPlan? PlanFor(in DocumentHeader header, Codec codec, KitbagOptions options, out long allocated)
        {
            allocated = 0;
            return Of(header, codec, options).PlanFor(codec, options, ref allocated);
        }

        private static WriterSchema Of(in DocumentHeader header, Codec codec, KitbagOptions options)
        {
            if (header.HasSchema)
                return new WriterSchema(header.Schema, header.SchemaOffset, true);
            if (header.Fingerprint == codec.Document.Fingerprint)
                return new WriterSchema(codec.Document.Bytes, header.SchemaOffset, false);
            foreach (KitbagSchema known in options.KnownSchemas)
            {
                if (known.Fingerprint == header.Fingerprint)
                    return new WriterSchema(known.Bytes, header.SchemaOffset, false);
            }
            if (CodecRegistry.FindLocked(header.Fingerprint) is { } locked)
                return new WriterSchema(locked, header.SchemaOffset, false);
            throw new KitbagException(KitbagErrorReason.UnknownSchema,
                "The document names its schema by the fingerprint " + Text(header.Fingerprint) + ", which is not that of '" + codec.Schema
                    + "' (" + Text(codec.Document.Fingerprint) + ") and not among KitbagOptions.KnownSchemas.", header.SchemaOffset);
        }

        /// <summary>Returns the plan for a body without a header, or null if it has this program's own schema.</summary>
        /// <param name="codec">The codec of the root.</param>
        /// <param name="options">The options, which may contain the writer's schema.</param>
        /// <param name="allocated">The part of the allocation budget that the schema has used.</param>
        /// <exception cref="KitbagException">The schema is incompatible with that of the codec.</exception>
        public static DocumentPlan? PlanForBare(Codec codec, KitbagOptions options, out long allocated)
        {
            allocated = 0;
            return options.BareSchema == null
                ? null
                : new WriterSchema(options.BareSchema.Bytes, 0, false).PlanFor(codec, options, ref allocated);
        }

        /// <summary>Returns the differences between the schema of a document that was read and that of this program.</summary>
        /// <param name="document">The document.</param>
        /// <param name="codec">The codec of the root.</param>
        /// <param name="options">The options with which it was read.</param>
        public static KitbagReadReport ReportFor(ReadOnlySpan<byte> document, Codec codec, KitbagOptions options)
        {
            WriterSchema writer = !options.IsBare ? Of(DocumentHeader.Read(document, options.Limits, false), codec, options)
                : new WriterSchema(options.BareSchema == null ? codec.Document.Bytes : options.BareSchema.Bytes, 0, false);
            long allocated = 0;
            DocumentPlan? plan = writer.PlanFor(codec, options, ref allocated);
            if (plan == null)
                return new KitbagReadReport(new KitbagSchema(codec.Document), true, Array.Empty<KitbagReadFinding>());
            if (plan.Report is not KitbagReadReport report)
            {
                report = ReadReportBuilder.Of(codec, new CanonicalSchema(plan.Writer, writer._bytes.ToArray()), options.UnknownCases);
                plan.Report = report;
            }
            return report;
        }

        private DocumentPlan? PlanFor(Codec codec, KitbagOptions options, ref long allocated)
        {
            if (_bytes.SequenceEqual(codec.Document.Bytes))
                return null;
            try
            {
                return codec.Plans.Get(codec, _bytes, options.Limits, options.UnknownCases, ref allocated);
            }
            catch (KitbagException e)
            {
                if (e.Reason == KitbagErrorReason.SchemaMismatch)
                    e.InRoot(codec.Schema.RootName);
                e.MoveTo(_isInInput ? _offset + Math.Max(e.Offset, 0) : _offset);
                throw;
            }
        }

        private static string Text(ulong fingerprint) => fingerprint.ToString("x16", CultureInfo.InvariantCulture);
    }
}
