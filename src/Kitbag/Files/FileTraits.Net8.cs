using System;
using System.IO;

namespace Kitbag.Files
{
    /// <summary>Provides properties of files other than their contents.</summary>
    internal static class FileTraits
    {
        /// <summary>Returns the direct target of a symbolic link, or null if the file is not a link.</summary>
        public static string? LinkTarget(string path) => new FileInfo(path).LinkTarget;

        /// <summary>Copies the permissions of the replaced file to a new file, if the system has them.</summary>
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
