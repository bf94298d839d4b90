using System;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Schema
{
    /// <summary>Passes over values that the reader has no use for, knowing no more than their schema.</summary>
    internal static class SchemaSkipper
    {
        private const int FewPrefixes = 32;

        public static void SkipPayload(ref WireReader r, SchemaType type, in SlotValue slot)
        {
            if (!slot.IsPresent)
                return;
            switch (type.Kind)
            {
                case SchemaKind.String:
                    StringForm.Skip(ref r, (uint)slot.Bits);
                    break;
                case SchemaKind.Object:
                    SkipRow(ref r, type);
                    break;
                case SchemaKind.Union:
                    SkipCase(ref r, type, slot.Bits);
                    break;
                case SchemaKind.Nullable:
                    SkipPayload(ref r, type.Element!, slot);
                    break;
                case SchemaKind.Sequence:
                    SkipColumn(ref r, type.Element!, CountOf(ref r, type.Element!, slot.Bits));
                    break;
                case SchemaKind.Map:
                    int count = CountOf(ref r, type.Key!, slot.Bits);
                    SkipColumn(ref r, type.Key!, count);
                    SkipColumn(ref r, type.Element!, count);
                    break;
            }
        }

        private static void SkipCase(ref WireReader r, SchemaType type, ulong prefix)
        {
            // Null may also be stored in a byte; whoever has the member reads it as null.
            if (prefix == 0)
                return;
            SchemaType concrete = ConcreteType(ref r, type, prefix);
            if (concrete.Kind == SchemaKind.Object)
            {
                SkipRow(ref r, concrete);
                return;
            }
            var reader = new SlotReader(ref r, concrete.Slot.ControlBits);
            SlotValue slot = reader.Next(ref r, concrete.Slot);
            SkipPayload(ref r, concrete, slot);
        }

        private static SchemaType ConcreteType(ref WireReader r, SchemaType type, ulong prefix)
        {
            if (prefix > (ulong)type.MemberArray.Length)
                throw LengthPrefixes.NoSuchType(ref r, prefix, type.MemberArray.Length, type.Name);
            return type.MemberArray[(int)prefix - 1].Type;
        }

        private static void SkipRow(ref WireReader r, SchemaType type)
        {
            ScratchMark mark = r.Mark();
            SchemaMember[] members = type.MemberArray;
            Span<SlotValue> slots = r.Rent<SlotValue>(members.Length);
            var reader = new SlotReader(ref r, type.ControlBits);
            for (int i = 0; i < members.Length; i++)
                slots[i] = reader.Next(ref r, members[i].Type.Slot);
            for (int i = 0; i < members.Length; i++)
                SkipPayload(ref r, members[i].Type, slots[i]);
            r.Release(mark);
        }

        public static void SkipColumn(ref WireReader r, SchemaType type, int count)
        {
            if (count == 0)
                return;
            ScratchMark mark = r.Mark();
            switch (type.Kind)
            {
                case SchemaKind.Boolean:
                    r.ReadMask(count);
                    break;
                case SchemaKind.Single or SchemaKind.Double:
                    FloatColumn.Skip(ref r, count, type.Kind == SchemaKind.Double);
                    break;
                case SchemaKind.String:
                    StringColumn.Skip(ref r, count);
                    break;
                case SchemaKind.DateTimeOffset:
                    IntegerColumn.Skip(ref r, count, IntegerKind.Int64);
                    IntegerColumn.Skip(ref r, count, IntegerKind.Int16);
                    break;
                case SchemaKind.Nullable:
                    Span<bool> bits = r.Rent<bool>(count);
                    r.ReadBits(bits);
                    SkipColumn(ref r, type.Element!, BitSets.Count(bits));
                    break;
                case SchemaKind.Sequence:
                    SkipColumn(ref r, type.Element!, LengthPrefixes.ReadTotal(ref r, count, type.Element!.Kind == SchemaKind.String));
                    break;
                case SchemaKind.Map:
                    int total = LengthPrefixes.ReadTotal(ref r, count, type.Key!.Kind == SchemaKind.String);
                    SkipColumn(ref r, type.Key!, total);
                    SkipColumn(ref r, type.Element!, total);
                    break;
                case SchemaKind.Union:
                    SkipUnion(ref r, type, count);
                    break;
                case SchemaKind.Object:
                    for (; count > 0; count -= Groups.Capacity)
                        SkipGroup(ref r, type, Nulls.Read(ref r, Math.Min(Groups.Capacity, count), out _));
                    break;
                default:
                    if (type.TryGetInteger(out IntegerKind kind))
                        IntegerColumn.Skip(ref r, count, kind);
                    else
                        FixedColumn.Skip(ref r, count, type.Slot.MaxBytes);
                    break;
            }
            r.Release(mark);
        }

        private static void SkipUnion(ref WireReader r, SchemaType type, int count)
        {
            Span<uint> prefixes = r.Rent<uint>(count);
            IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(prefixes), IntegerKind.UInt32);
            uint least = uint.MaxValue, most = 0;
            foreach (uint prefix in prefixes)
            {
                least = Math.Min(least, prefix);
                most = Math.Max(most, prefix);
            }
            if (most != 0)
                ConcreteType(ref r, type, most);
            // A column of a few bytes must not cost as much as the union has types: few length prefixes are sorted, and only many are
            // counted.
            if (prefixes.Length <= FewPrefixes)
            {
                Sort(prefixes);
                for (int i = 0, next; i < prefixes.Length; i = next)
                {
                    for (next = i + 1; next < prefixes.Length && prefixes[next] == prefixes[i];)
                        next++;
                    if (prefixes[i] != 0)
                        SkipColumn(ref r, ConcreteType(ref r, type, prefixes[i]), next - i);
                }
                return;
            }
            Span<int> counts = r.Rent<int>((int)(most - least) + 1);
            counts.Clear();
            foreach (uint prefix in prefixes)
                counts[(int)(prefix - least)]++;
            for (uint prefix = Math.Max(least, 1); prefix <= most; prefix++)
            {
                if (counts[(int)(prefix - least)] != 0)
                    SkipColumn(ref r, ConcreteType(ref r, type, prefix), counts[(int)(prefix - least)]);
            }
        }

        // By insertion, as netstandard2.1 sorts no spans.
        private static void Sort(Span<uint> prefixes)
        {
            for (int i = 1; i < prefixes.Length; i++)
            {
                uint prefix = prefixes[i];
                int at = i;
                for (; at > 0 && prefixes[at - 1] > prefix; at--)
                    prefixes[at] = prefixes[at - 1];
                prefixes[at] = prefix;
            }
        }

        private static void SkipGroup(ref WireReader r, SchemaType type, int count)
        {
            if (count < Groups.FewestInColumns)
            {
                for (int i = 0; i < count; i++)
                    SkipRow(ref r, type);
                return;
            }
            SchemaMember[] members = type.MemberArray;
            ReadOnlySpan<byte> present = r.ReadMask(members.Length);
            for (int i = 0; i < members.Length; i++)
            {
                if ((present[i >> 3] >> (i & 7) & 1) != 0)
                    SkipColumn(ref r, members[i].Type, count);
            }
        }

        private static int CountOf(ref WireReader r, SchemaType element, ulong bits)
        {
            uint prefix = element.Kind == SchemaKind.String ? Comparers.Skip(ref r, (uint)bits) : (uint)bits;
            return prefix <= 1 ? 0 : LengthPrefixes.Checked(ref r, (long)prefix - 1);
        }
    }
}
