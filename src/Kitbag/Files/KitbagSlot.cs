using System;

namespace Kitbag
{
    /// <summary>One save of a list.</summary>
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

        /// <summary>The slot's name.</summary>
        public string Name { get; }

        /// <summary>Its file.</summary>
        public string Path { get; }

        /// <summary>
        /// Its info document: of the newest generation that has a whole one. The default where <see cref="CanLoad"/> is false.
        /// </summary>
        public TInfo Info { get; }

        /// <summary>Where the info document comes from; null where none could be read.</summary>
        public KitbagLoaded? Loaded { get; }

        /// <summary>What is wrong with the newest generation; null where nothing is.</summary>
        public KitbagException? Error { get; }

        /// <summary>When the file was written, by the clock of the machine that did it.</summary>
        public DateTime Saved { get; }

        /// <summary>Whether the newest generation, or an info document of it, is damaged.</summary>
        public bool IsDamaged => Error != null;

        /// <summary>Whether there is an info document, and so at least the start of a whole generation.</summary>
        public bool CanLoad => Loaded != null;
    }
}
