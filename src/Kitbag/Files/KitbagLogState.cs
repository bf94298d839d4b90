using System;
using System.Collections.Generic;
using Kitbag.Files;

namespace Kitbag
{
    /// <summary>Describes the state of a log, based on reading all of its bytes.</summary>
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

        /// <summary>Gets the path of the file.</summary>
        public string Path { get; }

        /// <summary>Gets the number of records in the log, including damaged ones.</summary>
        public long Count { get; }

        /// <summary>Gets the number of records that can be read.</summary>
        public long WholeRecords { get; }

        /// <summary>Gets the number of intact groups.</summary>
        public int Groups { get; }

        /// <summary>Gets the number of bytes up to the end of the last intact group.</summary>
        public long WholeLength { get; }

        /// <summary>
        /// Gets the number of bytes after the last intact group: a group that is being written, or that a crash left incomplete.
        /// </summary>
        public long TornBytes { get; }

        /// <summary>Gets the damaged places before the tail, each with its offset.</summary>
        public IReadOnlyList<KitbagException> Damages { get; }

        /// <summary>Examines a log. It may be written at the same time.</summary>
        /// <param name="path">The path of the file.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagLogOptions.Default"/>.</param>
        /// <returns>The state of the log.</returns>
        /// <exception cref="KitbagException">The file cannot be read, is not a log, or its header is damaged.</exception>
        public static KitbagLogState Read(string path, KitbagLogOptions? options = null)
        {
            options ??= KitbagLogOptions.Default;
            path = FileGuard.Resolve(path, options.Storage);
            using LogFile file = LogFile.OpenRead(path, options)
                ?? throw new KitbagException(KitbagErrorReason.Truncated, "The log ends within its header.").InFile(path);
            return FileGuard.Guard(path, "read", () => Examine(file, options.Limits));
        }

        private static KitbagLogState Examine(LogFile file, KitbagLimits limits)
        {
            LogScanner scanner = file.Scanner;
            var damages = new List<KitbagException>();
            long records = 0;
            int groups = 0;
            long again = -1;
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
                            + " bytes are not a group of records.", scanner.FoundAt).InFile(file.Path));
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
                        catch (KitbagException e) when (LogFile.IsDamage(e) && scanner.TryStepBack(ref again))
                        {
                            // The group is read once more.
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
