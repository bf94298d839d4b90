namespace Kitbag.Files
{
    /// <summary>What files have beside their bytes.</summary>
    internal static class FileTraits
    {
        /// <summary>Where a symbolic link leads, in one step; null where it is none.</summary>
        public static string? LinkTarget(string path) => UnixCalls.ReadLink(path);

        /// <summary>The framework knows no rights of files.</summary>
        public static void CopyMode(string from, string to)
        {
        }
    }
}
