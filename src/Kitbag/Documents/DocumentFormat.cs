using Kitbag.Buffers;

namespace Kitbag.Documents
{
    /// <summary>The fixed parts of a document's header.</summary>
    internal static class DocumentFormat
    {
        /// <summary>"KIT", in the order in which it stands in the bytes.</summary>
        public const byte Magic0 = (byte)'K', Magic1 = (byte)'I', Magic2 = (byte)'T';

        /// <summary>The format version that this program writes, and the newest that it reads.</summary>
        public const byte Version = 1;

        public const byte SchemaBits = 3, EmbeddedSchema = 0, SchemaFingerprint = 1, Compressed = 4, Checksummed = 8, NullRoot = 16;

        /// <summary>Magic, version and flags.</summary>
        public const int HeaderLength = PooledBytes.CheckedLength;

        public const int FingerprintLength = 8, ChecksumLength = 4;
    }
}
