using System.Globalization;
using System.Text;

namespace Kitbag.Dynamic
{
    /// <summary>Text as C# writes it.</summary>
    internal static class TextLiteral
    {
        /// <summary>Returns text in quotes, with escapes for characters that are not visible.</summary>
        public static string Quote(string text, char quote = '"')
        {
            StringBuilder escaped = new StringBuilder(text.Length + 8).Append(quote);
            for (int i = 0; i < text.Length; i++)
            {
                char one = text[i];
                if (one == quote || one == '\\')
                    escaped.Append('\\').Append(one);
                else if (one == '\n')
                    escaped.Append("\\n");
                else if (one == '\r')
                    escaped.Append("\\r");
                else if (one == '\t')
                    escaped.Append("\\t");
                else if (char.IsControl(one) || one is '\u2028' or '\u2029' || IsLone(text, i))
                    escaped.Append("\\u").Append(((int)one).ToString("x4", CultureInfo.InvariantCulture));
                else
                    escaped.Append(one);
            }
            return escaped.Append(quote).ToString();
        }

        private static bool IsLone(string text, int index) => char.IsHighSurrogate(text[index])
            ? index + 1 == text.Length || !char.IsLowSurrogate(text[index + 1])
            : char.IsLowSurrogate(text[index]) && (index == 0 || !char.IsHighSurrogate(text[index - 1]));
    }
}
