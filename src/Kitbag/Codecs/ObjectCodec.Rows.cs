using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Single objects that another schema wrote: as a row of this program's schema where one can be made of theirs, else taken apart.
    public abstract partial class ObjectCodec<T>
    {
        // Unsafe: buffers on the stack are not cleared (bench/: another-schema-5).

        /// <summary>Whether rows are read between BeginRow and EndRow, so that a row may lie elsewhere than its payloads.</summary>
        private protected virtual bool ReadsRowsInPlace => true;

        private T ReadRowByPlan(ref WireReader r, T? target, ReadPlan plan)
        {
            RowPlan row = plan.Row ?? PlanRow(plan);
            // An object that exists keeps what the document lacks.
            if (row.Copy != null && (typeof(T).IsValueType || target is null))
                return ReadCopiedRow(ref r, row.Copy);
            if (!row.NeedsScratch)
                return ReadRowOnStack(ref r, target, plan);
            ScratchMark mark = r.Mark();
            T value = ReadRow(ref r, target, plan, r.Rent<SlotValue>(row.Count), default);
            r.Release(mark);
            return value;
        }

        [SkipLocalsInit]
        private T ReadCopiedRow(ref WireReader r, RowCopy copy)
        {
            Unsafe.SkipInit(out RowCopy.Room room);
            r.EnterRow(copy.Copy(ref r, ref room));
            try
            {
                return ReadRow(ref r, default);
            }
            finally
            {
                r.LeaveRow();
            }
        }

        [SkipLocalsInit]
        private T ReadRowOnStack(ref WireReader r, T? target, ReadPlan plan)
        {
            Unsafe.SkipInit(out RowPlan.CellBuffer cells);
            StackBuffer<object?> objects = default;
            return ReadRow(ref r, target, plan, RowPlan.CellBuffer.Of(ref cells), StackBuffer<object?>.Of(ref objects));
        }

        private T ReadRow(ref WireReader r, T? target, ReadPlan plan, Span<SlotValue> cells, Span<object?> objects)
        {
            plan.Row!.Take(ref r, cells);
            GroupReader group = GroupReader.OfRow(ref r, plan, cells, objects);
            T value = target!;
            var segments = new SegmentedSpan<T>(MemoryMarshal.CreateReadOnlySpan(ref value, 1));
            ReadMembersOf(ref r, ref group, ref segments, !typeof(T).IsValueType && target is not null);
            return value;
        }

        private RowPlan PlanRow(ReadPlan plan)
        {
            var forms = new SlotForm[plan.Targets.Length];
            var sizes = new int[forms.Length];
            int objects = 0;
            bool needsScratch = forms.Length > RowPlan.CellBuffer.Count;
            for (int i = 0; i < forms.Length; i++)
            {
                if (plan.Targets[i] < 0)
                {
                    bool isNeeded = plan.Unknown != null || RowPlan.HasPayload(plan.Writer.MemberArray[i].Type);
                    forms[i] = isNeeded ? SlotForm.Value : SlotForm.Skipped;
                    continue;
                }
                Codec codec = Description.Codecs[plan.Targets[i]];
                forms[i] = plan.Parts[i] is { IsMigration: true } ? SlotForm.Value : codec.FormOf(plan.Parts[i]);
                sizes[i] = codec.ValueSize;
                if (codec.IsObject)
                    objects++;
                else
                    needsScratch |= codec.HoldsObjects || codec.ValueSize > RowPlan.CellSize;
            }
            needsScratch |= objects > StackBuffer<object?>.Count;
            return plan.Row = new RowPlan(plan.Writer, plan.Targets, plan.Steps, forms, sizes, needsScratch)
            {
                Copy = plan.Check != null ? null : PlanCopy(plan, forms),
            };
        }

        // A row is copied where straight reading of the copy comes to the same: what the document lacks is known beforehand, and no
        // payload has to be passed over or read in another way.
        private RowCopy? PlanCopy(ReadPlan plan, SlotForm[] forms)
        {
            if (plan.Writer.Kind != SchemaKind.Object || plan.Writer.IsEntry || Schema.Kind != SchemaKind.Object || !ReadsRowsInPlace
                || plan.Unknown is UnknownMembers { HasWork: true })
                return null;
            SchemaMember[] members = plan.Writer.MemberArray;
            var conversions = new SlotForm[forms.Length];
            for (int i = 0; i < forms.Length; i++)
            {
                if (plan.Targets[i] < 0 ? RowPlan.HasPayload(members[i].Type) : plan.Parts[i] != null && forms[i] == SlotForm.Value)
                    return null;
                if (plan.Targets[i] >= 0 && plan.Parts[i] != null)
                    conversions[i] = forms[i];
            }
            SlotValue[]? initial = null;
            for (int member = 0; member < Schema.MemberArray.Length; member++)
            {
                if (plan.StepOf(member) >= 0)
                    continue;
                if (!Description.IsPredictable || !Description.Codecs[member].ReadsNothingAsDefault
                    || Schema.MemberArray[member].Type.Slot is { Kind: SlotKind.Struct, IsNullable: false })
                    return null;
                if (!Description.Initialized.TryGetValue(member, out bool isConstant))
                    continue;
                if (!isConstant || (initial ??= NewSlots()) == null || !IsInSlot(Schema.MemberArray[member].Type, initial![member]))
                    return null;
            }
            return RowCopy.Of(plan.Writer, Schema, plan.Steps, conversions, initial);
        }

        // Whether the slot is all that is stored of a value: of strings only of null and the empty one.
        private static bool IsInSlot(SchemaType type, in SlotValue slot) =>
            !slot.IsPresent || (type.Slot.Kind != SlotKind.Fixed
                && (!RowPlan.HasPayload(type) || (type.Kind == SchemaKind.String && slot.Bits == 1)));

        private SlotValue[]? NewSlots() => Description.Required.Count != 0 ? null : Description.InitialSlots!.Of(this);

        internal sealed override void WriteNew(ref WireWriter w)
        {
            var r = new WireReader(default, KitbagLimits.Default);
            try
            {
                T fresh = default!;
                GroupReader nothing = GroupReader.OfDefaults(new ReadPlan(Schema, Array.Empty<ReadPlan?>(), Array.Empty<int>()), 1);
                ReadGroup(ref r, ref nothing, MemoryMarshal.CreateSpan(ref fresh, 1));
                WriteRow(ref w, fresh);
            }
            finally
            {
                r.Dispose();
            }
        }
    }
}
