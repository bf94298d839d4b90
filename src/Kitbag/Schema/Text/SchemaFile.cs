using System;
using System.Collections.Generic;
using System.Text;

namespace Kitbag.Schema
{
    /// <summary>Represents a release whose schemas are in a lock file.</summary>
    internal sealed class SchemaRelease
    {
        public SchemaRelease(string name, string checksum, int line)
        {
            Name = name;
            Checksum = checksum;
            Line = line;
        }

        public string Name { get; }

        /// <summary>Gets the checksum of the text of its schemas, which detects merges that change them.</summary>
        public string Checksum { get; }

        public int Line { get; }
    }

    /// <summary>The text of schemas, line by line: of one schema, or a lock file.</summary>
    internal sealed class SchemaFile
    {
        private const string Title = "kitbag.lock ";

        // The version of the form of the file.
        private const string Version = "1";

        private const string About = ": written by 'kitbag lock', to be committed";

        /// <summary>Gets or sets a value indicating whether this is a lock file.</summary>
        public bool IsLock { get; set; }

        public List<SchemaRelease> Releases { get; } = new List<SchemaRelease>();

        public List<SchemaRootLine> Roots { get; } = new List<SchemaRootLine>();

        public List<SchemaBlock> Blocks { get; } = new List<SchemaBlock>();

        /// <summary>Reads a text.</summary>
        /// <exception cref="SchemaException">The text is none.</exception>
        public static SchemaFile Parse(string text)
        {
            var file = new SchemaFile();
            SchemaBlock? block = null;
            int number = 0;
            for (int start = 0; start < text.Length; number++)
            {
                int end = text.IndexOf('\n', start);
                string line = text.Substring(start, (end < 0 ? text.Length : end) - start).TrimEnd('\r', ' ', '\t');
                start = end < 0 ? text.Length : end + 1;
                if (number == 0)
                    line = line.TrimStart('\ufeff');
                if (line.Length != 0)
                    file.ParseLine(line, number + 1, ref block);
            }
            return file;
        }

        private void ParseLine(string line, int number, ref SchemaBlock? block)
        {
            var scanner = new SchemaScanner(line, number);
            if (line.StartsWith("<<<<<<<", StringComparison.Ordinal) || line.StartsWith("=======", StringComparison.Ordinal)
                || line.StartsWith(">>>>>>>", StringComparison.Ordinal) || line.StartsWith("|||||||", StringComparison.Ordinal))
                throw scanner.Error("the file contains a merge conflict marker");
            if (line[0] is ' ' or '\t')
            {
                if (block == null)
                    throw scanner.Error("a member outside of a type" + scanner.Found());
                JsonNotes? json = block.Json;
                if (IsLock && JsonNotes.TryParse(scanner, ref json))
                    block.Json = json;
                else
                    block.Lines.Add(SchemaLine.Parse(scanner, block));
            }
            else if (scanner.TakeWord("root"))
            {
                Roots.Add(SchemaRootLine.Parse(scanner));
                block = null;
            }
            else if (line.StartsWith(Title, StringComparison.Ordinal))
            {
                ParseTitle(line.Substring(Title.Length), number);
            }
            else if (IsLock && scanner.TakeWord("release"))
            {
                string name = scanner.Word();
                scanner.Expect("=");
                string checksum = scanner.Word();
                scanner.ExpectEnd();
                Releases.Add(new SchemaRelease(name, checksum, number));
                block = null;
            }
            else
            {
                block = SchemaBlock.TryParse(scanner)
                    ?? throw scanner.Error("expected 'root', or a type as in 'class Name'" + scanner.Found());
                Blocks.Add(block);
            }
        }

        private void ParseTitle(string rest, int number)
        {
            if (number != 1)
                throw new SchemaException("this is the first line of another lock file", number);
            int end = rest.IndexOf(':');
            string version = end < 0 ? rest : rest.Substring(0, end);
            if (version != Version)
                throw new SchemaException("the lock file has version " + SchemaNames.Quote(version) + "; this program knows " + Version,
                    number);
            IsLock = true;
        }

        /// <summary>Returns the text.</summary>
        /// <param name="withNotes">Whether it includes the notes after types: releases, former names, required members.</param>
        public string ToText(bool withNotes)
        {
            var text = new StringBuilder();
            if (IsLock && withNotes)
                text.Append(Title).Append(Version).Append(About).Append('\n');
            foreach (SchemaRelease release in Releases)
                text.Append("release ").Append(release.Name).Append(" = ").Append(release.Checksum).Append('\n');
            foreach (SchemaRootLine root in Roots)
                root.Append(text);
            foreach (SchemaBlock block in Blocks)
                block.Append(text, withNotes);
            return text.ToString();
        }
    }
}
