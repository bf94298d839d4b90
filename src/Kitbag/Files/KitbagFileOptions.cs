using System;
using Kitbag.Files;

namespace Kitbag
{
    /// <summary>Provides options for saving and loading files. Instances are immutable and thread-safe.</summary>
    public sealed class KitbagFileOptions
    {
        private readonly int _keep = 2, _blockSize = ContainerFormat.BlockSize;
        private readonly KitbagOptions _document = KitbagOptions.Default;
        private readonly KitbagCompression _compression;
        private readonly KitbagDurability _durability;
        private readonly TimeSpan _lockTimeout = TimeSpan.FromSeconds(2);
        private readonly KitbagStorage _storage = FileStorage.Instance;

        /// <summary>Gets the default options: two generations, no compression, flushed to the medium.</summary>
        public static KitbagFileOptions Default { get; } = new KitbagFileOptions();

        /// <summary>
        /// Gets or initializes the options for the document in the file. The document cannot be bare, because a file must identify its
        /// schema.
        /// </summary>
        /// <exception cref="ArgumentException">The schema mode is <see cref="KitbagSchemaMode.Bare"/>.</exception>
        public KitbagOptions Document
        {
            get => _document;
            init => _document = value == null ? throw new ArgumentNullException(nameof(value))
                : value.IsBare ? throw new ArgumentException("A file cannot hold a bare document.", nameof(value)) : value;
        }

        /// <summary>
        /// Gets or initializes the compression of blocks. The default is none, because documents are already small. Readers accept all
        /// compressions.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
        public KitbagCompression Compression
        {
            get => _compression;
            init => _compression = FileSettings.Check(value);
        }

        /// <summary>
        /// Gets or initializes the number of generations to keep, from 1 to 99. With 3, <c>slot.kit</c> is the newest generation, and the
        /// two before it are <c>slot.1.kit</c> and <c>slot.2.kit</c>. The default is 2.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is not between 1 and 99.</exception>
        public int Keep
        {
            get => _keep;
            init => _keep = value is >= 1 and <= 99 ? value
                : throw new ArgumentOutOfRangeException(nameof(value), value, "Expected 1 to 99 generations.");
        }

        /// <summary>Gets or initializes what is flushed before a save completes.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
        public KitbagDurability Durability
        {
            get => _durability;
            init => _durability = FileSettings.Check(value);
        }

        /// <summary>
        /// Gets or initializes how long a save waits for another process that is saving to the same file. The default is 2 seconds.
        /// </summary>
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

        internal SlotQuota? Quota { get; private set; }

        // Whether the caller holds the lock of the file, and has held it since it read what it saves now.
        internal bool IsLocked { get; init; }

        internal KitbagFileOptions WithQuota(SlotQuota quota)
        {
            var copy = (KitbagFileOptions)MemberwiseClone();
            copy.Quota = quota;
            return copy;
        }

        // Set by tests, which need files with many blocks.
        internal int BlockSize
        {
            get => _blockSize;
            init => _blockSize = value;
        }
    }
}
