using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Reads the tracked objects of a document: creates all of them, then reads the members of each, which may refer to any of them, and
    /// finally the root.
    /// </summary>
    internal sealed partial class GraphReader
    {
        private readonly GraphPlan _plan;
        private readonly Array?[] _tables;
        private readonly int[] _counts;
        private readonly Dictionary<ValuePart, object> _values = new Dictionary<ValuePart, object>();
        private readonly List<Action> _later = new List<Action>();
        private GraphCompletion? _completion;
        // For objects of which each reference gets a copy: which have been returned already.
        private readonly bool[]?[] _given;
        private bool _isLate;
        // The object that is populated; only the root may be this object.
        private object? _target;
        private readonly bool _createsNothing;
        private GraphSegment[] _segments = Array.Empty<GraphSegment>();
        // Of the unknown members of objects of a document: the reader of that document.
        private readonly GraphReader? _outer;
        private readonly List<KeptRead> _kept = new List<KeptRead>(0);

        private GraphReader(GraphPlan plan, bool createsNothing)
        {
            _createsNothing = createsNothing;
            _plan = plan;
            _tables = new Array?[plan.Parts.Length];
            _counts = new int[plan.Parts.Length];
            _given = new bool[plan.Parts.Length][];
        }

        /// <summary>Creates a reader for separate objects of this program's own schema.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="plan">The tracked types.</param>
        /// <param name="tables">The objects that they may refer to, by type.</param>
        public static GraphReader Of(ref WireReader r, GraphPlan plan, Array?[] tables)
        {
            var reader = new GraphReader(plan, false);
            for (int i = 0; i < tables.Length; i++)
                reader.SetTable(ref r, i, tables[i]);
            r.Graph = reader;
            return reader;
        }

        private void SetTable(ref WireReader r, int type, Array? table)
        {
            _tables[type] = table;
            if (table == null || !_plan.Parts[type].Codec!.IsCopied || _createsNothing)
                return;
            r.Charge(table.Length);
            _given[type] = new bool[table.Length];
        }

        /// <summary>Reads a body.</summary>
        /// <param name="r">The reader, at its start.</param>
        /// <param name="codec">The codec of the root.</param>
        /// <param name="plan">The plan for reading the root; null for the reader's own schema.</param>
        /// <param name="graph">The plan for reading the tracked objects.</param>
        /// <param name="createsNothing">Whether objects are only checked.</param>
        public static T Read<T>(ref WireReader r, Codec<T> codec, ReadPlan? plan, GraphPlan graph, bool createsNothing = false)
        {
            var reader = new GraphReader(graph, createsNothing);
            int length = reader.Begin(ref r);
            reader.ReadObjects(ref r, codec);
            T root = codec.ReadRootByPlan(ref r, plan);
            reader.End(ref r, length, codec, root);
            return root;
        }

        /// <summary>Reads a body into an existing object.</summary>
        /// <inheritdoc cref="Read"/>
        public static void ReadInto<T>(ref WireReader r, Codec<T> codec, T target, ReadPlan? plan, GraphPlan graph)
        {
            var reader = new GraphReader(graph, false);
            int length = reader.Begin(ref r);
            bool isTracked = codec.PutTarget(ref r, target, plan);
            r.MoveTo(0);
            reader._target = isTracked ? target : null;
            reader.ReadObjects(ref r, codec);
            reader._target = null;
            reader._completion?.RemoveConstructed(target!);
            if (isTracked)
                codec.ReadRootByPlan(ref r, plan);
            else
                codec.ReadRootIntoByPlan(ref r, target, plan);
            reader.End(ref r, length, codec, target);
        }

        private int Begin(ref WireReader r)
        {
            r.Graph = this;
            int length = GraphDirectory.Read(ref r, _tables.Length, out _segments);
            foreach (GraphSegment segment in _segments)
                _counts[segment.Type] = LengthPrefixes.Checked(ref r, (long)_counts[segment.Type] + segment.Count);
            for (int i = 0; i < _tables.Length; i++)
                SetTable(ref r, i, _plan.Parts[i].Codec?.TrackedType!.CreateTable(ref r, _counts[i], _createsNothing));
            return length;
        }

        private void ReadObjects(ref WireReader r, Codec root)
        {
            ReadUnknownObjects(ref r, root);
            ReadSegments(ref r, isLate: false);
            if (Array.Exists(_plan.Parts, part => part.Late != null))
            {
                _isLate = true;
                ReadSegments(ref r, isLate: true);
                _isLate = false;
            }
            for (int i = 0; i < _tables.Length && !_createsNothing; i++)
            {
                if (_plan.Parts[i].Codec is not { } objects)
                    continue;
                // Only unknown members may refer to some objects, and the walk does not follow these.
                if (objects.HasCompletion || (_plan.HasKept && objects.IsConstructed))
                    CompletionOf(objects).Add(objects, _tables[i]!);
                for (int j = 0; objects.IsConstructed && j < _counts[i]; j++)
                {
                    var members = new PresentMembers(_plan.Parts[i].Plan, _plan.Parts[i].Late);
                    CompletionOf(objects).AddConstructed(_tables[i]!.GetValue(j)!, members);
                }
            }
            r.MoveTo(0);
        }

        private void ReadSegments(ref WireReader r, bool isLate)
        {
            var starts = new int[_tables.Length];
            foreach (GraphSegment segment in _segments)
            {
                GraphPart part = _plan.Parts[segment.Type];
                if (segment.Type != _plan.Types && (!isLate || part.Late != null))
                    ReadSegment(ref r, segment, starts[segment.Type], isLate ? part.Late : part.Plan);
                starts[segment.Type] += segment.Count;
            }
        }

        private void ReadSegment(ref WireReader r, in GraphSegment segment, int start, ReadPlan? plan)
        {
            GraphPart part = _plan.Parts[segment.Type];
            r.MoveTo(segment.Start);
            try
            {
                if (part.Codec == null || (_createsNothing && segment.Type == _plan.Types))
                    Skipping.SkipColumn(ref r, part.Writer, segment.Count);
                else
                    part.Codec.TrackedType!.FillTable(ref r, _tables[segment.Type]!, start, segment.Count, plan);
            }
            catch (KitbagException e)
            {
                GraphDirectory.Locate(e, start, part.Writer.Name);
                throw;
            }
            GraphDirectory.CheckEnd(ref r, segment.Start + segment.Length, "A segment of objects");
        }

        private void End<T>(ref WireReader r, int length, Codec<T> codec, T root)
        {
            GraphDirectory.CheckEnd(ref r, length, "The root");
            r.MoveTo(r.Data.Length);
            if (_createsNothing)
                return;
            _unknown?.Complete(ref r);
            for (int i = 0; i < _kept.Count; i++)
            {
                _kept[i](ref r);
                _unknown?.ReadReplaced(ref r);
            }
            _unknown?.Release();
            if (_completion != null)
            {
                long budget = r.Budget;
                _completion.RunWithPaths(new GraphRoot<T>(codec, root), ref budget);
                r.Charge(r.Budget - budget);
            }
            foreach (Action complete in _later)
                complete();
        }

        // Most documents need no completion.
        private GraphCompletion CompletionOf(Codec tracked) =>
            _outer != null ? _outer.CompletionOf(tracked) : _completion ??= tracked.TrackedType!.NewCompletion();

        /// <summary>Schedules a call for when all objects are complete.</summary>
        public void CompleteLater(Action complete) => (_outer ?? this)._later.Add(complete);

        /// <summary>The calls that are made once all objects are complete.</summary>
        public IReadOnlyList<Action> Later => _later;

        /// <summary>Schedules the construction and the completion of an object that was not tracked in the document.</summary>
        /// <param name="codec">Its codec.</param>
        /// <param name="value">The object.</param>
        /// <param name="plan">The plan with which it was read; null if it was read completely.</param>
        /// <param name="isNew">Whether its constructor must be called.</param>
        public void CompleteLater<T>(Codec<T> codec, T value, ReadPlan? plan, bool isNew)
        {
            if (codec.IsConstructed && isNew)
                CompletionOf(codec).AddConstructed(value!, new PresentMembers(plan, null));
            if (codec.HasCompletion)
                CompletionOf(codec).Add(codec, new[] { value });
        }

        /// <summary>Returns the object for a reference of a type of which each reference gets a copy.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="codec">The codec of the objects.</param>
        /// <param name="plan">The plan for reading the reference; null for the reader's own schema.</param>
        /// <param name="place">The index of the object, which exists.</param>
        public T Give<T>(ref WireReader r, Codec<T> codec, ReadPlan? plan, int place)
        {
            int type = plan == null ? _plan.NumberOf(codec.Ordinal) : plan.Tracked;
            T value = ((T[])_tables[type]!)[place];
            if (_given[type] is not { } given)
                return value;
            if (!given[place] && (_target == null || !ReferenceEquals(value, _target)))
            {
                given[place] = true;
                return value;
            }
            if (_isLate)
                throw r.Error(KitbagErrorReason.NotSupported, GraphCopies.CannotWait(codec));
            T copy = ((T[])codec.TrackedType!.CreateTable(ref r, 1, false))[0];
            CompletionOf(codec).Copies.Add(copy!, codec, value!, r.Position);
            return copy;
        }

        /// <summary>Reads a tracked object as a value.</summary>
        /// <param name="r">The reader, whose position does not change.</param>
        /// <param name="codec">The codec of the values.</param>
        /// <param name="part">The type of the values.</param>
        /// <param name="prefix">1 plus the index of the object.</param>
        public T ReadValue<T>(ref WireReader r, Codec<T> codec, ValuePart part, uint prefix)
        {
            if (!_values.TryGetValue(part, out object? known))
            {
                int count = _counts[part.Type];
                r.Charge(sizeof(int) * (long)count);
                _values.Add(part, known = new ValueTable<T>(count));
            }
            var table = (ValueTable<T>)known;
            int place = PlaceOf(ref r, prefix, table.Count, codec);
            if (table.IsReading)
                throw r.Error(KitbagErrorReason.SchemaMismatch, "The document's '" + KitbagException.Cut(part.Writer.Name)
                    + "' reaches itself, and this program's type is stored by value: make it tracked.");
            if (table.IsUsedUp(place))
                table.Add(ReadValues(ref r, codec, part, table));
            return table.Take(place);
        }

        private T[] ReadValues<T>(ref WireReader r, Codec<T> codec, ValuePart part, ValueTable<T> table)
        {
            r.Charge(codec.ValueSize * (long)table.Count);
            var values = new T[table.Count];
            if (_outer != null)
            {
                ReadKeptValues(ref r, codec, part, values);
                return values;
            }
            int before = r.Position, start = 0;
            table.IsReading = true;
            foreach (GraphSegment segment in _segments)
            {
                if (segment.Type != part.Type)
                    continue;
                r.MoveTo(segment.Start);
                try
                {
                    codec.ReadColumnByPlan(ref r, values.AsSpan(start, segment.Count), part.Plan);
                }
                catch (KitbagException e)
                {
                    GraphDirectory.Locate(e, start, part.Writer.Name);
                    throw;
                }
                start += segment.Count;
            }
            table.IsReading = false;
            r.MoveTo(before);
            return values;
        }

        /// <summary>Returns the index of the object that a reference refers to.</summary>
        /// <param name="r">The reader of the reference.</param>
        /// <param name="prefix">1 plus the index; not 0.</param>
        /// <param name="count">The number of objects of the type.</param>
        /// <param name="codec">The codec of the objects, or of references to them.</param>
        /// <param name="index">The index of the reference in a column; otherwise -1.</param>
        /// <exception cref="KitbagException">There is no such object.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static int PlaceOf(ref WireReader r, uint prefix, int count, Codec codec, int index = -1) =>
            prefix - 1 < (uint)count ? (int)prefix - 1 : throw NoSuchObject(ref r, prefix, count, codec.Schema).At(index);

        private static KitbagException NoSuchObject(ref WireReader r, uint prefix, int count, SchemaType type) =>
            GraphDirectory.NoSuchObject(r.Position, prefix, count, (type.Kind == SchemaKind.Reference ? type.Element! : type).Name);

        /// <summary>Returns the objects of a codec of this program's own schema.</summary>
        public Array TableOf(Codec codec) => _tables[_plan.NumberOf(codec.Ordinal)]!;

        /// <summary>Returns the objects of the type that a reference refers to.</summary>
        /// <param name="codec">The codec of the objects.</param>
        /// <param name="plan">The plan for reading the reference; null for the reader's own schema.</param>
        public T[] TableOf<T>(Codec<T> codec, ReadPlan? plan) => (T[])(plan == null ? TableOf(codec) : _tables[plan.Tracked]!);
    }
}
