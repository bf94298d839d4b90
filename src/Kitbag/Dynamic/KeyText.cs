using System;
using System.Globalization;
using System.Text;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Keys of maps as paths contain them: scalars as C# writes them, tracked objects by their identity, other keys by their content:
    /// <c>{X: 1, Y: 2}</c>.
    /// </summary>
    internal static class KeyText
    {
        private static readonly (string End, string Name)[] s_nonFinite =
        {
            (".NaN", "NaN"), (".PositiveInfinity", "Infinity"), (".NegativeInfinity", "-Infinity"),
        };

        public static string Of(KitbagNode key)
        {
            var text = new StringBuilder();
            Append(text, key);
            return text.ToString();
        }

        /// <summary>Returns the text of a key; its position if it is damaged, because paths are parts of error messages, too.</summary>
        public static string Of(KitbagNode key, int position)
        {
            try
            {
                return key.IsNull ? OfPosition(position) : Of(key);
            }
            catch (KitbagException)
            {
                return OfPosition(position);
            }
        }

        public static string OfPosition(int position) => "#" + position.ToString(CultureInfo.InvariantCulture);

        /// <summary>Returns whether a step of a path may be a key that is not a scalar.</summary>
        public static bool MayBeComposite(string step) => step.Length > 1
            && (step[0] is '{' or '[' || (step[0] == '#' && step[1] is not (>= '0' and <= '9')));

        /// <summary>Returns the name of the JSON property of a scalar key; any other text remains as it is.</summary>
        public static string ToJson(string text, SchemaKind kind)
        {
            switch (kind)
            {
                case SchemaKind.Half or SchemaKind.Single or SchemaKind.Double:
                    foreach ((string end, string name) in s_nonFinite)
                    {
                        if (text.EndsWith(end, StringComparison.Ordinal))
                            return name;
                    }
                    return kind == SchemaKind.Single ? text.TrimEnd('f') : text;
                case SchemaKind.Decimal:
                    return text.TrimEnd('m');
                case SchemaKind.Enum:
                    return text.Replace(" | ", ", ");
                default:
                    return text;
            }
        }

        private static void Append(StringBuilder text, KitbagNode node)
        {
            if (node.Identity is { } identity)
            {
                text.Append(identity);
                return;
            }
            string separator = "";
            switch (node.Kind)
            {
                case KitbagNodeKind.Object:
                    text.Append('{');
                    foreach (KitbagMember member in node.Members)
                    {
                        text.Append(separator);
                        text.Append(PathText.IsName(member.Name) ? member.Name : TextLiteral.Quote(member.Name)).Append(": ");
                        Append(text, member.Value);
                        separator = ", ";
                    }
                    text.Append('}');
                    break;
                case KitbagNodeKind.Map:
                    text.Append('{');
                    foreach (KitbagEntry entry in node.Entries)
                    {
                        text.Append(separator);
                        Append(text, entry.Key);
                        text.Append(": ");
                        Append(text, entry.Value);
                        separator = ", ";
                    }
                    text.Append('}');
                    break;
                case KitbagNodeKind.List:
                    text.Append('[');
                    foreach (KitbagNode item in node.Items)
                    {
                        text.Append(separator);
                        Append(text, item);
                        separator = ", ";
                    }
                    text.Append(']');
                    break;
                default:
                    text.Append(node.ToString());
                    break;
            }
        }
    }
}
