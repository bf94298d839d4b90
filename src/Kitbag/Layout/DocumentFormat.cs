using System;
using System.Buffers.Binary;
using Kitbag.Buffers;

namespace Kitbag.Layout
{
    /// <summary>The fixed parts of a document's header.</summary>
    internal static class DocumentFormat
    {
        /// <summary>"KIT", in byte order.</summary>
        public const byte Magic0 = (byte)'K', Magic1 = (byte)'I', Magic2 = (byte)'T';

        /// <summary>The format version that this program writes, and the newest one that it reads.</summary>
        public const byte Version = 1;

        public const byte SchemaBits = 3, EmbeddedSchema = 0, SchemaFingerprint = 1, Compressed = 4, Checksummed = 8, NullRoot = 16,
            UnknownObjects = 32;

        /// <summary>Magic, version and flags.</summary>
        public const int HeaderLength = PooledBytes.CheckedLength;

        /// <summary>The offsets of the version and the flags.</summary>
        public const int VersionAt = 3, FlagsAt = 4;

        public const int FingerprintLength = 8, ChecksumLength = 4;

        /// <summary>The bytes before the body of a document with an embedded schema and no flags.</summary>
        public static byte[] EmbeddedHeader(byte[] schema)
        {
            int lengthBytes = 1;
            for (uint rest = (uint)schema.Length >> 7; rest != 0; rest >>= 7)
                lengthBytes++;
            var bytes = new byte[HeaderLength + lengthBytes + schema.Length];
            new[] { Magic0, Magic1, Magic2, Version, EmbeddedSchema }.CopyTo(bytes, 0);
            int at = HeaderLength;
            uint length = (uint)schema.Length;
            for (; length >= 0x80; length >>= 7)
                bytes[at++] = (byte)(length | 0x80);
            bytes[at++] = (byte)length;
            schema.CopyTo(bytes, at);
            return bytes;
        }

        /// <summary>The bytes before the body of a document with the fingerprint of its schema and no flags.</summary>
        public static byte[] FingerprintHeader(ulong fingerprint)
        {
            var bytes = new byte[HeaderLength + FingerprintLength];
            new[] { Magic0, Magic1, Magic2, Version, SchemaFingerprint }.CopyTo(bytes, 0);
            BinaryPrimitives.WriteUInt64LittleEndian(bytes.AsSpan(HeaderLength), fingerprint);
            return bytes;
        }
    }
}
