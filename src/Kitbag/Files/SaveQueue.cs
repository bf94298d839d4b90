using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Kitbag.Files
{
    /// <summary>
    /// Orders the saves of this process that are in progress: saves of one file run in the order in which they were requested.
    /// </summary>
    internal static class SaveQueue
    {
        private static readonly Dictionary<string, Task> s_last = new Dictionary<string, Task>(StringComparer.Ordinal);

        /// <summary>Saves on this thread, after those that were asked for before.</summary>
        public static KitbagSaved Run(SaveJob job)
        {
            var done = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
            Task? before = Enter(job.Path, done.Task);
            try
            {
                // This cannot fail, because every entry is completed in all cases.
                before?.Wait();
                return job.Run();
            }
            finally
            {
                Leave(job.Path, done);
                job.Dispose();
            }
        }

        /// <summary>
        /// Saves on another thread, if there are threads, after those that were asked for before. Failures are those of the task.
        /// </summary>
        public static async Task<KitbagSaved> RunAsync(SaveJob job)
        {
            var done = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
            Task? before = Enter(job.Path, done.Task);
            try
            {
                if (before != null)
                    await before.ConfigureAwait(false);
                return job.HasThreads ? await Task.Run(job.Run).ConfigureAwait(false) : job.Run();
            }
            finally
            {
                Leave(job.Path, done);
                job.Dispose();
            }
        }

        /// <summary>Deletes a file and all that belongs to it, after the saves that were asked for before.</summary>
        public static void Delete(string path, KitbagFileOptions options) =>
            RunAlone(path, () => FileGuard.Guard(path, "delete", () => DeleteAll(path, options)));

        /// <summary>Runs an action after the saves of a file that were asked for before, and before later ones.</summary>
        public static void RunAlone(string path, Action action)
        {
            var done = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
            Task? before = Enter(path, done.Task);
            try
            {
                before?.Wait();
                action();
            }
            finally
            {
                Leave(path, done);
            }
        }

        // The oldest first, so that the newest ones remain after a failure.
        private static bool DeleteAll(string path, KitbagFileOptions options)
        {
            KitbagStorage storage = options.Storage;
            // No lock file is created in a folder that does not exist or is read-only.
            if (!storage.Exists(path) && FileNames.Temporaries(storage, path).Count == 0 && FileNames.Generations(storage, path).Count == 0
                && FileNames.DamagedFiles(storage, path).Count == 0)
                return true;
            using IDisposable? held = LockToDelete(path, options);
            List<string> files = FileNames.Temporaries(storage, path), older = FileNames.Generations(storage, path);
            foreach (string file in older)
                Generations.CheckOwn(file, storage);
            foreach (string file in FileNames.DamagedFiles(storage, path))
            {
                // A file that is intact has not become damaged: it has this name for another reason.
                Generations.CounterOf(file, options, out bool isWhole);
                if (!isWhole)
                    files.Add(file);
            }
            older.Reverse();
            files.AddRange(older);
            files.Add(path);
            foreach (string file in files)
                storage.Delete(file);
            storage.Commit(path);
            return true;
        }

        // On a full disk there may be no room for a lock file, and a user must be able to delete saves to make room. No process can begin
        // to save then.
        private static IDisposable? LockToDelete(string path, KitbagFileOptions options)
        {
            try
            {
                return FileGuard.Guard(path, "delete", () => options.Storage.Lock(path, options.LockTimeout));
            }
            catch (KitbagException e) when (e.Reason == KitbagErrorReason.DiskFull)
            {
                return null;
            }
        }

        /// <summary>Waits for all saves in progress; returns whether they completed in time.</summary>
        public static bool Wait(TimeSpan timeout)
        {
            Task[] all;
            lock (s_last)
            {
                all = new Task[s_last.Count];
                s_last.Values.CopyTo(all, 0);
            }
            return Task.WaitAll(all, timeout);
        }

        private static Task? Enter(string path, Task own)
        {
            lock (s_last)
            {
                s_last.TryGetValue(path, out Task? before);
                s_last[path] = own;
                return before;
            }
        }

        private static void Leave(string path, TaskCompletionSource<bool> done)
        {
            lock (s_last)
            {
                if (s_last[path] == done.Task)
                    s_last.Remove(path);
            }
            done.SetResult(true);
        }
    }
}
