using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Kitbag
{
    /// <summary>
    /// How a document that was read differs from those that this program writes: for logs and for tests. It is about the schema of the
    /// document, so it is the same for all documents of that schema, and costs nothing for each value. Of JSON, which has no schema, it
    /// tells the members of the text that had no place.
    /// </summary>
    public sealed class KitbagReadReport
    {
        internal KitbagReadReport(KitbagSchema? writer, bool isOwnSchema, IReadOnlyList<KitbagReadFinding> findings)
        {
            Writer = writer;
            IsOwnSchema = isOwnSchema;
            Findings = findings;
            foreach (KitbagReadFinding finding in findings)
                Effects |= finding.Effects;
        }

        /// <summary>The schema that the document was written by; null of JSON.</summary>
        public KitbagSchema? Writer { get; }

        /// <summary>Whether the document was written by the very schema by which this program writes; false of JSON.</summary>
        public bool IsOwnSchema { get; }

        /// <summary>The differences, in the order of the places in the document.</summary>
        public IReadOnlyList<KitbagReadFinding> Findings { get; }

        /// <summary>What all differences together may do to values.</summary>
        public KitbagReadEffects Effects { get; }

        /// <summary>Whether all that the document has was read: nothing of it is missing, should the value be saved again.</summary>
        public bool IsComplete => (Effects & KitbagReadEffects.Loses) == 0;

        /// <summary>
        /// Whether what was read is what the document holds: it is complete, no number was rounded, and no object was shared that is not
        /// shared now.
        /// </summary>
        public bool IsLossless =>
            (Effects & (KitbagReadEffects.Loses | KitbagReadEffects.Rounds | KitbagReadEffects.Copies)) == 0;

        /// <summary>The report as text for a log: a line on the schema, and one for each finding.</summary>
        public override string ToString()
        {
            var text = new StringBuilder();
            if (Writer == null)
                text.Append("JSON");
            else
                text.Append('\'').Append(Writer.Root).Append("', schema ")
                    .Append(Writer.Fingerprint.ToString("x16", CultureInfo.InvariantCulture));
            text.Append(IsOwnSchema ? ": this program's own."
                : Findings.Count == 0 ? ": all of it has a place."
                : !IsComplete ? ": not all of it was read."
                : !IsLossless ? ": all of it was read, some of it changed."
                : ": all of it was read.");
            foreach (KitbagReadFinding finding in Findings)
                text.Append("\n  ").Append(finding);
            return text.ToString();
        }
    }
}
