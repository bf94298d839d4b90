using System;
using Kitbag.Files;

namespace Kitbag
{
    /// <summary>How a log is written and read. Immutable; one instance serves any number of logs and threads.</summary>
    public sealed class KitbagLogOptions
    {
        private readonly int _groupRecords = 4096;

        /// <summary>Groups of 4,096 records, no compression, flushed to the medium.</summary>
        public static KitbagLogOptions Default { get; } = new KitbagLogOptions();

        /// <summary>
        /// How many records are stored together, by column; 1 to 16,777,215, 4,096 unless said. Flushing ends a group early.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is not between 1 and 16,777,215.</exception>
        public int GroupRecords
        {
            get => _groupRecords;
            init => _groupRecords = value is >= 1 and <= ContainerFormat.MostRecords ? value
                : throw new ArgumentOutOfRangeException(nameof(value), value, "Expected 1 to 16,777,215 records.");
        }

        /// <summary>How groups are compressed. Not at all unless said. Readers read all.</summary>
        public KitbagCompression Compression { get; init; }

        /// <summary>How far <c>Flush</c> flushes.</summary>
        public KitbagDurability Durability { get; init; }

        /// <summary>How numbers are stored.</summary>
        public KitbagNumbers Numbers { get; init; }

        /// <summary>What a reader accepts, of each group.</summary>
        public KitbagLimits Limits { get; init; } = KitbagLimits.Default;

        /// <summary>What a reader does with a value of a base class or an interface whose type its program lacks.</summary>
        public KitbagUnknownCases UnknownCases { get; init; }

        /// <summary>
        /// Whether readers leave out groups that are damaged, with all their records, instead of failing there. The numbers of the records
        /// stay what they are.
        /// </summary>
        public bool SkipDamaged { get; init; }

        /// <summary>How long to wait for another process that writes the log. 2 seconds unless said.</summary>
        public TimeSpan LockTimeout { get; init; } = TimeSpan.FromSeconds(2);

        /// <summary>Where files are: the file system unless said.</summary>
        public KitbagStorage Storage { get; init; } = FileStorage.Instance;
    }
}
