using System;
using System.IO;
using System.Linq;

namespace Kitbag.Cli.Git
{
    /// <summary>Determines the command with which git, which runs it in a shell, can start this tool.</summary>
    internal static class OwnCommand
    {
        /// <summary>The command of the installed tool.</summary>
        public const string Name = "kitbag";

        /// <summary>
        /// Returns the command; null if the tool was started in another way (<c>dotnet kitbag</c>), and is not among the programs that a
        /// shell finds.
        /// </summary>
        /// <param name="program">The file of the running program.</param>
        /// <param name="searchPath">The variable PATH.</param>
        public static string? Find(string? program, string? searchPath)
        {
            string[] folders = (searchPath ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);
            string[] names = OperatingSystem.IsWindows() ? [Name + ".exe", Name + ".cmd", Name + ".bat"] : [Name];
            if (folders.Any(folder => Path.IsPathRooted(folder) && names.Any(name => IsProgram(Path.Combine(folder, name)))))
                return Name;
            return Path.GetFileNameWithoutExtension(program) == Name ? Quoted(program!) : null;
        }

        private static bool IsProgram(string file)
        {
            const UnixFileMode AnyExecute = UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;
            return File.Exists(file) && (OperatingSystem.IsWindows() || (File.GetUnixFileMode(file) & AnyExecute) != 0);
        }

        // The shell of git is that of Unix on all systems.
        private static string Quoted(string program)
        {
            string path = OperatingSystem.IsWindows() ? program.Replace('\\', '/') : program;
            return "'" + path.Replace("'", "'\\''", StringComparison.Ordinal) + "'";
        }
    }
}
