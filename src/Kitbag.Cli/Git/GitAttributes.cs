using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace Kitbag.Cli.Git
{
    /// <summary>The lines of a git attributes file that belong to the tool.</summary>
    internal sealed class GitAttributes
    {
        // -text: git must not convert line endings in files that happen to contain no zero byte.
        private const string Attributes = " -text diff=kitbag merge=kitbag";

        private readonly string _file;

        public GitAttributes(string file) => _file = file;

        /// <summary>Adds a line for each pattern that has none; returns the added lines.</summary>
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

        /// <summary>Removes all lines of the tool and returns them. The file is deleted if no other lines are left.</summary>
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
