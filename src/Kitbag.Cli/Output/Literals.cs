using System.Globalization;
using System.Text;

namespace Kitbag.Cli.Output
{
    /// <summary>Text as C# writes it.</summary>
    internal static class Literals
    {
        public static string Quote(string text)
        {
            var result = new StringBuilder(text.Length + 8).Append('"');
            foreach (char c in text)
            {
                switch (c)
                {
                    case '"' or '\\':
                        result.Append('\\').Append(c);
                        break;
                    case '\n':
                        result.Append("\\n");
                        break;
                    case '\r':
                        result.Append("\\r");
                        break;
                    case '\t':
                        result.Append("\\t");
                        break;
                    case < ' ':
                        result.Append("\\u").Append(((int)c).ToString("x4", CultureInfo.InvariantCulture));
                        break;
                    default:
                        result.Append(c);
                        break;
                }
            }
            return result.Append('"').ToString();
        }
    }
}
