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
    // Single objects of another schema: read as a row of this program's schema if the bytes can be rearranged into one, otherwise slot by
    // slot.
    public abstract partial class ObjectCodec<T>
    {
        // Unsafe: buffers on the stack are not cleared (bench/: another-schema-5).

        /// <summary>Reads a row of this program's schema if a bit says that it exists. Called by generated code.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="control">The bit, with any other bits above it.</param>
        /// <returns>The object, or null.</returns>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public T? ReadRowIfAny(ref WireReader r, uint control) => (control & 1) != 0 ? ReadRow(ref r, default) : default;

        /// <summary>Whether rows are read between BeginRow and EndRow, so that a row may be in other memory than its payloads.</summary>
        private protected virtual bool ReadsRowsInPlace => true;

        private T ReadRowByPlan(ref WireReader r, T? target, ReadPlan plan)
        {
            RowPlan row = plan.Row ?? ObjectPlans.Row(plan, this, Description, ReadsRowsInPlace);
            // An existing object keeps the members that the document lacks.
            if (row.Copy != null && (typeof(T).IsValueType || target is null || row.Copy.IsWhole))
                return ReadCopiedRow(ref r, target, row.Copy, plan);
            if (!row.NeedsScratch)
                return ReadRowOnStack(ref r, target, plan);
            ScratchMark mark = r.Mark();
            T value = ReadRow(ref r, target, plan, r.Rent<SlotValue>(row.Room), default);
            r.Release(mark);
            return value;
        }

        // Not inlined, because the buffer would be cleared then.
        [SkipLocalsInit]
        [MethodImpl(MethodImplOptions.NoInlining)]
        private T ReadCopiedRow(ref WireReader r, T? target, RowCopy copy, ReadPlan plan)
        {
            Unsafe.SkipInit(out RowCopy.Room room);
            int start = r.Position;
            ReadOnlySpan<byte> row = copy.Copy(ref r, ref room);
            UnknownReader? unknown = plan.Unknown == null ? null : ReaderOfUnknown();
            KeptBlock? kept = unknown?.Keep(ref r, start, copy, (UnknownMembers)plan.Unknown!);
            r.EnterRow(row);
            T value;
            try
            {
                value = ReadRow(ref r, target);
            }
            finally
            {
                r.LeaveRow();
            }
            unknown?.Set(ref r, value, kept, plan);
            return value;
        }

        [SkipLocalsInit]
        [MethodImpl(MethodImplOptions.NoInlining)]
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
            bool populate = !typeof(T).IsValueType && target is not null;
            ReadMembersOf(ref r, ref group, ref segments, populate);
            if (plan.Unknown != null)
                ReaderOfUnknown().ReadRow(ref r, ref group, value, populate);
            return value;
        }

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
