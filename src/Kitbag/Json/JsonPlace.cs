using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Kitbag.Json
{
    /// <summary>
    /// Finds where in a text an offset is. Reading and writing keep no track of that, so that it costs nothing where all is well:
    /// the text up to the failure tells it.
    /// </summary>
    internal static class JsonPlace
    {
        /// <summary>The members and indexes that lead to an offset, as in <c>.Zones[3].Name</c>.</summary>
        public static string PathTo(ReadOnlySpan<byte> text, int offset)
        {
            var open = new List<Level>();
            int end = Math.Min(offset, text.Length), name = -1;
            for (int i = 0; i < end; i++)
            {
                switch (text[i])
                {
                    case (byte)'{' or (byte)'[':
                        open.Add(new Level { IsArray = text[i] == '[', Name = -1 });
                        break;
                    case (byte)'}' or (byte)']' when open.Count != 0:
                        open.RemoveAt(open.Count - 1);
                        break;
                    case (byte)',' when open.Count != 0:
                        open[open.Count - 1] =
                            new Level { IsArray = open[open.Count - 1].IsArray, Index = open[open.Count - 1].Index + 1, Name = -1 };
                        break;
                    case (byte)':' when open.Count != 0:
                        open[open.Count - 1] = new Level { Name = name };
                        break;
                    case (byte)'"':
                        name = i;
                        i = EndOfString(text, i, end);
                        break;
                    case (byte)'/':
                        i = EndOfComment(text, i, end);
                        break;
                }
            }
            var path = new StringBuilder();
            foreach (Level level in open)
            {
                if (level.IsArray)
                    path.Append('[').Append(level.Index.ToString(CultureInfo.InvariantCulture)).Append(']');
                else if (level.Name >= 0)
                    AppendName(path, text.Slice(level.Name + 1, EndOfString(text, level.Name, text.Length) - level.Name - 1));
            }
            return path.ToString();
        }

        private struct Level
        {
            public bool IsArray;
            public int Index, Name;
        }

        private static int EndOfString(ReadOnlySpan<byte> text, int start, int end)
        {
            int i = start + 1;
            while (i < end && text[i] != '"')
                i += text[i] == '\\' ? 2 : 1;
            return i;
        }

        private static int EndOfComment(ReadOnlySpan<byte> text, int start, int end)
        {
            bool isLine = start + 1 < end && text[start + 1] == '/';
            int i = start + 2;
            while (i < end && !(isLine ? text[i] is (byte)'\n' or (byte)'\r' : text[i] == '/' && text[i - 1] == '*' && i > start + 2))
                i++;
            return i;
        }

        private static void AppendName(StringBuilder path, ReadOnlySpan<byte> name)
        {
            string text = Encoding.UTF8.GetString(name.ToArray());
            bool isIdentifier = text.Length != 0;
            foreach (char c in text)
                isIdentifier &= char.IsLetterOrDigit(c) || c == '_';
            if (isIdentifier)
                path.Append('.').Append(text);
            else
                path.Append("[\"").Append(text.Length > 100 ? text.Substring(0, 100) + "…" : text).Append("\"]");
        }

        /// <summary>The line and column of an offset, both from 1; columns are counted in characters, as editors do.</summary>
        public static void LineAndColumn(ReadOnlySpan<byte> text, int offset, out int line, out int column)
        {
            ReadOnlySpan<byte> before = text.Slice(0, Math.Min(offset, text.Length));
            line = 1;
            int start = 0;
            for (int i = 0; i < before.Length; i++)
            {
                if (before[i] == '\n' || (before[i] == '\r' && (i + 1 == text.Length || text[i + 1] != '\n')))
                {
                    line++;
                    start = i + 1;
                }
            }
            column = 1;
            foreach (byte b in before.Slice(start))
                column += (b & 0xC0) == 0x80 ? 0 : b >= 0xF0 ? 2 : 1;
        }
    }
}
