using System;
using System.Buffers.Binary;
using System.Globalization;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Documents
{
    /// <summary>Represents everything that surrounds the body of a document, read and checked without a codec.</summary>
    internal readonly ref struct DocumentHeader
    {
        private readonly byte _flags;

        /// <summary>The schema, if it is embedded.</summary>
        public readonly ReadOnlySpan<byte> Schema;

        /// <summary>The offset of the schema, or of the fingerprint that identifies it.</summary>
        public readonly int SchemaOffset;

        /// <summary>The fingerprint of the schema, if the schema is not embedded.</summary>
        public readonly ulong Fingerprint;

        /// <summary>The offsets of the start and the end of the body.</summary>
        public readonly int BodyOffset, BodyEnd;

        private DocumentHeader(byte flags, int bodyEnd, int schemaOffset, ReadOnlySpan<byte> schema, ulong fingerprint, int bodyOffset)
        {
            _flags = flags;
            BodyEnd = bodyEnd;
            SchemaOffset = schemaOffset;
            Schema = schema;
            Fingerprint = fingerprint;
            BodyOffset = bodyOffset;
        }

        /// <summary>Gets a value indicating whether the schema is embedded; otherwise the document contains its fingerprint.</summary>
        public bool HasSchema => (_flags & DocumentFormat.SchemaBits) == DocumentFormat.EmbeddedSchema;

        /// <summary>Gets a value indicating whether a checksum follows the body.</summary>
        public bool HasChecksum => (_flags & DocumentFormat.Checksummed) != 0;

        /// <summary>Gets a value indicating whether the root is null, and the body empty.</summary>
        public bool IsNull => (_flags & DocumentFormat.NullRoot) != 0;

        /// <summary>
        /// Gets a value indicating whether objects of classes that the program which wrote the document lacks follow the root, although the
        /// schema has no tracked types.
        /// </summary>
        public bool HasUnknownObjects => (_flags & DocumentFormat.UnknownObjects) != 0;

        /// <summary>Reads the header of a document, and verifies the checksum if there is one.</summary>
        /// <param name="document">The whole document.</param>
        /// <param name="limits">The limits.</param>
        /// <exception cref="KitbagException">The bytes are not a document, or are damaged.</exception>
        public static DocumentHeader Read(ReadOnlySpan<byte> document, KitbagLimits limits) => Read(document, limits, true);

        /// <summary>Reads the header of a document.</summary>
        /// <param name="document">The whole document.</param>
        /// <param name="limits">The limits.</param>
        /// <param name="verify">Whether to verify the checksum, for which all bytes are read.</param>
        /// <exception cref="KitbagException">The bytes are not a document, or are damaged.</exception>
        public static DocumentHeader Read(ReadOnlySpan<byte> document, KitbagLimits limits, bool verify)
        {
            CheckStart(document);
            byte flags = document[DocumentFormat.FlagsAt];
            if ((flags & DocumentFormat.Checksummed) != 0)
                document = document.Slice(0, CheckSum(document, verify));
            const int After = DocumentFormat.HeaderLength;
            if ((flags & DocumentFormat.SchemaBits) == DocumentFormat.SchemaFingerprint)
            {
                const int Start = After + DocumentFormat.FingerprintLength;
                if (document.Length < Start)
                    throw Error(KitbagErrorReason.Truncated, "The document ends within the fingerprint of its schema.", document.Length);
                return new DocumentHeader(flags, document.Length, After, default,
                    BinaryPrimitives.ReadUInt64LittleEndian(document.Slice(After)), Start);
            }
            var r = new WireReader(document, limits);
            r.Skip(After);
            int length = r.ReadCountWithin(limits.MaxSchemaBytes, nameof(KitbagLimits.MaxSchemaBytes), "Bytes of the schema");
            int schemaOffset = r.Position;
            ReadOnlySpan<byte> schema = r.ReadBytes(length);
            return new DocumentHeader(flags, document.Length, schemaOffset, schema, 0, r.Position);
        }

        /// <summary>
        /// Checks the start of a document: magic, version and flags. Used for a stream whose start is read before the rest.
        /// </summary>
        public static void CheckStart(ReadOnlySpan<byte> bytes)
        {
            if (bytes.IsEmpty)
                throw Error(KitbagErrorReason.Truncated, "The input is empty; expected a Kitbag document.", 0);
            if (!HasMagic(bytes))
                throw Error(KitbagErrorReason.NotKitbag,
                    "This is not a Kitbag document: it does not start with the bytes 'KIT'. If it is a file of KitbagFile, use that "
                        + "class; if it is bare, read it with KitbagOptions.Bare.", 0);
            if (bytes.Length < DocumentFormat.HeaderLength)
                throw Error(KitbagErrorReason.Truncated,
                    "The document ends within its header, which has " + Text(DocumentFormat.HeaderLength) + " bytes.", bytes.Length);
            if (bytes[DocumentFormat.VersionAt] == 0)
                throw Error(KitbagErrorReason.Malformed, "The document specifies format version 0, but versions start at 1.",
                    DocumentFormat.VersionAt);
            if (bytes[DocumentFormat.VersionAt] > DocumentFormat.Version)
                throw Error(KitbagErrorReason.NewerVersion,
                    "The document has format version " + Text(bytes[DocumentFormat.VersionAt]) + "; this version of Kitbag reads up to "
                        + Text(DocumentFormat.Version) + ". Update Kitbag.", DocumentFormat.VersionAt);
            byte flags = bytes[DocumentFormat.FlagsAt];
            if ((flags & DocumentFormat.Compressed) != 0)
                throw Error(KitbagErrorReason.NotSupported, "The document is compressed, which this version of Kitbag does not read.",
                    DocumentFormat.FlagsAt);
            if ((flags & DocumentFormat.SchemaBits) > DocumentFormat.SchemaFingerprint
                || (flags & ~(DocumentFormat.SchemaBits | DocumentFormat.Checksummed | DocumentFormat.NullRoot
                    | DocumentFormat.UnknownObjects)) != 0)
                throw Error(KitbagErrorReason.Malformed, "The document has the flags " + Text(flags) + ", which are undefined.",
                    DocumentFormat.FlagsAt);
        }

        /// <summary>Returns whether bytes start like a document with a header of the version that this program writes.</summary>
        public static bool IsAtStart(ReadOnlySpan<byte> bytes) =>
            HasMagic(bytes) && bytes.Length > DocumentFormat.VersionAt && bytes[DocumentFormat.VersionAt] == DocumentFormat.Version;

        private static bool HasMagic(ReadOnlySpan<byte> bytes) =>
            bytes.Length >= 3 && bytes[0] == DocumentFormat.Magic0 && bytes[1] == DocumentFormat.Magic1
                && bytes[2] == DocumentFormat.Magic2;

        // Returns the offset of the checksum.
        private static int CheckSum(ReadOnlySpan<byte> bytes, bool verify)
        {
            int end = bytes.Length - DocumentFormat.ChecksumLength;
            if (end < DocumentFormat.HeaderLength)
                throw Error(KitbagErrorReason.Truncated, "The document ends before its checksum.", bytes.Length);
            if (!verify)
                return end;
            uint found = Crc32C.Append(0, bytes.Slice(0, end)), expected = BinaryPrimitives.ReadUInt32LittleEndian(bytes.Slice(end));
            if (found != expected)
                throw Error(KitbagErrorReason.ChecksumMismatch,
                    "The checksum does not match: the document contains " + expected.ToString("x8", CultureInfo.InvariantCulture)
                        + ", its bytes give " + found.ToString("x8", CultureInfo.InvariantCulture)
                        + ". It was damaged or truncated.", end);
            return end;
        }

        private static KitbagException Error(KitbagErrorReason reason, string message, long offset) =>
            new KitbagException(reason, message, offset);

        private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
    }
}
