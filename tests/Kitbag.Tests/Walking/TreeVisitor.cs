using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Kitbag.Layout;
using Kitbag.Schema;

namespace Kitbag.Tests
{
    /// <summary>A value of a document, as text or with its parts.</summary>
    internal sealed record WalkedNode(string Text, IReadOnlyList<(string Name, WalkedNode Value)> Parts)
    {
        public static readonly WalkedNode Null = new("null", []);

        public int Count => 1 + Parts.Sum(p => p.Value.Count);

        public override string ToString() =>
            Parts.Count == 0 ? Text : Text + "(" + string.Join(", ", Parts.Select(p => p.Name + ": " + p.Value)) + ")";
    }

    /// <summary>Assembles the columns that a walker reports to the tree that was written.</summary>
    internal sealed class TreeVisitor : ISchemaVisitor
    {
        private readonly Stack<Column> _columns = new();
        private readonly Stack<Objects> _objects = new();

        // The open columns and objects: whether a column belongs to a member or to another column depends on the innermost one.
        private readonly Stack<object> _open = new();

        public WalkedNode? Root { get; private set; }

        /// <summary>The number of values that were reported, including those of columns within columns.</summary>
        public int Values { get; private set; }

        public bool WantsValues => true;

        public IWalkListener? Listener => null;

        private int _offset;

        public void BeginColumn(SchemaType type, int count, int offset)
        {
            Assert(count > 0 && offset >= _offset, "columns have values, and offsets grow");
            _offset = offset;
            var column = new Column(type, count);
            _columns.Push(column);
            _open.Push(column);
        }

        public void EndColumn(SchemaType type, int offset)
        {
            Assert(offset >= _offset, "offsets grow");
            _offset = offset;
            Column column = _columns.Pop();
            _open.Pop();
            List<WalkedNode> nodes = column.Assemble();
            Assert(column.Type == type && nodes.Count == column.Count, column.Type + ": " + nodes.Count + " of " + column.Count);
            Values += nodes.Count;
            // The root is followed by the tracked objects, with a column for each segment.
            if (_open.Count == 0 && Root == null)
                Root = nodes.Single();
            else if (_open.Count == 0)
                Root = new WalkedNode(Root!.Text, [.. Root.Parts, .. nodes.Select(node => ("#" + type.Name, node))]);
            else if (_open.Peek() is Objects objects)
                objects.Members.Add(nodes);
            else
                ((Column)_open.Peek()).Children.Add(nodes);
        }

        public void Default(SchemaType type, int count)
        {
            for (int i = 0; i < count; i++)
                Add(DefaultOf(type));
        }

        public void Booleans(ReadOnlySpan<bool> values)
        {
            foreach (bool value in values)
                Add(value ? "true" : "false");
        }

        public void Integers(SchemaType type, IntegerKind kind, ReadOnlySpan<byte> image)
        {
            int size = IntegerKinds.SizeOf(kind);
            for (int at = 0; at < image.Length; at += size)
            {
                byte[] eight = new byte[8];
                bool isNegative = IntegerKinds.IsSigned(kind) && image[at + size - 1] >= 0x80;
                eight.AsSpan().Fill(isNegative ? (byte)0xFF : (byte)0);
                image.Slice(at, size).CopyTo(eight);
                Add(IntegerKinds.Text(BitConverter.ToUInt64(eight), IntegerKinds.IsSigned(kind)));
            }
        }

        public void Singles(ReadOnlySpan<float> values)
        {
            foreach (float value in values)
                Add(BitConverter.SingleToInt32Bits(value) == 0 ? "0" : value.ToString("R", CultureInfo.InvariantCulture));
        }

        public void Doubles(ReadOnlySpan<double> values)
        {
            foreach (double value in values)
                Add(BitConverter.DoubleToInt64Bits(value) == 0 ? "0" : value.ToString("R", CultureInfo.InvariantCulture));
        }

        public void Times(ReadOnlySpan<long> ticks, ReadOnlySpan<short> minutes)
        {
            for (int i = 0; i < ticks.Length; i++)
                Add(ticks[i] == 0 && minutes[i] == 0 ? "0" : ticks[i] + "+" + minutes[i]);
        }

        public void Images(SchemaType type, ReadOnlySpan<byte> image, int size)
        {
            for (int at = 0; at < image.Length; at += size)
            {
                ReadOnlySpan<byte> one = image.Slice(at, size);
                Add(one.IndexOfAnyExcept((byte)0) < 0 ? "0" : Convert.ToHexString(one));
            }
        }

        public void Strings(in DictionaryStrings values)
        {
            for (int i = 0; i < values.Length; i++)
                Add(values[i] == null ? "null" : "'" + values[i] + "'");
        }

        public void Present(SchemaType type, ReadOnlySpan<bool> present) => _columns.Peek().Present = present.ToArray();

        public void Lengths(SchemaType type, ReadOnlySpan<uint> prefixes) => _columns.Peek().Lengths = prefixes.ToArray();

        public void Comparer(int index, byte number) =>
            Assert(number is > 0 and <= Comparers.Last && index < _columns.Peek().Count, "comparer");

        public void TypeNumbers(SchemaType type, ReadOnlySpan<uint> numbers) => _columns.Peek().Numbers = numbers.ToArray();

        public void BeginGroup(SchemaType type, int count, ReadOnlySpan<bool> present)
        {
            Column column = _columns.Peek();
            column.Group = new List<WalkedNode>();
            column.GroupPresent = present.IsEmpty ? Enumerable.Repeat(true, count).ToArray() : present.ToArray();
            Assert(column.GroupPresent.Length == count, "a bit for each object");
        }

        public void EndGroup(SchemaType type)
        {
            Column column = _columns.Peek();
            var group = new Queue<WalkedNode>(column.Group);
            foreach (bool isThere in column.GroupPresent)
                column.Nodes.Add(isThere ? group.Dequeue() : WalkedNode.Null);
            Assert(group.Count == 0, "all objects of the group have a place");
        }

        public void BeginObjects(SchemaType type, int count, int offset)
        {
            var objects = new Objects(type, count);
            _objects.Push(objects);
            _open.Push(objects);
        }

        public void EndObjects(SchemaType type, int offset)
        {
            Objects objects = _objects.Pop();
            _open.Pop();
            Assert(objects.Members.Count == type.Members.Count, "all members");
            for (int i = 0; i < objects.Count; i++)
                _columns.Peek().Group.Add(
                    new WalkedNode(type.Name, type.Members.Select((m, at) => (m.Name, objects.Members[at][i])).ToArray()));
        }

        public void BeginMember(SchemaMember member, int index, int stored)
        {
            Assert(_objects.Peek().Members.Count == index && _objects.Peek().Type.Members[index] == member, "members in order");
            Assert(stored <= member.Type.Slot.MaxBytes, "stored bytes");
        }

        public void EndMember(SchemaMember member) =>
            Assert(_objects.Peek().Type.Members[_objects.Peek().Members.Count - 1] == member, "members end in order");

        private void Add(string text) => Add(new WalkedNode(text, []));

        private void Add(WalkedNode node) => _columns.Peek().Nodes.Add(node);

        // The value that a reader has for a default.
        private static WalkedNode DefaultOf(SchemaType type) => type.Kind switch
        {
            SchemaKind.Object when type.IsStruct =>
                new WalkedNode(type.Name, type.Members.Select(m => (m.Name, DefaultOf(m.Type))).ToArray()),
            SchemaKind.Boolean => new WalkedNode("false", []),
            _ when type.HasNull || type.Kind == SchemaKind.Nullable => WalkedNode.Null,
            _ => new WalkedNode("0", []),
        };

        private static void Assert(bool condition, string what) => Xunit.Assert.True(condition, what);

        private sealed class Objects(SchemaType type, int count)
        {
            public SchemaType Type => type;

            public int Count => count;

            public List<List<WalkedNode>> Members { get; } = new();
        }

        private sealed class Column(SchemaType type, int count)
        {
            public SchemaType Type => type;

            public int Count => count;

            public List<WalkedNode> Nodes { get; } = new();

            public List<List<WalkedNode>> Children { get; } = new();

            public bool[]? Present { get; set; }

            public uint[]? Lengths { get; set; }

            public uint[]? Numbers { get; set; }

            public List<WalkedNode> Group { get; set; } = new();

            public bool[] GroupPresent { get; set; } = [];

            public List<WalkedNode> Assemble()
            {
                if (Present != null)
                    Spread(Present.Select(isThere => isThere ? 0 : -1));
                else if (Numbers != null)
                    SpreadCases(Numbers);
                else if (Lengths != null)
                    Nodes.AddRange(Type.Kind == SchemaKind.Map ? Maps(Lengths) : Sequences(Lengths));
                return Nodes;
            }

            private void Spread(IEnumerable<int> sources)
            {
                Queue<WalkedNode>[] children = Children.Select(c => new Queue<WalkedNode>(c)).ToArray();
                foreach (int source in sources)
                    Nodes.Add(source < 0 ? WalkedNode.Null : children[source].Dequeue());
                Assert(children.All(c => c.Count == 0), "all values have a place");
            }

            private void SpreadCases(uint[] numbers)
            {
                uint[] cases = numbers.Where(n => n != 0).Distinct().Order().ToArray();
                Assert(cases.Length == Children.Count, "a column for each type that occurs");
                Spread(numbers.Select(n => Array.IndexOf(cases, n)));
            }

            private IEnumerable<WalkedNode> Sequences(uint[] lengths)
            {
                Queue<WalkedNode> elements = new(Children.FirstOrDefault() ?? []);
                foreach (uint length in lengths)
                    yield return length == 0 ? WalkedNode.Null : new WalkedNode("[]" + (length - 1), Take(elements, length - 1));
                Assert(elements.Count == 0, "all elements have a place");
            }

            private IEnumerable<WalkedNode> Maps(uint[] lengths)
            {
                Queue<WalkedNode> keys = new(Children.FirstOrDefault() ?? []), values = new(Children.ElementAtOrDefault(1) ?? []);
                foreach (uint length in lengths)
                {
                    yield return length == 0 ? WalkedNode.Null : new WalkedNode("{}" + (length - 1),
                        Take(keys, length - 1).Zip(Take(values, length - 1), (k, v) => (k.Value.ToString(), v.Value)).ToArray());
                }
                Assert(keys.Count == 0 && values.Count == 0, "all entries have a place");
            }

            private static (string Name, WalkedNode Value)[] Take(Queue<WalkedNode> nodes, uint count) =>
                Enumerable.Range(0, (int)count).Select(i => (i.ToString(CultureInfo.InvariantCulture), nodes.Dequeue())).ToArray();
        }
    }
}
