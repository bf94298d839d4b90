using System;
using System.Collections.Generic;
using Kitbag.Layout;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>Counts the bytes of a body by the columns that a walk reports.</summary>
    internal sealed class SizeVisitor : ISchemaVisitor
    {
        private readonly Body _body;
        private readonly KitbagSize _document;
        private readonly Stack<Frame> _frames = new Stack<Frame>();
        private readonly Dictionary<(KitbagSize, string, SchemaType), KitbagSize> _sizes =
            new Dictionary<(KitbagSize, string, SchemaType), KitbagSize>();

        private long _counted;

        public SizeVisitor(Body body, KitbagSize document)
        {
            _body = body;
            _document = document;
        }

        /// <summary>Represents an open column, or the open objects of a group.</summary>
        private sealed class Frame
        {
            public Frame(KitbagSize size, SchemaType type, int count, int start, bool isCell, bool isObjects)
            {
                Size = size;
                Type = type;
                Count = count;
                Start = start;
                IsCell = isCell;
                IsObjects = isObjects;
            }

            public KitbagSize Size { get; }

            public SchemaType Type { get; }

            public int Count { get; }

            public int Start { get; }

            /// <summary>Gets a value indicating whether it is a single value of a row.</summary>
            public bool IsCell { get; }

            public bool IsObjects { get; }

            public bool IsDefault { get; set; }

            /// <summary>Gets or sets the number of bytes of the inner columns.</summary>
            public long Inner { get; set; }

            public int Parts { get; set; }

            public string? Member { get; set; }
        }

        public bool WantsValues => false;

        public IWalkListener? Listener => _body;

        /// <summary>The bytes that have been counted.</summary>
        public long Counted => _counted;

        private KitbagSize Find(KitbagSize parent, string name, SchemaType type, bool isMember)
        {
            if (_sizes.TryGetValue((parent, name, type), out KitbagSize? size))
                return size;
            _body.Memory.Charge(256 + 2L * (parent.Path.Length + name.Length));
            string path = parent == _document ? name : !isMember || parent.Path.Length == 0 ? parent.Path + name : parent.Path + "." + name;
            return _sizes[(parent, name, type)] = new KitbagSize(parent, name, path, type);
        }

        public void BeginColumn(SchemaType type, int count, int offset)
        {
            if (_frames.Count == 0)
            {
                // The root, which is followed by the tracked objects and preceded only by its slot.
                bool isRoot = _counted == 0 && offset <= _body.Root.Slot.MaxBytes + 1 && type == _body.Root;
                KitbagSize top = Find(_document, isRoot ? type.RootName : "#" + type.Name, type, false);
                if (isRoot && offset != 0)
                {
                    top.Count("row", 0, offset);
                    _counted += offset;
                }
                _frames.Push(new Frame(top, type, count, offset, isRoot, false));
                return;
            }
            Frame parent = _frames.Peek();
            int part = parent.Parts++;
            string name = parent.Member ?? parent.Type.Kind switch
            {
                SchemaKind.Sequence => "[]",
                SchemaKind.Map => part == 0 ? "Keys" : "Values",
                SchemaKind.Union => "<" + KitbagException.Cut(NameOf(parent.Type, type)) + ">",
                _ => "",
            };
            bool isMember = parent.Member != null || parent.Type.Kind == SchemaKind.Map;
            bool isCell = parent.IsObjects
                ? parent.Count == 1
                : parent.IsCell && parent.Type.Kind is (SchemaKind.Nullable or SchemaKind.Union);
            _frames.Push(new Frame(Find(parent.Size, name, type, isMember), type, count, offset, isCell, false));
        }

        private static string NameOf(SchemaType union, SchemaType type)
        {
            foreach (SchemaMember member in union.MemberArray)
            {
                if (member.Type == type)
                    return member.Name;
            }
            return type.Name;
        }

        public void EndColumn(SchemaType type, int offset)
        {
            Frame frame = _frames.Pop();
            long bytes = offset - frame.Start, own = bytes - frame.Inner;
            string encoding = frame.IsDefault ? "default"
                : frame.IsCell ? "row"
                : ColumnEncoding.Of(_body, frame.Start, type, frame.Count);
            frame.Size.Values += frame.Count;
            frame.Size.Count(encoding, frame.Count, own);
            _counted += own;
            if (_frames.Count != 0)
                _frames.Peek().Inner += bytes;
            _body.Passed(offset);
        }

        public void Default(SchemaType type, int count) => _frames.Peek().IsDefault = true;

        public void BeginObjects(SchemaType type, int count, int offset) =>
            _frames.Push(new Frame(_frames.Peek().Size, type, count, offset, false, true));

        public void EndObjects(SchemaType type, int offset)
        {
            Frame objects = _frames.Pop();
            // The bytes of members before the payloads of a row belong to the members, not to the row.
            _frames.Peek().Inner += objects.Inner;
        }

        public void BeginMember(SchemaMember member, int index, int stored)
        {
            Frame objects = _frames.Peek();
            objects.Member = member.Name;
            if (stored == 0)
                return;
            Find(objects.Size, member.Name, member.Type, true).Count("row", 0, stored);
            objects.Inner += stored;
            _counted += stored;
        }

        public void EndMember(SchemaMember member) => _frames.Peek().Member = null;

        public void Booleans(ReadOnlySpan<bool> values)
        {
        }

        public void Integers(SchemaType type, IntegerKind kind, ReadOnlySpan<byte> image)
        {
        }

        public void Singles(ReadOnlySpan<float> values)
        {
        }

        public void Doubles(ReadOnlySpan<double> values)
        {
        }

        public void Times(ReadOnlySpan<long> ticks, ReadOnlySpan<short> minutes)
        {
        }

        public void Images(SchemaType type, ReadOnlySpan<byte> image, int size)
        {
        }

        public void Strings(in DictionaryStrings values)
        {
        }

        public void Present(SchemaType type, ReadOnlySpan<bool> present)
        {
        }

        public void Lengths(SchemaType type, ReadOnlySpan<uint> prefixes)
        {
        }

        public void Comparer(int index, byte number)
        {
        }

        public void TypeNumbers(SchemaType type, ReadOnlySpan<uint> numbers)
        {
        }

        public void BeginGroup(SchemaType type, int count, ReadOnlySpan<bool> present)
        {
        }

        public void EndGroup(SchemaType type)
        {
        }
    }
}
