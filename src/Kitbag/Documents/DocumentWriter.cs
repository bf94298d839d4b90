using System;
using System.Buffers;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Documents
{
    /// <summary>Writes whole documents.</summary>
    internal static class DocumentWriter
    {
        public static byte[] ToArray<T>(Codec<T> codec, T value, KitbagOptions options)
        {
            var w = new WireWriter(null, options.Wire);
            try
            {
                WriteBody(ref w, codec, value, options);
                WriteEnd(ref w, options);
                return w.Written.ToArray();
            }
            finally
            {
                w.Dispose();
            }
        }

        public static void Write<T>(IBufferWriter<byte> output, Codec<T> codec, T value, KitbagOptions options)
        {
            var w = new WireWriter(output, options.Wire);
            try
            {
                WriteBody(ref w, codec, value, options);
                WriteEnd(ref w, options);
                w.Complete();
            }
            finally
            {
                w.Dispose();
            }
        }

        public static byte[] ToArray(Codec codec, object? value, KitbagOptions options)
        {
            var w = new WireWriter(null, options.Wire);
            try
            {
                if (options.Schema == KitbagSchemaMode.Bare || !WriteHeader(ref w, codec, options, codec.IsNullRootObject(value)))
                    codec.WriteRootObject(ref w, value);
                WriteEnd(ref w, options);
                return w.Written.ToArray();
            }
            finally
            {
                w.Dispose();
            }
        }

        private static void WriteBody<T>(ref WireWriter w, Codec<T> codec, T value, KitbagOptions options)
        {
            if (options.Schema == KitbagSchemaMode.Bare || !WriteHeader(ref w, codec, options, codec.IsNullRoot(value)))
                codec.WriteRoot(ref w, value);
        }

        // Answers whether that is all: the root is null.
        private static bool WriteHeader(ref WireWriter w, Codec codec, KitbagOptions options, bool isNull)
        {
            bool embedded = options.Schema == KitbagSchemaMode.Embedded;
            w.WriteByte(DocumentFormat.Magic0);
            w.WriteByte(DocumentFormat.Magic1);
            w.WriteByte(DocumentFormat.Magic2);
            w.WriteByte(DocumentFormat.Version);
            int flags = embedded ? DocumentFormat.EmbeddedSchema : DocumentFormat.SchemaFingerprint;
            w.WriteByte((byte)(flags | (options.Checksum ? DocumentFormat.Checksummed : 0) | (isNull ? DocumentFormat.NullRoot : 0)));
            CanonicalSchema schema = codec.Document;
            if (embedded)
            {
                w.WriteVarint((ulong)schema.Bytes.Length);
                w.WriteBytes(schema.Bytes);
            }
            else
            {
                LittleEndian.Store64(ref w.Reserve(DocumentFormat.FingerprintLength), schema.Fingerprint);
                w.Advance(DocumentFormat.FingerprintLength);
            }
            return isNull;
        }

        private static void WriteEnd(ref WireWriter w, KitbagOptions options)
        {
            if (options.Checksum && options.Schema != KitbagSchemaMode.Bare)
                w.WriteChecksum();
        }
    }
}
