using System;
using Kitbag.Cli.Input;
using Kitbag.Cli.Running;
using Kitbag.Files;

namespace Kitbag.Cli.Output
{
    /// <summary>
    /// The lock of a file that a command reads, changes and replaces: the same lock that programs hold while they save. A save in between
    /// would be lost.
    /// </summary>
    internal static class HeldFile
    {
        // Longer than for a single save: many commands that change one file wait for each other.
        private static readonly TimeSpan s_timeout = TimeSpan.FromSeconds(30);

        /// <summary>Locks a file before it is read. Returns null if it is not replaced afterwards, or does not exist.</summary>
        /// <exception cref="KitbagException">Another process holds the lock; the message names it.</exception>
        public static IDisposable? Lock(ToolConsole console, string file, string target)
        {
            if (!OutputFile.IsInput(console, file, target))
                return null;
            console.Subject = file;
            string path = FileStorage.Instance.Resolve(InputFiles.FindReal(console, file));
            return FileGuard.Guard(path, "save", () => FileStorage.Instance.Lock(path, s_timeout));
        }
    }
}
