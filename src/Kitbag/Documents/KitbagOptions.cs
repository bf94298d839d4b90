using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag
{
    /// <summary>Provides options for writing and reading documents. Instances are immutable and thread-safe.</summary>
    public sealed class KitbagOptions
    {
        private readonly KitbagSchemaMode _schema;
        private readonly KitbagNumbers _numbers;
        private readonly KitbagUnknownCases _unknownCases;

        /// <summary>Gets the default options: an embedded schema, compact numbers, no checksum, the default limits.</summary>
        public static KitbagOptions Default { get; } = new KitbagOptions();

        /// <summary>Gets options for documents without a header: <see cref="KitbagSchemaMode.Bare"/>.</summary>
        public static KitbagOptions Bare { get; } = new KitbagOptions { Schema = KitbagSchemaMode.Bare };

        /// <summary>
        /// Gets or initializes how documents identify their schema. Readers use this only to distinguish a bare body from a document.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
        public KitbagSchemaMode Schema
        {
            get => _schema;
            init => _schema = DefinedValue.Check(value, (int)value, (int)KitbagSchemaMode.Bare);
        }

        /// <summary>Gets or initializes how numbers are stored in columns and collections. Readers accept all forms.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
        public KitbagNumbers Numbers
        {
            get => _numbers;
            init => _numbers = DefinedValue.Check(value, (int)value, (int)KitbagNumbers.RawEverywhere);
        }

        /// <summary>
        /// Gets or initializes a value indicating whether a CRC-32C is appended to documents. Readers verify it if it is present. It has no
        /// effect on bare bodies.
        /// </summary>
        public bool Checksum { get; init; }

        /// <summary>Gets or initializes the limits for reading.</summary>
        public KitbagLimits Limits { get; init; } = KitbagLimits.Default;

        /// <summary>
        /// Gets or initializes additional schemas for reading documents that identify their schema by its fingerprint. The schemas of a
        /// compiled-in lock file (<c>KitbagLockedSchemas</c> in the project) need not be included.
        /// </summary>
        public IReadOnlyList<KitbagSchema> KnownSchemas { get; init; } = Array.Empty<KitbagSchema>();

        /// <summary>
        /// Gets or initializes how a reader handles a value of a derived type that its program does not have. If the value cannot be null,
        /// such a value is always an error.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
        public KitbagUnknownCases UnknownCases
        {
            get => _unknownCases;
            init => _unknownCases = DefinedValue.Check(value, (int)value, (int)KitbagUnknownCases.Drop);
        }

        /// <summary>
        /// Gets or initializes the maximum number of threads that work on one call, including the calling thread. The default is 1. Threads
        /// of the thread pool help to write and read wherever a document stores 32,768 objects or more together, which pays off from about
        /// 10 MB. The bytes do not depend on this setting. Constructors, getters, setters and surrogates of the program then run on several
        /// threads at once, although each object is handled by a single thread: state that they share must be thread-safe. Documents with
        /// tracked objects, objects that are populated, and JSON are handled by the calling thread alone, as is everything on platforms
        /// without threads.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is less than 1.</exception>
        public int MaxDegreeOfParallelism
        {
            get => Threads?.Degree ?? 1;
            init => Threads = value switch
            {
                < 1 => throw new ArgumentOutOfRangeException(nameof(value), value, "Expected 1 or more threads."),
                1 => null,
                _ => new PoolThreads(value),
            };
        }

        /// <summary>The threads that may help; null where there are none.</summary>
        internal CallThreads? Threads { get; init; }

        internal WireSettings Wire => new WireSettings(Numbers);

        // Checked in each call, by code that is too large for the JIT to inline more on its own.
        internal bool HasChecksum
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => Checksum && !IsBare;
        }

        internal bool IsBare => Schema == KitbagSchemaMode.Bare;

        internal bool IsPlainBare
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => Schema == KitbagSchemaMode.Bare && BareSchema == null;
        }

        /// <summary>Gets or initializes the schema with which a bare body was written if it is not the reader's own schema.</summary>
        public KitbagSchema? BareSchema { get; init; }
    }
}
