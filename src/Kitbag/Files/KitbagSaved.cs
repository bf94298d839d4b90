using System.Collections.Generic;

namespace Kitbag
{
    /// <summary>What a save has done.</summary>
    public sealed class KitbagSaved
    {
        internal KitbagSaved(string path, ulong generation, long length, bool isDurable)
        {
            Path = path;
            Generation = generation;
            Length = length;
            IsDurable = isDurable;
        }

        /// <summary>The file, as the system knows it.</summary>
        public string Path { get; }

        /// <summary>The file's counter, by which generations are ordered.</summary>
        public ulong Generation { get; }

        /// <summary>How many bytes the file has.</summary>
        public long Length { get; }

        /// <summary>
        /// Whether it is certain that the file and its name have reached the medium. Where it is false under
        /// <see cref="KitbagDurability.Full"/>, the file is saved, but the system cannot flush it or its folder.
        /// </summary>
        public bool IsDurable { get; }
    }

    /// <summary>Which file was loaded, and why not a newer one.</summary>
    public sealed class KitbagLoaded
    {
        internal KitbagLoaded(string path, ulong generation, IReadOnlyList<KitbagException> rejected, KitbagReadReport? report)
        {
            Path = path;
            Generation = generation;
            Rejected = rejected;
            Report = report;
        }

        /// <summary>The file that was read.</summary>
        public string Path { get; }

        /// <summary>The file's counter, by which generations are ordered; 0 of a bare document.</summary>
        public ulong Generation { get; }

        /// <summary>Why the files that come before it were not read, each with its name; empty where the file itself was read.</summary>
        public IReadOnlyList<KitbagException> Rejected { get; }

        /// <summary>What differs between the schema of the document and this program's; null where it was not asked for.</summary>
        internal KitbagReadReport? Report { get; }

        /// <summary>Whether an older generation stands in for the file.</summary>
        public bool IsFallback => Rejected.Count != 0;
    }
}
