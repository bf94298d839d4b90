namespace Kitbag.Files
{
    /// <summary>Provides properties of files other than their contents.</summary>
    internal static class FileTraits
    {
        /// <summary>Returns the direct target of a symbolic link, or null if the file is not a link.</summary>
        public static string? LinkTarget(string path) => UnixCalls.ReadLink(path);

        /// <summary>The framework knows no rights of files.</summary>
        public static void CopyMode(string from, string to)
        {
        }
    }
}
