using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Kitbag.Files
{
    /// <summary>Orders the operations of this process that are in progress: those of one path run in the order of the requests.</summary>
    internal static class PathQueue
    {
        private static readonly Dictionary<string, Task> s_last = new Dictionary<string, Task>(StringComparer.Ordinal);

        /// <summary>Runs an action after the operations that were requested before, and before later ones.</summary>
        public static void Run(string path, Action action)
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

        /// <summary>Waits for all operations in progress; returns whether they completed in time.</summary>
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

        /// <summary>Adds an operation; returns the one before it, which never fails, or null.</summary>
        public static Task? Enter(string path, Task own)
        {
            lock (s_last)
            {
                s_last.TryGetValue(path, out Task? before);
                s_last[path] = own;
                return before;
            }
        }

        /// <summary>Ends an operation.</summary>
        public static void Leave(string path, TaskCompletionSource<bool> done)
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
