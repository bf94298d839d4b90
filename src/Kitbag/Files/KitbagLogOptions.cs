using System;
using Kitbag.Files;

namespace Kitbag
{
    /// <summary>Provides options for writing and reading logs. Instances are immutable and thread-safe.</summary>
    public sealed class KitbagLogOptions
    {
        private readonly KitbagNumbers _numbers;
        private readonly KitbagUnknownCases _unknownCases;
        private readonly int _groupRecords = 4096;
        private readonly KitbagCompression _compression;
        private readonly KitbagDurability _durability;
        private readonly TimeSpan _lockTimeout = TimeSpan.FromSeconds(2);
        private readonly KitbagStorage _storage = FileStorage.Instance;

        /// <summary>Gets the default options: groups of 4,096 records, no compression, flushed to the medium.</summary>
        public static KitbagLogOptions Default { get; } = new KitbagLogOptions();

        /// <summary>
        /// Gets or initializes the number of records that are stored together by column, from 1 to 16,777,215. Flushing ends a group early.
        /// The default is 4,096.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is not between 1 and 16,777,215.</exception>
        public int GroupRecords
        {
            get => _groupRecords;
            init => _groupRecords = value is >= 1 and <= ContainerFormat.MostRecords ? value
                : throw new ArgumentOutOfRangeException(nameof(value), value, "Expected 1 to 16,777,215 records.");
        }

        /// <summary>Gets or initializes the compression of groups. The default is none. Readers accept all compressions.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
        public KitbagCompression Compression
        {
            get => _compression;
            init => _compression = FileSettings.Check(value);
        }

        /// <summary>Gets or initializes the durability that <c>Flush</c> ensures.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
        public KitbagDurability Durability
        {
            get => _durability;
            init => _durability = FileSettings.Check(value);
        }

        /// <summary>Gets or initializes how numbers are stored.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
        public KitbagNumbers Numbers
        {
            get => _numbers;
            init => _numbers = DefinedValue.Check(value, (int)value, (int)KitbagNumbers.RawEverywhere);
        }

        /// <summary>Gets or initializes the limits for reading each group.</summary>
        public KitbagLimits Limits { get; init; } = KitbagLimits.Default;

        /// <summary>Gets or initializes how a reader handles a value of a derived type that its program does not have.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
        public KitbagUnknownCases UnknownCases
        {
            get => _unknownCases;
            init => _unknownCases = DefinedValue.Check(value, (int)value, (int)KitbagUnknownCases.Drop);
        }

        /// <summary>
        /// Gets or initializes a value indicating whether readers skip damaged groups with all their records instead of throwing. The other
        /// records keep their numbers.
        /// </summary>
        public bool SkipDamaged { get; init; }

        /// <summary>Gets or initializes how long to wait for another process that is writing the log. The default is 2 seconds.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
        public TimeSpan LockTimeout
        {
            get => _lockTimeout;
            init => _lockTimeout = FileSettings.CheckTimeout(value);
        }

        /// <summary>Gets or initializes where files are stored. The default is the file system.</summary>
        public KitbagStorage Storage
        {
            get => _storage;
            init => _storage = value ?? throw new ArgumentNullException(nameof(value));
        }
    }
}
