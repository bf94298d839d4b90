using System;
using Kitbag.Files;

namespace Kitbag
{
    /// <summary>How files are saved and loaded. Immutable; one instance serves any number of calls and threads.</summary>
    public sealed class KitbagFileOptions
    {
        private readonly int _keep = 2, _blockSize = ContainerFormat.BlockSize;
        private readonly KitbagOptions _document = KitbagOptions.Default;

        /// <summary>Two generations, no compression, flushed to the medium.</summary>
        public static KitbagFileOptions Default { get; } = new KitbagFileOptions();

        /// <summary>How the document in the file is written and read. It cannot be bare: a file says how it is laid out.</summary>
        /// <exception cref="ArgumentException">The schema is to be left out.</exception>
        public KitbagOptions Document
        {
            get => _document;
            init => _document = value == null ? throw new ArgumentNullException(nameof(value))
                : value.IsBare ? throw new ArgumentException("A file cannot hold a bare document.", nameof(value)) : value;
        }

        /// <summary>How blocks are compressed. Not at all unless said: documents are small already. Readers read all.</summary>
        public KitbagCompression Compression { get; init; }

        /// <summary>
        /// How many generations there are: with 3, <c>slot.kit</c> is the newest, and saving leaves the two before it as
        /// <c>slot.1.kit</c> and <c>slot.2.kit</c>. 1 to 99; 2 unless said.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is not between 1 and 99.</exception>
        public int Keep
        {
            get => _keep;
            init => _keep = value is >= 1 and <= 99 ? value
                : throw new ArgumentOutOfRangeException(nameof(value), value, "Expected 1 to 99 generations.");
        }

        /// <summary>What is flushed before a save ends.</summary>
        public KitbagDurability Durability { get; init; }

        /// <summary>How long a save waits for another process that saves to the same file. 2 seconds unless said.</summary>
        public TimeSpan LockTimeout { get; init; } = TimeSpan.FromSeconds(2);

        /// <summary>Where files are: the file system unless said.</summary>
        public KitbagStorage Storage { get; init; } = FileStorage.Instance;

        // What is left of a quota.
        internal long MostBytes { get; private set; } = long.MaxValue;

        internal KitbagFileOptions WithMostBytes(long most)
        {
            var copy = (KitbagFileOptions)MemberwiseClone();
            copy.MostBytes = most;
            return copy;
        }

        // Of tests, which need files of many blocks.
        internal int BlockSize
        {
            get => _blockSize;
            init => _blockSize = value;
        }
    }
}
