using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Enumeration;
using System.Linq;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Input
{
    /// <summary>Expands file patterns, for shells that do not, and for ** in shells that do not support it.</summary>
    internal static class Globs
    {
        /// <summary>Returns whether an argument is a pattern, unless there is a file with this name.</summary>
        public static bool IsPattern(string argument) => argument.AsSpan().IndexOfAny('*', '?') >= 0;

        /// <summary>
        /// Returns the files that the arguments specify, in order, each once; a pattern that fits no file is returned as a file that does
        /// not exist.
        /// </summary>
        public static IReadOnlyList<string> Expand(IEnumerable<string> arguments, ToolConsole console)
        {
            var files = new List<string>();
            var met = new HashSet<string>(StringComparer.Ordinal);
            foreach (string argument in arguments)
            {
                if (argument == Sources.Standard || !IsPattern(argument) || File.Exists(console.Place(argument)))
                {
                    if (met.Add(argument))
                        files.Add(argument);
                    continue;
                }
                string[] found = [.. Find(argument.Replace('\\', '/'), console).Order(StringComparer.Ordinal)];
                files.AddRange((found.Length == 0 ? [argument] : found).Where(met.Add));
            }
            return files;
        }

        private static IEnumerable<string> Find(string pattern, ToolConsole console)
        {
            string[] parts = pattern.Split('/');
            int fixedParts = Array.FindIndex(parts, p => p.AsSpan().IndexOfAny('*', '?') >= 0);
            string root = string.Join('/', parts[..fixedParts]);
            if (fixedParts != 0)
                root += "/";
            return Walk(root, parts, fixedParts, console);
        }

        private static IEnumerable<string> Walk(string folder, string[] parts, int at, ToolConsole console)
        {
            string place = console.Place(folder.Length == 0 ? "." : folder);
            if (!Directory.Exists(place))
                yield break;
            bool isAny = parts[at] == "**", isLast = at == parts.Length - 1;
            if (isAny && !isLast)
            {
                foreach (string file in Walk(folder, parts, at + 1, console))
                    yield return file;
            }
            foreach (FileSystemInfo entry in Entries(place))
            {
                string name = folder + entry.Name;
                bool isFolder = entry is DirectoryInfo;
                if (isAny ? isFolder : isFolder && !isLast && Fits(parts[at], entry.Name))
                {
                    // A link could form a cycle.
                    if (!entry.Attributes.HasFlag(FileAttributes.ReparsePoint))
                    {
                        foreach (string file in Walk(name + "/", parts, isAny ? at : at + 1, console))
                            yield return file;
                    }
                }
                else if (!isFolder && isLast && (isAny || Fits(parts[at], entry.Name)))
                {
                    yield return name;
                }
            }
        }

        private static FileSystemInfo[] Entries(string folder)
        {
            try
            {
                return new DirectoryInfo(folder).GetFileSystemInfos();
            }
            catch (UnauthorizedAccessException)
            {
                return [];
            }
        }

        private static bool Fits(string pattern, string name) =>
            FileSystemName.MatchesSimpleExpression(pattern, name, ignoreCase: OperatingSystem.IsWindows());
    }
}
