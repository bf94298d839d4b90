using System;
using System.Collections.Generic;

namespace Kitbag.Dynamic
{
    /// <summary>Provides options for reading documents without their types. Instances are immutable and thread-safe.</summary>
    public sealed class KitbagDocumentOptions
    {
        private readonly KitbagNumbers _numbers;

        /// <summary>Gets the default options: the default limits, no known schemas.</summary>
        public static KitbagDocumentOptions Default { get; } = new KitbagDocumentOptions();

        /// <summary>Gets or initializes the limits for the input, and for the memory that one call may allocate.</summary>
        public KitbagLimits Limits { get; init; } = KitbagLimits.Default;

        /// <summary>Gets or initializes schemas for reading documents that identify their schema by its fingerprint.</summary>
        public IReadOnlyList<KitbagSchema> KnownSchemas { get; init; } = Array.Empty<KitbagSchema>();

        /// <summary>
        /// Gets or initializes the lock file of the program that has the types, or null. Documents that identify their schema by its
        /// fingerprint are read with its schemas, and JSON has the order and names of members that it contains.
        /// </summary>
        public KitbagLockFile? LockFile { get; init; }

        /// <summary>
        /// Gets or initializes a value indicating whether <see cref="KitbagDocument.Parse"/> verifies the checksum, which reads all bytes.
        /// Otherwise only <see cref="KitbagDocument.Verify"/> does.
        /// </summary>
        public bool VerifyChecksum { get; init; }

        /// <summary>Gets or initializes how numbers are stored in an edited document.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
        public KitbagNumbers Numbers
        {
            get => _numbers;
            init => _numbers = DefinedValue.Check(value, (int)value, (int)KitbagNumbers.RawEverywhere);
        }
    }
}
