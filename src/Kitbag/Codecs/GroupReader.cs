using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Returns the members of objects one after the other, in the reader's order, as columns of the reader's types. Generated code does not
    /// depend on where they come from: columns, a single row of another schema, or the memory image of a record.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ref partial struct GroupReader
    {
        // Unsafe: a cell of a row contains the memory of its value, whatever the type (bench/: another-schema-5).

        private static readonly byte[] s_both = { 3 };
        private static readonly int[] s_none = Array.Empty<int>();

        private readonly ReadPlan _plan;
        private readonly int[] _steps, _targets;
        private readonly int _count;
        private readonly SchemaKind _source;
        // For columns: which of them exist. For records: their memory.
        private readonly ReadOnlySpan<byte> _bytes;
        // For a row: the contents of its slots, the mapping to the reader's members, and memory for objects.
        private readonly Span<SlotValue> _cells;
        private readonly int[] _ready;
        private Span<object?> _objects;
        // The reader's member that is read next.
        private int _member;
        // The writer's member whose column or payload is next, and the positions of skipped ones that are still to be read.
        private int _step;
        private Span<int> _places;
        // For each of the writer's members, the start and the end of skipped data; empty if none is kept.
        private Span<int> _passed;

        private GroupReader(ReadPlan plan, int count, SchemaKind source, ReadOnlySpan<byte> bytes)
        {
            _plan = plan;
            _steps = plan.Steps;
            _targets = plan.Targets;
            _count = count;
            _source = source;
            _bytes = bytes;
            _cells = default;
            _ready = s_none;
            _objects = default;
            _member = 0;
            _step = 0;
            _places = default;
            _passed = default;
        }

        private GroupReader(ReadPlan plan, RowPlan row, Span<SlotValue> cells, Span<object?> objects)
            : this(plan, 1, SchemaKind.Object, default)
        {
            _cells = cells;
            _ready = row.Cells;
            _objects = objects;
            _step = row.Payloads[0];
        }

        /// <summary>The plan for reading the objects.</summary>
        internal readonly ReadPlan Plan => _plan;

        /// <summary>
        /// Gets a value indicating whether the objects are complete when the members of this group have been set. If members that another
        /// program kept follow, they are not, and generated code does not call the callbacks.
        /// </summary>
        public readonly bool IsFinal => _plan.Unknown is not { IsPartial: true };

        /// <summary>Whether the members are in a row.</summary>
        internal readonly bool IsRow => _source == SchemaKind.Object;

        internal static GroupReader OfColumns(scoped ref WireReader r, ReadPlan plan, int count)
        {
            var group = new GroupReader(plan, count, SchemaKind.Sequence, r.ReadMask(plan.Targets.Length));
            if (plan.Unknown != null)
                group.NotePassed(r.Rent<int>(2 * plan.Targets.Length));
            group.PassUnknown(ref r);
            return group;
        }

        /// <summary>Creates a reader for a row whose slots have been read.</summary>
        /// <param name="r">The reader, before the payloads of the row.</param>
        /// <param name="plan">The plan for reading the object.</param>
        /// <param name="cells">The contents of the slots, followed by space for positions if these are recorded.</param>
        /// <param name="objects">Memory for objects; others use scratch memory.</param>
        internal static GroupReader OfRow(scoped ref WireReader r, ReadPlan plan, Span<SlotValue> cells, Span<object?> objects)
        {
            var group = new GroupReader(plan, plan.Row!, cells, objects);
            if (plan.Unknown != null)
                group.NotePassed(MemoryMarshal.Cast<SlotValue, int>(cells.Slice(plan.Row!.Count)).Slice(0, 2 * plan.Targets.Length));
            group.PassUnknown(ref r);
            return group;
        }

        /// <summary>Creates a reader for the entries of a map: the column of the keys, then that of the values.</summary>
        internal static GroupReader OfEntries(ReadPlan plan, int count) => new GroupReader(plan, count, SchemaKind.Sequence, s_both);

        /// <summary>Creates a reader for objects whose members are all default according to the document.</summary>
        internal static GroupReader OfDefaults(ReadPlan plan, int count) => new GroupReader(plan, count, SchemaKind.Nullable, default);

        internal static GroupReader OfImage(ReadPlan plan, ReadOnlySpan<byte> image, int count) =>
            new GroupReader(plan, count, SchemaKind.Record, image);

        private void NotePassed(Span<int> places)
        {
            _passed = places;
            _passed.Clear();
        }

        /// <summary>
        /// For each of the writer's members, the start and the end of its skipped data, once all others have been read; empty if none is
        /// kept.
        /// </summary>
        internal readonly ReadOnlySpan<int> Passed => _passed;

        /// <summary>The contents of the slots of a row.</summary>
        internal readonly ReadOnlySpan<SlotValue> Cells => _cells;

        /// <summary>Which of the writer's members have a column.</summary>
        internal readonly ReadOnlySpan<byte> Mask => _bytes;

        /// <summary>The number of objects.</summary>
        internal readonly int Count => _count;

        /// <summary>Whether the members are in columns.</summary>
        internal readonly bool AreColumns => _source == SchemaKind.Sequence;

        /// <summary>Moves to the column or payload of the member that is read next; <see cref="GoOn"/> must be called after it.</summary>
        /// <returns>Whether it exists.</returns>
        internal bool BeginColumn(scoped ref WireReader r, out int step, out int resume, out int count)
        {
            step = StepOf(_member++);
            resume = -1;
            count = _count;
            if (step < 0)
                return false;
            resume = _step == step ? -1 : MoveTo(ref r, step);
            if (IsRow || IsInColumns(step))
                return true;
            GoOn(ref r, step, resume);
            return false;
        }

        /// <summary>Skips the member that is read next if the writer does not have it.</summary>
        internal bool PassesAbsent()
        {
            if (StepOf(_member) >= 0)
                return false;
            _member++;
            return true;
        }

        // The writer's member that a member of the reader is read from, or -1.
        internal readonly int StepOf(int member) => (uint)member < (uint)_steps.Length ? _steps[member] : -1;

        private Span<T> ReadStep<T>(scoped ref WireReader r, int step, Codec<T> codec)
        {
            ReadPlan? part = _plan.Parts[step];
            int resume = _step == step ? -1 : MoveTo(ref r, step);
            Span<T> values;
            try
            {
                bool isThere;
                if (_source == SchemaKind.Object)
                {
                    values = PlaceOf<T>(ref r, step);
                    ref SlotValue cell = ref _cells[step];
                    // A copy, because the value may overwrite the slot.
                    var slot = new SlotValue { Bits = cell.Bits, Offset = cell.Offset, IsPresent = cell.IsPresent };
                    isThere = slot.IsPresent;
                    if (isThere)
                        values[0] = codec.ReadSlotByPlan(ref r, slot, part);
                }
                else
                {
                    values = r.Rent<T>(_count);
                    isThere = _source == SchemaKind.Sequence ? IsInColumns(step) : _source != SchemaKind.Nullable;
                    if (isThere && _source == SchemaKind.Sequence)
                        codec.ReadColumnByPlan(ref r, values, part);
                    else if (isThere)
                        ReadFields(ref r, step, codec, values, part);
                }
                if (!isThere)
                    codec.ReadAbsentByPlan(ref r, values, part);
            }
            catch (KitbagException e)
            {
                e.InMember(_plan.Writer.MemberArray[step].Name, r.Position);
                throw;
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                throw Failed(e, step, r.Position);
            }
            GoOn(ref r, step, resume);
            return values;
        }

        /// <summary>Reads a string member for all objects. Members must be read in the reader's order.</summary>
        /// <param name="r">The reader.</param>
        /// <returns>One string for each object, in memory that is released with the group; none if the document lacks the member.</returns>
        [MethodImpl(MethodImplOptions.NoInlining)]
        public DictionaryStrings ReadStrings(scoped ref WireReader r)
        {
            int step = StepOf(_member++);
            if (step < 0)
                return default;
            if (_source != SchemaKind.Sequence || !IsInColumns(step) || _plan.Parts[step] != null)
                return new DictionaryStrings(ReadStep(ref r, step, StringCodec.Instance));
            int resume = _step == step ? -1 : MoveTo(ref r, step);
            DictionaryStrings strings;
            try
            {
                strings = StringColumn.Read(ref r, _count);
            }
            catch (KitbagException e)
            {
                e.InMember(_plan.Writer.MemberArray[step].Name, r.Position);
                throw;
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                throw Failed(e, step, r.Position);
            }
            GoOn(ref r, step, resume);
            return strings;
        }

        private readonly bool IsInColumns(int step) => (_bytes[step >> 3] >> (step & 7) & 1) != 0;

        // Moves to the stored data of a member that is not next: the positions of skipped members are remembered, because they are read
        // later. Returns the position to return to after a member that was skipped before, otherwise -1.
        private int MoveTo(scoped ref WireReader r, int step)
        {
            if (_source == SchemaKind.Object ? _plan.Row!.Payloads[step] != step : _source != SchemaKind.Sequence)
                return -1;
            if (step < _step)
            {
                int here = r.Position;
                r.MoveTo(_places[step]);
                return here;
            }
            if (_places.IsEmpty)
                _places = r.Rent<int>(_targets.Length);
            for (; _step < step; Advance())
            {
                _places[_step] = r.Position;
                Skip(ref r);
            }
            return -1;
        }

        internal void GoOn(scoped ref WireReader r, int step, int resume)
        {
            if (resume >= 0)
            {
                r.MoveTo(resume);
            }
            else if (_step == step)
            {
                Advance();
                PassUnknown(ref r);
            }
        }

        private void Advance() => _step = _source == SchemaKind.Object ? _plan.Row!.Payloads[_step + 1] : _step + 1;

        // Immediately, so that the document has been read completely before the program's own code runs.
        private void PassUnknown(scoped ref WireReader r)
        {
            for (; _step < _targets.Length && _targets[_step] < 0; Advance())
                Skip(ref r);
        }

        private readonly void Skip(scoped ref WireReader r)
        {
            SchemaType type = _plan.Writer.MemberArray[_step].Type;
            int start = r.Position;
            try
            {
                if (_source == SchemaKind.Object)
                    Skipping.SkipPayload(ref r, type, _cells[_step]);
                else if (_source == SchemaKind.Sequence && IsInColumns(_step))
                    Skipping.SkipColumn(ref r, type, _count);
                if (!_passed.IsEmpty)
                {
                    _passed[2 * _step] = start;
                    _passed[2 * _step + 1] = r.Position;
                }
            }
            catch (KitbagException e)
            {
                e.InMember(_plan.Writer.MemberArray[_step].Name, r.Position);
                throw;
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                throw Failed(e, _step, r.Position);
            }
        }

        // Code of the program creates objects of rows that are read straight. A checking read calls no such code, so if it fails, Kitbag is
        // the cause.
        private readonly KitbagException Failed(Exception e, int step, int offset)
        {
            KitbagException failed = _plan.Check == null && e is not OverflowException
                ? UserCodeError.Of(e, offset)
                : UserCodeError.Defect(e, offset);
            failed.InMember(_plan.Writer.MemberArray[step].Name);
            return failed;
        }

        /// <summary>Populates an existing object with the value that was read for a member without a setter.</summary>
        /// <typeparam name="T">The member's type.</typeparam>
        /// <param name="r">The reader of the value.</param>
        /// <param name="member">The reader's member.</param>
        /// <param name="codec">The codec of the member's type.</param>
        /// <param name="column">The values of the member.</param>
        /// <param name="target">The object that the owner's constructor created.</param>
        /// <param name="index">The index of the owner among the objects.</param>
        public readonly void Populate<T>(scoped ref WireReader r, int member, Codec<T> codec, Column<T> column, T target, int index)
        {
            int step = StepOf(member);
            try
            {
                codec.Populate(ref r, target, column[index], _plan.Parts[step]);
            }
            catch (KitbagException e)
            {
                e.InMember(_plan.Writer.MemberArray[step].Name, r.Position);
                e.At(index);
                throw;
            }
        }
    }
}
