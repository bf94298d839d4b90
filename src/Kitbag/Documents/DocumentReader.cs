using System;
using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Documents
{
    /// <summary>Reads whole documents.</summary>
    internal static class DocumentReader
    {
        private static readonly StartCheck s_checkStart = CheckStart;

        /// <summary>What is to be looked at before the rest of an input is read: a header, where there is one.</summary>
        public static StartCheck? StartCheckOf(KitbagOptions options) => options.IsBare ? null : s_checkStart;

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
            // Nearly all documents begin with the very bytes with which this program begins its own: one comparison tells.
            int start = options.IsBare ? -1 : codec.Document.HeaderLength(bytes, options.Limits);
            return start >= 0
                ? ReadBody(ref Unsafe.Add(ref MemoryMarshal.GetReference(bytes), start), bytes.Length - start, codec,
                    new Source(start, null, 0), options)
                : ReadOtherDocument(bytes, codec, options);
        }

        private static T ReadOtherDocument<T>(ReadOnlySpan<byte> bytes, Codec<T> codec, KitbagOptions options)
        {
            ReadOnlySpan<byte> body = Open(bytes, codec, options, out Source source, out bool isNull);
            return isNull
                ? (T)ReadNull(codec, source, options)!
                : ReadBody(ref MemoryMarshal.GetReference(body), body.Length, codec, source, options);
        }

        // A span as a parameter would go through memory in two halves and back in one piece, half of a small message's time.
        private static T ReadBody<T>(ref byte first, int length, Codec<T> codec, in Source source, KitbagOptions options)
        {
            var r = new WireReader(MemoryMarshal.CreateReadOnlySpan(ref first, length), options.Limits,
                options.Limits.AllocationFor(length) - source.Allocated);
            try
            {
                T value = codec.ReadRootByPlan(ref r, source.Plan);
                if (r.Remaining != 0)
                    ThrowTrailing(ref r);
                return value;
            }
            catch (KitbagException e)
            {
                throw Explain(e, ref r, codec, source, options);
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                throw Explain(UserCodeError.Of(e, r.Position), ref r, codec, source, options);
            }
            finally
            {
                r.Dispose();
            }
        }

        public static void ReadInto<T>(ReadOnlySpan<byte> bytes, Codec<T> codec, T target, KitbagOptions options)
        {
            ReadOnlySpan<byte> body = Open(bytes, codec, options, out Source source, out bool isNull);
            if (isNull)
                throw Error(KitbagErrorReason.SchemaMismatch, "The document holds null, which cannot populate an object.", DocumentFormat.FlagsAt);
            // All that may be wrong with the bytes is found before anything of the target changes, trailing bytes included.
            var r = new WireReader(body, options.Limits, options.Limits.AllocationFor(body.Length) - source.Allocated);
            try
            {
                codec.ReadRootByPlan(ref r, source.Plan);
                CheckEnd(ref r);
                r.Restart();
                codec.ReadRootInto(ref r, target, source.Plan);
            }
            catch (KitbagException e)
            {
                throw Explain(e, ref r, codec, source, options);
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                throw Explain(UserCodeError.Of(e, r.Position), ref r, codec, source, options);
            }
            finally
            {
                r.Dispose();
            }
        }

        public static object? Read(ReadOnlySpan<byte> bytes, Codec codec, KitbagOptions options)
        {
            ReadOnlySpan<byte> body = Open(bytes, codec, options, out Source source, out bool isNull);
            if (isNull)
                return ReadNull(codec, source, options);
            var r = new WireReader(body, options.Limits, options.Limits.AllocationFor(body.Length) - source.Allocated);
            try
            {
                object? value = codec.ReadRootObject(ref r, source.Plan);
                CheckEnd(ref r);
                return value;
            }
            catch (KitbagException e)
            {
                throw Explain(e, ref r, codec, source, options);
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                throw Explain(UserCodeError.Of(e, r.Position), ref r, codec, source, options);
            }
            finally
            {
                r.Dispose();
            }
        }

        // Of the root alone the header says whether it is null: an object's row cannot.
        private static object? ReadNull(Codec codec, in Source source, KitbagOptions options)
        {
            var r = new WireReader(default, options.Limits);
            try
            {
                return codec.ReadNullRootObject(ref r, source.Plan);
            }
            catch (KitbagException e)
            {
                e.InRoot(Name(source.WriterOf(codec)));
                e.MoveTo(DocumentFormat.FlagsAt);
                throw;
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
        private static KitbagException Explain(KitbagException e, ref WireReader r, Codec codec, in Source source, KitbagOptions options)
        {
            if (e.Reason == KitbagErrorReason.TrailingBytes)
                return Place(e, r.Data, source);
            SchemaType writer = source.WriterOf(codec);
            if (r.Data.IsEmpty)
                return Place(Empty(writer, source), r.Data, source);
            // What the first reading left has to do for the second one, and a fifth of all.
            r.Restart(r.Limits.AllocationFor(r.Data.Length) / 5);
            try
            {
                ReadPlan? plan = new PlanBuilder(options.UnknownCases, keepIdentity: true).Resolve(codec, writer);
                codec.ReadRootObject(ref r, plan);
                // The second reading succeeded, so no path was found: code of the program answered differently the second time.
                e.InRoot(Name(writer));
                if (e.Offset < 0)
                    e.MoveTo(r.Position);
                return Place(e, r.Data, source);
            }
            catch (Exception e2) when (UserCodeError.Is(e2))
            {
                KitbagException defect = UserCodeError.Defect(e2, r.Position);
                defect.InRoot(Name(writer));
                return Place(defect, r.Data, source);
            }
            catch (KitbagException again)
            {
                // Where it has to give up before it finds the place, the first one's is what is known.
                if (again.Reason == KitbagErrorReason.LimitExceeded && e.Reason != KitbagErrorReason.LimitExceeded)
                    {
                    e.InRoot(Name(writer));
                    if (e.Offset < 0)
                        e.MoveTo(r.Position);
                    return Place(e, r.Data, source);
                }
                again.InRoot(Name(writer));
                if (again.Offset < 0)
                    again.MoveTo(r.Position);
                return Place(again, r.Data, source);
            }
        }

        private static KitbagException Empty(SchemaType writer, in Source source)
        {
            string expected = "; expected the bytes of a '" + writer + "'.";
            var e = new KitbagException(KitbagErrorReason.Truncated,
                (source.IsBare ? "The input is empty" : "The document ends before its body") + expected, 0);
            e.InRoot(Name(writer));
            return e;
        }

        private static KitbagException Place(KitbagException e, ReadOnlySpan<byte> body, in Source source)
        {
            e.Shift(source.BodyOffset);
            if (source.IsBare && e.Reason is not (KitbagErrorReason.Refused or KitbagErrorReason.Defect or KitbagErrorReason.NotSupported))
                e.Advise(BareAdvice(e.Reason, body));
            return e;
        }

        // A bare body says nothing of itself, so the cause of most failures is that it is something else.
        private static string BareAdvice(KitbagErrorReason reason, ReadOnlySpan<byte> body)
        {
            if (HasMagic(body) && body.Length > 3 && body[3] == DocumentFormat.Version)
                return "The input starts as a document with a header does: read it with KitbagOptions.Default, not with KitbagOptions.Bare.";
            const string Advice = "A bare body has to be read as the very type that it was written as: Serialize(new Move(), KitbagOptions.Bare) writes a Move, not its base class Message; Serialize<Message>(…) does.";
            return reason == KitbagErrorReason.TrailingBytes
                ? "Where messages follow one another, write the length of each before it, and pass on the bytes of one at a time. " + Advice
                : Advice;
        }

        private static bool HasMagic(ReadOnlySpan<byte> bytes) =>
            bytes.Length >= 3 && bytes[0] == DocumentFormat.Magic0 && bytes[1] == DocumentFormat.Magic1
                && bytes[2] == DocumentFormat.Magic2;

        private static string Name(SchemaType root) =>
            root.Kind is SchemaKind.Object or SchemaKind.Record or SchemaKind.Union ? KitbagException.Cut(root.Name) : "$";

        /// <summary>Checks the header; finds out how the body is to be read.</summary>
        private static ReadOnlySpan<byte> Open(ReadOnlySpan<byte> bytes, Codec codec, KitbagOptions options, out Source source,
            out bool isNull)
        {
            if (options.Schema == KitbagSchemaMode.Bare)
            {
                long taken = 0;
                ReadPlan? known = options.BareSchema == null
                    ? null
                    : PlanFor(codec, options.BareSchema.Bytes, options, 0, isEmbedded: false, ref taken);
                source = new Source(0, known, taken);
                isNull = false;
                return bytes;
            }
            CheckStart(bytes);
            byte flags = bytes[DocumentFormat.FlagsAt];
            int schemaMode = flags & DocumentFormat.SchemaBits;
            if ((flags & DocumentFormat.Checksummed) != 0)
                bytes = CheckSum(bytes);

            int start;
            long allocated = 0;
            ReadPlan? plan;
            if (schemaMode == DocumentFormat.SchemaFingerprint)
            {
                start = DocumentFormat.HeaderLength + DocumentFormat.FingerprintLength;
                if (bytes.Length < start)
                    throw Error(KitbagErrorReason.Truncated, "The document ends within the fingerprint of its schema.", bytes.Length);
                plan = PlanFor(codec, BinaryPrimitives.ReadUInt64LittleEndian(bytes.Slice(DocumentFormat.HeaderLength)), options,
                    ref allocated);
            }
            else
            {
                var r = new WireReader(bytes, options.Limits);
                r.Skip(DocumentFormat.HeaderLength);
                int length = r.ReadCountWithin(options.Limits.MaxSchemaBytes, nameof(KitbagLimits.MaxSchemaBytes), "Bytes of the schema");
                int schemaStart = r.Position;
                ReadOnlySpan<byte> schema = r.ReadBytes(length);
                start = r.Position;
                plan = PlanFor(codec, schema, options, schemaStart, isEmbedded: true, ref allocated);
            }
            source = new Source(start, plan, allocated);
            isNull = (flags & DocumentFormat.NullRoot) != 0;
            if (isNull)
                CheckNull(source.WriterOf(codec), bytes.Length - start, start);
            return bytes.Slice(start);
        }

        /// <summary>
        /// Checks what a document starts with: magic, version and flags. Of a stream that is looked at before the rest is read.
        /// </summary>
        public static void CheckStart(ReadOnlySpan<byte> bytes)
        {
            if (bytes.IsEmpty)
                throw Error(KitbagErrorReason.Truncated, "The input is empty; expected a Kitbag document.", 0);
            if (!HasMagic(bytes))
                throw Error(KitbagErrorReason.NotKitbag,
                    "This is not a Kitbag document: it does not start with the bytes 'KIT'. If it was written with KitbagOptions.Bare, it has no header: read it with KitbagOptions.Bare, too.", 0);
            if (bytes.Length < DocumentFormat.HeaderLength)
                throw Error(KitbagErrorReason.Truncated,
                    "The document ends within its header, which has " + Text(DocumentFormat.HeaderLength) + " bytes.", bytes.Length);
            if (bytes[3] == 0)
                throw Error(KitbagErrorReason.Malformed, "The document says it has format version 0; the first is 1.", 3);
            if (bytes[3] > DocumentFormat.Version)
                throw Error(KitbagErrorReason.NewerVersion,
                    "The document has format version " + Text(bytes[3]) + "; this version of Kitbag reads up to "
                    + Text(DocumentFormat.Version) + ". Update Kitbag.", 3);
            byte flags = bytes[DocumentFormat.FlagsAt];
            if ((flags & DocumentFormat.Compressed) != 0)
                throw Error(KitbagErrorReason.NotSupported, "The document is compressed, which this version of Kitbag does not read.",
                    DocumentFormat.FlagsAt);
            if ((flags & DocumentFormat.SchemaBits) > DocumentFormat.SchemaFingerprint
                || (flags & ~(DocumentFormat.SchemaBits | DocumentFormat.Checksummed | DocumentFormat.NullRoot)) != 0)
                throw Error(KitbagErrorReason.Malformed, "The document has flags " + Text(flags) + ", which have no meaning.", DocumentFormat.FlagsAt);
        }

        private static void CheckNull(SchemaType writer, int bodyLength, int start)
        {
            if (writer.Kind != SchemaKind.Object || writer.IsStruct)
                throw Error(KitbagErrorReason.Malformed,
                    "The document says that its root is null, which only a class can be there; its root is a '" + writer + "'.",
                    DocumentFormat.FlagsAt);
            if (bodyLength != 0)
                throw Error(KitbagErrorReason.TrailingBytes,
                    "The document says that its root is null, but has " + Text(bodyLength) + " byte(s) of a body.", start);
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
        private static ReadPlan? PlanFor(Codec codec, ReadOnlySpan<byte> schema, KitbagOptions options, int start, bool isEmbedded,
            ref long allocated)
        {
            if (schema.SequenceEqual(codec.Document.Bytes))
                return null;
            try
            {
                return codec.Plans.Get(codec, schema, options.Limits, options.UnknownCases, ref allocated);
            }
            catch (KitbagException e)
            {
                if (e.Reason == KitbagErrorReason.SchemaMismatch)
                    e.InRoot(Name(codec.Schema));
                e.MoveTo(isEmbedded ? start + Math.Max(e.Offset, 0) : start);
                throw;
            }
        }

        private static ReadPlan? PlanFor(Codec codec, ulong fingerprint, KitbagOptions options, ref long allocated)
        {
            if (fingerprint == codec.Document.Fingerprint)
                return null;
            foreach (KitbagSchema known in options.KnownSchemas)
            {
                if (known.Fingerprint == fingerprint)
                    return PlanFor(codec, known.Bytes, options, DocumentFormat.HeaderLength, isEmbedded: false, ref allocated);
            }
            throw Error(KitbagErrorReason.UnknownSchema, "The document names its schema by the fingerprint " + fingerprint.ToString("x16", CultureInfo.InvariantCulture) + ", which is not that of '" + codec.Schema + "' (" + codec.Document.Fingerprint.ToString("x16", CultureInfo.InvariantCulture) + ") and not among KitbagOptions.KnownSchemas.", DocumentFormat.HeaderLength);
        }

        private static KitbagException Error(KitbagErrorReason reason, string message, long offset) => new KitbagException(reason, message, offset);

        private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

        /// <summary>Where the body starts, and how it is read: null means as this program writes. Small, for each message makes one.</summary>
        private readonly struct Source
        {
            public readonly ReadPlan? Plan;
            public readonly int BodyOffset;

            // What the schema has taken of the allocation budget.
            public readonly int Allocated;

            public Source(int bodyOffset, ReadPlan? plan, long allocated)
            {
                Plan = plan;
                BodyOffset = bodyOffset;
                Allocated = (int)Math.Min(allocated, int.MaxValue);
            }

            public bool IsBare => BodyOffset == 0;

            public SchemaType WriterOf(Codec codec) => Plan?.Writer ?? codec.Schema;
        }
    }
}
