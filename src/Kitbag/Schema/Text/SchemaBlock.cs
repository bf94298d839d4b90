using System.Collections.Generic;
using System.Text;

namespace Kitbag.Schema
{
    /// <summary>Represents a part of a lock file that belongs only to some releases.</summary>
    internal abstract class SchemaDated
    {
        /// <summary>The name of the release after the latest one, in <see cref="Since"/> and <see cref="Gone"/>.</summary>
        public const string Next = "next";

        /// <summary>The first release that has it; null for the first of all.</summary>
        public string? Since { get; set; }

        /// <summary>Gets or sets the first release that no longer has it, or null if the program has it.</summary>
        public string? Gone { get; set; }

        /// <summary>Gets or sets the line of the text, starting with 1; 0 if it was not read from a text.</summary>
        public int Line { get; set; }

        /// <summary>Appends the releases.</summary>
        protected void AppendDates(StringBuilder text)
        {
            if (Since != null)
                text.Append(", since ").Append(Since);
            if (Gone != null)
                text.Append(", gone ").Append(Gone);
        }

        /// <summary>Reads one part after a comma.</summary>
        protected bool TryParseDate(SchemaScanner scanner)
        {
            if (Since == null && scanner.TakeWord("since"))
                Since = scanner.Word();
            else if (Gone == null && scanner.TakeWord("gone"))
                Gone = scanner.Word();
            else
                return false;
            return true;
        }
    }

    /// <summary>A root, in the text of schemas.</summary>
    internal sealed class SchemaRootLine : SchemaDated
    {
        public SchemaRootLine(TypeMention type) => Type = type;

        public TypeMention Type { get; }

        public static SchemaRootLine Parse(SchemaScanner scanner)
        {
            var root = new SchemaRootLine(TypeMention.Parse(scanner)) { Line = scanner.Line };
            while (scanner.Take(","))
            {
                if (!root.TryParseDate(scanner))
                    throw scanner.Error("expected 'since' or 'gone'" + scanner.Found());
            }
            scanner.ExpectEnd();
            return root;
        }

        public void Append(StringBuilder text)
        {
            text.Append("root ").Append(Type.Text);
            AppendDates(text);
            text.Append('\n');
        }
    }

    /// <summary>A member of an object, a field of a record, a case of a union, a value of an enum, a part of a collection.</summary>
    internal sealed class SchemaLine : SchemaDated
    {
        private readonly SchemaKind _underlying;

        public SchemaLine(string name, TypeMention type)
        {
            Name = name;
            Type = type;
        }

        public SchemaLine(string name, long number, SchemaKind underlying)
        {
            Name = name;
            Number = number;
            _underlying = underlying;
        }

        public string Name { get; }

        /// <summary>The type; null for values of enums.</summary>
        public TypeMention? Type { get; }

        /// <summary>The number of a value.</summary>
        public long Number { get; }

        /// <summary>Gets or sets a value indicating whether the program cannot create an object without it.</summary>
        public bool IsRequired { get; set; }

        /// <summary>Gets the names that it had in older programs.</summary>
        public List<string> FormerNames { get; } = new List<string>();

        /// <summary>
        /// Gets the text that is relevant for documents. Lines with the same name and different texts are different members.
        /// </summary>
        public string Text => Type == null
            ? SchemaNames.OfMember(Name) + " = " + SchemaNumbers.Text(Number, _underlying)
            : SchemaNames.OfMember(Name) + ": " + Type.Text;

        public static SchemaLine Parse(SchemaScanner scanner, SchemaBlock block)
        {
            string name = scanner.Name(out _);
            SchemaLine line;
            if (block.Kind == SchemaBlockKind.Enum)
            {
                scanner.Expect("=");
                line = new SchemaLine(name, scanner.Number(block.Underlying == SchemaKind.UInt64), block.Underlying);
            }
            else
            {
                scanner.Expect(":");
                line = new SchemaLine(name, TypeMention.Parse(scanner));
            }
            line.Line = scanner.Line;
            while (scanner.Take(","))
                line.ParseNote(scanner);
            scanner.ExpectEnd();
            return line;
        }

        private void ParseNote(SchemaScanner scanner)
        {
            if (!IsRequired && scanner.Take("required"))
                IsRequired = true;
            else if (scanner.TakeWord("was"))
                FormerNames.Add(scanner.Name(out _));
            else if (!TryParseDate(scanner))
                throw scanner.Error("expected 'required', 'was', 'since' or 'gone'" + scanner.Found());
        }

        public void Append(StringBuilder text, bool withNotes)
        {
            text.Append("  ").Append(Text);
            if (withNotes)
            {
                text.Append(IsRequired ? ", required" : "");
                foreach (string former in FormerNames)
                    text.Append(", was ").Append(SchemaNames.OfMember(former));
                AppendDates(text);
            }
            text.Append('\n');
        }

        /// <summary>The same line with other releases.</summary>
        public SchemaLine With(string? since, string? gone, SchemaLine? notes)
        {
            SchemaLine line = Type == null ? new SchemaLine(Name, Number, _underlying) : new SchemaLine(Name, Type);
            line.Line = Line;
            line.Since = since;
            line.Gone = gone;
            line.IsRequired = notes != null && notes.IsRequired;
            if (notes != null)
                line.FormerNames.AddRange(notes.FormerNames);
            return line;
        }
    }

    /// <summary>Specifies what a block of the text declares.</summary>
    internal enum SchemaBlockKind : byte
    {
        Class,

        Struct,

        Record,

        Enum,

        Union,

        /// <summary>A sequence that is a program's own class and reaches itself. Its name is not in the schema.</summary>
        List,

        /// <summary>Such a map.</summary>
        Map,

        /// <summary>A type with a long text, declared with a name that is not in the schema.</summary>
        Alias,
    }

    /// <summary>A type with its members, in the text of schemas.</summary>
    internal sealed class SchemaBlock : SchemaDated
    {
        public SchemaBlock(SchemaBlockKind kind, string qualifier, string name)
        {
            Kind = kind;
            Qualifier = qualifier;
            Name = name;
            Key = SchemaNames.Key(qualifier, name);
        }

        public SchemaBlockKind Kind { get; }

        /// <summary>
        /// Gets or sets a value indicating whether objects of the class have an identity, which is always true for custom collections.
        /// </summary>
        public bool IsTracked { get; set; }

        /// <summary>Gets the text that distinguishes types with the same name and is not in the schema: the namespace.</summary>
        public string Qualifier { get; }

        /// <summary>The name in the schema.</summary>
        public string Name { get; }

        /// <summary>Gets the text by which the type is mentioned.</summary>
        public string Key { get; }

        /// <summary>The integer under an enum.</summary>
        public SchemaKind Underlying { get; set; }

        public List<SchemaLine> Lines { get; private set; } = new List<SchemaLine>();

        /// <summary>Gets or sets what is known of the form in JSON of the program's type, or null if nothing is.</summary>
        public JsonNotes? Json { get; set; }

        /// <summary>Gets a value indicating whether the members are sorted by their names, rather than in a meaningful order.</summary>
        public bool IsSorted => Kind is SchemaBlockKind.Class or SchemaBlockKind.Struct or SchemaBlockKind.Union;

        /// <summary>Gets the keyword for the kind of type, as in mentions.</summary>
        public string Word => SchemaNames.KindWords[(int)Kind];

        /// <summary>The first line without releases. Blocks of different headers are different types.</summary>
        public string Header => (IsTracked ? "tracked " : "") + Word + " " + Key
            + (Kind == SchemaBlockKind.Enum ? " : " + SchemaNames.Of(Underlying) : "");

        /// <summary>Reads the first line, if it is one.</summary>
        public static SchemaBlock? TryParse(SchemaScanner scanner)
        {
            bool isTracked = scanner.TakeWord("tracked");
            int kind = 0;
            while (kind < SchemaNames.KindWords.Length && !scanner.TakeWord(SchemaNames.KindWords[kind]))
                kind++;
            if (kind == SchemaNames.KindWords.Length)
                return null;
            TypeMention.ParseKey(scanner, scanner.Name(out _), out string qualifier, out string name);
            var block = new SchemaBlock((SchemaBlockKind)kind, qualifier, name) { IsTracked = isTracked, Line = scanner.Line };
            bool canBeTracked = block.Kind is SchemaBlockKind.Class or SchemaBlockKind.List or SchemaBlockKind.Map;
            bool mustBeTracked = canBeTracked && block.Kind != SchemaBlockKind.Class;
            if (isTracked ? !canBeTracked : mustBeTracked)
                throw scanner.Error("classes may be tracked, lists and maps with a name are, nothing else");
            if (block.Kind == SchemaBlockKind.Enum)
            {
                scanner.Expect(":");
                string integer = scanner.Name(out _);
                if (!SchemaNames.TryBuiltIn(integer, out SchemaKind underlying) || underlying is < SchemaKind.SByte or > SchemaKind.UInt64)
                    throw scanner.Error("expected an integer of up to 64 bits under the enum, found " + SchemaNames.Quote(integer));
                block.Underlying = underlying;
            }
            while (scanner.Take(","))
            {
                if (!block.TryParseDate(scanner))
                    throw scanner.Error("expected 'since' or 'gone'" + scanner.Found());
            }
            scanner.ExpectEnd();
            return block;
        }

        public void Append(StringBuilder text, bool withNotes)
        {
            text.Append('\n').Append(Header);
            if (withNotes)
                AppendDates(text);
            text.Append('\n');
            foreach (SchemaLine line in Lines)
                line.Append(text, withNotes);
            if (withNotes)
                Json?.Append(text);
        }

        /// <summary>The same type with other releases, lines and notes.</summary>
        public SchemaBlock With(string? since, string? gone, List<SchemaLine> lines, JsonNotes? json) =>
            new SchemaBlock(Kind, Qualifier, Name)
            {
                IsTracked = IsTracked,
                Underlying = Underlying,
                Line = Line,
                Since = since,
                Gone = gone,
                Lines = lines,
                Json = json,
            };
    }
}
