using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Schema
{
    /// <summary>
    /// Walks stored values using only their schema: documents, rows, payloads, columns. It reports them to a visitor; exceptions contain
    /// the path below the start of the walk.
    /// </summary>
    /// <typeparam name="TVisitor">The visitor; calls of a struct that does nothing cost nothing.</typeparam>
    internal static partial class SchemaWalker<TVisitor>
        where TVisitor : ISchemaVisitor
    {
        /// <summary>Walks the body of a document: the root, and then the tracked objects as columns of their types.</summary>
        /// <param name="r">The reader, at its start.</param>
        /// <param name="visitor">The visitor that is called.</param>
        /// <param name="root">The type of the root, which is not null.</param>
        /// <param name="tracked">The types of its segments, as <see cref="UnknownObjectType.TypesOf"/> returns them.</param>
        public static void WalkBody(ref WireReader r, ref TVisitor visitor, SchemaType root, SchemaType[] tracked)
        {
            if (tracked.Length == 0)
            {
                WalkRoot(ref r, ref visitor, root);
                return;
            }
            int length = GraphDirectory.Read(ref r, tracked.Length, out GraphSegment[] segments);
            WalkRoot(ref r, ref visitor, root);
            GraphDirectory.CheckEnd(ref r, length, "The root");
            var starts = new int[tracked.Length];
            foreach (GraphSegment segment in segments)
            {
                try
                {
                    WalkColumn(ref r, ref visitor, tracked[segment.Type], segment.Count);
                }
                catch (KitbagException e)
                {
                    GraphDirectory.Locate(e, starts[segment.Type], tracked[segment.Type].Name);
                    throw;
                }
                GraphDirectory.CheckEnd(ref r, segment.Start + segment.Length, "A segment of objects");
                starts[segment.Type] += segment.Count;
            }
            r.MoveTo(r.Length);
        }

        /// <summary>Walks the root of a document.</summary>
        /// <param name="r">The reader, at its start.</param>
        /// <param name="visitor">The visitor that is called.</param>
        /// <param name="root">The type of the root, which is not null.</param>
        public static void WalkRoot(ref WireReader r, ref TVisitor visitor, SchemaType root)
        {
            var slot = new SlotValue { IsPresent = true };
            if (root.Kind != SchemaKind.Object)
            {
                var reader = new SlotReader(ref r, root.Slot.ControlBits);
                slot = reader.Next(ref r, root.Slot);
            }
            Walk(ref r, ref visitor, root, slot);
        }

        /// <summary>Walks a value of a row whose slot has been read.</summary>
        /// <param name="r">At its payload.</param>
        /// <param name="visitor">The visitor that is called.</param>
        /// <param name="type">The value's type.</param>
        /// <param name="slot">The slot.</param>
        public static void Walk(ref WireReader r, ref TVisitor visitor, SchemaType type, in SlotValue slot)
        {
            visitor.BeginColumn(type, 1, r.Position);
            if (slot.IsPresent)
                WalkPresent(ref r, ref visitor, type, slot);
            else
                visitor.Default(type, 1);
            visitor.EndColumn(type, r.Position);
        }

        private static void WalkPresent(ref WireReader r, ref TVisitor visitor, SchemaType type, in SlotValue slot)
        {
            switch (type.Kind)
            {
                case SchemaKind.String:
                    WalkString(ref r, ref visitor, (uint)slot.Bits);
                    break;
                case SchemaKind.Object:
                    visitor.BeginGroup(type, 1, default);
                    WalkRow(ref r, ref visitor, type);
                    visitor.EndGroup(type);
                    break;
                case SchemaKind.Union:
                    WalkCase(ref r, ref visitor, type, (uint)slot.Bits);
                    break;
                case SchemaKind.Nullable:
                    bool isThere = true;
                    visitor.Present(type, MemoryMarshal.CreateReadOnlySpan(ref isThere, 1));
                    WalkNullable(ref r, ref visitor, type.Element!, slot);
                    break;
                case SchemaKind.Sequence or SchemaKind.Map:
                    WalkCollection(ref r, ref visitor, type, (uint)slot.Bits);
                    break;
                default:
                    if (visitor.WantsValues)
                        TellScalar(ref r, ref visitor, type, slot);
                    break;
            }
        }

        // That there is a value is stated by the nullable's own bit: its slot may say that it is the default.
        private static void WalkNullable(ref WireReader r, ref TVisitor visitor, SchemaType type, in SlotValue slot)
        {
            SlotValue value = slot;
            if (type.Slot.Kind == SlotKind.Fixed)
                value.IsPresent = slot.Offset >= 0;
            Walk(ref r, ref visitor, type, value);
        }

        private static void WalkString(ref WireReader r, ref TVisitor visitor, uint prefix)
        {
            if (!visitor.WantsValues)
            {
                StringForm.Skip(ref r, prefix);
                return;
            }
            ScratchMark mark = r.Mark();
            Span<string?> one = r.Rent<string?>(1);
            one[0] = StringForm.Read(ref r, prefix);
            visitor.Strings(new DictionaryStrings(one));
            r.Release(mark);
        }

        private static void WalkCase(ref WireReader r, ref TVisitor visitor, SchemaType type, uint number)
        {
            visitor.TypeNumbers(type, MemoryMarshal.CreateReadOnlySpan(ref number, 1));
            // Null may also be stored in a byte; readers of the member interpret it as null.
            if (number == 0)
                return;
            SchemaType concrete = ConcreteType(ref r, type, number);
            var slot = new SlotValue { IsPresent = true };
            if (concrete.Kind != SchemaKind.Object)
            {
                var reader = new SlotReader(ref r, concrete.Slot.ControlBits);
                slot = reader.Next(ref r, concrete.Slot);
            }
            Walk(ref r, ref visitor, concrete, slot);
        }

        private static SchemaType ConcreteType(ref WireReader r, SchemaType type, uint number)
        {
            if (number > (uint)type.MemberArray.Length)
                throw LengthPrefixes.NoSuchType(ref r, number, type.MemberArray.Length, type.Name);
            return type.MemberArray[(int)number - 1].Type;
        }

        private static void WalkCollection(ref WireReader r, ref TVisitor visitor, SchemaType type, uint prefix)
        {
            SchemaType? key = type.Key;
            SchemaType element = type.Element!;
            if ((key ?? element).Kind == SchemaKind.String && prefix >= Comparers.Named)
                visitor.Comparer(0, Comparers.Read(ref r, ref prefix));
            int count = prefix <= 1 ? 0 : LengthPrefixes.Checked(ref r, (long)prefix - 1);
            ReadOnlySpan<uint> prefixes = MemoryMarshal.CreateReadOnlySpan(ref prefix, 1);
            visitor.Lengths(type, prefixes);
            try
            {
                if (key != null)
                    WalkColumn(ref r, ref visitor, key, count);
                WalkColumn(ref r, ref visitor, element, count);
            }
            catch (KitbagException e)
            {
                LengthPrefixes.Locate(e, prefixes);
                throw;
            }
        }

        private static void WalkRow(ref WireReader r, ref TVisitor visitor, SchemaType type)
        {
            ScratchMark mark = r.Mark();
            visitor.BeginObjects(type, 1, r.Position);
            SchemaMember[] members = type.MemberArray;
            Span<SlotValue> slots = r.Rent<SlotValue>(members.Length);
            Span<int> stored = visitor.WantsValues ? r.Rent<int>(members.Length) : default;
            var reader = new SlotReader(ref r, type.ControlBits);
            for (int i = 0; i < members.Length; i++)
            {
                int before = r.Position;
                slots[i] = reader.Next(ref r, members[i].Type.Slot);
                if (!stored.IsEmpty)
                    stored[i] = r.Position - before;
            }
            int at = 0;
            try
            {
                for (; at < members.Length; at++)
                {
                    visitor.BeginMember(members[at], at, stored.IsEmpty ? 0 : stored[at]);
                    Walk(ref r, ref visitor, members[at].Type, slots[at]);
                    visitor.EndMember(members[at]);
                }
            }
            catch (KitbagException e)
            {
                e.InMember(members[at].Name, r.Position);
                throw;
            }
            visitor.EndObjects(type, r.Position);
            r.Release(mark);
        }

        // The value of a slot without a payload, as a column of one.
        private static void TellScalar(ref WireReader r, ref TVisitor visitor, SchemaType type, in SlotValue slot)
        {
            ulong bits = slot.Bits;
            if (type.Slot.Kind == SlotKind.Fixed)
            {
                ReadOnlySpan<byte> image = r.Data.Slice(slot.Offset, type.Slot.MaxBytes);
                ref byte first = ref MemoryMarshal.GetReference(image);
                if (type.Kind == SchemaKind.DateTimeOffset)
                {
                    long ticks = (long)LittleEndian.Load64(ref first);
                    short minutes = (short)LittleEndian.Load16(ref MemoryMarshal.GetReference(image.Slice(8)));
                    visitor.Times(MemoryMarshal.CreateReadOnlySpan(ref ticks, 1), MemoryMarshal.CreateReadOnlySpan(ref minutes, 1));
                }
                else if (type.TryGetInteger(out IntegerKind fixedKind))
                {
                    visitor.Integers(type, fixedKind, image);
                }
                else
                {
                    visitor.Images(type, image, image.Length);
                }
            }
            else if (type.TryGetInteger(out IntegerKind kind))
            {
                if (IntegerKinds.IsSigned(kind) && kind != IntegerKind.Int8)
                    bits = (ulong)Slots.Unzigzag(bits);
                visitor.Integers(type, kind, MemoryMarshal.AsBytes(MemoryMarshal.CreateReadOnlySpan(ref bits, 1)).Slice(0,
                    IntegerKinds.SizeOf(kind)));
            }
            else if (type.Kind == SchemaKind.Single)
            {
                float value = BitConverter.Int32BitsToSingle((int)Slots.Reverse((uint)bits));
                visitor.Singles(MemoryMarshal.CreateReadOnlySpan(ref value, 1));
            }
            else if (type.Kind == SchemaKind.Double)
            {
                double value = BitConverter.Int64BitsToDouble((long)Slots.Reverse(bits));
                visitor.Doubles(MemoryMarshal.CreateReadOnlySpan(ref value, 1));
            }
            else
            {
                bool value = bits != 0;
                visitor.Booleans(MemoryMarshal.CreateReadOnlySpan(ref value, 1));
            }
        }
    }
}
