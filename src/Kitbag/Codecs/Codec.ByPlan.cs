using System;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Reads values of another schema: with the codec itself, or according to a plan that converts them.
    public abstract partial class Codec<T>
    {
        /// <summary>Gets a value indicating whether null may be read.</summary>
        internal virtual bool HasNull => default(T) is null;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal T ReadSlotByPlan(ref WireReader r, in SlotValue slot, ReadPlan? plan) =>
            plan == null || !plan.IsConversion ? ReadSlot(ref r, slot, plan) : ConvertSlot(ref r, slot, plan);

        // Not inlined: it casts, and ahead-of-time compilers would repeat it at each call.
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

        /// <summary>Converts a number when numbers of another kind are read: <see cref="NumberPlan{T}"/>.</summary>
        /// <returns>Whether the type can represent the value.</returns>
        internal virtual bool TryFromNumber(in Number number, out T value) => throw new InvalidOperationException();

        // The slot of the root of a document. The slot of an object is its row.
        private static SlotValue RootSlot(ref WireReader r, in SlotShape shape)
        {
            if (shape.Kind is SlotKind.Object or SlotKind.Struct && !shape.IsNullable)
                return new SlotValue { IsPresent = true };
            var slots = new SlotReader(ref r, shape.ControlBits);
            return slots.Next(ref r, shape);
        }

        /// <summary>
        /// Assigns the value of a member that the document omitted: the default of the writer's type, which may be a different value of the
        /// reader's type, or none.
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
                // Each object must be a separate instance.
                for (int i = 0; i < values.Length; i++)
                    values[i] = i != 0 && (typeof(T).IsValueType || values[0] is null) ? values[0] : ReadSlotByPlan(ref r, absent, plan);
            }
            catch (KitbagException e)
            {
                e.At(0);
                throw;
            }
        }

        /// <summary>Reads a column of nullable values into a type that has no null.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="values">The destination; nulls become default values.</param>
        /// <param name="present">Receives which values are not null.</param>
        /// <param name="plan">The plan.</param>
        internal virtual void ReadOptional(ref WireReader r, Span<T> values, Span<bool> present, ReadPlan? plan)
        {
            present.Fill(true);
            if (plan != null && plan.IsConversion && !values.IsEmpty)
                ((ConvertingPlan<T>)plan).ReadOptional(ref r, values, present);
            else
                ReadColumnByPlan(ref r, values, plan);
        }

        /// <summary>Reads a column of the values of a union, some of which the plan may drop.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="values">The destination.</param>
        /// <param name="known">Receives false for values that are dropped; all true before.</param>
        /// <param name="plan">The plan.</param>
        internal virtual void ReadKnown(ref WireReader r, Span<T> values, Span<bool> known, ReadPlan plan) =>
            throw new InvalidOperationException();

        /// <summary>
        /// Reads an array of one element as that element, and an array without elements as null. Called if an array occurs where the type
        /// has none.
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

        /// <summary>Reads a member of an object, which represents an entry of a dictionary, as an object with a name and a value.</summary>
        internal virtual T ReadJsonEntry(ref JsonReader r) => throw r.Unexpected("an array");

        /// <summary>The exception for populating an existing object with a value of another kind.</summary>
        private protected static KitbagException CannotPopulate(ref WireReader r, SchemaType writer) =>
            r.Error(KitbagErrorReason.NotSupported,
                "The document holds a '" + writer + "', which cannot populate an object of a class. Read a new object.");

        /// <summary>
        /// Determines how to read a type of another shape: a nullable as its value, a list of one element as that element. Called if the
        /// codec itself cannot read the type.
        /// </summary>
        /// <exception cref="KitbagException">The type cannot be read.</exception>
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

        /// <summary>Determines how to read references to tracked objects as values. Overridden by types that may be tracked.</summary>
        /// <exception cref="KitbagException">They cannot be read.</exception>
        private protected virtual ReadPlan ResolveReference(SchemaType writer, PlanBuilder builder) =>
            throw builder.Mismatch(writer.Element!, Schema);
    }
}
