using System;
using System.Collections.Generic;
using System.Globalization;

namespace Kitbag.Schema
{
    /// <summary>Makes the text of schemas.</summary>
    internal sealed class SchemaTextBuilder
    {
        // Types that contain the same type twice could double the text at each level, so longer texts are written only once.
        private const int LongestMention = 240;

        private readonly SchemaTable _table;
        private readonly SchemaNotes _notes;
        private readonly SchemaFile _file = new SchemaFile();
        private readonly Dictionary<SchemaType, SchemaBlock> _blocks = new Dictionary<SchemaType, SchemaBlock>();
        private readonly Dictionary<SchemaType, TypeMention> _mentions = new Dictionary<SchemaType, TypeMention>();
        // Unions may have the name of another type: of their base.
        private readonly HashSet<string> _unions = new HashSet<string>(StringComparer.Ordinal);
        private readonly HashSet<string> _others = new HashSet<string>(StringComparer.Ordinal);
        private readonly Dictionary<SchemaType, SchemaType> _owners = new Dictionary<SchemaType, SchemaType>();
        private readonly Dictionary<SchemaType, string> _qualifiers = new Dictionary<SchemaType, string>();
        private readonly Dictionary<SchemaType, JsonNotes> _json = new Dictionary<SchemaType, JsonNotes>();
        private readonly Dictionary<SchemaType, string> _labels = new Dictionary<SchemaType, string>();

        private SchemaTextBuilder(SchemaType[] roots, SchemaNotes notes)
        {
            _notes = notes;
            _table = new SchemaTable(roots, notes.Qualifiers);
            foreach (SchemaType type in notes.Owners)
                Represent(_owners, type, type);
            foreach (KeyValuePair<SchemaType, string> pair in notes.Qualifiers)
                Represent(_qualifiers, pair.Key, pair.Value);
            foreach (KeyValuePair<SchemaType, string> pair in notes.Labels)
                Represent(_labels, pair.Key, pair.Value);
            foreach (KeyValuePair<SchemaType, JsonNotes> pair in notes.Json)
                Represent(_json, pair.Key, pair.Value);
        }

        /// <summary>Creates the text of all types that the roots reach.</summary>
        /// <param name="roots">The roots.</param>
        /// <param name="notes">The additional information about the types.</param>
        public static SchemaFile Build(SchemaType[] roots, SchemaNotes notes)
        {
            var builder = new SchemaTextBuilder(roots, notes);
            foreach (SchemaType type in builder._table.Types)
                builder.Declare(type);
            foreach (SchemaType root in roots)
                builder._file.Roots.Add(new SchemaRootLine(builder.Mention(root, false)));
            foreach (SchemaType type in builder._table.Types)
                builder.Fill(type);
            builder._file.Blocks.Sort((a, b) =>
            {
                int order = string.CompareOrdinal(a.Key, b.Key);
                return order != 0 ? order : string.CompareOrdinal(a.Header, b.Header);
            });
            return builder._file;
        }

        private void Represent<T>(Dictionary<SchemaType, T> notes, SchemaType type, T note)
        {
            int number = _table.Find(type);
            if (number >= 0)
                notes[_table.Types[number]] = note;
        }

        private SchemaType One(SchemaType type) => type.Kind >= SchemaKind.Boolean ? type : _table.Types[_table.Number(type)];

        private void Declare(SchemaType type)
        {
            switch (type.Kind)
            {
                case SchemaKind.Object when !IsWrittenInPlace(type):
                    Add(type, type.IsStruct ? SchemaBlockKind.Struct : SchemaBlockKind.Class, type.Name);
                    break;
                case SchemaKind.Record:
                    Add(type, SchemaBlockKind.Record, type.Name);
                    break;
                case SchemaKind.Enum:
                    Add(type, SchemaBlockKind.Enum, type.Name);
                    break;
                case SchemaKind.Union:
                    Add(type, SchemaBlockKind.Union, type.Name);
                    break;
                case SchemaKind.Sequence or SchemaKind.Map when type.IsTracked:
                    bool isMap = type.Kind == SchemaKind.Map;
                    string name = _labels.TryGetValue(type, out string? label) ? label : isMap ? "Map" : "List";
                    Add(type, isMap ? SchemaBlockKind.Map : SchemaBlockKind.List, name);
                    break;
            }
        }

        // Structs of the library, of which there is one for each collection of that kind in a program.
        private static bool IsWrittenInPlace(SchemaType type)
        {
            SchemaMember[] members = type.MemberArray;
            if (type.IsTracked || members.Length != 2)
                return false;
            return type.Name == "KeyValuePair" ? members[0].Name == "Key" && members[1].Name == "Value"
                : type.Name == "PriorityQueueEntry" ? members[0].Name == "Element" && members[1].Name == "Priority"
                : type.Name.StartsWith("Array", StringComparison.Ordinal) && members[0].Name == "Items" && members[1].Name == "Lengths";
        }

        private void Add(SchemaType type, SchemaBlockKind kind, string name)
        {
            SchemaBlock block = Unique(kind, _qualifiers.TryGetValue(type, out string? qualifier) ? qualifier : "", name);
            block.IsTracked = type.IsTracked;
            block.Underlying = type.Underlying;
            block.Json = _json.TryGetValue(type, out JsonNotes? json) ? json : null;
            _blocks.Add(type, block);
        }

        private SchemaBlock Unique(SchemaBlockKind kind, string qualifier, string name)
        {
            HashSet<string> taken = kind == SchemaBlockKind.Union ? _unions : _others;
            var block = new SchemaBlock(kind, qualifier, name);
            for (int i = 2; !taken.Add(block.Key); i++)
                block = new SchemaBlock(kind, qualifier + "`" + i.ToString(CultureInfo.InvariantCulture), name);
            _file.Blocks.Add(block);
            return block;
        }

        private void Fill(SchemaType type)
        {
            if (!_blocks.TryGetValue(type, out SchemaBlock? block))
                return;
            if (type.Key != null)
                block.Lines.Add(new SchemaLine("Key", Mention(type.Key, false)));
            if (type.Element != null)
                block.Lines.Add(new SchemaLine(type.Key != null ? "Value" : "Element", Mention(type.Element, false)));
            foreach (SchemaMember member in type.MemberArray)
                block.Lines.Add(new SchemaLine(member.Name, Mention(member.Type, type.Kind == SchemaKind.Union)));
            foreach (SchemaEnumValue value in type.ValueArray)
                block.Lines.Add(new SchemaLine(value.Name, value.Value, type.Underlying));
            if (!_owners.TryGetValue(type, out SchemaType? owner))
                return;
            foreach (SchemaLine line in block.Lines)
            {
                line.IsRequired = _notes.IsRequired(owner, line.Name);
                line.FormerNames.AddRange(_notes.FormerNames(owner, line.Name));
            }
        }

        private TypeMention Mention(SchemaType any, bool isCase)
        {
            SchemaType type = One(any);
            if (type.Kind == SchemaKind.Reference)
                return Named(One(type.Element!), isCase, false);
            if (_blocks.ContainsKey(type))
                return Named(type, isCase, type.IsTracked);
            if (_mentions.TryGetValue(type, out TypeMention? mention))
                return mention;
            mention = InPlace(type);
            if (mention.Text.Length > LongestMention)
            {
                SchemaBlock alias = Unique(SchemaBlockKind.Alias, "", "Alias");
                alias.Lines.Add(new SchemaLine("Is", mention));
                mention = TypeMention.OfNamed(alias.Key, "alias", false);
            }
            _mentions.Add(type, mention);
            return mention;
        }

        private TypeMention Named(SchemaType type, bool isCase, bool isDirect)
        {
            SchemaBlock block = _blocks[type];
            bool isUnion = block.Kind == SchemaBlockKind.Union;
            // A name alone is the union of that name; among the cases of a union it is the other type.
            bool isClear = isUnion != isCase || !(isUnion ? _others : _unions).Contains(block.Key);
            return TypeMention.OfNamed(block.Key, isClear ? "" : block.Word, isDirect);
        }

        private TypeMention InPlace(SchemaType type)
        {
            switch (type.Kind)
            {
                case SchemaKind.Sequence:
                    return TypeMention.SequenceOf(Mention(type.Element!, false));
                case SchemaKind.Nullable:
                    return TypeMention.NullableOf(Mention(type.Element!, false));
                case SchemaKind.Map:
                    return TypeMention.MapOf(Mention(type.Key!, false), Mention(type.Element!, false));
                case SchemaKind.Object:
                    var members = new List<MemberMention>();
                    foreach (SchemaMember member in type.MemberArray)
                        members.Add(new MemberMention(member.Name, Mention(member.Type, false)));
                    return TypeMention.OfObject(type.Name, type.IsStruct, members);
                default:
                    return TypeMention.OfBuiltIn(type.Kind);
            }
        }
    }
}
