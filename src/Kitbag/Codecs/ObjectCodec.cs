using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// A codec of a class or a struct with members. Generated code derives from it, and only gathers and scatters the members.
    /// </summary>
    /// <typeparam name="T">The type.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract partial class ObjectCodec<T> : Codec<T>
    {
        private readonly string _name;
        private ObjectDescription? _description;
        private ReadPlan? _identity;
        private JsonMembers? _json;
        private OnlyCase? _onlyCase;
        private int _rowCost = -1;

        /// <summary>Creates a codec.</summary>
        /// <param name="name">The type's name in the schema.</param>
        /// <param name="isTracked">Whether its objects have an identity, so that they are stored as references.</param>
        /// <param name="isCopied">For tracked objects: whether each reference gets its own copy of the object, so that objects are not
        /// recorded when they are written.</param>
        protected ObjectCodec(string name, bool isTracked = false, bool isCopied = false)
        {
            _name = name;
            IsTracked = isTracked;
            IsCopied = isCopied;
        }

        /// <summary>Creates a codec of objects without an identity.</summary>
        /// <param name="name">The type's name in the schema.</param>
        protected ObjectCodec(string name)
            : this(name, isTracked: false)
        {
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

        // Rows nested in objects are not charged separately: each of them takes at least one byte of input.
        internal sealed override int RowCost => _rowCost >= 0 ? _rowCost : FindRowCost();

        // A separate method, so that the check is inlined where rows are read.
        private int FindRowCost()
        {
            int cost = typeof(T).IsValueType ? 0 : Description.Size;
            foreach (Codec member in Description.Codecs)
                cost += member.RowCost;
            return _rowCost = cost;
        }

        /// <summary>Describes the members in wire order.</summary>
        /// <param name="description">Receives the members.</param>
        protected abstract void Describe(ObjectDescription description);

        /// <summary>Writes an object as a row.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="value">The object, not null.</param>
        public abstract void WriteRow(ref WireWriter w, T value);

        /// <summary>Writes an object as a row unless it is null. For generated code.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="value">The object, or null.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void WriteRowIfAny(ref WireWriter w, T value)
        {
            if (value is not null)
                WriteRow(ref w, value);
        }

        /// <summary>Reads a row that this program's schema wrote.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="target">For a class, an object to be populated, or null for a new one. No member is set before all are
        /// read.</param>
        /// <returns>The object.</returns>
        public abstract T ReadRow(ref WireReader r, T? target);

        /// <summary>Writes objects by column: that none is null, which members have any value, then the columns of those members.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="objects">The objects.</param>
        /// <returns>False if an object is null; then nothing was written.</returns>
        protected abstract bool WriteGroup(ref WireWriter w, ref SegmentedSpan<T> objects);

        /// <summary>Reads objects member by member.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="members">Determines which members exist, their order, and how to read each.</param>
        /// <param name="objects">The destination.</param>
        /// <param name="populate">Whether to populate existing objects.</param>
        protected abstract void ReadGroup(ref WireReader r, ref GroupReader members, ref SegmentedSpan<T> objects, bool populate);

        /// <summary>The exception for an object of a class that is derived from the declared one. Called by generated code.</summary>
        /// <param name="value">The object.</param>
        protected KitbagException UnregisteredDerivedType(object value) => UnregisteredDerivedTypes.Of(value, _name);

        internal override bool IsStoredAsText => false;

        /// <inheritdoc/>
        protected override SchemaType CreateSchema()
        {
            var type = new SchemaType(SchemaKind.Object, _name) { IsStruct = typeof(T).IsValueType, IsTracked = IsTracked };
            if (IsTracked)
            {
                type.Identity = typeof(T);
                Declare(type);
            }
            type.MemberArray = ObjectPlans.Members(Description);
            return type;
        }

        /// <inheritdoc/>
        public sealed override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, T value) =>
            typeof(T).IsValueType || value is null ? 0u : 1u;

        /// <inheritdoc/>
        public sealed override void WritePayload(ref WireWriter w, T value)
        {
            if (value is not null)
                WriteRow(ref w, value);
        }

        /// <inheritdoc/>
        public sealed override T ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan)
        {
            if (plan != null && plan.Writer.Kind == SchemaKind.Union)
                return AsCase.ReadSlot(ref r, slot, plan);
            bool isRecord = plan != null && plan.Writer.Kind == SchemaKind.Record;
            if (!isRecord && (slot.IsPresent || (plan == null && typeof(T).IsValueType)))
                return ReadOne(ref r, default, plan);
            if (plan == null || !plan.Writer.IsStruct)
                return NullValues.Read<T>(ref r, Schema);
            // All members of a struct that the document omits are default; the plan determines the resulting value.
            if (plan.Check == null)
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

        private T ReadOne(ref WireReader r, T? target, ReadPlan? plan, bool isCharged = false)
        {
            // A checking read creates no values.
            if (plan != null && plan.Check != null)
                return ReadRowByPlan(ref r, target, plan);
            r.Charge(isCharged ? RowCost - BytesOfOne : RowCost);
            return plan == null ? ReadRow(ref r, target) : ReadRowByPlan(ref r, target, plan);
        }

        /// <inheritdoc/>
        public sealed override void WriteColumn(ref WireWriter w, ReadOnlySpan<T> values)
        {
            var segments = new SegmentedSpan<T>(values);
            WriteSegments(ref w, ref segments);
        }

        /// <inheritdoc/>
        public sealed override void ReadColumn(ref WireReader r, Span<T> values, ReadPlan? plan)
        {
            if (values.IsEmpty)
                return;
            if (plan != null && plan.Writer.Kind == SchemaKind.Union)
            {
                AsCase.ReadColumn(ref r, values, plan, default, true);
            }
            else if (plan != null && plan.Writer.Kind == SchemaKind.Record)
            {
                ScratchMark mark = r.Mark();
                int size = plan.Writer.Size;
                if (plan.Check == null)
                    r.Charge(values.Length * BytesOfOne);
                Span<byte> image = r.Rent<byte>(Sizes.Product(ref r, values.Length, size));
                FixedColumn.Read(ref r, image, size);
                GroupReader group = GroupReader.OfImage(plan, image, values.Length);
                ReadGroup(ref r, ref group, values);
                r.Release(mark);
            }
            else if (plan != null && plan.Writer.IsEntry)
            {
                if (plan.Check == null)
                    r.Charge(2L * values.Length * BytesOfOne);
                ScratchMark mark = r.Mark();
                GroupReader group = GroupReader.OfEntries(plan, values.Length);
                ReadGroup(ref r, ref group, values);
                r.Release(mark);
            }
            else
            {
                var segments = new SegmentedSpan<T>(values);
                ReadGroups(ref r, ref segments, plan);
            }
        }

        // The allocation cost of one object.
        private long BytesOfOne => typeof(T).IsValueType ? 0 : Description.Size;

        internal sealed override void ReadSegments(ref WireReader r, ref SegmentedSpan<T> values, ReadPlan? plan)
        {
            if (plan == null || plan.Writer.Kind == SchemaKind.Object)
                ReadGroups(ref r, ref values, plan);
            else
                base.ReadSegments(ref r, ref values, plan);
        }

        internal override void WriteRoot(ref WireWriter w, T value)
        {
            if (value is null)
                throw NullRoot();
            WriteRow(ref w, value);
        }

        private KitbagException NullRoot() => new KitbagException(
            KitbagErrorReason.NotSupported,
            "The root, a '" + Schema
                + "', is null, which a bare body cannot represent, because it has no header. Write a document with a header, "
                + "send no message, or wrap the value in an object.");

        internal override bool IsNullRoot(T value) => value is null;

        internal override T ReadRoot(ref WireReader r, ReadPlan? plan) =>
            plan == null || plan.Writer.Kind == SchemaKind.Object ? ReadOne(ref r, default, plan) : base.ReadRoot(ref r, plan);

        internal override void ReadRootInto(ref WireReader r, T target, ReadPlan? plan)
        {
            if (plan != null && plan.Writer.Kind != SchemaKind.Object)
                throw CannotPopulate(ref r, plan.Writer);
            ReadOne(ref r, target, plan);
        }
    }
}
