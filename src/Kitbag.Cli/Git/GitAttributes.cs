using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace Kitbag.Cli.Git
{
    /// <summary>The lines of a file of attributes that are the tool's.</summary>
    internal sealed class GitAttributes
    {
        // -text: git must not change ends of lines in what happens to have no zero byte.
        private const string Attributes = " -text diff=kitbag merge=kitbag";

        private readonly string _file;

        public GitAttributes(string file) => _file = file;

        /// <summary>Adds a line for each pattern that has none; tells which were added.</summary>
        public IReadOnlyList<string> Add(IEnumerable<string> patterns)
        {
            List<string> lines = Read();
            string[] added = [.. patterns.Select(p => p + Attributes).Except(lines)];
            if (added.Length == 0)
                return added;
            Directory.CreateDirectory(Path.GetDirectoryName(_file)!);
            Write([.. lines, .. added]);
            return added;
        }

        /// <summary>Takes all lines of the tool away; tells which they were. A file that has no other is deleted.</summary>
        public IReadOnlyList<string> Remove()
        {
            List<string> lines = Read();
            string[] removed = [.. lines.Where(l => l.EndsWith(Attributes, StringComparison.Ordinal))];
            lines.RemoveAll(l => l.EndsWith(Attributes, StringComparison.Ordinal));
            if (removed.Length != 0)
                Write(lines);
            return removed;
        }

        private List<string> Read() => File.Exists(_file) ? [.. File.ReadAllLines(_file)] : [];

        private void Write(IReadOnlyCollection<string> lines)
        {
            if (lines.Count == 0)
                File.Delete(_file);
            else
                File.WriteAllText(_file, string.Join('\n', lines) + "\n");
        }
    }
}
