using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Kitbag.Dynamic
{
    /// <summary>One step of a path as it was written.</summary>
    internal readonly struct PathStep
    {
        public PathStep(string text, bool isBracketed, bool isQuoted, int end)
        {
            Text = text;
            IsBracketed = isBracketed;
            IsQuoted = isQuoted;
            End = end;
        }

        /// <summary>Gets a name, or the text between the brackets, without quotes.</summary>
        public string Text { get; }

        public bool IsBracketed { get; }

        public bool IsQuoted { get; }

        /// <summary>Gets the position of the end of the step in the path.</summary>
        public int End { get; }

        // The indices of a multidimensional array are one step: [2,3]. So is a key without quotes that contains a comma.
        private int Comma => IsBracketed && !IsQuoted ? Text.IndexOf(',') : -1;

        /// <summary>Gets the first of several indices.</summary>
        public PathStep First => new PathStep(Text.Substring(0, Comma).Trim(), true, false, End);

        /// <summary>Gets the indices after the first one, or null if there is only one.</summary>
        public PathStep? Rest => Comma < 0 ? null : new PathStep(Text.Substring(Comma + 1).Trim(), true, false, End);
    }

    /// <summary>Reads paths: <c>Zones[3].Names["Old town"]</c>.</summary>
    internal static class PathText
    {
        /// <summary>Parses a path.</summary>
        /// <exception cref="KitbagException">The text is not a path; the offset is that of a character.</exception>
        public static List<PathStep> Parse(string path)
        {
            var steps = new List<PathStep>();
            int at = path.Length != 0 && path[0] == '$' ? 1 : 0;
            int number = NumberOf(path, at);
            if (number > 0)
            {
                steps.Add(new PathStep(path.Substring(at, number - at), false, false, number));
                at = number;
            }
            while (at < path.Length)
            {
                if (path[at] == '[')
                {
                    steps.Add(ReadBracket(path, ref at));
                    continue;
                }
                if (path[at] == '.' && at != 0)
                    at++;
                int start = at;
                while (at < path.Length && path[at] != '.' && path[at] != '[' && path[at] != ']')
                    at++;
                if (at == start || (at < path.Length && path[at] == ']'))
                    throw Bad(path, at, "expected the name of a member");
                steps.Add(new PathStep(path.Substring(start, at - start), false, false, at));
            }
            return steps;
        }

        // Names of types have points and brackets of their own: that of a tracked object ends before the first number in brackets.
        private static int NumberOf(string path, int start)
        {
            if (start == path.Length || path[start] != '#')
                return -1;
            for (int at = path.IndexOf('[', start); at >= 0; at = path.IndexOf('[', at + 1))
            {
                int end = at + 1;
                while (end < path.Length && path[end] is >= '0' and <= '9')
                    end++;
                if (end > at + 1 && end < path.Length && path[end] == ']')
                    return at;
            }
            return -1;
        }

        private static PathStep ReadBracket(string path, ref int at)
        {
            int start = ++at;
            if (at < path.Length && (path[at] == '"' || path[at] == '\''))
            {
                string text = ReadQuoted(path, ref at);
                if (at >= path.Length || path[at] != ']')
                    throw Bad(path, at, "expected ']' after the key");
                at++;
                return new PathStep(text, true, true, at);
            }
            int end = EndOfBracket(path, at);
            if (end < 0)
                throw Bad(path, path.Length, "expected ']'");
            if (end == at)
                throw Bad(path, at, "expected an index or a key");
            at = end + 1;
            return new PathStep(path.Substring(start, end - start).Trim(), true, false, at);
        }

        // Keys that are not scalars contain brackets and quoted text of their own: [{Name: "a]", At: [1, 2]}].
        private static int EndOfBracket(string path, int at)
        {
            if (at == path.Length || path[at] is not ('{' or '[' or '#'))
                return path.IndexOf(']', at);
            int depth = 0;
            while (at < path.Length)
            {
                if (path[at] is '"' or '\'')
                {
                    ReadQuoted(path, ref at);
                    continue;
                }
                if (path[at] == ']' && depth-- == 0)
                    return at;
                depth += path[at++] == '[' ? 1 : 0;
            }
            return -1;
        }

        private static string ReadQuoted(string path, ref int at)
        {
            char quote = path[at++];
            var text = new StringBuilder();
            for (; at < path.Length && path[at] != quote; at++)
            {
                if (path[at] != '\\')
                {
                    text.Append(path[at]);
                    continue;
                }
                if (++at == path.Length)
                    break;
                switch (path[at])
                {
                    case 'n': text.Append('\n'); break;
                    case 'r': text.Append('\r'); break;
                    case 't': text.Append('\t'); break;
                    case '0': text.Append('\0'); break;
                    case 'u':
                        if (at + 4 >= path.Length || !ushort.TryParse(path.Substring(at + 1, 4), NumberStyles.AllowHexSpecifier,
                            CultureInfo.InvariantCulture, out ushort unit))
                            throw Bad(path, at, "expected four hexadecimal digits after '\\u'");
                        text.Append((char)unit);
                        at += 4;
                        break;
                    default: text.Append(path[at]); break;
                }
            }
            if (at >= path.Length)
                throw Bad(path, path.Length, "expected a quote that closes the key");
            at++;
            return text.ToString();
        }

        /// <summary>Returns whether a name can be used in a path without quotes.</summary>
        public static bool IsName(string name) =>
            name.Length != 0 && name[0] != '$' && name.IndexOfAny(s_marks) < 0;

        private static readonly char[] s_marks = { '.', '[', ']', '"', '\'', ' ', '\n', '\r', '\t', '\\' };

        private static KitbagException Bad(string path, int at, string expected) => new KitbagException(
            KitbagErrorReason.Malformed, "The path '" + KitbagException.Cut(path) + "' cannot be read: " + expected + " at character "
                + at.ToString(CultureInfo.InvariantCulture) + ".", at);
    }
}
