using System;
using System.Collections.Generic;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Documents
{
    /// <summary>
    /// Creates the message for a document that could not be read. Straight reading does not track its position, so that valid documents do
    /// not pay for it; the position of an error is determined here, after reading has failed.
    /// </summary>
    internal static class DocumentErrors
    {
        private const string ReadRow = "ReadRow";

        private const string TypeAdvice = "A bare body must be read as the type as which it was written: "
            + "Serialize(new Move(), KitbagOptions.Bare) writes a Move, not its base class Message; Serialize<Message>(…) does.";

        /// <summary>Determines the position of an error in the value, and adds advice.</summary>
        /// <param name="failure">The exception that reading the body threw: a <see cref="KitbagException"/>, or one of the program's
        /// code.</param>
        /// <param name="r">The reader, whose input is read again.</param>
        /// <param name="codec">The codec of the root.</param>
        /// <param name="source">The position of the body, and how it was read.</param>
        /// <param name="options">The options of the call.</param>
        public static KitbagException Explain(Exception failure, ref WireReader r, Codec codec, in BodySource source, KitbagOptions options)
        {
            KitbagException e = failure as KitbagException ?? UserCodeError.Of(failure, r.Position);
            MovableBytes.Restore();
            if (e.Reason != KitbagErrorReason.TrailingBytes)
            {
                SchemaType writer = source.WriterOf(codec);
                e = r.Data.IsEmpty
                    ? Empty(writer, source.IsBare)
                    : FindPath(e, ref r, codec, writer, options.UnknownCases, source.HasUnknownObjects);
            }
            e.Shift(source.BodyOffset);
            if (source.IsBare && e.Reason is not (KitbagErrorReason.Refused or KitbagErrorReason.Defect or KitbagErrorReason.NotSupported))
                Advise(e, r.Data, hasSchema: options.BareSchema != null);
            return e;
        }

        // Malformed bytes are located by walking them with their schema alone; errors that only a codec detects are located by a checking
        // read. Neither runs any code of the program.
        private static KitbagException FindPath(KitbagException e, ref WireReader r, Codec codec, SchemaType writer,
            KitbagUnknownCases unknownCases, bool hasUnknownObjects)
        {
            SchemaType[] tracked = UnknownObjectType.TypesOf(writer.Tracked ?? codec.Graph.Writers, hasUnknownObjects);
            int position = r.Position;
            KitbagException? found = null;
            // The budget that the first reading left also applies to the second one, plus a fifth of the total.
            r.Restart(r.Limits.AllocationFor(r.Data.Length) / 5);
            if (e.Refuser == null && e.Reason is KitbagErrorReason.Truncated or KitbagErrorReason.Malformed)
                found = Walk(e, ref r, writer, tracked);
            else if (e.Refuser == null && e.Reason == KitbagErrorReason.LimitExceeded)
                found = WalkTo(e, ref r, position, writer, tracked);
            if (found != null)
                return found;
            found = Check(e, ref r, position, codec, writer, unknownCases, hasUnknownObjects) ?? e;
            found.InRoot(writer.RootName);
            if (found.Offset < 0)
                found.MoveTo(position);
            return found;
        }

        private static KitbagException? Check(KitbagException e, ref WireReader r, int position, Codec codec, SchemaType writer,
            KitbagUnknownCases unknownCases, bool hasUnknownObjects)
        {
            // Of what created an object of a row it is known only where it stopped.
            var check = new CheckingRead(e, position, e.Reason == KitbagErrorReason.Refused && e.Refuser == null);
            DocumentPlan plan = DocumentPlan.Of(codec, writer, new PlanBuilder(unknownCases, check));
            KitbagException? found = Check(e, ref r, codec, plan, hasUnknownObjects);
            if (found != null || check.Rows == null || check.Rows.Count == 0)
                return found;
            check.FailedRow = FailedRow(check.Rows, e.InnerException?.StackTrace ?? "");
            r.Restart();
            return Check(e, ref r, codec, plan, hasUnknownObjects);
        }

        private static KitbagException? Check(KitbagException e, ref WireReader r, Codec codec, DocumentPlan plan,
            bool hasUnknownObjects)
        {
            try
            {
                codec.CheckDocument(ref r, plan, hasUnknownObjects);
            }
            catch (KitbagException found)
            {
                if (found.Offset < 0)
                    found.MoveTo(r.Position);
                // If this reading exceeds a limit before it finds the position, the original exception is kept.
                return found.Reason == KitbagErrorReason.LimitExceeded && e.Reason != KitbagErrorReason.LimitExceeded ? null : found;
            }
            catch (Exception defect) when (UserCodeError.Is(defect))
            {
                return UserCodeError.Defect(defect, r.Position);
            }
            return null;
        }

        // Objects whose rows end at the same position are nested in each other. The innermost one that was being read has failed; if the
        // stack trace does not identify it, it is only certain that the failure was within the outermost one.
        private static int FailedRow(IReadOnlyList<object> rows, string stackTrace)
        {
            for (int i = 0; i < rows.Count; i++)
            {
                string codec = rows[i].ToString()!;
                int arguments = codec.IndexOf('[');
                if (stackTrace.Contains((arguments < 0 ? codec : codec.Substring(0, arguments)).Replace('+', '.') + "." + ReadRow + "("))
                    return i;
            }
            return rows.Count - 1;
        }

        // Returns the same error with its path, or null if the bytes match the schema.
        private static KitbagException? Walk(KitbagException e, ref WireReader r, SchemaType writer, SchemaType[] tracked)
        {
            long budget = r.Budget;
            try
            {
                var silent = new SilentVisitor(wantsValues: true);
                SchemaWalker<SilentVisitor>.WalkBody(ref r, ref silent, writer, tracked);
            }
            catch (KitbagException found)
            {
                // An input ends at only one position. There may be several other errors, so only the one at the original offset counts.
                if (found.Reason == e.Reason && (e.Reason == KitbagErrorReason.Truncated || found.Offset == e.Offset))
                {
                    found.InRoot(writer.RootName);
                    return found;
                }
            }
            catch (Exception other) when (UserCodeError.Is(other))
            {
                // Codecs report columns with more than 2 GiB of values.
            }
            r.Restart();
            r.Restart(budget - r.Budget);
            return null;
        }

        // For an exceeded limit, the number of bytes that had been read determines the position.
        private static KitbagException? WalkTo(KitbagException e, ref WireReader r, int position, SchemaType writer, SchemaType[] tracked)
        {
            try
            {
                var silent = new SilentVisitor(wantsValues: false, position);
                SchemaWalker<SilentVisitor>.WalkBody(ref r, ref silent, writer, tracked);
                r.Restart();
                return null;
            }
            catch (KitbagException found)
            {
                found.InRoot(writer.RootName);
                e.Place(found.Path);
                return e;
            }
        }

        private static KitbagException Empty(SchemaType writer, bool isBare)
        {
            var e = new KitbagException(KitbagErrorReason.Truncated,
                (isBare ? "The input is empty" : "The document ends before its body") + "; expected the bytes of a '" + writer + "'.", 0);
            e.InRoot(writer.RootName);
            return e;
        }

        // A bare body does not describe itself, so most failures are caused by bytes that are something else. A program that knows the
        // schema with which they were written, as a session does, does not confuse them.
        private static void Advise(KitbagException e, ReadOnlySpan<byte> body, bool hasSchema)
        {
            if (DocumentHeader.IsAtStart(body))
                e.Advise("The input starts like a document with a header: read it with KitbagOptions.Default.");
            else if (!hasSchema)
                e.Advise(e.Reason == KitbagErrorReason.TrailingBytes
                    ? "If messages follow one another, write the length of each before it, and read one message at a time. "
                        + TypeAdvice
                    : TypeAdvice);
        }
    }
}
