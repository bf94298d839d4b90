using System;
using System.Collections.Generic;
using Kitbag.Documents;
using Kitbag.Files;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>Represents a group of records of a log, without their C# type.</summary>
    public sealed class KitbagLogGroup
    {
        private KitbagLogGroup(long first, KitbagDocument document)
        {
            First = first;
            Document = document;
        }

        /// <summary>Gets the number of the first record of the group, starting at 0.</summary>
        public long First { get; }

        /// <summary>Gets the records as a document whose root is a list. Its schema is the one with which this group was written.</summary>
        public KitbagDocument Document { get; }

        /// <summary>
        /// Reads the groups of a log that <see cref="KitbagLog{T}"/> has written, one at a time, up to a torn tail, which is not an error.
        /// Damage before the tail causes an exception unless <see cref="KitbagLogOptions.SkipDamaged"/> is set.
        /// </summary>
        /// <param name="path">The path of the file.</param>
        /// <param name="from">The number of a record; groups before the one that contains it are skipped.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagLogOptions.Default"/>.</param>
        /// <returns>The groups.</returns>
        /// <exception cref="KitbagException">Thrown during enumeration: the file cannot be read, is not a log, or is damaged.</exception>
        public static IEnumerable<KitbagLogGroup> Read(string path, long from = 0, KitbagLogOptions? options = null)
        {
            if (path == null)
                throw new ArgumentNullException(nameof(path));
            if (from < 0)
                throw new ArgumentOutOfRangeException(nameof(from));
            return Enumerate(path, from, options ?? KitbagLogOptions.Default);
        }

        private static IEnumerable<KitbagLogGroup> Enumerate(string path, long from, KitbagLogOptions options)
        {
            path = FileGuard.Resolve(path, options.Storage);
            using LogFile? log = LogFile.OpenRead(path, options);
            if (log == null)
                yield break;
            while (FileGuard.Guard(path, "read", () => Next(log, from, options)) is { } group)
                yield return group;
        }

        private static KitbagLogGroup? Next(LogFile log, long from, KitbagLogOptions options)
        {
            if (!log.TryRead(from, options.Limits, options.SkipDamaged, out byte[] bytes))
                return null;
            BlockHeader header = log.Scanner.Group;
            KitbagDocument document = KitbagDocument.ParseBody(bytes, RecentSchemas.Get(log.Schema, options.Limits),
                new KitbagDocumentOptions { Limits = options.Limits });
            if (document.Root.Kind != KitbagNodeKind.List || document.Root.Count != header.Count)
                throw new KitbagException(KitbagErrorReason.Malformed, "A group of the log is not a list of the "
                    + ContainerFormat.Text(header.Count) + " records that its header announces.", log.Scanner.FoundAt);
            return new KitbagLogGroup(header.First, document);
        }
    }
}
