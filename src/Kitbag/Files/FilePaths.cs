namespace Kitbag.Files
{
    /// <summary>The parts of a path.</summary>
    internal static class FilePaths
    {
        private static readonly char[] s_separators = { '/', '\\' };

        /// <summary>The folder of a file.</summary>
        public static string FolderOf(string path) => System.IO.Path.GetDirectoryName(path) ?? "";

        /// <summary>A file of a folder.</summary>
        public static string Combine(string folder, string name) => System.IO.Path.Combine(folder, name);

        /// <summary>The name of a file in its folder.</summary>
        public static string NameOf(string path)
        {
            int slash = path.LastIndexOfAny(s_separators);
            return slash < 0 ? path : path.Substring(slash + 1);
        }
    }
}
