using System;
using System.Collections.Generic;
using System.Text;

namespace Kitbag.Codecs
{
    /// <summary>Writes types in C# notation, so that text from messages can be pasted into code.</summary>
    internal static class TypeText
    {
        // Parses the text of types, because ahead-of-time compiled programs would contain much of reflection if types were asked for their
        // parts, and everything about decimals if that type were mentioned.

        /// <summary>The type's name with its namespace and its containing types: <c>Game.Grid&lt;int&gt;.Cell</c>.</summary>
        public static string Of(Type type)
        {
            int at = 0;
            return Read(type.ToString(), ref at, type.IsGenericTypeDefinition);
        }

        // Game.Grid`1+Row`1+At[System.Int32,System.String][,][]: all type arguments follow the last name, and the innermost array comes
        // first.
        private static string Read(string text, ref int at, bool isOpen)
        {
            int start = at;
            while (at < text.Length && text[at] is not ('[' or ']' or ','))
                at++;
            string name = text.Substring(start, at - start);
            var arguments = new List<string>();
            if (at + 1 < text.Length && text[at] == '[' && text[at + 1] is not (']' or ',' or '*'))
            {
                do
                {
                    at++;
                    string argument = Read(text, ref at, false);
                    arguments.Add(isOpen ? "" : argument);
                }
                while (text[at] == ',');
                at++;
            }
            string ranks = "";
            while (at + 1 < text.Length && text[at] == '[')
            {
                // C# writes the outermost array first: int[][,] contains two-dimensional arrays.
                int end = text.IndexOf(']', at) + 1;
                ranks = text.Substring(at, end - at) + ranks;
                at = end;
            }
            return (name == "System.Nullable`1" && !isOpen ? arguments[0] + "?" : Name(name, arguments)) + ranks;
        }

        private static string Name(string name, List<string> arguments)
        {
            if (Keyword(name) is { } keyword)
                return keyword;
            var text = new StringBuilder();
            int given = 0, start = 0;
            while (start < name.Length)
            {
                int end = name.IndexOf('+', start);
                end = end < 0 ? name.Length : end;
                string part = name.Substring(start, end - start);
                int tick = part.IndexOf('`');
                text.Append(start == 0 ? "" : ".").Append(Plain(tick < 0 ? part : part.Substring(0, tick)));
                int count = tick < 0 ? 0 : Number(part, tick + 1);
                for (int i = 0; i < count && given < arguments.Count; i++)
                    text.Append(i == 0 ? "<" : ", ").Append(arguments[given++]).Append(i == count - 1 ? ">" : "");
                start = end + 1;
            }
            return text.ToString();
        }

        private static int Number(string text, int at)
        {
            int number = 0;
            for (; at < text.Length && text[at] is >= '0' and <= '9'; at++)
                number = number * 10 + text[at] - '0';
            return number;
        }

        // The compiler adds the file name to the name of a file-local type: <Game>F1234__Part.
        private static string Plain(string name)
        {
            int first = name.IndexOf('<'), end = first < 0 ? -1 : name.IndexOf("__", first, StringComparison.Ordinal);
            return end < 0 ? name : name.Substring(0, first) + name.Substring(end + 2);
        }

        private static string? Keyword(string name) => name switch
        {
            "System.Boolean" => "bool",
            "System.Byte" => "byte",
            "System.SByte" => "sbyte",
            "System.Char" => "char",
            "System.Int16" => "short",
            "System.UInt16" => "ushort",
            "System.Int32" => "int",
            "System.UInt32" => "uint",
            "System.Int64" => "long",
            "System.UInt64" => "ulong",
            "System.Single" => "float",
            "System.Double" => "double",
            "System.Decimal" => "decimal",
            "System.String" => "string",
            "System.Object" => "object",
            _ => null,
        };
    }
}
