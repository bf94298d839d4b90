using System;
using System.Collections.Generic;
using Kitbag.Files;

namespace Kitbag
{
    /// <summary>What is in a log, by a look at all of its bytes.</summary>
    public sealed class KitbagLogState
    {
        internal KitbagLogState(string path, long count, long whole, int groups, long wholeLength, long tornBytes,
            IReadOnlyList<KitbagException> damages)
        {
            Path = path;
            Count = count;
            WholeRecords = whole;
            Groups = groups;
            WholeLength = wholeLength;
            TornBytes = tornBytes;
            Damages = damages;
        }

        /// <summary>The file.</summary>
        public string Path { get; }

        /// <summary>How many records the log has, those that are damaged included.</summary>
        public long Count { get; }

        /// <summary>How many of them can be read.</summary>
        public long WholeRecords { get; }

        /// <summary>How many groups are whole.</summary>
        public int Groups { get; }

        /// <summary>Bytes of the file up to the end of the last group.</summary>
        public long WholeLength { get; }

        /// <summary>Bytes after it: a group that is being written, or that a crash has cut off.</summary>
        public long TornBytes { get; }

        /// <summary>The places before the tail that are damaged, each with its offset.</summary>
        public IReadOnlyList<KitbagException> Damages { get; }

        /// <summary>Looks at a log. It may be written meanwhile.</summary>
        /// <param name="path">The file.</param>
        /// <param name="options">How to read; null for <see cref="KitbagLogOptions.Default"/>.</param>
        /// <exception cref="KitbagException">The file cannot be read, is no log, or its header is damaged.</exception>
        public static KitbagLogState Read(string path, KitbagLogOptions? options = null)
        {
            options ??= KitbagLogOptions.Default;
            path = FileGuard.Resolve(path, options.Storage);
            using LogFile file = LogFile.OpenRead(path, options);
            return FileGuard.Guard(path, "read", () => Examine(file, options.Limits));
        }

        private static KitbagLogState Examine(LogFile file, KitbagLimits limits)
        {
            LogScanner scanner = file.Scanner;
            var damages = new List<KitbagException>();
            long records = 0;
            int groups = 0;
            while (true)
            {
                switch (scanner.Move())
                {
                    case LogFind.End:
                        return new KitbagLogState(file.Path, scanner.Next, records, groups, scanner.FoundAt, 0, damages);
                    case LogFind.Tail:
                        return new KitbagLogState(file.Path, scanner.Next, records, groups, scanner.FoundAt, scanner.FoundLength, damages);
                    case LogFind.Damage:
                        damages.Add(new KitbagException(KitbagErrorReason.ChecksumMismatch, ContainerFormat.Text(scanner.FoundLength)
                            + " bytes are no group of records.", scanner.FoundAt).InFile(file.Path));
                        break;
                    default:
                        try
                        {
                            if (scanner.Group.Count == 0)
                            {
                                file.ReadSchema(limits);
                                break;
                            }
                            file.Decode(limits);
                            groups++;
                            records += scanner.Group.Count;
                        }
                        catch (KitbagException e) when (LogFile.IsDamage(e) && scanner.IsTail())
                        {
                            return new KitbagLogState(file.Path, scanner.Next, records, groups, scanner.FoundAt, scanner.FoundLength,
                                damages);
                        }
                        catch (KitbagException e)
                        {
                            damages.Add(e.InFile(file.Path));
                        }
                        break;
                }
            }
        }
    }
}
