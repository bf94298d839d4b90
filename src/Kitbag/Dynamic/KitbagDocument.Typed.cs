using System;
using Kitbag.Codecs;
using Kitbag.Documents;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    public sealed partial class KitbagDocument
    {
        // A part is written only to be read again.
        private static readonly KitbagOptions s_partFormat = new KitbagOptions { Numbers = KitbagNumbers.Raw };

        /// <summary>
        /// Reads a part of the document as a type: it becomes a document with the schema of the part, which is read like any other. So all
        /// rules for other schemas apply to parts, too.
        /// </summary>
        internal T ReadPart<T>(KitbagNode node, Codec<T> codec, KitbagOptions options)
        {
            ThrowIfDisposed();
            bool isWhole = node.Place == null && node.Stored == _root;
            SchemaType writer = node.DeclaredType;
            try
            {
                if (isWhole)
                    return DocumentReader.Read(AllBytes, codec, ForReading(options, IsBare));
                Column? column = node.StoredFor(codec, out int index);
                if (column == null)
                    return default(T) is null ? default! : throw new KitbagException(KitbagErrorReason.SchemaMismatch,
                        "The value is null, which a '" + codec.Schema + "' cannot be.");
                CodecsOfSchema codecs = CodecSet.Has(column.Type) ? CodecSet : CodecsOfSchema.Of(column.Type);
                writer = column.Type.IsTracked ? codecs.ReferenceTo(column.Type) : column.Type;
                object? value = new PartValues(codecs, column.Body).Read(column, index, node.Number);
                byte[] part = DocumentWriter.ToArray(codecs.CodecOf(writer), value, s_partFormat);
                return DocumentReader.Read(part, codec, ForReading(options, isBare: false));
            }
            catch (KitbagException e) when (!e.IsPlaced)
            {
                if (!isWhole)
                    throw PlacePart(e, node, writer.RootName, codec.Schema.RootName);
                e.PlaceOnce(e.Path, 0);
                throw Place(e, null);
            }
        }

        // An offset in the part that was written is not one in the document.
        private KitbagException PlacePart(KitbagException e, KitbagNode node, string writer, string reader)
        {
            string root = e.Path.StartsWith(writer, StringComparison.Ordinal) ? writer
                : e.Path.StartsWith(reader, StringComparison.Ordinal) ? reader : "";
            e.Place(e.Path.Substring(root.Length));
            e.MoveTo(-1);
            return Place(e, node.Place, node.Stored);
        }

        // The schema is known, wherever the document has it.
        private KitbagOptions ForReading(KitbagOptions options, bool isBare) => new KitbagOptions
        {
            Schema = isBare ? KitbagSchemaMode.Bare : KitbagSchemaMode.Embedded,
            BareSchema = isBare ? Schema : null,
            KnownSchemas = new[] { Schema },
            Limits = options.Limits,
            UnknownCases = options.UnknownCases,
            Threads = options.Threads,
        };
    }
}
