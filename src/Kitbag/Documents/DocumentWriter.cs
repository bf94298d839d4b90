using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Documents
{
    /// <summary>
    /// Writes whole documents. The parts around a body that depend on all its bytes are written by an output that wraps the caller's.
    /// </summary>
    internal static class DocumentWriter
    {
        /// <summary>Writes a document into an array.</summary>
        public static byte[] ToArray<T>(Codec<T> codec, T value, KitbagOptions options) =>
            SmallBody.TryMake(codec, value, options) ?? WriteTo(null, codec, value, options);

        /// <summary>Writes a document to an output.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Write<T>(IBufferWriter<byte> output, Codec<T> codec, T value, KitbagOptions options)
        {
            if (SmallBody.TryWrite(output, codec, value, options))
                return;
            if (options.HasChecksum)
                WriteChecked(output, codec, value, options);
            else
                WriteTo(output, codec, value, options);
        }

        private static void WriteChecked<T>(IBufferWriter<byte> output, Codec<T> codec, T value, KitbagOptions options)
        {
            ChecksumWriter around = ChecksumWriter.Around(output);
            try
            {
                WriteTo(around, codec, value, options);
                around.WriteChecksum();
            }
            finally
            {
                around.Return();
            }
        }

        // Writes to an internal buffer, and returns an array, if there is no output. Not inlined: the JIT limits inlining for each method,
        // and a small caller would leave no budget for the codec of the row.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static byte[] WriteTo<T>(IBufferWriter<byte>? output, Codec<T> codec, T value, KitbagOptions options)
        {
            var w = new WireWriter(output, options.Wire) { InPieces = true };
            try
            {
                if (options.Threads != null)
                    w.Threads = options.Threads;
                bool hasUnknownObjects = ReplaceableObject.Exist && !options.IsBare && codec.IsTree && codec.MayHoldUnknown
                    && GraphWriter.HoldsUnknown(codec, value);
                if (options.IsBare || !WriteHeader(ref w, codec, options, codec.IsNullRoot(value), hasUnknownObjects))
                {
                    if (codec.IsTree && !hasUnknownObjects)
                        codec.WriteRoot(ref w, value);
                    else
                        GraphWriter.Write(ref w, codec, value);
                }
                if (output != null)
                {
                    w.Complete();
                    return Array.Empty<byte>();
                }
                if (options.HasChecksum)
                    return WithChecksum(ref w);
                return w.ToArray();
            }
            finally
            {
                w.Dispose();
            }
        }

        private static byte[] WithChecksum(ref WireWriter w)
        {
            w.Reserve(DocumentFormat.ChecksumLength);
            w.Advance(DocumentFormat.ChecksumLength);
            byte[] all = w.ToArray();
            int body = all.Length - DocumentFormat.ChecksumLength;
            LittleEndian.Store32(ref all[body], Crc32C.Append(0, all.AsSpan(0, body)));
            return all;
        }

        // Returns whether the document is complete, because the root is null.
        private static bool WriteHeader(ref WireWriter w, Codec codec, KitbagOptions options, bool isNull, bool hasUnknownObjects)
        {
            bool embedded = options.Schema == KitbagSchemaMode.Embedded;
            w.WriteByte(DocumentFormat.Magic0);
            w.WriteByte(DocumentFormat.Magic1);
            w.WriteByte(DocumentFormat.Magic2);
            w.WriteByte(DocumentFormat.Version);
            int flags = embedded ? DocumentFormat.EmbeddedSchema : DocumentFormat.SchemaFingerprint;
            w.WriteByte((byte)(flags | (options.Checksum ? DocumentFormat.Checksummed : 0) | (isNull ? DocumentFormat.NullRoot : 0)
                | (hasUnknownObjects ? DocumentFormat.UnknownObjects : 0)));
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
    }
}
