using System;
using System.Collections.Generic;
using Kitbag.Documents;
using Kitbag.Files;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>Some records of a log that stand together, without their C# type.</summary>
    public sealed class KitbagLogGroup
    {
        private KitbagLogGroup(long first, KitbagDocument document)
        {
            First = first;
            Document = document;
        }

        /// <summary>The number of the first record, from 0.</summary>
        public long First { get; }

        /// <summary>The records: the root is their list. The schema is that by which this group was written.</summary>
        public KitbagDocument Document { get; }

        /// <summary>
        /// Reads the groups of a log that <see cref="KitbagLog{T}"/> has written, one at a time. It ends before a torn tail, which is no
        /// error. Damage before the tail is one, unless <see cref="KitbagLogOptions.SkipDamaged"/>.
        /// </summary>
        /// <param name="path">The file.</param>
        /// <param name="from">A record; the groups before the one that has it are passed over by their headers.</param>
        /// <param name="options">How to read; null for <see cref="KitbagLogOptions.Default"/>.</param>
        /// <exception cref="KitbagException">While it is enumerated: the file cannot be read, is no log, or is damaged.</exception>
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
            using LogFile log = LogFile.OpenRead(path, options);
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
                throw new KitbagException(KitbagErrorReason.Malformed, "A group of the log is no list of the "
                    + ContainerFormat.Text(header.Count) + " records that its header announces.", log.Scanner.FoundAt);
            return new KitbagLogGroup(header.First, document);
        }
    }
}
