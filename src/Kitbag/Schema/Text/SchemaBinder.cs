using System;
using System.Collections.Generic;

namespace Kitbag.Schema
{
    /// <summary>Creates the types that a text of schemas describes.</summary>
    internal sealed class SchemaBinder
    {
        private const int MostDepth = 128;

        // Unions may have the name of another type: of their base.
        private readonly Dictionary<string, Entry> _unions = new Dictionary<string, Entry>(StringComparer.Ordinal);
        private readonly Dictionary<string, Entry> _others = new Dictionary<string, Entry>(StringComparer.Ordinal);
        private readonly List<Entry> _entries = new List<Entry>();
        private readonly List<SchemaType> _types = new List<SchemaType>();
        private readonly SchemaNotes _notes;

        private SchemaBinder(SchemaNotes notes) => _notes = notes;

        /// <summary>Creates the types of the roots.</summary>
        /// <param name="roots">The roots.</param>
        /// <param name="blocks">The types to which they, and each other, refer.</param>
        /// <param name="notes">Receives the additional information in the text.</param>
        /// <exception cref="SchemaException">The text does not describe a valid schema.</exception>
        public static SchemaType[] Bind(IReadOnlyList<SchemaRootLine> roots, IReadOnlyList<SchemaBlock> blocks, SchemaNotes notes)
        {
            var binder = new SchemaBinder(notes);
            foreach (SchemaBlock block in blocks)
                binder.Declare(block);
            foreach (Entry entry in binder._entries)
                binder.Fill(entry);
            var types = new SchemaType[roots.Count];
            for (int i = 0; i < types.Length; i++)
                types[i] = binder.Resolve(roots[i].Type, false, roots[i].Line, MostDepth);
            SchemaRules.Check(types, binder._types, MostDepth);
            return types;
        }

        private void Declare(SchemaBlock block)
        {
            Dictionary<string, Entry> entries = block.Kind == SchemaBlockKind.Union ? _unions : _others;
            if (entries.ContainsKey(block.Key))
                throw new SchemaException("'" + block.Key + "' is declared twice", block.Line);
            var entry = new Entry(block);
            entries.Add(block.Key, entry);
            _entries.Add(entry);
            if (block.Kind == SchemaBlockKind.Alias)
                return;
            bool isNamed = block.Kind is not (SchemaBlockKind.List or SchemaBlockKind.Map);
            SchemaType type = Add(new SchemaType(Kind(block.Kind), isNamed ? block.Name : ""), block.Line);
            type.IsStruct = block.Kind is SchemaBlockKind.Struct or SchemaBlockKind.Record;
            type.IsTracked = block.IsTracked;
            type.Underlying = block.Underlying;
            entry.Type = type;
            if (block.Qualifier.Length != 0)
                _notes.Qualify(type, block.Qualifier);
            if (!isNamed)
                _notes.Label(type, block.Name);
            if (block.Json != null)
                _notes.Json[type] = block.Json;
        }

        private static SchemaKind Kind(SchemaBlockKind kind) => kind switch
        {
            SchemaBlockKind.Record => SchemaKind.Record,
            SchemaBlockKind.Enum => SchemaKind.Enum,
            SchemaBlockKind.Union => SchemaKind.Union,
            SchemaBlockKind.List => SchemaKind.Sequence,
            SchemaBlockKind.Map => SchemaKind.Map,
            _ => SchemaKind.Object,
        };

        private SchemaType Add(SchemaType type, int line)
        {
            type.Offset = line;
            _types.Add(type);
            return type;
        }

        private void Fill(Entry entry)
        {
            SchemaBlock block = entry.Block;
            SchemaType type = entry.Type!;
            switch (block.Kind)
            {
                case SchemaBlockKind.Alias:
                    ResolveAlias(entry, MostDepth);
                    return;
                case SchemaBlockKind.List:
                    ExpectParts(block, "Element");
                    type.Element = Part(block, 0);
                    return;
                case SchemaBlockKind.Map:
                    ExpectParts(block, "Key", "Value");
                    type.Key = Part(block, 0);
                    type.Element = Part(block, 1);
                    return;
                case SchemaBlockKind.Enum:
                    var values = new SchemaEnumValue[block.Lines.Count];
                    for (int i = 0; i < values.Length; i++)
                        values[i] = Value(block, block.Lines[i]);
                    type.ValueArray = values;
                    break;
                default:
                    FillMembers(type, block);
                    break;
            }
            foreach (SchemaLine line in block.Lines)
            {
                if (line.IsRequired)
                    _notes.Require(type, line.Name);
                foreach (string former in line.FormerNames)
                    _notes.Former(type, line.Name, former);
            }
        }

        private void FillMembers(SchemaType type, SchemaBlock block)
        {
            var names = new HashSet<string>(StringComparer.Ordinal);
            var members = new SchemaMember[block.Lines.Count];
            for (int i = 0; i < members.Length; i++)
            {
                SchemaLine line = block.Lines[i];
                if (!names.Add(line.Name))
                    throw new SchemaException("'" + block.Key + "' has '" + line.Name + "' twice", line.Line);
                members[i] = new SchemaMember(line.Name,
                    Resolve(line.Type!, block.Kind == SchemaBlockKind.Union, line.Line, MostDepth), line.Line);
            }
            type.MemberArray = members;
        }

        private static SchemaEnumValue Value(SchemaBlock block, SchemaLine line)
        {
            bool fits = block.Underlying switch
            {
                SchemaKind.SByte => line.Number == (sbyte)line.Number,
                SchemaKind.Byte => line.Number == (byte)line.Number,
                SchemaKind.Int16 => line.Number == (short)line.Number,
                SchemaKind.UInt16 => line.Number == (ushort)line.Number,
                SchemaKind.Int32 => line.Number == (int)line.Number,
                SchemaKind.UInt32 => line.Number == (uint)line.Number,
                _ => true,
            };
            if (!fits)
                throw new SchemaException("the number of '" + line.Name + "' is none of " + SchemaNames.Of(block.Underlying), line.Line);
            return new SchemaEnumValue(line.Name, line.Number);
        }

        private static void ExpectParts(SchemaBlock block, params string[] names)
        {
            bool isRight = block.Lines.Count == names.Length;
            for (int i = 0; i < names.Length && isRight; i++)
                isRight = block.Lines[i].Name == names[i];
            if (!isRight)
                throw new SchemaException("'" + block.Key + "' has other lines than " + string.Join(", ", names), block.Line);
        }

        private SchemaType Part(SchemaBlock block, int index) =>
            Resolve(block.Lines[index].Type!, false, block.Lines[index].Line, MostDepth);

        private SchemaType Resolve(TypeMention mention, bool isCase, int line, int depth)
        {
            if (depth == 0)
                throw new SchemaException("types nest deeper than 128 levels", line, true);
            switch (mention.Kind)
            {
                case MentionKind.BuiltIn:
                    return SchemaType.BuiltIn(mention.BuiltInKind);
                case MentionKind.Sequence:
                    return Add(SchemaType.SequenceOf(Resolve(mention.Element!, false, line, depth - 1)), line);
                case MentionKind.Nullable:
                    return Add(SchemaType.NullableOf(Resolve(mention.Element!, false, line, depth - 1)), line);
                case MentionKind.Map:
                    SchemaType key = Resolve(mention.KeyPart!, false, line, depth - 1);
                    return Add(SchemaType.MapOf(key, Resolve(mention.Element!, false, line, depth - 1)), line);
                case MentionKind.Object:
                    return ResolveObject(mention, line, depth);
                default:
                    return ResolveNamed(mention, isCase, line, depth);
            }
        }

        private SchemaType ResolveObject(TypeMention mention, int line, int depth)
        {
            SchemaType type = Add(new SchemaType(SchemaKind.Object, mention.Name) { IsStruct = mention.IsStruct }, line);
            var names = new HashSet<string>(StringComparer.Ordinal);
            var members = new SchemaMember[mention.Members.Count];
            for (int i = 0; i < members.Length; i++)
            {
                MemberMention member = mention.Members[i];
                if (!names.Add(member.Name))
                    throw new SchemaException("'" + mention.Name + "' has '" + member.Name + "' twice", line);
                members[i] = new SchemaMember(member.Name, Resolve(member.Type, false, line, depth - 1), line);
            }
            type.MemberArray = members;
            return type;
        }

        private SchemaType ResolveNamed(TypeMention mention, bool isCase, int line, int depth)
        {
            Entry entry = Find(mention, isCase)
                ?? throw new SchemaException("'" + mention.Text + "' is no type of this text", line);
            if (entry.Block.Kind == SchemaBlockKind.Alias)
                return ResolveAlias(entry, depth);
            SchemaType type = entry.Type!;
            if (mention.IsDirect && !type.IsTracked)
                throw new SchemaException("'" + mention.Text + "' is no tracked type", line);
            if (!type.IsTracked || mention.IsDirect)
                return type;
            return entry.Reference ??= Add(SchemaType.ReferenceTo(type), line);
        }

        private Entry? Find(TypeMention mention, bool isCase)
        {
            _unions.TryGetValue(mention.Key, out Entry? union);
            _others.TryGetValue(mention.Key, out Entry? other);
            if (mention.Word.Length == 0)
                return isCase ? other ?? union : union ?? other;
            return union != null && union.Block.Word == mention.Word ? union
                : other != null && other.Block.Word == mention.Word ? other
                : null;
        }

        private SchemaType ResolveAlias(Entry entry, int depth)
        {
            if (entry.Type != null)
                return entry.Type;
            if (entry.IsOpen)
                throw new SchemaException("'" + entry.Block.Key + "' is itself", entry.Block.Line);
            ExpectParts(entry.Block, "Is");
            entry.IsOpen = true;
            entry.Type = Resolve(entry.Block.Lines[0].Type!, false, entry.Block.Lines[0].Line, depth - 1);
            return entry.Type;
        }

        private sealed class Entry
        {
            public Entry(SchemaBlock block) => Block = block;

            public SchemaBlock Block { get; }

            public SchemaType? Type { get; set; }

            public SchemaType? Reference { get; set; }

            public bool IsOpen { get; set; }
        }
    }
}
