using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>Writes C# declarations by which a program reads documents of a schema. The generator links this file.</summary>
    internal sealed class CSharpWriter
    {
        private static readonly HashSet<string> s_keywords = new HashSet<string>((
            "abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum "
            + "event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long "
            + "namespace new null object operator out override params private protected public readonly ref return sbyte sealed short "
            + "sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual "
            + "void volatile while").Split(' '), StringComparer.Ordinal);

        private const string Generic = "System.Collections.Generic", Numerics = "System.Numerics";

        private readonly Dictionary<SchemaType, string> _names = new Dictionary<SchemaType, string>();
        private readonly HashSet<string> _taken = new HashSet<string>(StringComparer.Ordinal);
        private readonly List<SchemaType> _declared = new List<SchemaType>();
        private readonly CSharpCases _cases = new CSharpCases();

        // The names of the second and further classes of types that are several cases of a union.
        private readonly Dictionary<SchemaType, List<string>> _furtherNames = new Dictionary<SchemaType, List<string>>();
        private readonly HashSet<SchemaType> _met = new HashSet<SchemaType>();
        private readonly StringBuilder _text = new StringBuilder();
        // Whether the declarations are placed in code that may have other usings.
        private readonly bool _isWithin;
        private string _before = "";

        private CSharpWriter(bool isWithin)
        {
            _isWithin = isWithin;
        }

        /// <summary>Writes a file.</summary>
        /// <exception cref="SchemaException">A member has a name that C# cannot have.</exception>
        public static string Write(SchemaType root, string? space)
        {
            var writer = new CSharpWriter(false);
            writer.Collect(root);
            return writer.WriteAll(root, space);
        }

        /// <summary>Writes a class that contains the declarations, to be nested in another one.</summary>
        /// <param name="type">The type.</param>
        /// <param name="container">The name of the class.</param>
        /// <param name="declarations">The class; empty if it is not required.</param>
        /// <returns>The name of the type outside of that class.</returns>
        /// <exception cref="SchemaException">The name of a member is not valid in C#.</exception>
        public static string Write(SchemaType type, string container, out string declarations)
        {
            var writer = new CSharpWriter(true);
            // A member of a class must not have the name of the class.
            writer._taken.Add(container);
            writer.Collect(type);
            if (writer._declared.Count != 0)
            {
                writer.Line(0, "internal static class " + container);
                writer.Line(0, "{");
                writer.WriteDeclarations();
                writer.Line(0, "}");
                writer._before = container + ".";
            }
            declarations = writer._text.ToString();
            string name = writer.TypeOf(type);
            // Null remains null without a migration.
            return type.Kind == SchemaKind.Nullable ? name : name.TrimEnd('?');
        }

        private void Collect(SchemaType root)
        {
            var open = new Stack<SchemaType>();
            open.Push(root);
            while (open.Count != 0)
            {
                SchemaType type = open.Pop();
                if (!_met.Add(type))
                    continue;
                if (IsDeclared(type))
                {
                    Name(type);
                    _declared.Add(type);
                }
                if (type.Kind == SchemaKind.Union)
                    _cases.Add(type);
                for (int i = type.MemberArray.Length - 1; i >= 0 && !IsLeaf(type); i--)
                    open.Push(type.MemberArray[i].Type);
                if (type.Element != null)
                    open.Push(type.Element);
                if (type.Key != null)
                    open.Push(type.Key);
            }
            foreach (SchemaType type in _declared)
            {
                var names = new List<string>();
                while (names.Count < _cases.ClassesOf(type).Count - 1)
                    names.Add(Unique(_names[type]));
                _furtherNames.Add(type, names);
            }
        }

        private static bool IsDeclared(SchemaType type) => type.IsTracked
            || (type.Kind is SchemaKind.Object or SchemaKind.Record or SchemaKind.Enum or SchemaKind.Union && !IsKnown(type));

        private static bool IsLeaf(SchemaType type) => type.IsAny || SchemaForms.IsNumerics(type);

        private static bool IsKnown(SchemaType type) => type.IsAnyUnion || type.IsAny || SchemaForms.IsNumerics(type)
            || SchemaForms.IsKeyValuePair(type) || (type.Kind == SchemaKind.Object && SchemaForms.RankOf(type) != 0);

        private void Name(SchemaType type)
        {
            // Without the types around it and its arguments: those have no declaration of their own here.
            var name = new StringBuilder();
            foreach (char one in type.Name)
                name.Append(char.IsLetterOrDigit(one) || one == '_' ? one : '_');
            string text = name.ToString().Trim('_');
            if (text.Length == 0 && type.Kind is SchemaKind.Sequence or SchemaKind.Map)
                text = type.Kind == SchemaKind.Map ? "Map" : "Items";
            if (text.Length == 0 || char.IsDigit(text[0]))
                text = "Type" + text;
            // The base class has the name of one of the concrete types.
            if (type.Kind == SchemaKind.Union && Array.Exists(type.MemberArray, one => one.Name == type.Name))
                text = "I" + text;
            if (s_keywords.Contains(text))
                text = "@" + text;
            _names.Add(type, Unique(text));
        }

        private string Unique(string text)
        {
            string unique = text;
            for (int i = 2; !_taken.Add(unique); i++)
                unique = text + i.ToString(CultureInfo.InvariantCulture);
            return unique;
        }

        private static string Identifier(string name, string owner)
        {
            bool isName = name.Length != 0 && !char.IsDigit(name[0]);
            foreach (char one in name)
                isName &= char.IsLetterOrDigit(one) || one == '_';
            if (!isName)
                throw new SchemaException("A member of '" + KitbagException.Cut(owner) + "' has the name '" + KitbagException.Cut(name)
                    + "', which is not a valid C# identifier.", 0);
            return s_keywords.Contains(name) ? "@" + name : name;
        }

        private string WriteAll(SchemaType root, string? space)
        {
            Line(0, "using System;");
            Line(0, "using System.Collections.Generic;");
            Line(0, "using System.Numerics;");
            Line(0, "using Kitbag;");
            Line(0, "");
            Line(0, "#nullable enable");
            Line(0, "");
            Line(0, "// The root: " + TypeOf(root));
            WriteRegistrations(space);
            if (space != null)
                Line(0, "namespace " + space + ";");
            WriteDeclarations();
            return _text.ToString();
        }

        // The types that members declared as object may have in addition to those that need no registration.
        private void WriteRegistrations(string? space)
        {
            _before = space == null ? "" : space + ".";
            var registered = new HashSet<string>(StringComparer.Ordinal);
            foreach (SchemaType union in _met)
            {
                foreach (SchemaMember one in union.IsAnyUnion ? union.MemberArray : Array.Empty<SchemaMember>())
                {
                    int number = _cases.ClassOf(union, one);
                    string name = number != 0 && _furtherNames.TryGetValue(one.Type, out List<string>? names) ? _before + names[number - 1]
                        : Registered(one.Type, one.Name);
                    if (!one.Type.IsAny && registered.Add(name))
                        Line(0, "[assembly: KitbagSerializable(typeof(" + name + "))]");
                }
            }
            _before = "";
        }

        // The type whose values have the name of a case. Different collections have the same type in the schema, but not the same name.
        private string Registered(SchemaType type, string name)
        {
            int end = name.IndexOf('<');
            string collection = end < 0 || name[name.Length - 1] != '>' ? "" : name.Substring(0, end);
            if (type.Kind == SchemaKind.Sequence && !type.IsTracked)
            {
                if (name.EndsWith("[]", StringComparison.Ordinal))
                    return Registered(type.Element!, name.Substring(0, name.Length - 2)) + "[]";
                if (collection is "List" or "HashSet" or "SortedSet" or "Queue" or "Stack" or "LinkedList")
                    return Known(Generic, collection + "<")
                        + Registered(type.Element!, name.Substring(end + 1, name.Length - end - 2)) + ">";
            }
            if (type.Kind == SchemaKind.Map && !type.IsTracked && collection is "SortedDictionary" or "SortedList")
                return Known(Generic, collection) + Map(type).Substring(Known(Generic, "Dictionary").Length);
            return TypeOf(type).TrimEnd('?');
        }

        private void WriteDeclarations()
        {
            foreach (SchemaType type in _declared)
            {
                if (type.Kind == SchemaKind.Union)
                    WriteInterface(type);
                else if (type.Kind == SchemaKind.Enum)
                    WriteEnum(type);
                else
                    WriteClasses(type);
            }
        }

        // The name if the namespace of the framework, or of Kitbag, is not imported.
        private string Known(string space, string name) => _isWithin ? "global::" + space + "." + name : name;

        private string List(SchemaType element) => Known(Generic, "List<") + TypeOf(element) + ">";

        private string Map(SchemaType map) =>
            Known(Generic, "Dictionary<") + TypeOf(map.Key!).TrimEnd('?') + ", " + TypeOf(map.Element!) + ">";

        private void WriteEnum(SchemaType type)
        {
            Line(0, "");
            Line(0, "public enum " + _names[type] + " : " + TypeOf(SchemaType.BuiltIn(type.Underlying)));
            Line(0, "{");
            foreach (SchemaEnumValue value in type.ValueArray)
                Line(1, Identifier(value.Name, type.Name) + " = " + SchemaNumbers.Text(value.Value, type.Underlying) + ",");
            Line(0, "}");
        }

        private void WriteInterface(SchemaType union)
        {
            Line(0, "");
            foreach (SchemaMember one in union.MemberArray)
            {
                // Its concrete types would be those of this union if the interface extended this one.
                if (one.Type.Kind == SchemaKind.Union)
                    Line(0, "// Not declared: '" + one.Name + "', which is stored as the union '" + TypeOf(one.Type).TrimEnd('?') + "'.");
            }
            Line(0, "public interface " + _names[union] + "\n{\n}");
        }

        private void WriteClasses(SchemaType type)
        {
            List<List<(SchemaType Union, string Name)>> classes = _cases.ClassesOf(type);
            for (int i = 0; i < classes.Count; i++)
                WriteClass(type, i == 0 ? _names[type] : _furtherNames[type][i - 1], classes[i], i == 0);
        }

        private void WriteClass(SchemaType type, string ownName, List<(SchemaType Union, string Name)> cases, bool isFirst)
        {
            var bases = new List<string>();
            if (type.Kind == SchemaKind.Sequence)
                bases.Add(List(type.Element!));
            else if (type.Kind == SchemaKind.Map)
                bases.Add(Map(type));
            var formerNames = new SortedSet<string>(StringComparer.Ordinal);
            if (cases.Count != 0)
            {
                bases.AddRange(cases.FindAll(one => !one.Union.IsAnyUnion).ConvertAll(one => _names[one.Union]));
                // Cases of unions are found by their names.
                formerNames.UnionWith(cases.ConvertAll(one => one.Name));
                // Another class may have that name now.
                if (isFirst && !_taken.Contains(type.Name))
                    formerNames.Add(type.Name);
                formerNames.Remove(ownName);
            }
            Line(0, "");
            foreach (string name in formerNames)
                Line(0, "[" + Known("Kitbag", "KitbagFormerName(") + TextLiteral.Quote(name) + ")]");
            if (type.IsTracked)
                Line(0, "[" + Known("Kitbag", "KitbagSerializable(Tracked = true)]"));
            bool isStruct = type.Kind == SchemaKind.Record || type.IsStruct;
            bool keeps = Array.Exists(type.MemberArray, SchemaForms.IsStore);
            if (keeps)
                Line(0, "[" + Known("Kitbag", "KitbagKeepUnknown]"));
            Line(0, (isStruct ? "public struct " : keeps ? "public sealed partial class " : "public sealed class ") + ownName
                + (bases.Count == 0 ? "" : " : " + string.Join(", ", bases)));
            Line(0, "{");
            foreach (SchemaMember member in type.MemberArray)
            {
                if (!SchemaForms.IsStore(member))
                    Line(1, "public " + TypeOf(member.Type) + " " + Identifier(member.Name, type.Name)
                        + (isStruct ? ";" : " { get; set; }"));
            }
            Line(0, "}");
        }

        private string TypeOf(SchemaType type)
        {
            switch (type.Kind)
            {
                case SchemaKind.Object or SchemaKind.Record or SchemaKind.Enum or SchemaKind.Union:
                    string name = KnownName(type) ?? _before + _names[type];
                    bool isNullable = type.Kind == SchemaKind.Union || (type.Kind == SchemaKind.Object && !type.IsStruct);
                    return isNullable ? name + "?" : name;
                case SchemaKind.Reference:
                    return TypeOf(type.Element!);
                case SchemaKind.Sequence or SchemaKind.Map when type.IsTracked:
                    return _before + _names[type] + "?";
                case SchemaKind.Sequence:
                    return (type.Element!.Kind == SchemaKind.Byte ? "byte[]" : List(type.Element)) + "?";
                case SchemaKind.Map:
                    return Map(type) + "?";
                case SchemaKind.Nullable:
                    return TypeOf(type.Element!).TrimEnd('?') + "?";
                case SchemaKind.String:
                    return "string?";
                default:
                    string text = type.ToString();
                    return char.IsUpper(text[0]) ? Known("System", text) : text;
            }
        }

        private string? KnownName(SchemaType type)
        {
            if (!IsKnown(type))
                return null;
            if (type.Kind == SchemaKind.Union)
                return "object";
            if (SchemaForms.IsKeyValuePair(type))
                return Known(Generic, "KeyValuePair<") + TypeOf(type.MemberArray[0].Type) + ", " + TypeOf(type.MemberArray[1].Type) + ">";
            if (SchemaForms.RankOf(type) is > 0 and var rank)
                return TypeOf(type.MemberArray[0].Type.Element!) + "[" + new string(',', rank - 1) + "]";
            return type.IsAny ? "object" : Known(Numerics, type.Name);
        }

        private void Line(int depth, string text) => _text.Append(' ', depth * 4).Append(text).Append('\n');
    }
}
