using System;
using System.Text;

namespace Kitbag.Codecs
{
    /// <summary>Types as C# writes them, so that what a message says can be pasted.</summary>
    internal static class TypeText
    {
        /// <summary>The type's name with its namespace and those around it: <c>Game.Grid&lt;int&gt;.Cell</c>.</summary>
        public static string Of(Type type)
        {
            var text = new StringBuilder();
            Append(text, type);
            return text.ToString();
        }

        private static void Append(StringBuilder text, Type type)
        {
            if (type.IsArray)
            {
                // C# writes the outer array first: int[][,] holds arrays of two dimensions.
                Type element = type;
                var ranks = new StringBuilder();
                for (; element.IsArray; element = element.GetElementType()!)
                    ranks.Append('[').Append(',', element.GetArrayRank() - 1).Append(']');
                Append(text, element);
                text.Append(ranks);
            }
            else if (Nullable.GetUnderlyingType(type) is { } value)
            {
                Append(text, value);
                text.Append('?');
            }
            else if (Keyword(type) is { } keyword)
            {
                text.Append(keyword);
            }
            else if (type.IsGenericParameter || type.HasElementType)
            {
                text.Append(type.Name);
            }
            else
            {
                Append(text, type, type.GetGenericArguments());
            }
        }

        // A nested type has the arguments of those around it before its own.
        private static void Append(StringBuilder text, Type type, Type[] arguments)
        {
            if (type.DeclaringType is { } outer)
            {
                Append(text, outer, arguments);
                text.Append('.');
            }
            else if (!string.IsNullOrEmpty(type.Namespace))
            {
                text.Append(type.Namespace).Append('.');
            }
            string name = Plain(type.Name);
            int tick = name.IndexOf('`');
            text.Append(tick < 0 ? name : name.Substring(0, tick));
            int before = type.DeclaringType == null ? 0 : type.DeclaringType.GetGenericArguments().Length,
                count = type.GetGenericArguments().Length;
            if (count == before)
                return;
            text.Append('<');
            for (int i = before; i < count; i++)
            {
                if (i != before)
                    text.Append(", ");
                if (!arguments[i].IsGenericParameter)
                    Append(text, arguments[i]);
            }
            text.Append('>');
        }

        // The compiler puts the file before the name of a type that is local to it: <Game>F1234__Part.
        private static string Plain(string name)
        {
            int end = name.Length != 0 && name[0] == '<' ? name.IndexOf("__", StringComparison.Ordinal) : -1;
            return end < 0 ? name : name.Substring(end + 2);
        }

        // By name: programs that are compiled ahead of time have all that a decimal can do where its type is mentioned.
        private static string? Keyword(Type type) => type.Namespace != nameof(System) || type.IsNested ? null : type.Name switch
        {
            "Boolean" => "bool",
            "Byte" => "byte",
            "SByte" => "sbyte",
            "Char" => "char",
            "Int16" => "short",
            "UInt16" => "ushort",
            "Int32" => "int",
            "UInt32" => "uint",
            "Int64" => "long",
            "UInt64" => "ulong",
            "Single" => "float",
            "Double" => "double",
            "Decimal" => "decimal",
            "String" => "string",
            "Object" => "object",
            _ => null,
        };
    }
}
