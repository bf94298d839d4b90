using System;
using Kitbag.Buffers;

namespace Kitbag
{
    /// <summary>Provides limits for reading untrusted input. Instances are immutable and thread-safe.</summary>
    public sealed class KitbagLimits
    {
        /// <summary>The default limit: about a quarter of a second on current machines.</summary>
        internal const long DefaultKeyComparisons = 100_000_000;

        // Reading, planning and skipping recurse along the types of a schema; this depth fits on the stack of any thread.
        private const int DeepestSchema = 1000;

        private readonly long? _maxAllocation;
        private readonly int _maxSchemaBytes = 1 << 20, _maxSchemaTypes = 10_000, _maxMembers = 4096, _maxSchemaDepth = 128,
            _maxInputBytes = Arrays.MaxDocument;

        /// <summary>Gets the default limits.</summary>
        public static KitbagLimits Default { get; } = new KitbagLimits();

        /// <summary>
        /// Gets or initializes the maximum number of bytes that one call may allocate, or null for 64 MiB or 64 times the length of the
        /// input, whichever is more.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
        public long? MaxAllocation
        {
            get => _maxAllocation;
            init =>
                _maxAllocation = value is null or >= 0
                    ? value
                    : throw new ArgumentOutOfRangeException(nameof(value), value, "Expected null or a number of bytes.");
        }

        /// <summary>
        /// Gets or initializes the maximum length of a document in a stream or a sequence; at most one byte more is read. The default is
        /// 2,147,483,591, the maximum length of any document. The limit does not apply to documents that are already in contiguous memory.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is negative or more than 2,147,483,591.</exception>
        public int MaxInputBytes
        {
            get => _maxInputBytes;
            init =>
                _maxInputBytes = value is >= 0 and <= Arrays.MaxDocument
                    ? value
                    : throw new ArgumentOutOfRangeException(nameof(value), value, "Expected 0 to 2,147,483,591 bytes.");
        }

        /// <summary>
        /// Gets or initializes a value indicating whether readers ignore the comparers that a document specifies for collections of
        /// strings. Such collections then have the default comparer, and a document cannot choose a comparer that is slow or treats
        /// different keys as equal.
        /// </summary>
        public bool IgnoreComparers { get; init; }

        /// <summary>Gets or initializes the maximum length of an embedded schema in bytes. The default is 1 MiB.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
        public int MaxSchemaBytes
        {
            get => _maxSchemaBytes;
            init => _maxSchemaBytes = NotNegative(value);
        }

        /// <summary>Gets or initializes the maximum number of types in a schema. The default is 10,000.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
        public int MaxSchemaTypes
        {
            get => _maxSchemaTypes;
            init => _maxSchemaTypes = NotNegative(value);
        }

        /// <summary>Gets or initializes the maximum number of members of one type in a schema. The default is 4,096.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
        public int MaxMembers
        {
            get => _maxMembers;
            init => _maxMembers = NotNegative(value);
        }

        /// <summary>Gets or initializes the maximum nesting depth of the types in a schema, from 0 to 1,000. The default is 128.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is not between 0 and 1,000.</exception>
        public int MaxSchemaDepth
        {
            get => _maxSchemaDepth;
            init =>
                _maxSchemaDepth = value is >= 0 and <= DeepestSchema
                    ? value
                    : throw new ArgumentOutOfRangeException(nameof(value), value,
                        "Expected 0 to 1,000 levels: each takes a part of the stack.");
        }

        private static int NotNegative(int value) =>
            value >= 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "Expected 0 or more.");

        /// <summary>
        /// Gets or initializes the maximum number of comparisons of keys with colliding hash codes for creating the sets and maps of one
        /// call. The default is 100,000,000. Ordinary keys need a few comparisons each; keys that an attacker chooses could each need as
        /// many as there are other keys. Comparisons of a key struct that does not implement <see cref="IEquatable{T}"/> count 32 times,
        /// because it is compared by reflection.
        /// </summary>
        public long MaxKeyComparisons { get; init; } = DefaultKeyComparisons;

        internal long AllocationFor(int inputLength) => MaxAllocation ?? Math.Max(64L << 20, inputLength * 64L);
    }
}
