using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Kitbag.Schema
{
    /// <summary>Formats names in the text of schemas: unchanged if that is unambiguous, otherwise in quotation marks.</summary>
    internal static class SchemaNames
    {
        /// <summary>The start of the text of a map.</summary>
        public const string Map = "Dictionary<";

        /// <summary>The keyword before a tracked object that denotes the object itself rather than a reference to it.</summary>
        public const string Direct = "direct";

        /// <summary>The keywords that may precede a name in order to specify which type with that name is meant.</summary>
        public static readonly string[] KindWords = { "class", "struct", "record", "enum", "union", "list", "map", "alias" };

        // By SchemaKind, from Boolean on.
        private static readonly string[] s_builtIn =
        {
            "bool", "sbyte", "byte", "short", "ushort", "int", "uint", "long", "ulong", "Int128", "UInt128", "Half", "float", "double",
            "decimal", "char", "string", "Guid", "DateTime", "DateTimeOffset", "TimeSpan", "DateOnly", "TimeOnly",
        };

        private static readonly HashSet<string> s_reserved = new HashSet<string>(s_builtIn)
        {
            "class", "struct", "record", "enum", "union", "tracked", "list", "map", "alias", Direct,
        };

        /// <summary>The name of a built-in type.</summary>
        public static string Of(SchemaKind kind) => s_builtIn[kind - SchemaKind.Boolean];

        /// <summary>The built-in type of a name, if it is one.</summary>
        public static bool TryBuiltIn(string name, out SchemaKind kind)
        {
            for (int i = 0; i < s_builtIn.Length; i++)
            {
                kind = SchemaKind.Boolean + (byte)i;
                if (s_builtIn[i] == name)
                    return true;
            }
            kind = default;
            return false;
        }

        /// <summary>Returns the name of a type as written in the text.</summary>
        public static string OfType(string name) =>
            !s_reserved.Contains(name) && !name.StartsWith(Map, System.StringComparison.Ordinal) ? OfMember(name) : Quote(name);

        /// <summary>Returns the name of a member, or of an enum value, as written in the text.</summary>
        public static string OfMember(string name) => name.Length != 0 && EndOfName(name, 0) == name.Length ? name : Quote(name);

        /// <summary>
        /// Returns the name of a type together with its namespace, which distinguishes it from others with the same name.
        /// </summary>
        public static string Key(string qualifier, string name) =>
            qualifier.Length == 0 ? OfType(name) : OfType(qualifier) + "::" + OfType(name);

        /// <summary>
        /// Returns the end of a name without quotation marks: letters, digits, <c>_ . ` @</c>, and parentheses and angle brackets with the
        /// types in them. Returns the start if there is no name.
        /// </summary>
        public static int EndOfName(string text, int start)
        {
            int i = start;
            if (i < text.Length && text[i] == '(')
                i = EndOfBrackets(text, i);
            else if (i < text.Length && char.IsDigit(text[i]))
                return start;
            while (i < text.Length)
            {
                if (IsOfName(text[i]))
                {
                    i++;
                    continue;
                }
                int end = text[i] == '<' && i != start ? EndOfBrackets(text, i) : i;
                if (end == i)
                    break;
                i = end;
            }
            return i;
        }

        private static bool IsOfName(char one) => char.IsLetterOrDigit(one) || one is '_' or '.' or '`' or '@';

        private static int EndOfBrackets(string text, int start)
        {
            int depth = 0;
            for (int i = start; i < text.Length; i++)
            {
                char one = text[i];
                if (one is '<' or '(')
                    depth++;
                else if (one is '>' or ')')
                    depth--;
                else if (!IsOfName(one) && one is not (',' or ' ' or '?' or '[' or ']' or '*'))
                    return start;
                if (depth == 0)
                    return i + 1;
            }
            return start;
        }

        /// <summary>Returns a name in quotation marks; characters that are not printable are escaped.</summary>
        public static string Quote(string name)
        {
            var text = new StringBuilder("\"");
            foreach (char one in name)
            {
                if (one is '"' or '\\')
                    text.Append('\\').Append(one);
                else if (one is >= ' ' and <= '~' || char.IsLetterOrDigit(one))
                    text.Append(one);
                else
                    text.Append("\\u").Append(((int)one).ToString("X4", CultureInfo.InvariantCulture));
            }
            return text.Append('"').ToString();
        }
    }
}
