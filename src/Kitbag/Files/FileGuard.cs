using System;
using System.Threading;

namespace Kitbag.Files
{
    /// <summary>Calls of a storage, whose exceptions become the one that users see.</summary>
    internal static class FileGuard
    {
        /// <summary>The path under which the storage knows a file.</summary>
        public static string Resolve(string path, KitbagStorage storage)
        {
            if (path == null)
                throw new ArgumentNullException(nameof(path));
            return Guard(path, "find", () => storage.Resolve(path));
        }

        /// <summary>Lets another thread go on, which may be waiting for this processor.</summary>
        public static void Pause() => Thread.Sleep(1);

        /// <summary>Runs an action, and converts exceptions of a storage to the one type of exception, with the name of the file.</summary>
        public static TResult Guard<TResult>(string path, string verb, Func<TResult> action)
        {
            try
            {
                return action();
            }
            catch (Exception e) when (e is KitbagException || FileErrors.IsOfStorage(e))
            {
                KitbagException better = FileErrors.Of(e, path, verb);
                if (better == e)
                    throw;
                throw better;
            }
        }

        /// <summary>
        /// Locks a file that will be deleted or renamed. Returns null on a full disk, where there may be no room for a lock file: deleting
        /// makes room, renaming takes none, and no process can begin to save then.
        /// </summary>
        public static IDisposable? LockIfRoom(string path, TimeSpan timeout, KitbagStorage storage)
        {
            try
            {
                return Guard(path, "lock", () => storage.Lock(path, timeout));
            }
            catch (KitbagException e) when (e.Reason == KitbagErrorReason.DiskFull)
            {
                return null;
            }
        }
    }
}
