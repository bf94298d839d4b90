using System;
using Kitbag.Codecs;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Documents
{
    /// <summary>
    /// The message about a document that could not be read. Straight reading keeps no track of where it is, so that it costs nothing where
    /// all is well; what is wrong is found out here, once it has failed.
    /// </summary>
    internal static class DocumentErrors
    {
        private const string TypeAdvice = "A bare body has to be read as the very type that it was written as: "
            + "Serialize(new Move(), KitbagOptions.Bare) writes a Move, not its base class Message; Serialize<Message>(…) does.";

        /// <summary>Says where in the value an error is, and what to do.</summary>
        /// <param name="failure">What reading the body threw: Kitbag's own exception, or one of the program's code.</param>
        /// <param name="r">What was read from; it is read once more.</param>
        /// <param name="codec">The codec of the root.</param>
        /// <param name="source">Where the body is and how it was read.</param>
        /// <param name="options">The options of the call.</param>
        public static KitbagException Explain(Exception failure, ref WireReader r, Codec codec, in BodySource source, KitbagOptions options)
        {
            KitbagException e = failure as KitbagException ?? UserCodeError.Of(failure, r.Position);
            if (e.Reason != KitbagErrorReason.TrailingBytes)
            {
                SchemaType writer = source.WriterOf(codec);
                e = r.Data.IsEmpty ? Empty(writer, source.IsBare) : FindPath(e, ref r, codec, writer, options.UnknownCases);
            }
            e.Shift(source.BodyOffset);
            if (source.IsBare && e.Reason is not (KitbagErrorReason.Refused or KitbagErrorReason.Defect or KitbagErrorReason.NotSupported))
                e.Advise(BareAdvice(e.Reason, r.Data));
            return e;
        }

        /// <summary>How a path begins.</summary>
        public static string RootName(SchemaType root) =>
            root.Kind is SchemaKind.Object or SchemaKind.Record or SchemaKind.Union ? KitbagException.Cut(root.Name) : "$";

        // What is wrong with the bytes themselves is found by walking them by their schema alone: no code of the program runs for it. What
        // only a codec refuses is found by reading once more, member by member.
        private static KitbagException FindPath(KitbagException e, ref WireReader r, Codec codec, SchemaType writer,
            KitbagUnknownCases unknownCases)
        {
            SchemaType[] tracked = writer.Tracked ?? codec.Graph.Writers;
            // Where the second reading succeeds no path is found: code of the program answered differently the second time.
            KitbagException found = e;
            // What the first reading left has to do for the second one, and a fifth of all.
            r.Restart(r.Limits.AllocationFor(r.Data.Length) / 5);
            if (e.Reason is KitbagErrorReason.Truncated or KitbagErrorReason.Malformed && Walk(e, ref r, writer, tracked) is { } walked)
                return walked;
            try
            {
                DocumentPlan plan = DocumentPlan.Of(codec, writer, new PlanBuilder(unknownCases, keepIdentity: true));
                codec.ReadDocumentObject(ref r, plan);
            }
            catch (KitbagException again)
            {
                // Where it has to give up before it finds the place, the first one's is what is known.
                if (again.Reason != KitbagErrorReason.LimitExceeded || e.Reason == KitbagErrorReason.LimitExceeded)
                    found = again;
            }
            catch (Exception again) when (UserCodeError.Is(again))
            {
                found = UserCodeError.Defect(again, r.Position);
            }
            found.InRoot(RootName(writer));
            if (found.Offset < 0)
                found.MoveTo(r.Position);
            return found;
        }

        // The same error, with its path; null where the bytes are what the schema says.
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
                // An input ends at one place only; of other failures there may be several, of which the first one is asked for.
                if (found.Reason == e.Reason && (e.Reason == KitbagErrorReason.Truncated || found.Offset == e.Offset))
                {
                    found.InRoot(RootName(writer));
                    return found;
                }
            }
            catch (Exception other) when (UserCodeError.Is(other))
            {
                // Of more than 2 GiB of values in one column, codecs know what to say.
            }
            r.Restart();
            r.Restart(budget - r.Budget);
            return null;
        }

        private static KitbagException Empty(SchemaType writer, bool isBare)
        {
            var e = new KitbagException(KitbagErrorReason.Truncated,
                (isBare ? "The input is empty" : "The document ends before its body") + "; expected the bytes of a '" + writer + "'.", 0);
            e.InRoot(RootName(writer));
            return e;
        }

        // A bare body says nothing of itself, so the cause of most failures is that it is something else.
        private static string BareAdvice(KitbagErrorReason reason, ReadOnlySpan<byte> body)
        {
            if (DocumentHeader.IsAtStart(body))
                return "The input starts as a document with a header does: read it with KitbagOptions.Default, "
                    + "not with KitbagOptions.Bare.";
            return reason == KitbagErrorReason.TrailingBytes
                ? "Where messages follow one another, write the length of each before it, and pass on the bytes of one at a time. "
                    + TypeAdvice
                : TypeAdvice;
        }
    }
}
