using System;
using System.Collections.Generic;

namespace Kitbag.Dynamic
{
    /// <summary>How a document is read without its types. Immutable; one instance serves any number of documents.</summary>
    public sealed class KitbagDocumentOptions
    {
        /// <summary>The default limits, no schemas beside those in documents.</summary>
        public static KitbagDocumentOptions Default { get; } = new KitbagDocumentOptions();

        /// <summary>What is accepted, and how much memory one call may take.</summary>
        public KitbagLimits Limits { get; init; } = KitbagLimits.Default;

        /// <summary>Schemas by which documents are read that only name theirs by its fingerprint.</summary>
        public IReadOnlyList<KitbagSchema> KnownSchemas { get; init; } = Array.Empty<KitbagSchema>();

        /// <summary>
        /// Whether <see cref="KitbagDocument.Parse"/> compares the checksum, for which it reads all bytes. Else only
        /// <see cref="KitbagDocument.Verify"/> does.
        /// </summary>
        public bool VerifyChecksum { get; init; }

        /// <summary>How an edited document stores numbers.</summary>
        public KitbagNumbers Numbers { get; init; }
    }
}
