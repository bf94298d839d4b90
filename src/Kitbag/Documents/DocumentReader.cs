using System;
using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Codecs;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Documents
{
    /// <summary>Reads whole documents.</summary>
    internal static class DocumentReader
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static T Read<T>(ReadOnlySpan<byte> bytes, Codec<T> codec, KitbagOptions options)
        {
            // The shortest way for the smallest messages.
            if (options.IsPlainBare)
                return ReadBody(ref MemoryMarshal.GetReference(bytes), bytes.Length, codec, default, options);
            return ReadDocument(bytes, codec, options);
        }

        private static T ReadDocument<T>(ReadOnlySpan<byte> bytes, Codec<T> codec, KitbagOptions options)
        {
            ReadOnlySpan<byte> body = Open(bytes, codec, options, out Source source);
            return ReadBody(ref MemoryMarshal.GetReference(body), body.Length, codec, source, options);
        }

        // A span as a parameter would go through memory in two halves and back in one piece, half of a small message's time.
        private static T ReadBody<T>(ref byte first, int length, Codec<T> codec, in Source source, KitbagOptions options)
        {
            var r = new WireReader(MemoryMarshal.CreateReadOnlySpan(ref first, length), options.Limits);
            try
            {
                T value = codec.ReadRootByPlan(ref r, source.Plan);
                if (r.Remaining != 0)
                    ThrowTrailing(ref r);
                return value;
            }
            catch (KitbagException e)
            {
                throw Explain(e, r.Data, codec, source, options);
            }
            catch (Exception e) when (Refusal.Is(e))
            {
                throw Explain(Refusal.Of(e, r.Position), r.Data, codec, source, options);
            }
            finally
            {
                r.Dispose();
            }
        }

        public static void ReadInto<T>(ReadOnlySpan<byte> bytes, Codec<T> codec, T target, KitbagOptions options)
        {
            ReadOnlySpan<byte> body = Open(bytes, codec, options, out Source source);
            // All that may be wrong with the bytes is found before anything of the target changes, trailing bytes included.
            var trial = new WireReader(body, options.Limits);
            var r = new WireReader(body, options.Limits);
            try
            {
                codec.ReadRootByPlan(ref trial, source.Plan);
                CheckEnd(ref trial);
                // The memory that the thread keeps is for one reader at a time: the second one would make its own.
                trial.Dispose();
                codec.ReadRootInto(ref r, target, source.Plan);
            }
            catch (KitbagException e)
            {
                throw Explain(e, body, codec, source, options);
            }
            catch (Exception e) when (Refusal.Is(e))
            {
                throw Explain(Refusal.Of(e, r.Position), body, codec, source, options);
            }
            finally
            {
                trial.Dispose();
                r.Dispose();
            }
        }

        public static object? Read(ReadOnlySpan<byte> bytes, Codec codec, KitbagOptions options)
        {
            ReadOnlySpan<byte> body = Open(bytes, codec, options, out Source source);
            var r = new WireReader(body, options.Limits);
            try
            {
                object? value = codec.ReadRootObject(ref r, source.Plan);
                CheckEnd(ref r);
                return value;
            }
            catch (KitbagException e)
            {
                throw Explain(e, body, codec, source, options);
            }
            catch (Exception e) when (Refusal.Is(e))
            {
                throw Explain(Refusal.Of(e, r.Position), body, codec, source, options);
            }
            finally
            {
                r.Dispose();
            }
        }

        private static void CheckEnd(ref WireReader r)
        {
            if (r.Remaining != 0)
                ThrowTrailing(ref r);
        }

        private static void ThrowTrailing(ref WireReader r) =>
            throw r.Error(KitbagErrorReason.TrailingBytes, "The value ends here, but " + Text(r.Remaining) + " more byte(s) follow.");

        /// <summary>
        /// Says where in the value an error is. Straight reading keeps no track of that, so that it costs nothing where all is
        /// well; so the failed document is read once more, member by member.
        /// </summary>
        private static KitbagException Explain(KitbagException e, ReadOnlySpan<byte> body, Codec codec, in Source source, KitbagOptions options)
        {
            if (e.Reason == KitbagErrorReason.TrailingBytes)
                return Place(e, source);
            SchemaType writer = source.Plan?.Writer ?? codec.Schema;
            var r = new WireReader(body, options.Limits);
            try
            {
                ReadPlan? plan = new PlanBuilder(options.UnknownCases, keepIdentity: true).Resolve(codec, writer);
                codec.ReadRootObject(ref r, plan);
                return Place(e, source);
            }
            catch (Exception e2) when (Refusal.Is(e2))
            {
                return Place(e, source);
            }
            catch (KitbagException again)
            {
                again.InRoot(Name(writer));
                if (again.Offset < 0)
                    again.MoveTo(r.Position);
                return Place(again, source);
            }
            finally
            {
                r.Dispose();
            }
        }

        private static KitbagException Place(KitbagException e, in Source source)
        {
            e.Shift(source.BodyOffset);
            return e;
        }

        private static string Name(SchemaType root) => root.Kind is SchemaKind.Object or SchemaKind.Record or SchemaKind.Union ? root.Name : "$";

        /// <summary>Checks the header; finds out how the body is to be read.</summary>
        private static ReadOnlySpan<byte> Open(ReadOnlySpan<byte> bytes, Codec codec, KitbagOptions options, out Source source)
        {
            if (options.Schema == KitbagSchemaMode.Bare)
            {
                source = new Source(0, options.BareSchema == null ? null : PlanFor(codec, options.BareSchema.Bytes, options, 0, isEmbedded: false));
                return bytes;
            }
            if (bytes.Length < 3 || bytes[0] != DocumentFormat.Magic0 || bytes[1] != DocumentFormat.Magic1 || bytes[2] != DocumentFormat.Magic2)
                throw Error(KitbagErrorReason.NotKitbag, "This is not a Kitbag document: it does not start with the bytes 'KIT'. A bare body is read with KitbagOptions.Bare.", 0);
            if (bytes.Length < DocumentFormat.HeaderLength)
                throw Error(KitbagErrorReason.Truncated, "The document ends within its header, which has " + Text(DocumentFormat.HeaderLength) + " bytes.", bytes.Length);
            if (bytes[3] == 0)
                throw Error(KitbagErrorReason.Malformed, "The document says it has format version 0; the first is 1.", 3);
            if (bytes[3] > DocumentFormat.Version)
                throw Error(KitbagErrorReason.NewerVersion, "The document has format version " + Text(bytes[3]) + "; this version of Kitbag reads up to " + Text(DocumentFormat.Version) + ". Update Kitbag.", 3);
            byte flags = bytes[4];
            if ((flags & DocumentFormat.Compressed) != 0)
                throw Error(KitbagErrorReason.NotSupported, "The document is compressed, which this version of Kitbag does not read.", 4);
            int schemaMode = flags & DocumentFormat.SchemaBits;
            if (schemaMode > DocumentFormat.SchemaFingerprint || (flags & ~(DocumentFormat.SchemaBits | DocumentFormat.Checksummed)) != 0)
                throw Error(KitbagErrorReason.Malformed, "The document has flags " + Text(flags) + ", which have no meaning.", 4);
            if ((flags & DocumentFormat.Checksummed) != 0)
                bytes = CheckSum(bytes);

            int start;
            ReadPlan? plan;
            if (schemaMode == DocumentFormat.SchemaFingerprint)
            {
                start = DocumentFormat.HeaderLength + DocumentFormat.FingerprintLength;
                if (bytes.Length < start)
                    throw Error(KitbagErrorReason.Truncated, "The document ends within the fingerprint of its schema.", bytes.Length);
                plan = PlanFor(codec, BinaryPrimitives.ReadUInt64LittleEndian(bytes.Slice(DocumentFormat.HeaderLength)), options);
            }
            else
            {
                var r = new WireReader(bytes, options.Limits);
                r.Skip(DocumentFormat.HeaderLength);
                int length = r.ReadCountWithin(options.Limits.MaxSchemaBytes, nameof(KitbagLimits.MaxSchemaBytes), "Bytes of the schema");
                int schemaStart = r.Position;
                ReadOnlySpan<byte> schema = r.ReadBytes(length);
                start = r.Position;
                plan = PlanFor(codec, schema, options, schemaStart, isEmbedded: true);
            }
            source = new Source(start, plan);
            return bytes.Slice(start);
        }

        private static ReadOnlySpan<byte> CheckSum(ReadOnlySpan<byte> bytes)
        {
            int end = bytes.Length - DocumentFormat.ChecksumLength;
            if (end < DocumentFormat.HeaderLength)
                throw Error(KitbagErrorReason.Truncated, "The document ends before its checksum.", bytes.Length);
            uint found = Crc32C.Append(0, bytes.Slice(0, end)), expected = BinaryPrimitives.ReadUInt32LittleEndian(bytes.Slice(end));
            if (found != expected)
                throw Error(KitbagErrorReason.ChecksumMismatch, "The checksum does not fit: the document says " + expected.ToString("x8", CultureInfo.InvariantCulture) + ", its bytes give " + found.ToString("x8", CultureInfo.InvariantCulture) + ". It was damaged, or cut short.", end);
            return bytes.Slice(0, end);
        }

        // Where the schema itself is not in the input, what is wrong with it is told of the place that names it.
        private static ReadPlan? PlanFor(Codec codec, ReadOnlySpan<byte> schema, KitbagOptions options, int start, bool isEmbedded)
        {
            if (schema.SequenceEqual(codec.Document.Bytes))
                return null;
            try
            {
                return codec.Plans.Get(codec, schema, options);
            }
            catch (KitbagException e)
            {
                if (e.Reason == KitbagErrorReason.SchemaMismatch)
                    e.InRoot(Name(codec.Schema));
                e.MoveTo(isEmbedded ? start + Math.Max(e.Offset, 0) : start);
                throw;
            }
        }

        private static ReadPlan? PlanFor(Codec codec, ulong fingerprint, KitbagOptions options)
        {
            if (fingerprint == codec.Document.Fingerprint)
                return null;
            foreach (KitbagSchema known in options.KnownSchemas)
            {
                if (known.Fingerprint == fingerprint)
                    return PlanFor(codec, known.Bytes, options, DocumentFormat.HeaderLength, isEmbedded: false);
            }
            throw Error(KitbagErrorReason.UnknownSchema, "The document names its schema by the fingerprint " + fingerprint.ToString("x16", CultureInfo.InvariantCulture) + ", which is not that of '" + codec.Schema + "' (" + codec.Document.Fingerprint.ToString("x16", CultureInfo.InvariantCulture) + ") and not among KitbagOptions.KnownSchemas.", DocumentFormat.HeaderLength);
        }

        private static KitbagException Error(KitbagErrorReason reason, string message, long offset) => new KitbagException(reason, message, offset);

        private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

        /// <summary>Where the body starts, and how it is read: null means as this program writes.</summary>
        private readonly struct Source
        {
            public readonly int BodyOffset;
            public readonly ReadPlan? Plan;

            public Source(int bodyOffset, ReadPlan? plan)
            {
                BodyOffset = bodyOffset;
                Plan = plan;
            }
        }
    }
}
