using System.Collections.Generic;

namespace Kitbag
{
    /// <summary>Describes the result of a save.</summary>
    public sealed class KitbagSaved
    {
        internal KitbagSaved(string path, ulong generation, long length, bool isDurable)
        {
            Path = path;
            Generation = generation;
            Length = length;
            IsDurable = isDurable;
        }

        /// <summary>Gets the file, as the system knows it.</summary>
        public string Path { get; }

        /// <summary>Gets the file's counter, by which generations are ordered.</summary>
        public ulong Generation { get; }

        /// <summary>Gets the length of the file in bytes.</summary>
        public long Length { get; }

        /// <summary>
        /// Gets a value indicating whether the file and its name are known to have reached the medium. If it is false with
        /// <see cref="KitbagDurability.Full"/>, the file is saved, but the operating system cannot flush the file or its folder.
        /// </summary>
        public bool IsDurable { get; }
    }

    /// <summary>Describes which generation of a file was loaded.</summary>
    public sealed class KitbagLoaded
    {
        internal KitbagLoaded(string path, ulong generation, IReadOnlyList<KitbagException> rejected, KitbagReadReport? report)
        {
            Path = path;
            Generation = generation;
            Rejected = rejected;
            Report = report;
        }

        /// <summary>Gets the file that was read.</summary>
        public string Path { get; }

        /// <summary>Gets the file's counter, by which generations are ordered; 0 of a bare document.</summary>
        public ulong Generation { get; }

        /// <summary>
        /// Gets the reasons why newer generations were not loaded, each with the path of the file. Empty if the file itself was loaded.
        /// </summary>
        public IReadOnlyList<KitbagException> Rejected { get; }

        /// <summary>
        /// Gets the differences between the schema of the document and that of this program, or null if they were not requested.
        /// </summary>
        internal KitbagReadReport? Report { get; }

        /// <summary>Gets a value indicating whether a previous generation was loaded instead of the file itself.</summary>
        public bool IsFallback => Rejected.Count != 0;
    }
}
