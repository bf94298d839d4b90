using System;
using Kitbag.Buffers;

namespace Kitbag
{
    /// <summary>What a reader accepts before it refuses input that may come from anywhere.</summary>
    public sealed class KitbagLimits
    {
        /// <summary>What is allowed where no limit is given: a quarter of a second on the machines of today.</summary>
        internal const long DefaultKeyComparisons = 100_000_000;

        // Reading, planning and skipping recurse along the types of a schema; so much fits into the stack of any thread.
        private const int DeepestSchema = 1000;

        private readonly long? _maxAllocation;
        private readonly int _maxSchemaBytes = 1 << 20, _maxSchemaTypes = 10_000, _maxMembers = 4096, _maxSchemaDepth = 128,
            _maxInputBytes = Arrays.MaxLength;

        /// <summary>The limits that hold where none are given.</summary>
        public static KitbagLimits Default { get; } = new KitbagLimits();

        /// <summary>
        /// The most bytes that one call may allocate for what it reads; null means 64 MiB or 64 times the input's length, whichever is
        /// more.
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
        /// The most bytes that a document in a stream or a sequence may have; no more than one byte beyond them is read. 2,147,483,591
        /// by default, which is the most that one document can have at all. A document that lies in one piece of memory is not measured:
        /// it is there already.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is negative or more than 2,147,483,591.</exception>
        public int MaxInputBytes
        {
            get => _maxInputBytes;
            init =>
                _maxInputBytes = value is >= 0 and <= Arrays.MaxLength
                    ? value
                    : throw new ArgumentOutOfRangeException(nameof(value), value, "Expected 0 to 2,147,483,591 bytes.");
        }

        /// <summary>
        /// Whether readers pass over the comparers of collections of strings that a document names: then such a collection has the comparer
        /// that a new one has, and a document cannot choose one that is slow or takes different keys for equal.
        /// </summary>
        public bool IgnoreComparers { get; init; }

        /// <summary>The most bytes that an embedded schema may have. 1 MiB.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
        public int MaxSchemaBytes
        {
            get => _maxSchemaBytes;
            init => _maxSchemaBytes = NotNegative(value);
        }

        /// <summary>The most types that a schema may have. 10,000.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
        public int MaxSchemaTypes
        {
            get => _maxSchemaTypes;
            init => _maxSchemaTypes = NotNegative(value);
        }

        /// <summary>The most members that one type of a schema may have. 4,096.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
        public int MaxMembers
        {
            get => _maxMembers;
            init => _maxMembers = NotNegative(value);
        }

        /// <summary>How deep the types of a schema may nest: 0 to 1,000, 128 by default.</summary>
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
        /// The most comparisons of keys that making the sets and maps of one call may take, where the keys' hash codes fall together;
        /// 100,000,000. Keys that a program chooses take a few comparisons each; keys that an attacker chooses could take as many as there
        /// are other keys. A struct as a key that does not implement <see cref="IEquatable{T}"/> counts 32 times, for it is compared by
        /// reflection.
        /// </summary>
        public long MaxKeyComparisons { get; init; } = DefaultKeyComparisons;

        internal long AllocationFor(int inputLength) => MaxAllocation ?? Math.Max(64L << 20, inputLength * 64L);
    }
}
