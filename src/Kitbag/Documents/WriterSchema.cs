using System;
using System.Globalization;
using Kitbag.Codecs;
using Kitbag.Schema;

namespace Kitbag.Documents
{
    /// <summary>The schema that a body was written by, and what of the input an error in it names.</summary>
    internal readonly ref struct WriterSchema
    {
        private readonly ReadOnlySpan<byte> _bytes;

        // Where the schema is, if it is in the input; else what names it.
        private readonly int _offset;
        private readonly bool _isInInput;

        private WriterSchema(ReadOnlySpan<byte> bytes, int offset, bool isInInput)
        {
            _bytes = bytes;
            _offset = offset;
            _isInInput = isInInput;
        }

        /// <summary>The plan by which a document's body is read; null where this program's own schema wrote it.</summary>
        /// <param name="header">The document's header.</param>
        /// <param name="codec">The codec of the root.</param>
        /// <param name="options">How to read.</param>
        /// <param name="allocated">What the schema has taken of the allocation budget.</param>
        /// <exception cref="KitbagException">The schema is bad, unknown, or cannot be read as the codec's.</exception>
        public static DocumentPlan? PlanFor(in DocumentHeader header, Codec codec, KitbagOptions options, out long allocated)
        {
            allocated = 0;
            if (header.HasSchema)
                return new WriterSchema(header.Schema, header.SchemaOffset, true).PlanFor(codec, options, ref allocated);
            if (header.Fingerprint == codec.Document.Fingerprint)
                return null;
            foreach (KitbagSchema known in options.KnownSchemas)
            {
                if (known.Fingerprint == header.Fingerprint)
                    return new WriterSchema(known.Bytes, header.SchemaOffset, false).PlanFor(codec, options, ref allocated);
            }
            throw new KitbagException(KitbagErrorReason.UnknownSchema,
                "The document names its schema by the fingerprint " + Text(header.Fingerprint) + ", which is not that of '" + codec.Schema
                    + "' (" + Text(codec.Document.Fingerprint) + ") and not among KitbagOptions.KnownSchemas.", header.SchemaOffset);
        }

        /// <summary>The plan by which a body without header is read; null where this program's own schema wrote it.</summary>
        /// <param name="codec">The codec of the root.</param>
        /// <param name="options">How to read; they may have the writer's schema.</param>
        /// <param name="allocated">What the schema has taken of the allocation budget.</param>
        /// <exception cref="KitbagException">The schema cannot be read as the codec's.</exception>
        public static DocumentPlan? PlanForBare(Codec codec, KitbagOptions options, out long allocated)
        {
            allocated = 0;
            return options.BareSchema == null
                ? null
                : new WriterSchema(options.BareSchema.Bytes, 0, false).PlanFor(codec, options, ref allocated);
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
