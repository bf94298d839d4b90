using System;
using System.Collections.Generic;

namespace Kitbag.Files
{
    /// <summary>Gives a file and all that belongs to it another name in the same folder.</summary>
    internal static class RenameJob
    {
        public static void Run(string from, string to, KitbagFileOptions options)
        {
            string target = FileGuard.Resolve(from, options.Storage), newTarget = FileGuard.Resolve(to, options.Storage);
            from = NameOf(from, options.Storage);
            to = NameOf(to, options.Storage);
            // Always in the same order: two calls may exchange names at the same time.
            string first = string.CompareOrdinal(from, to) < 0 ? from : to, second = first == from ? to : from;
            if (from == to)
                FileGuard.Guard(from, "rename", () => CheckExists(target, options));
            else
                PathQueue.Run(first, () => PathQueue.Run(second, () => FileGuard.Guard(from, "rename", () =>
                {
                    bool isOne = AreOne(from, to, options.Storage);
                    using IDisposable? one = FileGuard.LockIfRoom(first, options.LockTimeout, options.Storage);
                    using IDisposable? two = isOne ? null : FileGuard.LockIfRoom(second, options.LockTimeout, options.Storage);
                    CheckExists(target, options);
                    if (!isOne)
                        CheckNewName(to, isLink: to != newTarget, options);
                    if (options.Quota is { } quota)
                        quota.Run(() => Rename(from, to, options));
                    else
                        Rename(from, to, options);
                    return true;
                })));
        }

        // A link is renamed itself: its target may have other links.
        private static string NameOf(string path, KitbagStorage storage) =>
            FileGuard.Guard(path, "find", () => storage.ResolveName(path));

        // Whether the names differ only in case, and the file system ignores it: then they are of the same files.
        private static bool AreOne(string from, string to, KitbagStorage storage)
        {
            if (!string.Equals(from, to, StringComparison.OrdinalIgnoreCase))
                return false;
            var found = new List<string>(FileNames.Generations(storage, to));
            if (storage.Exists(to))
                found.Add(to);
            var listed = new HashSet<string>(StringComparer.Ordinal);
            foreach (string file in storage.List(storage.FolderOf(from), ""))
                listed.Add(FilePaths.NameOf(file));
            return found.Exists(file => !listed.Contains(FilePaths.NameOf(file)));
        }

        private static void CheckNewName(string to, bool isLink, KitbagFileOptions options)
        {
            KitbagStorage storage = options.Storage;
            if (isLink || storage.Exists(to) || FileNames.Generations(storage, to).Count != 0)
                throw new KitbagException(KitbagErrorReason.BadFileName,
                    "Could not rename the file, because the new name is that of another. Nothing was changed.").InFile(to);
            // Loading would find such a file if the renamed ones are damaged later. Incomplete files are left to the next save: without
            // locks, another process may be writing them.
            if (Generations.WholeTemporary(to, options) != null)
                throw new KitbagException(KitbagErrorReason.BadFileName, "Could not rename the file, because an interrupted save has "
                    + "left a complete file with the new name, which can be loaded: rename it or delete it first. Nothing was changed.")
                    .InFile(to);
        }

        // Each file always has one of its two names. The file itself is the first, so that the newest value has the new name at once, and
        // after a crash only older generations have the old one.
        private static void Rename(string from, string to, KitbagFileOptions options)
        {
            KitbagStorage storage = options.Storage;
            List<string> older = FileNames.Generations(storage, from);
            foreach (string file in older)
                Generations.CheckOwn(file, storage);
            var moved = new List<(string From, string To)>();
            bool isDone = false;
            try
            {
                if (storage.Exists(from))
                    Move(from, to);
                for (int i = 1; i <= FileNames.LastGeneration; i++)
                {
                    if (older.Contains(FileNames.Generation(from, i)))
                        Move(FileNames.Generation(from, i), FileNames.Generation(to, i));
                }
                foreach (string file in FileNames.Temporaries(storage, from))
                    Move(file, to + file.Substring(from.Length));
                foreach (string file in FileNames.DamagedFiles(storage, from))
                    Move(file, FileNames.NewDamaged(storage, to));
                isDone = true;
            }
            finally
            {
                if (!isDone)
                    MoveBack(moved, storage);
            }
            if (options.Durability == KitbagDurability.Full)
                storage.FlushFolder(storage.FolderOf(to));
            storage.Commit(from);
            storage.Commit(to);

            void Move(string file, string target)
            {
                moved.Add((file, target));
                storage.Replace(file, target);
            }
        }

        private static bool CheckExists(string path, KitbagFileOptions options) =>
            Generations.Exist(path, options) ? true
                : throw new KitbagException(KitbagErrorReason.FileNotFound, "Could not rename the file: it does not exist.");

        private static void MoveBack(List<(string From, string To)> moved, KitbagStorage storage)
        {
            for (int i = moved.Count - 1; i >= 0; i--)
            {
                try
                {
                    if (!storage.Exists(moved[i].From) && storage.Exists(moved[i].To))
                        storage.Replace(moved[i].To, moved[i].From);
                }
                catch (Exception e) when (FileErrors.IsOfStorage(e) || e is KitbagException)
                {
                    // The first failure is the one to tell.
                }
            }
        }
    }
}
