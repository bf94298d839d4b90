using System.Collections.Generic;
using System.Text;

namespace Kitbag.Schema
{
    /// <summary>Represents a mention of a type in the text of a schema: <c>Game::Item[]</c>.</summary>
    internal sealed class TypeMention
    {
        // The maximum depth of schemas. Longer texts are on a separate line (SchemaBlockKind.Alias).
        private const int MostDepth = 128;

        private static readonly MemberMention[] s_noMembers = new MemberMention[0];

        private TypeMention(MentionKind kind, string text)
        {
            Kind = kind;
            Text = text;
        }

        public MentionKind Kind { get; }

        /// <summary>The text.</summary>
        public string Text { get; }

        /// <summary>A built-in type.</summary>
        public SchemaKind BuiltInKind { get; private set; }

        /// <summary>The name of a type that the text declares, with its qualifier.</summary>
        public string Key { get; private set; } = "";

        /// <summary>Gets the keyword that distinguishes types with the same key, if it is required: <c>class</c>, <c>union</c>.</summary>
        public string Word { get; private set; } = "";

        /// <summary>Gets a value indicating whether a tracked object itself is meant rather than a reference to it.</summary>
        public bool IsDirect { get; private set; }

        /// <summary>Gets the name of an object that is declared in place.</summary>
        public string Name { get; private set; } = "";

        /// <summary>Gets a value indicating whether that object is a struct.</summary>
        public bool IsStruct { get; private set; }

        /// <summary>Gets the members of that object.</summary>
        public IReadOnlyList<MemberMention> Members { get; private set; } = s_noMembers;

        /// <summary>The key of a map.</summary>
        public TypeMention? KeyPart { get; private set; }

        /// <summary>The element of a sequence, the value of a map or of a nullable.</summary>
        public TypeMention? Element { get; private set; }

        public static TypeMention OfBuiltIn(SchemaKind kind) =>
            new TypeMention(MentionKind.BuiltIn, SchemaNames.Of(kind)) { BuiltInKind = kind };

        public static TypeMention OfNamed(string key, string word, bool isDirect) => new TypeMention(MentionKind.Named,
            (isDirect ? SchemaNames.Direct + " " : "") + (word.Length == 0 ? "" : word + " ") + key)
        {
            Key = key,
            Word = word,
            IsDirect = isDirect,
        };

        public static TypeMention SequenceOf(TypeMention element) =>
            new TypeMention(MentionKind.Sequence, element.Text + "[]") { Element = element };

        public static TypeMention NullableOf(TypeMention value) =>
            new TypeMention(MentionKind.Nullable, value.Text + "?") { Element = value };

        public static TypeMention MapOf(TypeMention key, TypeMention value) =>
            new TypeMention(MentionKind.Map, SchemaNames.Map + key.Text + ", " + value.Text + ">") { KeyPart = key, Element = value };

        public static TypeMention OfObject(string name, bool isStruct, IReadOnlyList<MemberMention> members)
        {
            var text = new StringBuilder(isStruct ? "struct " : "class ").Append(SchemaNames.OfType(name)).Append('{');
            for (int i = 0; i < members.Count; i++)
            {
                text.Append(i == 0 ? "" : ", ").Append(SchemaNames.OfMember(members[i].Name)).Append(": ")
                    .Append(members[i].Type.Text);
            }
            return new TypeMention(MentionKind.Object, text.Append('}').ToString())
            {
                Name = name,
                IsStruct = isStruct,
                Members = members,
            };
        }

        /// <summary>Reads a mention.</summary>
        public static TypeMention Parse(SchemaScanner scanner) => Parse(scanner, MostDepth);

        private static TypeMention Parse(SchemaScanner scanner, int depth)
        {
            if (depth == 0)
                throw TooDeep(scanner);
            TypeMention found = ParseOne(scanner, depth);
            for (; ; depth--)
            {
                if (depth == 0)
                    throw TooDeep(scanner);
                if (scanner.Take("[]"))
                    found = SequenceOf(found);
                else if (scanner.Take("?"))
                    found = NullableOf(found);
                else
                    return found;
            }
        }

        private static TypeMention ParseOne(SchemaScanner scanner, int depth)
        {
            if (scanner.Take(SchemaNames.Map))
            {
                TypeMention key = Parse(scanner, depth - 1);
                scanner.Expect(",");
                TypeMention value = Parse(scanner, depth - 1);
                scanner.Expect(">");
                return MapOf(key, value);
            }
            bool isDirect = scanner.TakeWord(SchemaNames.Direct);
            string word = ParseWord(scanner);
            string name = scanner.Name(out bool isPlain);
            if (word is "struct" or "class" && !isDirect && scanner.Take("{"))
                return ParseObject(scanner, name, word == "struct", depth);
            if (isPlain && !isDirect && word.Length == 0 && SchemaNames.TryBuiltIn(name, out SchemaKind kind))
                return OfBuiltIn(kind);
            return OfNamed(ParseKey(scanner, name, out _, out _), word, isDirect);
        }

        private static string ParseWord(SchemaScanner scanner)
        {
            foreach (string word in SchemaNames.KindWords)
            {
                if (scanner.TakeWord(word))
                    return word;
            }
            return "";
        }

        /// <summary>Reads the rest of a name that may have a qualifier.</summary>
        public static string ParseKey(SchemaScanner scanner, string first, out string qualifier, out string name)
        {
            bool isQualified = scanner.Take("::");
            qualifier = isQualified ? first : "";
            name = isQualified ? scanner.Name(out _) : first;
            return SchemaNames.Key(qualifier, name);
        }

        private static TypeMention ParseObject(SchemaScanner scanner, string name, bool isStruct, int depth)
        {
            var members = new List<MemberMention>();
            while (!scanner.Take("}"))
            {
                if (members.Count != 0)
                    scanner.Expect(",");
                string member = scanner.Name(out _);
                scanner.Expect(":");
                members.Add(new MemberMention(member, Parse(scanner, depth - 1)));
            }
            return OfObject(name, isStruct, members);
        }

        private static SchemaException TooDeep(SchemaScanner scanner) =>
            new SchemaException("types nest deeper than 128 levels", scanner.Line, true);
    }

    /// <summary>Specifies the kind of a <see cref="TypeMention"/>.</summary>
    internal enum MentionKind : byte
    {
        /// <summary>A type of the format.</summary>
        BuiltIn,

        /// <summary>A type that is declared elsewhere in the text.</summary>
        Named,

        Sequence,

        Map,

        Nullable,

        /// <summary>An object that is declared in place.</summary>
        Object,
    }

    /// <summary>Represents a member of an object that is declared in place.</summary>
    internal sealed class MemberMention
    {
        public MemberMention(string name, TypeMention type)
        {
            Name = name;
            Type = type;
        }

        public string Name { get; }

        public TypeMention Type { get; }
    }
}
