using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Kitbag.Buffers;
using Kitbag.Cli.Running;
using Kitbag.Schema;

namespace Kitbag.Cli.Schemas
{
    /// <summary>Reads and compares lock files; what is wrong with one is an error with its line.</summary>
    internal static class LockFile
    {
        /// <summary>Reads a lock file.</summary>
        /// <param name="path">The file.</param>
        /// <param name="except">A release that may be damaged.</param>
        public static SchemaLock Read(string path, string? except = null)
        {
            if (!File.Exists(path))
                throw ToolException.Usage("There is no such file.");
            return Guard(() => SchemaLock.Parse(File.ReadAllText(path), except));
        }

        /// <summary>Does something that may find an error in a lock file.</summary>
        public static T Guard<T>(Func<T> action)
        {
            try
            {
                return action();
            }
            catch (SchemaException e)
            {
                throw ToolException.Bad((e.Place > 0 ? "Line " + e.Place + ": " : "") + e.Message + ".");
            }
        }

        /// <summary>The versions of a program that write a schema, each with the root: releases, and "now".</summary>
        public static IEnumerable<(string Root, List<string> Versions)> Writers(SchemaLock file, ulong fingerprint)
        {
            var found = new SortedDictionary<string, List<string>>(StringComparer.Ordinal);
            foreach ((string name, SchemaForm form) in Versions(file))
            {
                byte[][] schemas = SchemaWriter.WriteAll([.. form.Roots.Select(r => r.Type)]);
                for (int i = 0; i < schemas.Length; i++)
                {
                    string root = form.Roots[i].Text;
                    if (Sha256.First64Bits(schemas[i]) != fingerprint)
                        continue;
                    if (!found.TryGetValue(root, out List<string>? versions))
                        found.Add(root, versions = []);
                    versions.Add(name);
                }
            }
            return found.Select(pair => (pair.Key, pair.Value));
        }

        private static IEnumerable<(string Name, SchemaForm Form)> Versions(SchemaLock file) =>
            [.. file.Releases.Select(r => (r.Name, file.Of(r))), ("now", file.Locked)];

        /// <summary>What the lines of two files do not have in common: a sign, the type, the line.</summary>
        public static List<(char Sign, string Type, string Line)> Differences(string before, string after)
        {
            List<(string, string)> olds = Lines(before), news = Lines(after);
            var inOld = olds.ToHashSet();
            var inNew = news.ToHashSet();
            return
            [
                .. olds.Where(l => !inNew.Contains(l)).Select(l => ('-', l.Item1, l.Item2)),
                .. news.Where(l => !inOld.Contains(l)).Select(l => ('+', l.Item1, l.Item2)),
            ];
        }

        // Each line with the type that it is of; of a type's first line that is the line itself.
        private static List<(string Type, string Line)> Lines(string text)
        {
            var lines = new List<(string, string)>();
            string type = "";
            foreach (string line in text.ReplaceLineEndings("\n").Split('\n').Skip(1).Where(l => l.Length != 0))
            {
                if (line[0] != ' ')
                    type = line;
                lines.Add((line[0] == ' ' ? type.Split(", since ")[0].Split(", gone ")[0] : "", line.Trim()));
            }
            return lines;
        }
    }
}
