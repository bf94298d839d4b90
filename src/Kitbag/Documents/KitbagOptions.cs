using System;
using System.Collections.Generic;
using Kitbag.Wire;

namespace Kitbag
{
    /// <summary>How to write and read. Immutable; one instance serves any number of calls and threads.</summary>
    public sealed class KitbagOptions
    {
        /// <summary>An embedded schema, compact numbers, no checksum, the default limits.</summary>
        public static KitbagOptions Default { get; } = new KitbagOptions();

        /// <summary>No header at all: <see cref="KitbagSchemaMode.Bare"/>.</summary>
        public static KitbagOptions Bare { get; } = new KitbagOptions { Schema = KitbagSchemaMode.Bare };

        /// <summary>How the document says how it is laid out. A reader looks at it only to tell a bare body from a document.</summary>
        public KitbagSchemaMode Schema { get; init; }

        /// <summary>How numbers are stored where many stand together. Readers read all forms.</summary>
        public KitbagNumbers Numbers { get; init; }

        /// <summary>Whether a CRC-32C closes the document. Readers check it wherever it is there. Not for bare bodies.</summary>
        public bool Checksum { get; init; }

        /// <summary>What a reader accepts.</summary>
        public KitbagLimits Limits { get; init; } = KitbagLimits.Default;

        /// <summary>
        /// Schemas that a reader knows beside its own, by which it reads documents that only name their schema by its fingerprint. Those of
        /// a lock file that is compiled in (<c>KitbagLockedSchemas</c> in the project) need not stand here.
        /// </summary>
        public IReadOnlyList<KitbagSchema> KnownSchemas { get; init; } = Array.Empty<KitbagSchema>();

        /// <summary>
        /// What a reader does with a value of a base class or an interface whose type its program lacks. Where null cannot be, such a
        /// value is always an error.
        /// </summary>
        public KitbagUnknownCases UnknownCases { get; init; }

        internal WireSettings Wire => new WireSettings(Numbers);

        internal bool HasChecksum => Checksum && !IsBare;

        internal bool IsBare => Schema == KitbagSchemaMode.Bare;

        internal bool IsPlainBare => Schema == KitbagSchemaMode.Bare && BareSchema == null;

        /// <summary>The schema by which a bare body was written, where it is not the reader's own.</summary>
        public KitbagSchema? BareSchema { get; init; }
    }
}
