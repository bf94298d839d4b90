using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Kitbag.Json
{
    /// <summary>
    /// Determines the path of an offset in a text. Reading and writing do not track it, so that valid texts do not pay for it: the path is
    /// determined from the text before the failure.
    /// </summary>
    internal static class JsonPlace
    {
        /// <summary>The members and indexes that lead to an offset, as in <c>.Zones[3].Name</c>.</summary>
        public static string PathTo(ReadOnlySpan<byte> text, int offset)
        {
            var place = new Walker();
            place.MoveTo(text, offset);
            return place.PathIn(text);
        }

        /// <summary>Returns the name at an offset, without its quotes.</summary>
        public static ReadOnlySpan<byte> NameAt(ReadOnlySpan<byte> text, int start) =>
            text.Slice(start + 1, EndOfString(text, start, text.Length) - start - 1);

        /// <summary>Returns a name as a path segment.</summary>
        public static string Step(ReadOnlySpan<byte> name)
        {
            var step = new StringBuilder();
            AppendName(step, name);
            return step.ToString();
        }

        /// <summary>Scans a text once, and tracks which objects and arrays are open.</summary>
        public sealed class Walker
        {
            private readonly List<Level> _open = new List<Level>();
            private int _at, _name = -1;

            /// <summary>Moves to an offset, which is not within a string or a comment.</summary>
            public void MoveTo(ReadOnlySpan<byte> text, int offset)
            {
                int end = Math.Min(offset, text.Length);
                for (; _at < end; _at++)
                {
                    switch (text[_at])
                    {
                        case (byte)'{' or (byte)'[':
                            _open.Add(new Level { IsArray = text[_at] == '[', Name = -1 });
                            break;
                        case (byte)'}' or (byte)']' when _open.Count != 0:
                            _open.RemoveAt(_open.Count - 1);
                            break;
                        case (byte)',' when _open.Count != 0:
                            _open[_open.Count - 1] =
                                new Level { IsArray = _open[_open.Count - 1].IsArray, Index = _open[_open.Count - 1].Index + 1, Name = -1 };
                            break;
                        case (byte)':' when _open.Count != 0:
                            _open[_open.Count - 1] = new Level { Name = _name };
                            break;
                        case (byte)'"':
                            _name = _at;
                            _at = EndOfString(text, _at, end);
                            break;
                        case (byte)'/':
                            _at = EndOfComment(text, _at, end);
                            break;
                    }
                }
            }

            /// <summary>Returns the members and indexes that lead to the current position.</summary>
            public string PathIn(ReadOnlySpan<byte> text)
            {
                var path = new StringBuilder();
                foreach (Level level in _open)
                {
                    if (level.IsArray)
                        path.Append('[').Append(level.Index.ToString(CultureInfo.InvariantCulture)).Append(']');
                    else if (level.Name >= 0)
                        AppendName(path, NameAt(text, level.Name));
                }
                return path.ToString();
            }
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
            string text = Unescape(Encoding.UTF8.GetString(name.ToArray()));
            bool isIdentifier = text.Length != 0;
            foreach (char c in text)
                isIdentifier &= char.IsLetterOrDigit(c) || c == '_';
            if (isIdentifier)
                path.Append('.').Append(text);
            else
                path.Append("[\"").Append(text.Length > 100 ? text.Substring(0, 100) + "…" : text).Append("\"]");
        }

        // Some writers escape letters. Quotes, backslashes and characters that cannot be seen stay escaped in a path. The text may be
        // malformed.
        private static string Unescape(string name)
        {
            if (name.IndexOf('\\') < 0)
                return name;
            var text = new StringBuilder();
            for (int i = 0; i < name.Length; i++)
            {
                char next = i + 1 < name.Length ? name[i + 1] : '\0';
                if (name[i] != '\\')
                {
                    text.Append(name[i]);
                }
                else if (next == 'u' && i + 6 <= name.Length && IsVisible(name.Substring(i + 2, 4), out char c))
                {
                    text.Append(c);
                    i += 5;
                }
                else
                {
                    text.Append(name[i]).Append(next);
                    i++;
                }
            }
            return text.ToString();
        }

        private static bool IsVisible(string digits, out char c)
        {
            bool isNumber = ushort.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ushort number);
            c = (char)number;
            return isNumber && !char.IsControl(c) && c is not ('"' or '\\');
        }

        /// <summary>Returns the line and column of an offset, both from 1; columns are counted in characters, as in editors.</summary>
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
                column += ColumnsOf(b);
        }

        /// <summary>The number of columns that a byte of UTF-8 adds: one for each UTF-16 code unit, at its first byte.</summary>
        public static int ColumnsOf(byte b) => (b & 0xC0) == 0x80 ? 0 : b >= 0xF0 ? 2 : 1;
    }
}
