using System.IO;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Input
{
    /// <summary>Files on the command line that must exist.</summary>
    internal static class InputFiles
    {
        /// <summary>Returns the full path of a file.</summary>
        /// <exception cref="ToolException">There is no such file.</exception>
        public static string Find(ToolConsole console, string file)
        {
            string path = console.Place(file);
            if (File.Exists(path))
                return path;
            bool isFolder;
            try
            {
                // Unlike File.Exists, this fails if a folder on the path must not be entered.
                isFolder = File.GetAttributes(path).HasFlag(FileAttributes.Directory);
            }
            catch (IOException)
            {
                isFolder = false;
            }
            throw ToolException.Usage(isFolder ? "This is a folder, not a file." : "The file does not exist.");
        }
    }
}
