using System;
using System.IO;

namespace Kitbag.Files
{
    /// <summary>What files have beside their bytes.</summary>
    internal static class FileTraits
    {
        /// <summary>Where a symbolic link leads, in one step; null where it is none.</summary>
        public static string? LinkTarget(string path) => new FileInfo(path).LinkTarget;

        /// <summary>Lets a file be read by those who could read the one that it replaces, where the system knows such rights.</summary>
        public static void CopyMode(string from, string to)
        {
            if (OperatingSystem.IsWindows() || !File.Exists(from))
                return;
            UnixFileMode mode = File.GetUnixFileMode(from);
            if (File.GetUnixFileMode(to) != mode)
                File.SetUnixFileMode(to, mode);
        }
    }
}
