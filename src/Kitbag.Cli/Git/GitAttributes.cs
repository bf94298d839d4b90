using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Git
{
    /// <summary>The lines of a git attributes file that belong to the tool. All other bytes of the file remain as they are.</summary>
    internal sealed class GitAttributes
    {
        // -text: git must not convert line endings in files that happen to contain no zero byte.
        private const string Attributes = " -text diff=kitbag merge=kitbag";

        private readonly ToolConsole _console;
        private readonly string _file;

        public GitAttributes(ToolConsole console, string file)
        {
            _console = console;
            _file = file;
        }

        /// <summary>Adds a line for each pattern that has none; returns the added lines.</summary>
        public IReadOnlyList<string> Add(IEnumerable<string> patterns)
        {
            List<string> lines = Read();
            string[] added = [.. patterns.Select(p => Quoted(p) + Attributes).Distinct().Except(lines.Select(Text))];
            if (added.Length == 0)
                return added;
            Directory.CreateDirectory(Path.GetDirectoryName(_file)!);
            string end = lines.Count != 0 && lines[0].EndsWith("\r\n", StringComparison.Ordinal) ? "\r\n" : "\n";
            if (lines.Count != 0 && !lines[^1].EndsWith('\n'))
                lines[^1] += end;
            Write([.. lines, .. added.Select(line => Bytes(line) + end)]);
            return added;
        }

        /// <summary>Removes all lines of the tool and returns them. The file is deleted if no other lines are left.</summary>
        public IReadOnlyList<string> Remove()
        {
            List<string> lines = Read();
            string[] removed = [.. lines.Select(Text).Where(l => l.EndsWith(Attributes, StringComparison.Ordinal))];
            lines.RemoveAll(l => Text(l).EndsWith(Attributes, StringComparison.Ordinal));
            if (removed.Length != 0)
                Write(lines);
            return removed;
        }

        // The lines with their line endings. Each character is a byte, because git does not prescribe an encoding.
        private List<string> Read()
        {
            var lines = new List<string>();
            string text = File.Exists(_file) ? Encoding.Latin1.GetString(File.ReadAllBytes(_file)) : "";
            for (int start = 0, end; start < text.Length; start = end)
            {
                end = text.IndexOf('\n', start) + 1;
                end = end == 0 ? text.Length : end;
                lines.Add(text[start..end]);
            }
            return lines;
        }

        private void Write(List<string> lines)
        {
            if (lines.Count == 0)
                File.Delete(_file);
            else
                OutputFile.Write(_console, _file, stream => stream.Write(Encoding.Latin1.GetBytes(string.Concat(lines))));
        }

        private static string Text(string line) => Encoding.UTF8.GetString(Encoding.Latin1.GetBytes(line.TrimEnd('\n').TrimEnd('\r')));

        private static string Bytes(string text) => Encoding.Latin1.GetString(Encoding.UTF8.GetBytes(text));

        // According to gitattributes(5), a pattern with spaces is quoted in the style of C, and negative patterns are forbidden.
        private static string Quoted(string pattern)
        {
            if (pattern.Length == 0 || pattern[0] == '!' || pattern.Any(char.IsControl))
                throw ToolException.Usage("'" + Plain.Text(pattern) + "' is not a pattern of git attributes: expected text that is not "
                    + "empty, does not start with '!' and has no control characters.");
            return pattern.Contains(' ') || pattern[0] is '"' or '#'
                ? '"' + pattern.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal) + '"'
                : pattern;
        }
    }
}
