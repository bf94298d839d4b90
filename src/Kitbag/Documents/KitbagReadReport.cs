using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Kitbag
{
    /// <summary>
    /// Describes how a document that was read differs from those that this program writes, for logs and for tests. It is about the schema
    /// of the document, so it is the same for all documents with that schema, and has no cost per value. For JSON, which has no schema, it
    /// contains the members of the text that the type does not have.
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

        /// <summary>Gets the schema with which the document was written, or null for JSON.</summary>
        public KitbagSchema? Writer { get; }

        /// <summary>
        /// Gets a value indicating whether the document was written with the same schema that this program writes. False for JSON.
        /// </summary>
        public bool IsOwnSchema { get; }

        /// <summary>Gets the differences, in the order of their position in the document.</summary>
        public IReadOnlyList<KitbagReadFinding> Findings { get; }

        /// <summary>Gets the combined effects of all differences on values.</summary>
        public KitbagReadEffects Effects { get; }

        /// <summary>
        /// Gets a value indicating whether everything in the document was read, so that nothing would be missing if the value were saved
        /// again.
        /// </summary>
        public bool IsComplete => (Effects & KitbagReadEffects.Loses) == 0;

        /// <summary>
        /// Gets a value indicating whether the value that was read equals the content of the document: the report is complete, no number
        /// was rounded, and no shared object was copied.
        /// </summary>
        public bool IsLossless =>
            (Effects & (KitbagReadEffects.Loses | KitbagReadEffects.Rounds | KitbagReadEffects.Copies)) == 0;

        /// <summary>Returns the report as text for a log: one line for the schema, and one line for each finding.</summary>
        public override string ToString()
        {
            var text = new StringBuilder();
            if (Writer == null)
                text.Append("JSON");
            else
                text.Append('\'').Append(Writer.Root).Append("', schema ")
                    .Append(Writer.Fingerprint.ToString("x16", CultureInfo.InvariantCulture));
            text.Append(IsOwnSchema ? ": this program's own."
                : Findings.Count == 0 ? ": all members were read."
                : !IsComplete ? ": not everything was read."
                : !IsLossless ? ": everything was read, with changes."
                : ": everything was read.");
            foreach (KitbagReadFinding finding in Findings)
                text.Append("\n  ").Append(finding);
            return text.ToString();
        }
    }
}
