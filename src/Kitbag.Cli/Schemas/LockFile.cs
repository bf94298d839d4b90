using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Kitbag.Buffers;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;
using Kitbag.Schema;

namespace Kitbag.Cli.Schemas
{
    /// <summary>Reads and compares lock files; errors contain the line.</summary>
    internal static class LockFile
    {
        /// <summary>Reads a lock file.</summary>
        /// <param name="path">The file.</param>
        /// <param name="except">A release that may be damaged.</param>
        public static SchemaLock Read(string path, string? except = null)
        {
            if (!File.Exists(path))
                throw ToolException.Usage("The file does not exist.");
            return Guard(() => SchemaLock.Parse(File.ReadAllText(path), except));
        }

        /// <summary>Runs an operation, and reports errors in a lock file.</summary>
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

        /// <summary>Returns the versions of a program that write a schema, each with the root: releases, and "now".</summary>
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

        /// <summary>
        /// Returns the type as which a version of the program reads documents of another schema, and the known attributes: none for
        /// releases, because a lock file has the former names and required members of the current types only.
        /// </summary>
        /// <param name="file">The lock file.</param>
        /// <param name="release">The release; null for the current version in the lock file.</param>
        /// <param name="root">The type, as named in the file; null for the one that has the name of the documents' root.</param>
        /// <param name="old">The schema of the documents.</param>
        public static (SchemaType Root, LockedAttributes? Attributes) ReaderOf(SchemaLock file, string? release, string? root,
            KitbagSchema old)
        {
            SchemaRelease? version = release == null ? null : file.Releases.FirstOrDefault(r => r.Name == release)
                ?? throw ToolException.Usage("The lock file has no release '" + Plain.Text(release!) + "'; there are: "
                    + string.Join(", ", file.Releases.Select(r => Plain.Text(r.Name))) + ".");
            SchemaForm form = Guard(() => version == null ? file.Locked : file.Of(version));
            string wanted = root ?? WithoutPlaces(SchemaForm.Of([old.Root], new SchemaNotes()).Roots[0].Text);
            SchemaRoot[] found = [.. form.Roots.Where(r => r.Text == wanted)];
            if (found.Length == 0)
                found = [.. form.Roots.Where(r => WithoutPlaces(r.Text) == wanted)];
            return found.Length == 1 ? (found[0].Type, version == null ? new LockedAttributes(form.Notes) : null)
                : throw ToolException.Usage("The lock file has " + (found.Length == 0 ? "no root '" : "several roots '")
                    + Plain.Text(wanted) + "'; name one by --root: "
                    + string.Join(", ", (found.Length == 0 ? form.Roots : found).Select(r => Plain.Text(r.Text))) + ".");
        }

        // Documents contain no namespaces.
        private static string WithoutPlaces(string type) => Regex.Replace(type, @"[\w.+]*::", "");

        private static IEnumerable<(string Name, SchemaForm Form)> Versions(SchemaLock file) =>
            [.. file.Releases.Select(r => (r.Name, file.Of(r))), ("now", file.Locked)];

        /// <summary>Returns the lines that only one of two files has: a sign, the type, the line.</summary>
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

        // Each line with its type; for the first line of a type, the line itself.
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
