using System;
using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Threading;
using Kitbag.CompilerServices;
using Kitbag.Documents;
using Kitbag.Schema;

namespace Kitbag
{
    /// <summary>How values of one type are laid out: what an embedded schema holds and a fingerprint names.</summary>
    public sealed class KitbagSchema
    {
        private readonly byte[] _bytes;
        private ulong _fingerprint;
        private bool _hasFingerprint;
        private byte[]? _embeddedHeader, _fingerprintHeader;

        internal KitbagSchema(SchemaType root)
            : this(root, SchemaWriter.Write(root))
        {
        }

        private KitbagSchema(SchemaType root, byte[] bytes)
        {
            Root = root;
            _bytes = bytes;
        }

        /// <summary>The type of the value itself.</summary>
        public SchemaType Root { get; }

        /// <summary>The canonical bytes, as they stand in a document.</summary>
        public ReadOnlySpan<byte> Bytes => _bytes;

        /// <summary>The first 8 bytes of the SHA-256 of <see cref="Bytes"/>, as a little-endian number.</summary>
        public ulong Fingerprint
        {
            get
            {
                if (!Volatile.Read(ref _hasFingerprint))
                {
                    _fingerprint = Hash(_bytes);
                    // Last, because it tells other threads that the number is complete.
                    Volatile.Write(ref _hasFingerprint, true);
                }
                return _fingerprint;
            }
        }

        /// <summary>The schema by which this program writes values of a type.</summary>
        /// <typeparam name="T">The type.</typeparam>
        public static KitbagSchema Of<[KitbagRoot(Json = false)] T>() => CodecCache<T>.Get().Document;

        /// <summary>Reads a schema that was kept from <see cref="Bytes"/>.</summary>
        /// <param name="bytes">The bytes.</param>
        /// <param name="limits">What is accepted.</param>
        /// <exception cref="KitbagException">The bytes are not a schema, or exceed a limit.</exception>
        public static KitbagSchema Parse(ReadOnlySpan<byte> bytes, KitbagLimits? limits = null) =>
            new KitbagSchema(SchemaReader.Read(bytes, limits ?? KitbagLimits.Default, out _), bytes.ToArray());

        /// <summary>
        /// How many bytes a document's header has, where it is that of a document that this program writes by this schema, not null and
        /// without a checksum; else -1.
        /// </summary>
        internal int HeaderLength(ReadOnlySpan<byte> document, KitbagOptions options)
        {
            byte[] header = document.Length > DocumentFormat.FlagsAt && document[DocumentFormat.FlagsAt] == DocumentFormat.SchemaFingerprint
                ? _fingerprintHeader ??= DocumentFormat.FingerprintHeader(Fingerprint)
                : _embeddedHeader ??= DocumentFormat.EmbeddedHeader(_bytes);
            return document.StartsWith(header) && options.Schema != KitbagSchemaMode.Bare && _bytes.Length <= options.Limits.MaxSchemaBytes
                ? header.Length
                : -1;
        }

        private static ulong Hash(byte[] bytes)
        {
            using var sha = SHA256.Create();
            return BinaryPrimitives.ReadUInt64LittleEndian(sha.ComputeHash(bytes));
        }
    }
}
