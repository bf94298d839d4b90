using System;
using System.Collections.Generic;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>The body of a document whose values are read where they are asked for.</summary>
    internal sealed class Body : IWalkListener
    {
        private readonly Body _whole;
        private ReadOnlyMemory<byte> _bytes;
        private readonly SchemaType[] _tracked;
        private readonly TrackedColumns[] _objects;
        private readonly IPartialBytes? _parts;
        private readonly IWalkListener? _listener;
        private Dictionary<Column, KeptObjects>? _kept;

        /// <param name="bytes">All bytes.</param>
        /// <param name="root">The type of the root.</param>
        /// <param name="limits">The limits.</param>
        /// <param name="owner">
        /// The owner of the bytes, which may be a listener and, if not all bytes are in memory, the source that loads them.
        /// </param>
        /// <param name="hasUnknownObjects">
        /// Whether there are objects of classes that the program which wrote the document lacks, even if the schema has no tracked types.
        /// </param>
        public Body(ReadOnlyMemory<byte> bytes, SchemaType root, KitbagLimits limits, object? owner, bool hasUnknownObjects = false)
        {
            _whole = this;
            _bytes = bytes;
            _parts = owner as IPartialBytes;
            _listener = owner as IWalkListener;
            Limits = limits;
            Memory = new MemoryBudget(limits.AllocationFor(bytes.Length));
            _tracked = root.Tracked ?? Array.Empty<SchemaType>();
            Segments = UnknownObjectType.TypesOf(root.Tracked, hasUnknownObjects);
            _objects = new TrackedColumns[Segments.Length];
            Root = root;
        }

        /// <summary>Returns the same body with a budget of its own, for values that are closed before the whole.</summary>
        public Body Part()
        {
            var part = (Body)MemberwiseClone();
            part.Memory = Memory.Part();
            part._bytes = default;
            part._kept = null;
            return part;
        }

        public int Length => _whole._bytes.Length;

        /// <summary>Makes nodes that are still referenced fail when they read more, because the document is disposed.</summary>
        public void Release() => _bytes = new ReleasedBytes(_bytes.Length).Memory;

        public KitbagLimits Limits { get; }

        public SchemaType Root { get; }

        /// <summary>
        /// Gets the types that segments of objects may have, in the order of their numbers; empty if there is no directory.
        /// </summary>
        public SchemaType[] Segments { get; }

        /// <summary>Returns a reader at a position, which must be disposed.</summary>
        public WireReader Read(int position)
        {
            if (_parts != null)
                return new WireReader(_parts, Limits, position);
            var r = new WireReader(_whole._bytes.Span, Limits);
            r.MoveTo(position);
            return r;
        }

        /// <summary>Returns bytes that must be used before anything else is read.</summary>
        public ReadOnlySpan<byte> Slice(int position, int count) =>
            (_parts == null ? _whole._bytes.Span : _parts.Load(position, count)).Slice(position, count);

        /// <summary>One byte.</summary>
        public byte ByteAt(int position) => Slice(position, 1)[0];

        /// <summary>Skips a column.</summary>
        public void SkipColumn(ref WireReader r, SchemaType type, int count)
        {
            var nobody = new SilentVisitor(this);
            SchemaWalker<SilentVisitor>.WalkColumn(ref r, ref nobody, type, count);
        }

        /// <summary>Passes over the payload of a value whose slot has been read.</summary>
        public void SkipPayload(ref WireReader r, SchemaType type, in SlotValue slot)
        {
            var nobody = new SilentVisitor(this);
            SchemaWalker<SilentVisitor>.Walk(ref r, ref nobody, type, slot);
        }

        /// <summary>Reports the progress of reading or skipping numbers.</summary>
        public void Passed(int position) => _listener?.Passed(position);

        /// <summary>Gets the budget for the memory of open values.</summary>
        public MemoryBudget Memory { get; private set; }

        /// <summary>Gets or initializes the number of values that a comparison may read.</summary>
        public ComparedValues Compared { get; init; } = new ComparedValues();

        /// <summary>Returns the members in a column that the program which wrote it did not know; null if nothing is stored.</summary>
        public KeptObjects? KeptOf(Column stored)
        {
            if (stored is DefaultColumn)
                return null;
            _kept ??= new Dictionary<Column, KeptObjects>();
            if (!_kept.TryGetValue(stored, out KeptObjects? kept))
                _kept.Add(stored, kept = new KeptObjects(stored));
            return kept;
        }

        /// <summary>The root, as a column of one value.</summary>
        public Column OpenRoot()
        {
            WireReader r = Read(0);
            try
            {
                if (Segments.Length != 0)
                    ReadDirectory(ref r);
                return Cell.OpenRow(this, ref r, Root);
            }
            finally
            {
                r.Dispose();
            }
        }

        private void ReadDirectory(ref WireReader r)
        {
            for (int i = 0; i < Segments.Length; i++)
                _objects[i] = new TrackedColumns(this, Segments[i]);
            GraphDirectory.Read(ref r, Segments.Length, out GraphSegment[] segments);
            Memory.Charge(segments.Length * 24L);
            foreach (GraphSegment segment in segments)
                _objects[segment.Type].Add(segment);
        }

        /// <summary>Gets or initializes, for unknown members, the body of the document; otherwise null.</summary>
        public Body? Document { get; init; }

        /// <summary>
        /// Gets or initializes the offset in the body of the document of what contains these bytes; -1 if they are that body.
        /// </summary>
        public int Origin { get; init; } = -1;

        /// <summary>Gets or initializes, for unknown members, the objects to which they refer, if there are any.</summary>
        public KeptTargets? Targets { get; init; }

        /// <summary>Gets a value indicating whether these are unknown members.</summary>
        public bool IsOfBlock => Document != null;

        /// <summary>Returns the column that contains a tracked object, or null if the document does not contain the object.</summary>
        /// <param name="type">The tracked type.</param>
        /// <param name="prefix">1 + the index among the objects of the type; not 0.</param>
        /// <param name="index">The index in the column.</param>
        /// <param name="identity">1 + the index among the objects of the type in the document.</param>
        public Column? Find(SchemaType type, uint prefix, out int index, out long identity)
        {
            int number = Array.IndexOf(_tracked, type);
            identity = prefix;
            if (Document == null || Targets == null)
                return _objects[number].FindObject(prefix - 1, out index);
            (uint outerNumber, uint[] prefixes) = Targets.Stored![number];
            identity = prefixes[prefix - 1];
            index = 0;
            if (identity == 0 || outerNumber - 1 >= (uint)Document._objects.Length)
                return null;
            return Document._objects[outerNumber - 1].FindObject((uint)identity - 1, out index);
        }

        /// <summary>
        /// The tracked objects of all types, in the order of their numbers, and those of classes that the program which wrote the document
        /// lacks.
        /// </summary>
        public IReadOnlyList<TrackedColumns> Objects => _objects;
    }

    /// <summary>
    /// Counts the values that a comparison reads, because a few bytes may describe billions of them: no more than the bytes that a call may
    /// allocate.
    /// </summary>
    internal sealed class ComparedValues
    {
        private long _left;

        /// <summary>Starts a comparison.</summary>
        public void Begin(long most) => _left = most;

        public void Count(long values)
        {
            if ((_left -= values) < 0)
                throw new KitbagException(KitbagErrorReason.LimitExceeded, "Comparing the values of this document takes longer than is "
                    + "allowed. If the input is trusted, raise KitbagLimits.MaxAllocation.", 0);
        }
    }

    /// <summary>Contains the tracked objects of one type, which are stored in segments.</summary>
    internal sealed class TrackedColumns
    {
        private readonly List<GraphSegment> _segments = new List<GraphSegment>();
        private readonly List<long> _starts = new List<long>();
        private readonly OpenParts<Column> _columns;
        private long _count;

        public TrackedColumns(Body body, SchemaType type)
        {
            _columns = new OpenParts<Column>(body, Open);
            Type = type;
        }

        public SchemaType Type { get; }

        public int Count => (int)Math.Min(_count, int.MaxValue);

        public void Add(in GraphSegment segment)
        {
            _starts.Add(_count);
            _segments.Add(segment);
            _count += segment.Count;
        }

        /// <summary>Returns the column that contains the members of an object, and its index there.</summary>
        /// <inheritdoc cref="Find"/>
        /// <returns>The column, or null if the object lacks its members.</returns>
        public Column? FindObject(uint place, out int index)
        {
            Column column = Find(place, out index);
            return Type != UnknownObjectType.Instance ? column
                : column.FieldsAt(index, out index) is { } fields ? fields[0].Body.KeptOf(fields[0])?.Find(index, out index) : null;
        }

        /// <summary>Returns the column that contains an object, and its index there.</summary>
        /// <param name="place">The index among all objects of the type.</param>
        /// <param name="index">The index in the column.</param>
        public Column Find(uint place, out int index)
        {
            if (place >= _count)
                throw GraphDirectory.NoSuchObject(-1, place + 1, Count, Type.Name);
            int at = _starts.BinarySearch(place);
            if (at < 0)
                at = ~at - 1;
            index = (int)(place - _starts[at]);
            return _columns[at];
        }

        private Column Open(Body part, int segment) => Column.Open(part, Type, _segments[segment].Start, _segments[segment].Count);
    }
}
