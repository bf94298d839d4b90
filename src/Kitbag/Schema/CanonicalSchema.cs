using System;
using System.Threading;
using Kitbag.Buffers;
using Kitbag.Layout;

namespace Kitbag.Schema
{
    /// <summary>A schema with its canonical bytes, and the fingerprint that names them.</summary>
    internal sealed class CanonicalSchema
    {
        private readonly byte[] _bytes;
        private readonly Func<SchemaType>? _getRoot;
        private SchemaType? _root;
        private ulong _fingerprint;
        private bool _hasFingerprint;
        private byte[]? _embeddedHeader, _fingerprintHeader;

        public CanonicalSchema(SchemaType root)
            : this(root, SchemaWriter.Write(root))
        {
        }

        public CanonicalSchema(SchemaType root, byte[] bytes)
        {
            _root = root;
            _bytes = bytes;
        }

        /// <summary>A schema of which the bytes are known beforehand.</summary>
        /// <param name="getRoot">Makes the type of the value, where somebody asks for it.</param>
        /// <param name="bytes">The bytes.</param>
        public CanonicalSchema(Func<SchemaType> getRoot, byte[] bytes)
        {
            _getRoot = getRoot;
            _bytes = bytes;
        }

        /// <summary>The type of the value itself.</summary>
        public SchemaType Root => Volatile.Read(ref _root) ?? (_root = _getRoot!());

        /// <summary>Gets the bytes as they are stored in a document.</summary>
        public ReadOnlySpan<byte> Bytes => _bytes;

        /// <summary>The first 8 bytes of the SHA-256 of <see cref="Bytes"/>, as a little-endian number.</summary>
        public ulong Fingerprint
        {
            get
            {
                if (!Volatile.Read(ref _hasFingerprint))
                {
                    _fingerprint = Sha256.First64Bits(_bytes);
                    // Last, because it publishes to other threads that the number is complete.
                    Volatile.Write(ref _hasFingerprint, true);
                }
                return _fingerprint;
            }
        }

        /// <summary>
        /// Returns the length of the header in bytes if a document starts with the header that this program writes with this schema, for a
        /// root that is not null and without a checksum; otherwise -1.
        /// </summary>
        /// <param name="document">The document.</param>
        /// <param name="limits">The limits.</param>
        public int HeaderLength(ReadOnlySpan<byte> document, KitbagLimits limits)
        {
            byte[] header = document.Length > DocumentFormat.FlagsAt && document[DocumentFormat.FlagsAt] == DocumentFormat.SchemaFingerprint
                ? _fingerprintHeader ??= DocumentFormat.FingerprintHeader(Fingerprint)
                : _embeddedHeader ??= DocumentFormat.EmbeddedHeader(_bytes);
            return document.StartsWith(header) && _bytes.Length <= limits.MaxSchemaBytes ? header.Length : -1;
        }
    }
}
