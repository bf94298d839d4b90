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
    /// A codec of references to tracked objects: only the index of an object among the objects of its type is stored; these follow the root
    /// of the document.
    /// </summary>
    /// <typeparam name="T">The class.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed partial class ReferenceCodec<T> : Codec<T?>
        where T : class
    {
        private readonly Func<Codec<T>> _find;
        private Codec<T>? _objects;
        private OnlyCase? _onlyCase;

        /// <summary>Creates a codec.</summary>
        /// <param name="objects">Returns the codec of the objects themselves, which may depend on this one. Called on first use.</param>
        public ReferenceCodec(Func<Codec<T>> objects)
        {
            _find = objects;
        }

        private Codec<T> Objects => _objects ??= Find();

        private Codec<T> Find()
        {
            Codec<T> objects = _find();
            objects.TrackedType ??= new TrackedType<T>(objects, this);
            return objects;
        }

        internal override References References => References.Held;

        internal override Codec TrackedCodec => Objects;

        internal override Codec? CopiedCodecOf(object value) => Objects.IsCopied ? Objects : null;

        internal override bool IsStoredAsText => false;

        /// <inheritdoc/>
        protected override SchemaType CreateSchema() => SchemaType.ReferenceTo(Objects.Schema);

        /// <summary>The stored value of a reference: 0 for null, otherwise 1 plus its index among the objects of its type.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="value">The object.</param>
        public uint Prefix(ref WireWriter w, T? value) => value == null ? 0 : (uint)GraphWriter.Of(ref w).PlaceOf(Objects, value) + 1;

        /// <summary>Returns the object of a reference.</summary>
        /// <param name="r">The reader of the reference.</param>
        /// <param name="prefix">0 for null, otherwise 1 plus the index of the object.</param>
        /// <param name="plan">The plan for reading another schema; null for the reader's own schema.</param>
        public T? ReadPayload(ref WireReader r, uint prefix, ReadPlan? plan)
        {
            if (prefix == 0)
                return null;
            T[] table = TableOf(ref r, plan);
            int place = GraphReader.PlaceOf(ref r, prefix, table.Length, Objects);
            return Objects.IsCopied ? GraphOf(ref r).Give(ref r, Objects, plan, place) : table[place];
        }

        private T[] TableOf(ref WireReader r, ReadPlan? plan) => GraphOf(ref r).TableOf(Objects, plan);

        private static GraphReader GraphOf(ref WireReader r) => (GraphReader)r.Graph!;

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, T? value) =>
            Slots.PutWord32(ref row, ref at, Prefix(ref w, value));

        /// <inheritdoc/>
        public override T? ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) =>
            plan != null && plan.Writer.Kind == SchemaKind.Union
                ? AsCase.ReadSlot(ref r, slot, plan)
                : ReadPayload(ref r, (uint)slot.Bits, plan);

        /// <inheritdoc/>
        public override void WriteColumn(ref WireWriter w, ReadOnlySpan<T?> values)
        {
            var segments = new SegmentedSpan<T?>(values);
            WriteSegments(ref w, ref segments);
        }

        internal override void WriteSegments(ref WireWriter w, ref SegmentedSpan<T?> values)
        {
            ScratchMark mark = w.Mark();
            Span<uint> prefixes = w.Rent<uint>(values.Count);
            GraphWriter graph = GraphWriter.Of(ref w);
            int at = 0;
            while (values.Next(out Span<T?> segment))
            {
                graph.PutPrefixes<T>(Objects, segment!, prefixes.Slice(at, segment.Length));
                at += segment.Length;
            }
            IntegerColumn.Write(ref w, MemoryMarshal.AsBytes(prefixes), IntegerKind.UInt32);
            w.Release(mark);
        }

        /// <inheritdoc/>
        public override void ReadColumn(ref WireReader r, Span<T?> values, ReadPlan? plan)
        {
            if (plan != null && plan.Writer.Kind == SchemaKind.Union)
            {
                AsCase.ReadColumn(ref r, values, plan, default, true);
                return;
            }
            var segments = new SegmentedSpan<T?>(values);
            ReadReferences(ref r, ref segments, plan);
        }

        internal override void ReadKnown(ref WireReader r, Span<T?> values, Span<bool> known, ReadPlan plan) =>
            AsCase.ReadColumn(ref r, values, plan, known, true);

        internal override void ReadSegments(ref WireReader r, ref SegmentedSpan<T?> segments, ReadPlan? plan)
        {
            if (plan == null || plan.Writer.Kind == SchemaKind.Reference)
                ReadReferences(ref r, ref segments, plan);
            else
                base.ReadSegments(ref r, ref segments, plan);
        }

        private void ReadReferences(ref WireReader r, ref SegmentedSpan<T?> values, ReadPlan? plan)
        {
            ScratchMark mark = r.Mark();
            Span<uint> prefixes = r.Rent<uint>(values.Count);
            IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(prefixes), IntegerKind.UInt32);
            T[] table = TableOf(ref r, plan);
            Codec<T> objects = Objects;
            bool isCopied = objects.IsCopied;
            int at = 0;
            while (values.Next(out Span<T?> segment))
            {
                for (int i = 0; i < segment.Length; i++, at++)
                {
                    if (prefixes[at] == 0)
                    {
                        segment[i] = null;
                        continue;
                    }
                    int place = GraphReader.PlaceOf(ref r, prefixes[at], table.Length, objects, at);
                    segment[i] = isCopied ? GraphOf(ref r).Give(ref r, objects, plan, place) : table[place];
                }
            }
            r.Release(mark);
        }

        /// <inheritdoc/>
        public override void Discover(ref WireWriter w, ReadOnlySpan<T?> values)
        {
            ScratchMark mark = w.Mark();
            GraphWriter.Of(ref w).PutPrefixes<T>(Objects, values!, w.Rent<uint>(values.Length));
            w.Release(mark);
        }

        private OnlyCase<T?> AsCase => new OnlyCase<T?>(_onlyCase!, this);

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder)
        {
            if (writer.Kind == SchemaKind.Union)
                return (_onlyCase ??= new OnlyCase(Objects.Schema.Name, Objects.Origin, this)).Resolve(writer, builder);
            if (writer.Kind is SchemaKind.Object or SchemaKind.Record)
                return new ToTracked<T?>(Objects!, writer, builder.Resolve(Objects, writer));
            if (writer.Kind != SchemaKind.Reference)
                return ResolveOther(writer, builder);
            (int number, bool isSecond) = builder.Track(Objects, writer.Element!);
            return isSecond || builder.Check != null
                ? new ReadPlan(writer, Array.Empty<ReadPlan?>(), Array.Empty<int>()) { Tracked = number, Check = builder.Check }
                : null;
        }

        internal override object?[]? HoldTarget(T? target) => Objects.HoldTarget(target!);

        internal override void RestoreTarget(T? target, object?[] held) => Objects.RestoreTarget(target!, held);

        internal override bool PutTarget(ref WireReader r, T? target, ReadPlan? plan)
        {
            if (plan != null && plan.Writer.Kind == SchemaKind.Union)
                return _onlyCase!.TryReadRoot(ref r, plan, out ReadPlan? part) && PutTarget(ref r, target, part);
            if (plan != null && plan.Writer.Kind != SchemaKind.Reference)
                return false;
            var slots = new SlotReader(ref r, Schema.Slot.ControlBits);
            uint prefix = (uint)slots.Next(ref r, Schema.Slot).Bits;
            T[] table = TableOf(ref r, plan);
            if (prefix == 0)
                throw r.Error(KitbagErrorReason.SchemaMismatch, "The document holds null, which cannot populate an object.");
            table[GraphReader.PlaceOf(ref r, prefix, table.Length, Objects)] = target!;
            return true;
        }

        internal override void ReadRootInto(ref WireReader r, T? target, ReadPlan? plan)
        {
            if (plan is not ToTracked<T?> value)
                throw CannotPopulate(ref r, plan!.Writer);
            value.ReadInto(ref r, target!);
        }
    }
}
