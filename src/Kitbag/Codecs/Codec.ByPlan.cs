using System;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // How values that another schema wrote are read: by the codec itself, or by a plan that converts.
    public abstract partial class Codec<T>
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal T ReadSlotByPlan(ref WireReader r, in SlotValue slot, ReadPlan? plan) =>
            plan == null || !plan.IsConversion ? ReadSlot(ref r, slot, plan) : ConvertSlot(ref r, slot, plan);

        // Not inlined: it casts, and stands in programs compiled ahead of time wherever it is called.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private T ConvertSlot(ref WireReader r, in SlotValue slot, ReadPlan plan) => ((ConvertingPlan<T>)plan).ReadSlot(ref r, slot);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal void ReadColumnByPlan(ref WireReader r, Span<T> values, ReadPlan? plan)
        {
            if (plan == null || !plan.IsConversion)
                ReadColumn(ref r, values, plan);
            else
                ConvertColumn(ref r, values, plan);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private void ConvertColumn(ref WireReader r, Span<T> values, ReadPlan plan)
        {
            if (!values.IsEmpty)
                ((ConvertingPlan<T>)plan).ReadColumn(ref r, values);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal void ReadSegmentsByPlan(ref WireReader r, ref SegmentedSpan<T> segments, ReadPlan? plan)
        {
            if (plan != null && plan.IsConversion)
                ReadThroughCopy(ref r, ref segments, plan);
            else
                ReadSegments(ref r, ref segments, plan);
        }

        private void ReadThroughCopy(ref WireReader r, ref SegmentedSpan<T> segments, ReadPlan? plan)
        {
            ScratchMark mark = r.Mark();
            Span<T> values = r.Rent<T>(segments.Count);
            ReadColumnByPlan(ref r, values, plan);
            segments.CopyFrom(values);
            r.Release(mark);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal T ReadRootByPlan(ref WireReader r, ReadPlan? plan) =>
            plan == null || !plan.IsConversion ? ReadRoot(ref r, plan) : ConvertRoot(ref r, plan);

        private protected virtual T ConvertRoot(ref WireReader r, ReadPlan plan) =>
            ConvertSlot(ref r, RootSlot(ref r, plan.Writer.Slot), plan);

        /// <summary>Makes a value of a number, where numbers of another kind are read: <see cref="NumberPlan{T}"/>.</summary>
        /// <returns>Whether the type has such a value.</returns>
        internal virtual bool TryFromNumber(in Number number, out T value) => throw new InvalidOperationException();

        // The slot of a document's root. That of an object is its row.
        private static SlotValue RootSlot(ref WireReader r, in SlotShape shape)
        {
            if (shape.Kind is SlotKind.Object or SlotKind.Struct && !shape.IsNullable)
                return new SlotValue { IsPresent = true };
            var slots = new SlotReader(ref r, shape.ControlBits);
            return slots.Next(ref r, shape);
        }

        /// <summary>
        /// Gives a member that the document left out the value that this means: the default of the writer's type, which may be another
        /// value in the reader's, or none.
        /// </summary>
        internal virtual void ReadAbsent(ref WireReader r, Span<T> values, ReadPlan? plan)
        {
            if (plan == null)
            {
                values.Clear();
                return;
            }
            var absent = new SlotValue { Offset = -1 };
            try
            {
                // Each object is one of its own.
                for (int i = 0; i < values.Length; i++)
                    values[i] = i != 0 && (typeof(T).IsValueType || values[0] is null) ? values[0] : ReadSlotByPlan(ref r, absent, plan);
            }
            catch (KitbagException e)
            {
                e.At(0);
                throw;
            }
        }

        /// <summary>Reads a column of what may be null where this type has no null.</summary>
        /// <param name="r">Where from.</param>
        /// <param name="values">Where to; default where there is null.</param>
        /// <param name="present">Which values are not null.</param>
        /// <param name="plan">How.</param>
        internal virtual void ReadOptional(ref WireReader r, Span<T> values, Span<bool> present, ReadPlan? plan)
        {
            ReadColumnByPlan(ref r, values, plan);
            present.Fill(true);
        }

        /// <summary>Reads a column of a union's values, of which the plan may drop some.</summary>
        /// <param name="r">Where from.</param>
        /// <param name="values">Where to.</param>
        /// <param name="known">Which values are not to be dropped; all true before.</param>
        /// <param name="plan">How.</param>
        internal virtual void ReadKnown(ref WireReader r, Span<T> values, Span<bool> known, ReadPlan plan) =>
            throw new InvalidOperationException();

        /// <summary>
        /// Reads an array of one as what is in it, and one without elements as null; to be asked where an array comes that is none of this
        /// type's.
        /// </summary>
        private protected T ReadJsonOfOne(ref JsonReader r)
        {
            if (default(T) is null && r.TryPassNullArray())
                return default!;
            r.TryBeginOne();
            T value = ReadJson(ref r);
            r.EndOne();
            return value;
        }

        /// <summary>Reads a member of an object, which is an entry of a dictionary, as an object of its name and its value.</summary>
        internal virtual T ReadJsonEntry(ref JsonReader r) => throw r.Unexpected("an array");

        /// <summary>The message for the case that an object that exists is to be populated with what is none of its kind.</summary>
        private protected static KitbagException CannotPopulate(ref WireReader r, SchemaType writer) =>
            r.Error(KitbagErrorReason.NotSupported,
                "The document holds a '" + writer + "', which cannot populate an object of a class. Read a new object.");

        /// <summary>
        /// Finds out how a type of another shape is read: a nullable as its value, a list of one as what is in it. To be asked where the
        /// codec has no way of its own.
        /// </summary>
        /// <exception cref="KitbagException">There is no way.</exception>
        private protected ReadPlan ResolveOther(SchemaType writer, PlanBuilder builder)
        {
            switch (writer.Kind)
            {
                case SchemaKind.Nullable:
                    return new FromNullable<T>(this, writer, builder.ResolveInside(this, writer.Element!, writer, Schema));
                case SchemaKind.Sequence when writer.Element!.Kind != SchemaKind.Byte:
                    return new FromSequence<T>(this, writer, builder.ResolveInside(this, writer.Element, writer, Schema));
                case SchemaKind.Reference:
                    return ResolveReference(writer, builder);
                default:
                    throw builder.Mismatch(writer, Schema);
            }
        }

        /// <summary>Finds out how references to tracked objects are read as values. Overridden where a tracked object may be one.</summary>
        /// <exception cref="KitbagException">They cannot be read.</exception>
        private protected virtual ReadPlan ResolveReference(SchemaType writer, PlanBuilder builder) =>
            throw builder.Mismatch(writer.Element!, Schema);
    }
}
