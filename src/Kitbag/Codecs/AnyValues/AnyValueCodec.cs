using System;
using System.Collections.Generic;
using System.ComponentModel;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// A codec of <see cref="object"/> for a closed set of types: Booleans, numbers, times, strings, bytes, lists of objects and maps from
    /// strings to objects. The complete tree of a value is stored as an object with five arrays: the numbers of the types in the order of a
    /// depth-first walk, and the integers, floating-point numbers, strings and bytes of the values.
    /// </summary>
    [CodecFor(typeof(object), CodecShape.Object)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed partial class AnyValueCodec : ObjectCodec<object>
    {
        internal const string StoredName = SchemaType.AnyName;

        /// <summary>The only instance.</summary>
        public static readonly AnyValueCodec Instance = new AnyValueCodec();

        private static readonly ArrayCodec<byte> s_bytes = new ArrayCodec<byte>(ByteCodec.Instance);
        private static readonly ArrayCodec<long> s_integers = new ArrayCodec<long>(Int64Codec.Instance);
        private static readonly ArrayCodec<double> s_reals = new ArrayCodec<double>(DoubleCodec.Instance);
        private static readonly ArrayCodec<string?> s_texts = new ArrayCodec<string?>(StringCodec.Instance);

        private AnyValueKinds? _kinds;

        private AnyValueCodec()
            : base(StoredName)
        {
        }

        private AnyValueKinds Kinds => _kinds ??= new AnyValueKinds(this!);

        internal override bool HoldsUnregistered => true;

        /// <inheritdoc/>
        protected override void Describe(ObjectDescription members) =>
            members.Add("Bytes Integers Reals Texts Types", s_bytes, s_integers, s_reals, s_texts, s_bytes);

        /// <inheritdoc/>
        public override void WriteRow(ref WireWriter w, object value)
        {
            AnyValueWriter tree = AnyValueWriter.Of(value, Kinds);
            const int Control = 2;
            ref byte row = ref w.Reserve(Control + 5 * 4 + 8);
            int at = Control;
            ulong control = s_bytes.WriteSlot(ref w, ref row, ref at, tree.Bytes);
            control |= (ulong)s_integers.WriteSlot(ref w, ref row, ref at, tree.Integers) << 2;
            control |= (ulong)s_reals.WriteSlot(ref w, ref row, ref at, tree.Reals) << 4;
            control |= (ulong)s_texts.WriteSlot(ref w, ref row, ref at, tree.Texts) << 6;
            control |= (ulong)s_bytes.WriteSlot(ref w, ref row, ref at, tree.Types) << 8;
            Slots.StoreControl(ref row, control, Control);
            w.Advance(at);
            s_bytes.WritePayload(ref w, tree.Bytes);
            s_integers.WritePayload(ref w, tree.Integers);
            s_reals.WritePayload(ref w, tree.Reals);
            s_texts.WritePayload(ref w, tree.Texts);
            s_bytes.WritePayload(ref w, tree.Types);
        }

        private protected override bool ReadsRowsInPlace => false;

        /// <inheritdoc/>
        public override object ReadRow(ref WireReader r, object? target)
        {
            RefuseToPopulate(target is not null);
            SlotShape shape = s_bytes.Schema.Slot;
            var slots = new SlotReader(ref r, 5 * shape.ControlBits);
            SlotValue bytes = slots.Next(ref r, shape), integers = slots.Next(ref r, shape), reals = slots.Next(ref r, shape),
                texts = slots.Next(ref r, shape), types = slots.Next(ref r, shape);
            var tree = new AnyValueReader(Kinds)
            {
                Bytes = s_bytes.ReadSlot(ref r, bytes, null),
                Integers = s_integers.ReadSlot(ref r, integers, null),
                Reals = s_reals.ReadSlot(ref r, reals, null),
                Texts = s_texts.ReadSlot(ref r, texts, null),
                Types = s_bytes.ReadSlot(ref r, types, null),
            };
            try
            {
                return tree.Read(ref r);
            }
            catch (KitbagException e)
            {
                throw e.RefusedBy(this);
            }
        }

        /// <inheritdoc/>
        protected override bool WriteGroup(ref WireWriter w, ref SegmentedSpan<object> objects)
        {
            int count = objects.Count;
            Span<byte[]?> bytes = w.Rent<byte[]?>(count), types = w.Rent<byte[]?>(count);
            Span<long[]?> integers = w.Rent<long[]?>(count);
            Span<double[]?> reals = w.Rent<double[]?>(count);
            Span<string?[]?> texts = w.Rent<string?[]?>(count);
            for (int i = 0; objects.Next(out Span<object> segment);)
            {
                foreach (object value in segment)
                {
                    if (value is null)
                        return false;
                    AnyValueWriter tree = AnyValueWriter.Of(value, Kinds);
                    bytes[i] = tree.Bytes;
                    integers[i] = tree.Integers;
                    reals[i] = tree.Reals;
                    texts[i] = tree.Texts;
                    types[i++] = tree.Types;
                }
            }
            Span<bool> present = w.Rent<bool>(5);
            present[0] = s_bytes.HasNonDefault(bytes);
            present[1] = s_integers.HasNonDefault(integers);
            present[2] = s_reals.HasNonDefault(reals);
            present[3] = s_texts.HasNonDefault(texts);
            present[4] = true;
            objects.WriteNoNulls(ref w);
            w.WriteBits(present);
            if (present[0])
                s_bytes.WriteColumn(ref w, bytes);
            if (present[1])
                s_integers.WriteColumn(ref w, integers);
            if (present[2])
                s_reals.WriteColumn(ref w, reals);
            if (present[3])
                s_texts.WriteColumn(ref w, texts);
            s_bytes.WriteColumn(ref w, types);
            return true;
        }

        /// <inheritdoc/>
        protected override void ReadGroup(ref WireReader r, ref GroupReader members, ref SegmentedSpan<object> objects, bool populate)
        {
            RefuseToPopulate(populate);
            Span<byte[]?> bytes = members.Read(ref r, s_bytes).Values;
            Span<long[]?> integers = members.Read(ref r, s_integers).Values;
            Span<double[]?> reals = members.Read(ref r, s_reals).Values;
            Span<string?[]?> texts = members.Read(ref r, s_texts).Values;
            Span<byte[]?> types = members.Read(ref r, s_bytes).Values;
            int i = 0;
            try
            {
                while (objects.Next(out Span<object> segment))
                {
                    foreach (ref object value in segment)
                    {
                        var tree = new AnyValueReader(Kinds)
                        {
                            Bytes = bytes.IsEmpty ? null : bytes[i],
                            Integers = integers.IsEmpty ? null : integers[i],
                            Reals = reals.IsEmpty ? null : reals[i],
                            Texts = texts.IsEmpty ? null : texts[i],
                            Types = types.IsEmpty ? null : types[i],
                        };
                        value = tree.Read(ref r);
                        i++;
                    }
                }
            }
            catch (KitbagException e)
            {
                e.At(i).RefusedBy(this);
                throw;
            }
        }

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder)
        {
            switch (writer.Kind)
            {
                case SchemaKind.Object when writer.Name == StoredName && !writer.IsStruct:
                case SchemaKind.Union:
                    return base.Resolve(writer, builder);
                case SchemaKind.Nullable:
                    return ResolveOther(writer, builder);
                default:
                    AnyValueKind kind = Kinds.Of(writer) ?? throw builder.Mismatch(writer, Schema);
                    return new BoxingPlan(kind.Case, writer, builder.ResolveInside(kind.Case.Codec, writer, writer, Schema));
            }
        }

        private static void RefuseToPopulate(bool populate)
        {
            if (populate)
                throw new KitbagException(KitbagErrorReason.NotSupported, "A value of type object cannot be populated. Read a new object.");
        }
    }
}
