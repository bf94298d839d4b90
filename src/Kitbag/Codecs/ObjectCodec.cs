using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Threading;
using Kitbag.Json;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>The members of an object, as generated code tells them.</summary>
    public sealed class ObjectDescription
    {
        private int _size;

        internal List<string> Names { get; } = new List<string>();

        internal List<Codec> Codecs { get; } = new List<Codec>();

        internal List<string[]> FormerNames { get; } = new List<string[]>();

        // Null where an attribute for other serializers gives no name.
        internal List<string?> OtherNames { get; } = new List<string?>();

        internal List<int> Required { get; } = new List<int>();

        /// <summary>Adds the next member in wire order.</summary>
        /// <param name="name">Its name.</param>
        /// <param name="codec">The codec of its type.</param>
        /// <param name="formerNames">Names that it had in the schemas of older documents.</param>
        public void Add(string name, Codec codec, params string[] formerNames)
        {
            Names.Add(name);
            Codecs.Add(codec);
            FormerNames.Add(formerNames);
            OtherNames.Add(null);
        }

        /// <summary>
        /// Says what an attribute for other serializers calls the member that was added last. Older documents may have it by this name, where no
        /// member has it as its own or former one.
        /// </summary>
        /// <param name="name">The name.</param>
        public void Rename(string name) => OtherNames[OtherNames.Count - 1] = name;

        /// <summary>The bytes of an object: of its members, as large as they are. What else its class has is not known.</summary>
        internal int Size
        {
            get
            {
                if (_size == 0)
                {
                    int size = Cost.ObjectHeader;
                    foreach (Codec codec in Codecs)
                        size += codec.ValueSize < 8 ? codec.ValueSize : Cost.Aligned(codec.ValueSize);
                    _size = Math.Max(Cost.Aligned(size), 24);
                }
                return _size;
            }
        }

        /// <summary>Says that no object can be made without the member that was added last.</summary>
        public void Require() => Required.Add(Names.Count - 1);

        /// <summary>What is said where JSON lacks a member without which no object can be made.</summary>
        internal static KitbagException Lacks(ref JsonReader r, string member, string type) =>
            r.Error(KitbagErrorReason.SchemaMismatch, "The object lacks the member '" + member + "', without which no '" + type + "' can be made.");

        /// <summary>The member that a writer's member of this name is, by its name or a former one; -1 where there is none.</summary>
        internal int Find(string name, SchemaMember[] writers, PlanBuilder builder)
        {
            int index = Names.IndexOf(name);
            if (index >= 0)
                return index;
            for (int i = 0; i < FormerNames.Count; i++)
            {
                if (Array.IndexOf(FormerNames[i], name) < 0)
                    continue;
                foreach (SchemaMember other in writers)
                {
                    if (other.Name == Names[i] || (other.Name != name && Array.IndexOf(FormerNames[i], other.Name) >= 0))
                        throw builder.Mismatch("The document has both '" + name + "' and '" + other.Name + "', which are both names of the member '" + Names[i] + "'.");
                }
                return i;
            }
            index = OtherNames.IndexOf(name);
            return index >= 0 && !Array.Exists(writers, w => w.Name == Names[index] || Array.IndexOf(FormerNames[index], w.Name) >= 0) ? index : -1;
        }
    }

    /// <summary>A codec of a class or a struct with members. Generated code derives from it and does no more than gather and scatter.</summary>
    /// <typeparam name="T">The type.</typeparam>
    public abstract class ObjectCodec<T> : Codec<T>
    {
        // From this many on objects are stored by column, in groups of at most this many.
        private const int FewestInColumns = 8, MostInGroup = 4096;

        private readonly string _name;
        private ObjectDescription? _description;
        private ReadPlan? _identity;
        private JsonMembers? _json;
        private UnionCodec<T>? _asCase;
        private T? _fresh;
        private int _rowCost = -1;
        private bool _hasFresh;

        /// <summary>Makes a codec.</summary>
        /// <param name="name">The type's name in the schema.</param>
        protected ObjectCodec(string name)
        {
            _name = name;
        }

        private ObjectDescription Description
        {
            get
            {
                if (_description == null)
                {
                    var description = new ObjectDescription();
                    Describe(description);
                    _description = description;
                }
                return _description;
            }
        }

        // Rows of objects within objects are read without asking: one that is there costs a byte of input at least.
        internal sealed override int RowCost
        {
            get
            {
                if (_rowCost < 0)
                {
                    int cost = typeof(T).IsValueType ? 0 : Description.Size;
                    foreach (Codec member in Description.Codecs)
                        cost += member.RowCost;
                    _rowCost = cost;
                }
                return _rowCost;
            }
        }

        private ReadPlan Identity => _identity ??= MakeIdentity();

        /// <summary>Tells the members in wire order.</summary>
        /// <param name="description">Whom to tell.</param>
        protected abstract void Describe(ObjectDescription description);

        /// <summary>Writes an object as a row.</summary>
        /// <param name="w">Where to.</param>
        /// <param name="value">The object, not null.</param>
        public abstract void WriteRow(ref WireWriter w, T value);

        /// <summary>Reads a row that this program's schema wrote.</summary>
        /// <param name="r">Where from.</param>
        /// <param name="target">Of a class, an object to be filled, or null for a new one. Nothing is set before all is read.</param>
        /// <returns>The object.</returns>
        public abstract T ReadRow(ref WireReader r, T? target);

        /// <summary>Writes objects by column: that none is null, which members have any value, then the columns of those.</summary>
        /// <param name="w">Where to.</param>
        /// <param name="objects">The objects.</param>
        /// <returns>False where one of them is null; then nothing was written.</returns>
        protected abstract bool WriteGroup(ref WireWriter w, ref Segments<T> objects);

        /// <summary>Reads objects member by member.</summary>
        /// <param name="r">Where from.</param>
        /// <param name="members">Which members there are, in what order, and how to read each.</param>
        /// <param name="objects">Where the objects go.</param>
        /// <param name="fill">Whether to fill the objects that are there.</param>
        protected abstract void ReadGroup(ref WireReader r, ref GroupReader members, ref Segments<T> objects, bool fill);

        /// <summary>
        /// Gives an object that exists the members of one that was read, those that the document has. To be overridden where members are set
        /// after their object is made.
        /// </summary>
        /// <param name="r">What reads.</param>
        /// <param name="target">The object that exists.</param>
        /// <param name="source">The object that was read.</param>
        /// <param name="plan">How it was read, where another schema wrote it; else null.</param>
        protected virtual void Assign(ref WireReader r, T target, T source, ReadPlan? plan) => throw CannotFill();

        /// <summary>Whether a member was read. For generated code.</summary>
        /// <param name="plan">How its object was read; null where it was read whole.</param>
        /// <param name="member">The member, as its place in wire order.</param>
        protected static bool IsThere(ReadPlan? plan, int member) => plan == null || Array.IndexOf(plan.Targets, member) >= 0;

        /// <summary>How a member was read that is there. For generated code.</summary>
        /// <param name="plan">How its object was read; null where it was read whole.</param>
        /// <param name="member">The member, as its place in wire order.</param>
        protected static ReadPlan? PartOf(ReadPlan? plan, int member) => plan?.Parts[Array.IndexOf(plan.Targets, member)];

        private protected sealed override void Replace(ref WireReader r, T target, T source, ReadPlan? plan) =>
            Assign(ref r, target, source, plan?.OfValue is { Writer.Kind: SchemaKind.Union } union ? union.Parts[Array.IndexOf(union.Targets, 0)] : plan?.OfValue);

        /// <summary>Makes a new object, as it is before any member is set, where that can be; by it defaults are known that come back by themselves.</summary>
        protected virtual T New() => default!;

        /// <summary>Tells the members in the order in which JSON has them.</summary>
        /// <param name="members">Whom to tell.</param>
        protected abstract void DescribeJson(JsonMembers members);

        /// <summary>Writes the members as JSON, each with its name.</summary>
        /// <param name="w">Where to.</param>
        /// <param name="names">The members' names, in the order of their telling.</param>
        /// <param name="value">The object, not null.</param>
        protected abstract void WriteMembers(ref JsonWriter w, JsonName[] names, T value);

        /// <summary>Reads the members from JSON into an object.</summary>
        /// <param name="r">Where from.</param>
        /// <param name="members">Which member comes next.</param>
        /// <param name="value">The object; unless it is to be filled, a new one is put there.</param>
        /// <param name="fill">Whether to fill the object that is there.</param>
        protected abstract void ReadMembers(ref JsonReader r, ref JsonObject members, ref T value, bool fill);

        /// <summary>What is said where JSON lacks a member without which no object can be made. For generated code.</summary>
        /// <param name="r">Behind the object.</param>
        /// <param name="member">The member's name.</param>
        protected KitbagException Lacks(ref JsonReader r, string member) => ObjectDescription.Lacks(ref r, member, _name);

        /// <summary>What is said where an object whose members can only be set while it is made is to be filled. For generated code.</summary>
        protected KitbagException CannotFill() =>
            new KitbagException(KitbagErrorReason.NotSupported, "A '" + _name + "' cannot be filled: some of its members can only be set while it is made. Read a new one.");

        /// <summary>What is said of an object whose class derives from the one that is declared. For generated code.</summary>
        /// <param name="value">The object.</param>
        protected KitbagException Unknown(object value) => UnknownTypes.Of(value, _name);

        internal override bool IsJsonObject => true;

        /// <summary>A new object, by which members are known that hold what they would hold anyway.</summary>
        protected T Fresh
        {
            get
            {
                if (!Volatile.Read(ref _hasFresh))
                {
                    // Last, for it tells other threads that the object is there.
                    _fresh = New();
                    Volatile.Write(ref _hasFresh, true);
                }
                return _fresh!;
            }
        }

        private JsonMembers Json
        {
            get
            {
                if (_json == null)
                {
                    var json = new JsonMembers();
                    DescribeJson(json);
                    _json = json;
                }
                return _json;
            }
        }

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, T value)
        {
            if (value is null)
            {
                w.WriteNull();
                return;
            }
            w.BeginObject();
            WriteMembers(ref w, Json.For(w.Options).All, value);
            w.EndObject();
        }

        /// <inheritdoc/>
        public override T ReadJson(ref JsonReader r)
        {
            T value = default!;
            byte first = r.Peek();
            if (first == '[')
                return ReadJsonOfOne(ref r);
            if (!typeof(T).IsValueType && first == 'n' && r.TryReadNull())
                return value;
            r.BeginObject();
            ReadAllMembers(ref r, ref value, false);
            return value;
        }

        internal sealed override T ReadJsonEntry(ref JsonReader r)
        {
            T value = default!;
            JsonObject members = JsonObject.OfEntry(ref r, Json.For(r.Options), Schema);
            ReadMembers(ref r, ref members, ref value, false);
            return value;
        }

        private void ReadAllMembers(ref JsonReader r, ref T value, bool fill)
        {
            var members = new JsonObject(Json.For(r.Options), r.Options.Duplicates == KitbagJsonDuplicates.Refuse);
            ReadMembers(ref r, ref members, ref value, fill);
        }

        private protected sealed override T Extend(ref JsonReader r, T current)
        {
            if (typeof(T).IsValueType)
                return ReadJson(ref r);
            ReadJsonInto(ref r, current);
            return current;
        }

        internal override void ReadJsonInto(ref JsonReader r, T target)
        {
            bool isOne = r.TryBeginOne();
            if (r.TryReadNull())
                throw r.Error(KitbagErrorReason.SchemaMismatch, "The text holds null, which cannot fill an object.");
            r.BeginObject();
            ReadAllMembers(ref r, ref target, true);
            if (isOne)
                r.EndOne();
        }

        /// <inheritdoc/>
        protected override SchemaType CreateSchema()
        {
            ObjectDescription description = Description;
            var members = new SchemaMember[description.Names.Count];
            for (int i = 0; i < members.Length; i++)
                members[i] = new SchemaMember(description.Names[i], description.Codecs[i].Schema);
            return new SchemaType(SchemaKind.Object, _name) { IsStruct = typeof(T).IsValueType, MemberArray = members };
        }

        private ReadPlan MakeIdentity()
        {
            int count = Schema.MemberArray.Length;
            var targets = new int[count];
            for (int i = 0; i < count; i++)
                targets[i] = i;
            return new ReadPlan(Schema, new ReadPlan?[count], targets);
        }

        // The document's program knew others that derive from this type; here it stands alone.
        private ReadPlan ResolveCase(SchemaType writer, PlanBuilder builder)
        {
            SchemaMember[] cases = writer.MemberArray;
            _asCase ??= new UnionCodec<T>(_name, new UnionCase<T, T>(_name, _name, _name, _name, this));
            // By its own name, in whatever namespace, or by that of the base, where it is the only one of that name.
            int self = Array.IndexOf(_asCase.Match(cases), 0);
            if (self < 0)
                self = Array.FindIndex(cases, c => c.Name == writer.Name);
            if (self < 0)
                throw builder.Mismatch(writer, Schema);
            var targets = new int[cases.Length];
            targets.AsSpan().Fill(-1);
            targets[self] = 0;
            var parts = new ReadPlan?[cases.Length];
            parts[self] = builder.Resolve(this, cases[self].Type);
            return new ReadPlan(writer, parts, targets) { UnknownCases = builder.UnknownCases };
        }

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder)
        {
            if (writer.Kind == SchemaKind.Union)
                return ResolveCase(writer, builder);
            if (writer.Kind != SchemaKind.Object && writer.Kind != SchemaKind.Record)
                return ResolveOther(writer, builder);
            ObjectDescription description = Description;
            SchemaMember[] members = writer.MemberArray;
            var targets = new int[members.Length];
            var parts = new ReadPlan?[members.Length];
            for (int i = 0; i < members.Length; i++)
            {
                targets[i] = description.Find(members[i].Name, members, builder);
                if (targets[i] >= 0)
                    parts[i] = builder.Resolve(description.Codecs[targets[i]], members[i].Type, members[i].Name);
            }
            if (members.Length != 0 && description.Names.Count != 0 && Array.TrueForAll(targets, target => target < 0))
                builder.RefuseOther(writer, Schema);
            foreach (int required in description.Required)
            {
                if (Array.IndexOf(targets, required) < 0)
                    throw builder.Mismatch("The document's '" + KitbagException.Cut(writer.Name) + "' lacks the member '" + description.Names[required] + "', without which no '" + _name + "' can be made.");
            }
            // A record's own schema is read as memory: members of the same names do not make a row that.
            bool sameLayout = writer.Kind == SchemaKind.Object && !writer.IsEntry && Schema.Kind == SchemaKind.Object && writer.IsStruct == typeof(T).IsValueType;
            return sameLayout
                ? builder.Make(writer, parts, targets, description.Names.Count)
                : new ReadPlan(writer, parts, targets);
        }

        /// <inheritdoc/>
        public sealed override uint WriteSlot(ref byte row, ref int at, T value) => typeof(T).IsValueType || value is null ? 0u : 1u;

        /// <inheritdoc/>
        public sealed override void WriteTail(ref WireWriter w, T value)
        {
            if (value is not null)
                WriteRow(ref w, value);
        }

        /// <inheritdoc/>
        public sealed override T ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan)
        {
            if (plan != null && plan.Writer.Kind == SchemaKind.Union)
                return _asCase!.ReadSlot(ref r, slot, plan)!;
            bool isRecord = plan != null && plan.Writer.Kind == SchemaKind.Record;
            if (!isRecord && (slot.IsPresent || (plan == null && typeof(T).IsValueType)))
                return ReadOne(ref r, default, plan);
            if (plan == null || !plan.Writer.IsStruct)
                return NullValues.Read<T>(ref r, Schema);
            // Of a struct that the document leaves out all members are default, and what that means the plan knows.
            r.Charge(RowCost);
            T value = default!;
            ScratchMark mark = r.Mark();
            GroupReader group = isRecord && slot.Offset >= 0
                ? GroupReader.OfImage(plan, r.Data.Slice(slot.Offset, plan.Writer.Size), 1)
                : GroupReader.OfDefaults(plan, 1);
            ReadGroup(ref r, ref group, MemoryMarshal.CreateSpan(ref value, 1));
            r.Release(mark);
            return value;
        }

        private T ReadOne(ref WireReader r, T? target, ReadPlan? plan)
        {
            r.Charge(RowCost);
            return plan == null ? ReadRow(ref r, target) : ReadRowByPlan(ref r, target, plan);
        }

        private T ReadRowByPlan(ref WireReader r, T? target, ReadPlan plan)
        {
            ScratchMark mark = r.Mark();
            SchemaMember[] members = plan.Writer.MemberArray;
            Span<SlotValue> slots = r.Rent<SlotValue>(members.Length);
            var reader = new SlotReader(ref r, Math.Max(plan.Writer.ControlBits, 1));
            for (int i = 0; i < members.Length; i++)
                slots[i] = reader.Next(ref r, members[i].Type.Slot);
            var group = GroupReader.OfRow(plan, slots);
            Span<T> one = r.Rent<T>(1);
            one[0] = target!;
            var segments = new Segments<T>(one);
            ReadMembersOf(ref r, ref group, ref segments, !typeof(T).IsValueType && target is not null);
            T value = one[0];
            r.Release(mark);
            return value;
        }

        private void ReadGroup(ref WireReader r, ref GroupReader group, Span<T> values)
        {
            var segments = new Segments<T>(values);
            ReadMembersOf(ref r, ref group, ref segments, false);
        }

        private void ReadMembersOf(ref WireReader r, ref GroupReader members, ref Segments<T> objects, bool fill)
        {
            int count = objects.Count;
            try
            {
                ReadGroup(ref r, ref members, ref objects, fill);
            }
            catch (Exception e) when (Refusal.Is(e))
            {
                throw Refusal.Of(e, r.Position).At(count == 1 ? 0 : -1);
            }
        }

        /// <inheritdoc/>
        public sealed override void WriteColumn(ref WireWriter w, ReadOnlySpan<T> values)
        {
            var segments = new Segments<T>(values);
            WriteSegments(ref w, ref segments);
        }

        internal sealed override void WriteSegments(ref WireWriter w, ref Segments<T> values)
        {
            for (int left = values.Count; left > 0; left -= MostInGroup)
            {
                ScratchMark mark = w.Mark();
                values.Take(Math.Min(MostInGroup, left));
                Segments<T> again = values;
                if (values.Count < FewestInColumns || !WriteGroup(ref w, ref values))
                {
                    values = again;
                    WriteWithNulls(ref w, ref values);
                }
                values.Skip();
                w.Release(mark);
            }
        }

        private void WriteWithNulls(ref WireWriter w, ref Segments<T> values)
        {
            ReadOnlySpan<T> present = Nulls.Write(ref w, values.TakeAll(ref w));
            if (present.Length < FewestInColumns)
            {
                foreach (T value in present)
                    WriteRow(ref w, value);
                return;
            }
            Segments<T> group = Segments<T>.OfPresent(present);
            WriteGroup(ref w, ref group);
        }

        /// <inheritdoc/>
        public sealed override void ReadColumn(ref WireReader r, Span<T> values, ReadPlan? plan)
        {
            if (values.IsEmpty)
                return;
            if (plan != null && plan.Writer.Kind == SchemaKind.Union)
            {
                _asCase!.ReadColumn(ref r, values!, plan);
            }
            else if (plan != null && plan.Writer.Kind == SchemaKind.Record)
            {
                ScratchMark mark = r.Mark();
                int size = plan.Writer.Size;
                r.Charge(values.Length * BytesOfOne);
                Span<byte> image = r.Rent<byte>(Sizes.Product(ref r, values.Length, size));
                FixedColumn.Read(ref r, image, size);
                GroupReader group = GroupReader.OfImage(plan, image, values.Length);
                ReadGroup(ref r, ref group, values);
                r.Release(mark);
            }
            else if (plan != null && plan.Writer.IsEntry)
            {
                r.Charge(2L * values.Length * BytesOfOne);
                ScratchMark mark = r.Mark();
                GroupReader group = GroupReader.OfEntries(plan, values.Length);
                ReadGroup(ref r, ref group, values);
                r.Release(mark);
            }
            else
            {
                var segments = new Segments<T>(values);
                ReadGroups(ref r, ref segments, plan);
            }
        }

        // What an object takes of the budget.
        private long BytesOfOne => typeof(T).IsValueType ? 0 : Description.Size;

        internal sealed override void ReadSegments(ref WireReader r, ref Segments<T> values, ReadPlan? plan)
        {
            if (plan == null || plan.Writer.Kind == SchemaKind.Object)
                ReadGroups(ref r, ref values, plan);
            else
                base.ReadSegments(ref r, ref values, plan);
        }

        internal sealed override void ReadKnown(ref WireReader r, Span<T> values, Span<bool> known, ReadPlan plan) =>
            _asCase!.ReadKnown(ref r, values!, known, plan);

        internal sealed override void ReadOptional(ref WireReader r, Span<T> values, Span<bool> present, ReadPlan? plan)
        {
            present.Fill(true);
            if (plan != null && plan.Writer.Kind == SchemaKind.Union)
            {
                _asCase!.ReadOptional(ref r, values!, present, plan);
            }
            else if (plan != null && !plan.IsConversion && plan.Writer.Kind == SchemaKind.Object)
            {
                var segments = new Segments<T>(values);
                ReadGroups(ref r, ref segments, plan, present);
            }
            else
            {
                ReadColumnByPlan(ref r, values, plan);
            }
        }

        // Of structs that were objects of a class, whose nulls the caller wants to know, it is told which are present.
        private void ReadGroups(ref WireReader r, ref Segments<T> values, ReadPlan? plan, Span<bool> present = default)
        {
            int count = values.Count;
            for (int start = 0; start < count; start += MostInGroup)
            {
                ScratchMark mark = r.Mark();
                values.Take(Math.Min(MostInGroup, count - start));
                int there = Nulls.Read(ref r, values.Count, out Span<bool> bits);
                if (bits.IsEmpty)
                {
                    ReadPresent(ref r, ref values, start, bits, plan);
                }
                else
                {
                    if (there < bits.Length && typeof(T).IsValueType && present.IsEmpty)
                        throw NullValues.Error(ref r, Schema).At(start + bits.IndexOf(false));
                    if (!present.IsEmpty)
                        bits.CopyTo(present.Slice(start));
                    Span<T> some = r.Rent<T>(there);
                    var segments = new Segments<T>(some);
                    ReadPresent(ref r, ref segments, start, bits, plan);
                    values.Spread(some, bits);
                }
                r.Release(mark);
            }
        }

        private void ReadPresent(ref WireReader r, ref Segments<T> present, int start, ReadOnlySpan<bool> bits, ReadPlan? plan)
        {
            int count = present.Count, row = 0;
            try
            {
                if (count < FewestInColumns)
                {
                    while (present.Next(out Span<T> segment))
                    {
                        for (int i = 0; i < segment.Length; i++, row++)
                            segment[i] = ReadOne(ref r, default, plan);
                    }
                    return;
                }
                // By the plan of another schema, what the document lacks is taken from an object that is made for it.
                r.Charge(count * BytesOfOne * (plan == null || plan.Writer == Schema ? 1 : 2));
                var members = GroupReader.OfColumns(ref r, plan ?? Identity, count);
                ReadMembersOf(ref r, ref members, ref present, false);
            }
            catch (KitbagException e)
            {
                int index = count < FewestInColumns ? row : e.PendingIndex;
                if (index >= 0 && !bits.IsEmpty)
                    index = Nulls.PlaceOf(index, bits);
                e.At(index < 0 ? -1 : start + index);
                throw;
            }
        }

        internal override void WriteRoot(ref WireWriter w, T value)
        {
            if (value is null)
                throw NullRoot();
            WriteRow(ref w, value);
        }

        private KitbagException NullRoot() => new KitbagException(
            KitbagErrorReason.NotSupported,
            "The root, a '" + Schema + "', is null, which a bare body cannot say, for it has no header. Write a document with a header, send no message, or put the value into an object of its own.");

        internal override bool IsNullRoot(T value) => value is null;

        internal override T ReadRoot(ref WireReader r, ReadPlan? plan) =>
            plan == null || plan.Writer.Kind == SchemaKind.Object ? ReadOne(ref r, default, plan) : base.ReadRoot(ref r, plan);

        internal override void ReadRootInto(ref WireReader r, T target, ReadPlan? plan)
        {
            if (plan != null && plan.Writer.Kind != SchemaKind.Object)
                throw CannotFill(ref r, plan.Writer);
            ReadOne(ref r, target, plan);
        }
    }
}
