using System;
using System.Collections.Generic;
using Kitbag.Documents;

namespace Kitbag
{
    /// <summary>How a document says how it is laid out.</summary>
    public enum KitbagSchemaMode
    {
        /// <summary>The schema stands in the document: any reader can read it, now and in ten years.</summary>
        Embedded,

        /// <summary>Eight bytes name the schema: for readers that know it already.</summary>
        Fingerprint,

        /// <summary>No header at all, only the value: for two ends that have agreed on the schema.</summary>
        Bare,
    }

    /// <summary>How numbers are stored where many stand together. Readers read all forms.</summary>
    public enum KitbagNumbers
    {
        /// <summary>In as few bits as they need.</summary>
        Compact,

        /// <summary>
        /// The elements of arrays, lists and other collections of numbers as their memory image: larger, and at the speed of memory.
        /// Lists of objects stay compact.
        /// </summary>
        Raw,

        /// <summary>All numbers as their memory image, those of objects in lists and the lengths of strings and collections too.</summary>
        RawEverywhere,
    }

    /// <summary>
    /// What a reader does with a value of a base class or an interface whose type its program lacks: one that was added later, or removed.
    /// </summary>
    public enum KitbagUnknownCases
    {
        /// <summary>It is an error that names the type.</summary>
        Refuse,

        /// <summary>It reads null in its place.</summary>
        ReadAsNull,

        /// <summary>
        /// It leaves the value out of the collection that holds it, with its key where that is a dictionary. Where the value stands
        /// in no collection, or in an array of several dimensions, it reads null.
        /// </summary>
        Drop,
    }

    /// <summary>What a reader accepts before it refuses input that may come from anywhere.</summary>
    public sealed class KitbagLimits
    {
        // Reading, planning and skipping recurse along the types of a schema; so much fits into the stack of any thread.
        private const int DeepestSchema = 1000;

        private readonly long? _maxAllocation;
        private readonly int _maxSchemaBytes = 1 << 20, _maxSchemaTypes = 10_000, _maxMembers = 4096, _maxSchemaDepth = 128,
        _maxInputBytes = PooledBytes.MostBytes;

        /// <summary>The limits that hold where none are given.</summary>
        public static KitbagLimits Default { get; } = new KitbagLimits();

        /// <summary>
        /// The most bytes that one call may allocate for what it reads; null means 64 MiB or 64 times the input's length, whichever is more.
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
        /// unless told, which is the most that one document can have at all. A document that lies in one piece of memory is not measured:
        /// it is there already.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is negative or more than 2,147,483,591.</exception>
        public int MaxInputBytes
        {
            get => _maxInputBytes;
            init =>
                _maxInputBytes = value is >= 0 and <= PooledBytes.MostBytes
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

        /// <summary>How deep the types of a schema may nest: 0 to 1,000, 128 unless told.</summary>
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
        public long MaxKeyComparisons { get; init; } = Wire.KeyWork.DefaultMost;

        internal long AllocationFor(int inputLength) => MaxAllocation ?? Math.Max(64L << 20, inputLength * 64L);
    }

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
        /// Schemas that a reader knows beside its own, by which it reads documents that only name their schema by its fingerprint.
        /// </summary>
        public IReadOnlyList<KitbagSchema> KnownSchemas { get; init; } = Array.Empty<KitbagSchema>();

        /// <summary>
        /// What a reader does with a value of a base class or an interface whose type its program lacks. Where null cannot be, such a
        /// value is always an error.
        /// </summary>
        public KitbagUnknownCases UnknownCases { get; init; }

        internal bool IsBare => Schema == KitbagSchemaMode.Bare;

        internal bool IsPlainBare => Schema == KitbagSchemaMode.Bare && BareSchema == null;

        /// <summary>The schema by which a bare body was written, where it is not the reader's own.</summary>
        public KitbagSchema? BareSchema { get; init; }
    }
}
