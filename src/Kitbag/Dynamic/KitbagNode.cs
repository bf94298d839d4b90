using System;
using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Represents a value of a document without its C# type. Values are read lazily, so damage causes a <see cref="KitbagException"/> when
    /// the damaged part is accessed. Nodes are snapshots: they do not change when the document is edited.
    /// </summary>
    public readonly partial struct KitbagNode
    {
        private readonly KitbagDocument? _document;
        private readonly Column? _column;
        private readonly int _index;
        private readonly NodePlace? _place;
        // Where the value is stored, with the layers that were passed through.
        private readonly Column? _stored;
        private readonly int _storedIndex;
        private readonly long _identity;
        private readonly UnionPlace _union;

        private KitbagNode(KitbagDocument document, Column stored, int storedIndex, Column? column, int index, NodePlace? place,
            long identity, UnionPlace union = default)
        {
            _document = document;
            _stored = stored;
            _storedIndex = storedIndex;
            _column = column;
            _index = index;
            _place = place;
            _identity = identity;
            _union = union;
        }

        /// <summary>Returns the value at an index of a column. Layers between the column and the value itself are passed through.</summary>
        internal static KitbagNode At(KitbagDocument document, Column column, int index, NodePlace? place)
        {
            int storedIndex = index;
            long identity = 0;
            try
            {
                Column? there = Resolve(column, ref index, ref identity, out UnionPlace union);
                return new KitbagNode(document, column, storedIndex, there, index, place, identity, union);
            }
            catch (KitbagException e)
            {
                throw document.Place(e, place, column);
            }
        }

        /// <summary>A tracked object by its place among those of its type.</summary>
        internal static KitbagNode OfObject(KitbagDocument document, Column column, int index, NodePlace place, int number) =>
            new KitbagNode(document, column, index, column, index, place, number + 1L);

        // Returns null if the value is null. Nullables and unions lead to their values, references to their objects.
        internal static Column? Resolve(Column column, ref int index, ref long identity) =>
            Resolve(column, ref index, ref identity, out _);

        private static Column? Resolve(Column column, ref int index, ref long identity, out UnionPlace union)
        {
            union = default;
            Column? there = column;
            while (there != null)
            {
                switch (there.Type.Kind)
                {
                    case SchemaKind.Nullable:
                        there = there.ValueAt(index, out index);
                        break;
                    case SchemaKind.Union:
                        SchemaType type = there.Type;
                        union = new UnionPlace(type, there.CaseAt(index, out there, out index));
                        break;
                    case SchemaKind.Reference:
                        ulong prefix = there.BitsAt(index).Low;
                        if (prefix == 0)
                            return null;
                        there = there.Body.Find(there.Type.Element!, (uint)prefix, out index, out identity);
                        break;
                    case SchemaKind.String:
                        return there.TextAt(index) == null ? null : there;
                    case SchemaKind.Sequence or SchemaKind.Map:
                        return there.ElementsAt(index).Parts == null ? null : there;
                    case SchemaKind.Object when there.Type.IsAny:
                        there = AnyColumnReader.Find(there, index, out index);
                        break;
                    case SchemaKind.Object when SchemaForms.RankOf(there.Type) != 0:
                        there = GridColumn.Find(there, index, out index);
                        break;
                    case SchemaKind.Object:
                        return there.FieldsAt(index, out _) == null ? null : there;
                    default:
                        return there;
                }
            }
            return null;
        }

        internal KitbagDocument Document => _document ?? throw new InvalidOperationException("This node belongs to no document.");

        internal Column? Column => _column;

        // Whether these are the elements at one index of a multidimensional array.
        private bool IsRow => _column!.Type.Rank != 0 && DeclaredType.Rank != 0;

        internal bool IsTracked => _identity != 0 && _column != null;

        internal int Index => _index;

        internal NodePlace? Place => _place;

        /// <summary>Gets the kind of the node.</summary>
        public KitbagNodeKind Kind => _column == null ? KitbagNodeKind.Null : _column.Type.Kind switch
        {
            SchemaKind.Object or SchemaKind.Record => KitbagNodeKind.Object,
            SchemaKind.Sequence => KitbagNodeKind.List,
            SchemaKind.Map => KitbagNodeKind.Map,
            _ => KitbagNodeKind.Value,
        };

        /// <summary>Gets a value indicating whether the value is null.</summary>
        public bool IsNull => _column == null;

        /// <summary>
        /// Gets the type of the value: for a nullable the type of its value, for a union the concrete type, and for a reference the type of
        /// the object. For null it is <see cref="DeclaredType"/>.
        /// </summary>
        public SchemaType Type => _column?.Type ?? DeclaredType;

        /// <summary>Gets the declared type of the value.</summary>
        public SchemaType DeclaredType => _stored?.Type ?? Document.Schema.Root;

        /// <summary>Gets the name of the type in C# syntax; sequences are arrays, maps are dictionaries.</summary>
        public string TypeName => TypeNames.Of(Type);

        /// <summary>
        /// Gets the identity of a tracked object, for example <c>#Node[17]</c>, or null for other values. Two nodes with the same identity
        /// are the same object, and <see cref="KitbagDocument.Find"/> accepts it as a path. The name of objects of classes that the program
        /// which wrote the document lacks is <c>$unknown</c>.
        /// </summary>
        public string? Identity => !IsTracked ? null
            : "#" + (_column!.Body.IsOfBlock ? UnknownObjectType.Instance : _column.Type).Name + "["
                + (_identity - 1).ToString(System.Globalization.CultureInfo.InvariantCulture) + "]";

        /// <summary>
        /// Gets the path from the root, for example <c>Zones[3].Name</c> or <c>Prices["iron"]</c>; empty for the root.
        /// <see cref="KitbagDocument.Find"/> accepts this path.
        /// </summary>
        public string Path => NodePlace.TextOf(_place);

        /// <summary>Gets the number of items of a list, entries of a map, or members of an object; otherwise 0.</summary>
        public int Count => Kind switch
        {
            KitbagNodeKind.Object => _column!.Type.MemberArray.Length,
            KitbagNodeKind.List or KitbagNodeKind.Map => _column!.ElementsAt(_index).Count,
            _ => 0,
        };

        /// <summary>Gets an item of a list, the value of a map entry, or a member of an object, by its position.</summary>
        /// <param name="index">The position, from 0 to <see cref="Count"/> - 1.</param>
        /// <exception cref="ArgumentOutOfRangeException">There is no value at that position.</exception>
        public KitbagNode this[int index]
        {
            get
            {
                if ((uint)index >= (uint)Count)
                    throw new ArgumentOutOfRangeException(nameof(index), index, "Expected 0 to " + (Count - 1) + ".");
                switch (Kind)
                {
                    case KitbagNodeKind.Object:
                        return MemberAt(index);
                    case KitbagNodeKind.Map:
                        return EntryAt(index).Value;
                    default:
                        try
                        {
                            Elements elements = _column!.ElementsAt(_index);
                            return At(Document, elements.Parts!.Elements, elements.Start + index, new NodePlace(_place, index,
                                isOfRow: IsRow));
                        }
                        catch (KitbagException e)
                        {
                            throw Document.Place(e, _place, _column);
                        }
                }
            }
        }

        /// <summary>
        /// Gets a member of an object by its name, or the value of a map by its key, which is formatted like
        /// <see cref="KitbagEntry.KeyText"/> or as plain text.
        /// </summary>
        /// <exception cref="KitbagException">There is no such member or key.</exception>
        public KitbagNode this[string name] => TryGet(name, out KitbagNode node) ? node : throw NoSuch(name);

        /// <summary>Finds a member of an object by its name, or the value of a map by its key.</summary>
        /// <param name="name">The name, or the key as text.</param>
        /// <param name="node">Returns the value.</param>
        /// <returns>true if the member or key exists; otherwise, false.</returns>
        public bool TryGet(string name, out KitbagNode node)
        {
            node = default;
            int at = Kind == KitbagNodeKind.Object ? MemberIndex(name) : Kind == KitbagNodeKind.Map ? EntryIndex(name) : -1;
            if (at < 0)
                return false;
            node = this[at];
            return true;
        }

        /// <summary>Gets the members of an object. Empty for other values.</summary>
        public IEnumerable<KitbagMember> Members
        {
            get
            {
                for (int i = 0; Kind == KitbagNodeKind.Object && i < _column!.Type.MemberArray.Length; i++)
                    yield return new KitbagMember(_column.Type.MemberArray[i].Name, MemberAt(i));
            }
        }

        /// <summary>Gets the items of a list. Empty for other values.</summary>
        public IEnumerable<KitbagNode> Items
        {
            get
            {
                int count = Kind == KitbagNodeKind.List ? Count : 0;
                for (int i = 0; i < count; i++)
                    yield return this[i];
            }
        }

        /// <summary>Gets the entries of a map. Empty for other values.</summary>
        public IEnumerable<KitbagEntry> Entries
        {
            get
            {
                int count = Kind == KitbagNodeKind.Map ? Count : 0;
                for (int i = 0; i < count; i++)
                    yield return EntryAt(i);
            }
        }

        internal KitbagNode MemberAt(int index)
        {
            SchemaMember member = _column!.Type.MemberArray[index];
            try
            {
                Fields fields = _column.FieldsAt(_index, out int place)!;
                return At(Document, fields[index], place, new NodePlace(_place, member.Name));
            }
            catch (KitbagException e)
            {
                throw Document.Place(e, _place, _column);
            }
        }

        internal KitbagEntry EntryAt(int index)
        {
            try
            {
                Elements elements = _column!.ElementsAt(_index);
                KitbagNode key = At(Document, elements.Parts!.Keys, elements.Start + index, new NodePlace(_place, index,
                    KeyText.OfPosition(index)));
                return new KitbagEntry(key, At(Document, elements.Parts.Elements, elements.Start + index,
                    new NodePlace(_place, index, key.Kind == KitbagNodeKind.Value ? key.ToString() : key)));
            }
            catch (KitbagException e)
            {
                throw Document.Place(e, _place, _column);
            }
        }

        /// <summary>Returns the column that contains a member of an object or an item of a list, and its index there.</summary>
        internal Column PartAt(int index, out int place)
        {
            if (Kind == KitbagNodeKind.Object)
                return _column!.FieldsAt(_index, out place)![index];
            Elements elements = _column!.ElementsAt(_index);
            place = elements.Start + index;
            return elements.Parts!.Elements;
        }

        /// <summary>Returns whether a part is detected to be equal to one of another node, without creating nodes for them.</summary>
        internal bool IsSeenSame(int index, KitbagNode other, int otherIndex)
        {
            try
            {
                Column part = PartAt(index, out int place), otherPart = other.PartAt(otherIndex, out int otherPlace);
                return ScalarValue.AreSeenSame(part, place, otherPart, otherPlace);
            }
            catch (KitbagException)
            {
                // The position of the damage is reported when the part is read as a node.
                return false;
            }
        }

        internal int MemberIndex(string name) => Array.FindIndex(_column!.Type.MemberArray, m => m.Name == name);

        internal int EntryIndex(string key)
        {
            try
            {
                Elements elements = _column!.ElementsAt(_index);
                Column keys = elements.Count == 0 ? _column : elements.Parts!.Keys;
                for (int i = 0; i < elements.Count; i++)
                {
                    int index = elements.Start + i;
                    long identity = 0;
                    Column? there = Resolve(keys, ref index, ref identity);
                    if (there != null && (ScalarValue.IsScalar(there.Type.Kind) ? KeyIs(there, index, key)
                        : KeyText.MayBeComposite(key) && KeyText.Of(EntryAt(i).Key) == key))
                        return i;
                }
                return -1;
            }
            catch (KitbagException e)
            {
                throw Document.Place(e, _place, _column);
            }
        }

        private static bool KeyIs(Column column, int index, string key) =>
            column.Type.Kind == SchemaKind.String ? column.TextAt(index) == key
                : column.Type.Kind == SchemaKind.Char && key.Length == 1 ? column.BitsAt(index).Low == key[0]
                : ScalarText.Of(column, index) == key;

        private KitbagException NoSuch(string name) => Document.Place(new KitbagException(KitbagErrorReason.SchemaMismatch,
            Kind == KitbagNodeKind.Object
                ? NoSuchMember(Type, name)
                : Kind == KitbagNodeKind.Map ? "The map has no key '" + KitbagException.Cut(name) + "'."
                : "There is no '" + KitbagException.Cut(name) + "' in a value of type " + TypeName + "."), _place);

        /// <summary>Returns the message for a member that a type does not have.</summary>
        internal static string NoSuchMember(SchemaType type, string name) => "A '" + type.ToString() + "' has no member '"
            + KitbagException.Cut(name) + "'; it has " + MemberNames(type.MemberArray) + ".";

        private static string MemberNames(SchemaMember[] members)
        {
            if (members.Length == 0)
                return "none";
            string text = members[0].Name;
            for (int i = 1; i < members.Length && i < 40; i++)
                text += ", " + members[i].Name;
            return members.Length > 40 ? text + ", …" : text;
        }
    }
}
