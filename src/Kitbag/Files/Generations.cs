using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using Kitbag.Documents;

namespace Kitbag.Files
{
    /// <summary>The generations of a file.</summary>
    internal static class Generations
    {
        /// <summary>
        /// Returns whether a failure means that the file is damaged or missing, so that an older generation is better than nothing.
        /// </summary>
        public static bool IsDamage(KitbagException e, bool isWholeContainer) => e.Reason switch
        {
            // Data covered by valid checksums of a container is what was saved: another generation would hide why it cannot be read. A
            // missing file is then one that the program's own code loads while its value is created.
            KitbagErrorReason.FileNotFound or KitbagErrorReason.FileFailed or KitbagErrorReason.Malformed or KitbagErrorReason.Truncated
                or KitbagErrorReason.NotKitbag or KitbagErrorReason.ChecksumMismatch or KitbagErrorReason.TrailingBytes
                => !isWholeContainer,
            _ => false,
        };

        /// <summary>
        /// Returns the files that can replace a damaged or missing one: older generations, and files that were written completely but not
        /// renamed; the newest first.
        /// </summary>
        public static List<string> StandIns(string path, KitbagFileOptions options)
        {
            List<string> found = FileGuard.Guard(path, "read", () => FileNames.Generations(options.Storage, path));
            found.AddRange(FileGuard.Guard(path, "read", () => FileNames.Temporaries(options.Storage, path)));
            var counters = new Dictionary<string, ulong>();
            foreach (string file in found)
            {
                ulong counter = CounterOf(file, options, out bool isWhole);
                // Damaged files are tried first, so that they are reported: such a file may have been the newest.
                counters[file] = isWhole ? counter : ulong.MaxValue;
            }
            // Insertion keeps the order of equals: of two files without a counter the one with the smaller number is newer.
            var sorted = new List<string>();
            foreach (string file in found)
            {
                int at = sorted.Count;
                while (at > 0 && counters[sorted[at - 1]] < counters[file])
                    at--;
                sorted.Insert(at, file);
            }
            return sorted;
        }

        /// <summary>
        /// Returns whether there is something to load: the file, an older generation, or a file that was written completely but not
        /// renamed.
        /// </summary>
        public static bool Exist(string path, KitbagFileOptions options) => options.Storage.Exists(path)
            || FileNames.Generations(options.Storage, path).Count != 0 || WholeTemporary(path, options) != null;

        /// <summary>Returns a file that was written completely but not renamed, or null.</summary>
        public static string? WholeTemporary(string path, KitbagFileOptions options)
        {
            foreach (string file in FileNames.Temporaries(options.Storage, path))
            {
                CounterOf(file, options, out bool isWhole);
                if (isWhole)
                    return file;
            }
            return null;
        }

        /// <summary>
        /// Makes sure that a file that has the name of an older generation is one, before it is replaced or deleted: names cannot be
        /// reserved for other programs and for logs.
        /// </summary>
        /// <exception cref="KitbagException">It is a file of another kind.</exception>
        public static void CheckOwn(string file, KitbagStorage storage)
        {
            if (!storage.Exists(file) || FileGuard.Guard(file, "read", () => IsOwn(file, storage)))
                return;
            FileNames.IsBeside(FilePaths.NameOf(file), out string main, out _);
            throw new KitbagException(KitbagErrorReason.NotKitbag, "The file has the name of a previous generation of '"
                + KitbagException.Cut(main) + "', but it is not one: rename it, or delete it. Nothing was changed.").InFile(file);
        }

        /// <summary>Returns whether a file is a log.</summary>
        public static bool IsLog(string path, KitbagFileOptions options)
        {
            try
            {
                using KitbagContainer container = KitbagContainer.OpenResolved(path, options, readTable: false);
                return container.Kind == KitbagFileKind.Log;
            }
            catch (KitbagException)
            {
                return false;
            }
        }

        // A damaged generation still has its start or its end, unless it has lost all of its bytes.
        private static bool IsOwn(string file, KitbagStorage storage)
        {
            using Stream bytes = storage.OpenRead(file);
            int length = (int)Math.Min(bytes.Length, ContainerFormat.HeaderLength);
            byte[] start = FileBytes.Read(bytes, 0, length), end = FileBytes.Read(bytes, bytes.Length - length, length);
            // Also of a version of Kitbag that this one cannot read, or with values that no version writes.
            if (ContainerFormat.HasMagic(start))
                return !ContainerFormat.IsWholeHeader(start) || ContainerFormat.KindOf(start) != KitbagFileKind.Log;
            return ContainerFormat.MayHaveMagic(start) || DocumentHeader.IsAtStart(start) || ContainerFormat.HasEnd(end)
                || Array.TrueForAll(start, b => b == 0);
        }

        /// <summary>Returns the counter of a file, or 0 if it has none, and whether its header and its end are valid.</summary>
        public static ulong CounterOf(string path, KitbagFileOptions options, out bool isWhole) =>
            CounterOf(path, options, false, default, out isWhole);

        /// <summary>
        /// Returns the counter of a file, or 0 if it has none, and whether the file is intact. For this, the whole file is read.
        /// </summary>
        /// <exception cref="OperationCanceledException">The operation was canceled.</exception>
        public static ulong CheckedCounterOf(string path, KitbagFileOptions options, CancellationToken cancellationToken,
            out bool isIntact) => CounterOf(path, options, true, cancellationToken, out isIntact);

        private static ulong CounterOf(string path, KitbagFileOptions options, bool checkBlocks, CancellationToken cancellationToken,
            out bool isWhole)
        {
            ulong counter = 0;
            try
            {
                using KitbagContainer container = KitbagContainer.OpenResolved(path, options, readTable: checkBlocks);
                counter = container.Generation;
                if (checkBlocks)
                    container.CheckBlocks(cancellationToken);
                isWhole = container.IsRecognized;
            }
            catch (KitbagException e)
            {
                isWhole = !IsDamage(e, false);
            }
            return counter;
        }
    }
}
