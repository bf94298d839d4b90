using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Kitbag.Files
{
    /// <summary>Runs the saves of this process, and deletes files: those of one file in the order in which they were requested.</summary>
    internal static class SaveQueue
    {
        /// <summary>Saves on this thread, after those that were asked for before.</summary>
        public static KitbagSaved Run(SaveJob job)
        {
            var done = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
            Task? before = PathQueue.Enter(job.Path, done.Task);
            try
            {
                // This cannot fail, because every entry is completed in all cases.
                before?.Wait();
                return job.Run();
            }
            finally
            {
                PathQueue.Leave(job.Path, done);
                job.Dispose();
            }
        }

        /// <summary>
        /// Saves on another thread, if there are threads, after those that were asked for before. Failures are those of the task.
        /// </summary>
        public static async Task<KitbagSaved> RunAsync(SaveJob job)
        {
            var done = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
            Task? before = PathQueue.Enter(job.Path, done.Task);
            try
            {
                if (before != null)
                    await before.ConfigureAwait(false);
                return job.HasThreads ? await Task.Run(job.Run).ConfigureAwait(false) : job.Run();
            }
            finally
            {
                PathQueue.Leave(job.Path, done);
                job.Dispose();
            }
        }

        /// <summary>Deletes a file and all that belongs to it, after the saves that were asked for before.</summary>
        public static void Delete(string path, KitbagFileOptions options) =>
            PathQueue.Run(path, () => FileGuard.Guard(path, "delete", () => DeleteAll(path, options)));

        // The oldest first, so that the newest ones remain after a failure.
        private static bool DeleteAll(string path, KitbagFileOptions options)
        {
            KitbagStorage storage = options.Storage;
            // No lock file is created in a folder that does not exist or is read-only.
            if (!storage.Exists(path) && FileNames.Temporaries(storage, path).Count == 0 && FileNames.Generations(storage, path).Count == 0
                && FileNames.DamagedFiles(storage, path).Count == 0)
                return true;
            using IDisposable? held = FileGuard.LockIfRoom(path, options.LockTimeout, options.Storage);
            List<string> files = FileNames.Temporaries(storage, path), older = FileNames.Generations(storage, path);
            foreach (string file in older)
                Generations.CheckOwn(file, storage);
            foreach (string file in FileNames.DamagedFiles(storage, path))
            {
                // A file that is intact has not become damaged: it has this name for another reason.
                Generations.CheckedCounterOf(file, options, default, out bool isIntact);
                if (!isIntact)
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
    }
}
