using System;
using Kitbag.Files;

namespace Kitbag
{
    /// <summary>Describes one save in a list.</summary>
    /// <typeparam name="TInfo">The type of the info document.</typeparam>
    public sealed class KitbagSlot<TInfo>
    {
        internal KitbagSlot(string name, string path, TInfo info, KitbagLoaded? loaded, KitbagException? error, DateTime saved)
        {
            Name = name;
            Path = path;
            Info = info;
            Loaded = loaded;
            Error = error;
            Saved = saved;
        }

        /// <summary>Gets the name of the slot.</summary>
        public string Name { get; }

        /// <summary>Gets the path of the file.</summary>
        public string Path { get; }

        /// <summary>
        /// Gets the info document of the newest generation that has an intact one, or the default value if <see cref="CanLoad"/> is false.
        /// </summary>
        public TInfo Info { get; }

        /// <summary>Gets the generation from which the info document was loaded, or null if none could be loaded.</summary>
        public KitbagLoaded? Loaded { get; }

        /// <summary>Gets the reason why the newest generation's info document cannot be loaded, or null if it can.</summary>
        public KitbagException? Error { get; }

        /// <summary>Gets the time at which the file was written, by the clock of the machine that wrote it.</summary>
        public DateTime Saved { get; }

        /// <summary>
        /// Gets a value indicating whether the newest generation, or its info document, is damaged or missing. False for an intact file
        /// whose info document cannot be read as this type, or which has none: then <see cref="Error"/> contains the reason.
        /// </summary>
        public bool IsDamaged => Error != null && Generations.IsDamage(Error, isWholeContainer: false);

        /// <summary>
        /// Gets a value indicating whether an info document was loaded, which means that at least the start of some generation is intact.
        /// </summary>
        public bool CanLoad => Loaded != null;
    }
}
