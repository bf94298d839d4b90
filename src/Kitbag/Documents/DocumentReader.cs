using System;
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
    /// <summary>Reads whole documents: the header, then the body by the plan that the header's schema asks for.</summary>
    internal static partial class DocumentReader
    {
        // Unsafe: the body is passed as its first byte and a length, which costs fewer instructions than a span (bench/: envelope).

        private static readonly StartCheck s_checkStart = DocumentHeader.CheckStart;

        /// <summary>Returns the check of the start of an input before the rest is read, or null if there is no header.</summary>
        public static StartCheck? StartCheckOf(KitbagOptions options) => options.IsBare ? null : s_checkStart;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static T Read<T>(ReadOnlySpan<byte> bytes, Codec<T> codec, KitbagOptions options)
        {
            // The shortest way for the smallest messages.
            if (options.IsPlainBare)
            {
                // Returned from where it is, because the JIT copies an intermediate struct in two parts and then loads it as one, for which
                // the processor has to wait.
                if (ImageBody.Is(bytes, codec))
                    return ImageBody.Read<T>(bytes);
                if (SmallBody.TryRead(bytes, codec, options, out T small))
                    return small;
                return ReadBody(ref MemoryMarshal.GetReference(bytes), bytes.Length, codec, default, options);
            }
            return ReadDocument(bytes, codec, options);
        }

        private static T ReadDocument<T>(ReadOnlySpan<byte> bytes, Codec<T> codec, KitbagOptions options)
        {
            if (options.IsBare)
                return ReadOtherDocument(bytes, codec, options);
            // Nearly all documents start with exactly the bytes with which this program starts its own documents, or a document that was
            // read before: a single comparison finds the plan.
            DocumentPlan? plan = null;
            int start = codec.Document.HeaderLength(bytes, options.Limits);
            if (start < 0)
                start = codec.Plans.Find(bytes, options.Limits, options.UnknownCases, out plan);
            return start >= 0
                ? ReadBody(ref Unsafe.Add(ref MemoryMarshal.GetReference(bytes), start), bytes.Length - start, codec,
                    new BodySource(start, plan, 0), options)
                : ReadOtherDocument(bytes, codec, options);
        }

        private static T ReadOtherDocument<T>(ReadOnlySpan<byte> bytes, Codec<T> codec, KitbagOptions options)
        {
            ReadOnlySpan<byte> body = Open(bytes, codec, options, out BodySource source, out bool isNull);
            return isNull
                ? ReadNull(codec, source, options)
                : ReadBody(ref MemoryMarshal.GetReference(body), body.Length, codec, source, options);
        }

        // Does the same as ReadBody for callers that have only a reference to the bytes.
        [MethodImpl(MethodImplOptions.NoInlining)] // As DocumentWriter.WriteTo.
        private static T ReadBodyAt<T>(ref byte first, int length, Codec<T> codec, in BodySource source, KitbagOptions options)
        {
            var r = new WireReader(Spans.OfFixed(ref first, length), options.Limits,
                options.Limits.AllocationFor(length) - source.Allocated);
            try
            {
                if (options.Threads != null)
                    r.Threads = options.Threads;
                T value = source.Plan == null && codec.IsTree && !source.HasUnknownObjects
                    ? codec.ReadRoot(ref r, null)
                    : ReadOtherBody(ref r, codec, source);
                if (r.Remaining != 0)
                    ThrowTrailing(ref r);
                return value;
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                throw DocumentErrors.Explain(e, ref r, codec, source, options);
            }
            finally
            {
                r.Dispose();
            }
        }

        // With tracked objects, or by another schema.
        private static T ReadOtherBody<T>(ref WireReader r, Codec<T> codec, in BodySource source)
        {
            // No array in a smaller body is moved out of it.
            if (r.Remaining >= MovableBytes.Least)
                MovableBytes.Keep();
            GraphPlan graph = source.GraphOf(codec);
            return graph == GraphPlan.None
                ? codec.ReadRootByPlan(ref r, source.Root)
                : GraphReader.Read(ref r, codec, source.Root, graph);
        }

        /// <summary>Populates an object that exists.</summary>
        public static void ReadInto<T>(ReadOnlySpan<byte> bytes, Codec<T> codec, T target, KitbagOptions options)
        {
            ReadOnlySpan<byte> body = Open(bytes, codec, options, out BodySource source, out bool isNull);
            if (isNull)
                throw new KitbagException(KitbagErrorReason.SchemaMismatch, "The document contains null, which cannot populate an object.",
                    DocumentFormat.FlagsAt);
            // All errors in the document, including trailing bytes, are detected before the target changes.
            object?[]? held = null;
            DocumentPlan check = codec.CheckingPlan(source.Plan, source.WriterOf(codec), options.UnknownCases);
            var r = new WireReader(body, options.Limits, options.Limits.AllocationFor(body.Length) - source.Allocated);
            try
            {
                codec.CheckDocument(ref r, check, source.HasUnknownObjects);
                if (r.Remaining != 0)
                    ThrowTrailing(ref r);
                r.Restart();
                held = codec.HoldTarget(target);
                GraphPlan graph = source.GraphOf(codec);
                if (graph == GraphPlan.None)
                    codec.ReadRootIntoByPlan(ref r, target, source.Root);
                else
                    GraphReader.ReadInto(ref r, codec, target, source.Root, graph);
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                if (held != null)
                    codec.RestoreTarget(target, held);
                throw DocumentErrors.Explain(e, ref r, codec, source, options);
            }
            finally
            {
                r.Dispose();
            }
        }

        // Only for the root, the header specifies whether it is null, because the row of an object cannot be null.
        private static T ReadNull<T>(Codec<T> codec, in BodySource source, KitbagOptions options)
        {
            var r = new WireReader(default, options.Limits);
            try
            {
                return codec.ReadNullRoot(ref r, source.Root);
            }
            catch (KitbagException e)
            {
                e.InRoot(source.WriterOf(codec).RootName);
                e.MoveTo(DocumentFormat.FlagsAt);
                throw;
            }
            finally
            {
                r.Dispose();
            }
        }

        /// <summary>Reads the header, and determines how the body is to be read.</summary>
        private static ReadOnlySpan<byte> Open(ReadOnlySpan<byte> bytes, Codec codec, KitbagOptions options, out BodySource source,
            out bool isNull)
        {
            long allocated;
            if (options.IsBare)
            {
                source = new BodySource(0, WriterSchema.PlanForBare(codec, options, out allocated), allocated);
                isNull = false;
                return bytes;
            }
            DocumentHeader header = DocumentHeader.Read(bytes, options.Limits);
            source = new BodySource(header.BodyOffset, WriterSchema.PlanFor(header, codec, options, out allocated), allocated,
                header.HasUnknownObjects);
            isNull = header.IsNull;
            ReadOnlySpan<byte> body = bytes.Slice(header.BodyOffset, header.BodyEnd - header.BodyOffset);
            if (isNull)
                CheckNull(source.WriterOf(codec), body.Length, header.BodyOffset);
            return body;
        }

        private static void CheckNull(SchemaType writer, int bodyLength, int start)
        {
            if (writer.Kind != SchemaKind.Object || writer.IsStruct)
                throw new KitbagException(KitbagErrorReason.Malformed,
                    "The root of the document is null, but its type is not a class: it is a '" + writer + "'.",
                    DocumentFormat.FlagsAt);
            if (bodyLength != 0)
                throw new KitbagException(KitbagErrorReason.TrailingBytes,
                    "The root of the document is null, but it has " + Text(bodyLength) + " byte(s) of a body.", start);
        }

        private static void ThrowTrailing(ref WireReader r) =>
            throw r.Error(KitbagErrorReason.TrailingBytes, "The value ends here, but " + Text(r.Remaining) + " more byte(s) follow.");

        private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
    }
}
