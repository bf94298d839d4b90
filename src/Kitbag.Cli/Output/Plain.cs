using System.Globalization;
using System.Text;

namespace Kitbag.Cli.Output
{
    /// <summary>Escapes text from files for display, so that it cannot move the cursor or start a line.</summary>
    internal static class Plain
    {
        private const int LongestLine = 1000;

        /// <summary>Formats a name or another short text, with C# escapes for characters that must not be printed.</summary>
        public static string Text(string text)
        {
            int i = 0;
            while (i < text.Length && IsPlain(text, i))
                i++;
            if (i == text.Length)
                return text;
            var result = new StringBuilder(text.Length + 16).Append(text, 0, i);
            for (; i < text.Length; i++)
            {
                if (IsPlain(text, i))
                    result.Append(text[i]);
                else
                    result.Append("\\u").Append(((int)text[i]).ToString("X4", CultureInfo.InvariantCulture));
            }
            return result.ToString();
        }

        /// <summary>Formats a message as one line.</summary>
        public static string Line(string text)
        {
            string line = Text(text.ReplaceLineEndings(" "));
            return line.Length <= LongestLine ? line : line[..LongestLine] + "…";
        }

        private static bool IsLone(string text, int i) => char.IsHighSurrogate(text[i])
            ? i + 1 == text.Length || !char.IsLowSurrogate(text[i + 1])
            : char.IsLowSurrogate(text[i]) && (i == 0 || !char.IsHighSurrogate(text[i - 1]));

        // Control and format characters (which change the direction of text), separators of lines, halves of surrogate pairs.
        private static bool IsPlain(string text, int i)
        {
            char c = text[i];
            if (c is >= ' ' and <= '~')
                return true;
            if (char.IsSurrogate(c))
                return !IsLone(text, i);
            return char.GetUnicodeCategory(c) is not (UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator
                or UnicodeCategory.ParagraphSeparator or UnicodeCategory.OtherNotAssigned or UnicodeCategory.PrivateUse);
        }
    }
}
