using System;
using System.IO;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Input
{
    /// <summary>Files on the command line that must exist.</summary>
    internal static class InputFiles
    {
        /// <summary>Returns the path of a file that is not only read, with links resolved.</summary>
        /// <exception cref="ToolException">There is no such file, or it is a pipe.</exception>
        public static string FindReal(ToolConsole console, string file)
        {
            string path = OutputFile.Resolved(Find(console, file));
            if (File.Exists(path))
                return path;
            // The target of a link to a pipe of the process is not a path: pipe:[12345].
            throw Path.GetFileName(path).Contains(":[", StringComparison.Ordinal) ? ToolException.Usage("This is a pipe, not a file.")
                : ToolException.Missing("The file does not exist.");
        }

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
            throw ToolException.Missing(isFolder ? "This is a folder, not a file."
                : Globs.IsPattern(file) ? "No file fits this pattern." : "The file does not exist.");
        }
    }
}
