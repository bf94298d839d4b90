using System.Collections.Generic;
using System.Text;

namespace Kitbag.Schema
{
    /// <summary>What of a lock file is part of some releases only.</summary>
    internal abstract class SchemaDated
    {
        /// <summary>The release after the newest one, in <see cref="Since"/> and <see cref="Gone"/>.</summary>
        public const string Next = "next";

        /// <summary>The first release that has it; null for the first of all.</summary>
        public string? Since { get; set; }

        /// <summary>The first release that does not have it any more; null where the program has it.</summary>
        public string? Gone { get; set; }

        /// <summary>The line of the text, from 1; 0 for what was not read from one.</summary>
        public int Line { get; set; }

        /// <summary>Appends the releases.</summary>
        protected void AppendDates(StringBuilder text)
        {
            if (Since != null)
                text.Append(", since ").Append(Since);
            if (Gone != null)
                text.Append(", gone ").Append(Gone);
        }

        /// <summary>Reads one part behind a comma.</summary>
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

        /// <summary>Whether the program cannot make an object without it.</summary>
        public bool IsRequired { get; set; }

        /// <summary>What it was called in older programs.</summary>
        public List<string> FormerNames { get; } = new List<string>();

        /// <summary>What a document depends on. Lines of one name with different texts are different members.</summary>
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

    /// <summary>What a block of the text declares.</summary>
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

        /// <summary>A type of which the text would be long, under a name that is not in the schema.</summary>
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

        /// <summary>Whether objects of the class have an identity. Own collections always are.</summary>
        public bool IsTracked { get; set; }

        /// <summary>What tells types of one name apart and is not in the schema: the namespace.</summary>
        public string Qualifier { get; }

        /// <summary>The name in the schema.</summary>
        public string Name { get; }

        /// <summary>What types are mentioned by.</summary>
        public string Key { get; }

        /// <summary>The integer under an enum.</summary>
        public SchemaKind Underlying { get; set; }

        public List<SchemaLine> Lines { get; private set; } = new List<SchemaLine>();

        /// <summary>Whether the members are in the order of their names, and not in one that has a meaning.</summary>
        public bool IsSorted => Kind is SchemaBlockKind.Class or SchemaBlockKind.Struct or SchemaBlockKind.Union;

        /// <summary>What kind of type it is, as mentions have it.</summary>
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
        }

        /// <summary>The same type with other releases and lines.</summary>
        public SchemaBlock With(string? since, string? gone, List<SchemaLine> lines) => new SchemaBlock(Kind, Qualifier, Name)
        {
            IsTracked = IsTracked,
            Underlying = Underlying,
            Line = Line,
            Since = since,
            Gone = gone,
            Lines = lines,
        };
    }
}
