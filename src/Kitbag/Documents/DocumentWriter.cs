using System;
using System.Buffers;
using Kitbag.Codecs;
using Kitbag.Wire;

namespace Kitbag.Documents
{
    /// <summary>Writes whole documents.</summary>
    internal static class DocumentWriter
    {
        public static byte[] ToArray<T>(Codec<T> codec, T value, KitbagOptions options)
        {
            var w = new WireWriter(null, options);
            try
            {
                WriteHeader(ref w, codec, options);
                codec.WriteRoot(ref w, value);
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
            var w = new WireWriter(output, options);
            try
            {
                WriteHeader(ref w, codec, options);
                codec.WriteRoot(ref w, value);
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
            var w = new WireWriter(null, options);
            try
            {
                WriteHeader(ref w, codec, options);
                codec.WriteRootObject(ref w, value);
                WriteEnd(ref w, options);
                return w.Written.ToArray();
            }
            finally
            {
                w.Dispose();
            }
        }

        private static void WriteHeader(ref WireWriter w, Codec codec, KitbagOptions options)
        {
            if (options.Schema == KitbagSchemaMode.Bare)
                return;
            bool embedded = options.Schema == KitbagSchemaMode.Embedded;
            w.WriteByte(DocumentFormat.Magic0);
            w.WriteByte(DocumentFormat.Magic1);
            w.WriteByte(DocumentFormat.Magic2);
            w.WriteByte(DocumentFormat.Version);
            w.WriteByte((byte)((embedded ? DocumentFormat.EmbeddedSchema : DocumentFormat.SchemaFingerprint) | (options.Checksum ? DocumentFormat.Checksummed : 0)));
            KitbagSchema schema = codec.Document;
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
        }

        private static void WriteEnd(ref WireWriter w, KitbagOptions options)
        {
            if (options.Checksum && options.Schema != KitbagSchemaMode.Bare)
                w.WriteChecksum();
        }
    }
}
