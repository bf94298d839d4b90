using System;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Schema
{
    // Columns, and the groups of objects in them.
    internal static partial class SchemaWalker<TVisitor>
    {
        private const int FewNumbers = 32;

        /// <summary>Walks a column.</summary>
        /// <param name="r">The reader, at its start.</param>
        /// <param name="visitor">The visitor that is called.</param>
        /// <param name="type">The type of its values.</param>
        /// <param name="count">How many there are.</param>
        public static void WalkColumn(ref WireReader r, ref TVisitor visitor, SchemaType type, int count)
        {
            if (count == 0)
                return;
            ScratchMark mark = r.Mark();
            visitor.BeginColumn(type, count, r.Position);
            switch (type.Kind)
            {
                case SchemaKind.Nullable:
                    WalkNullables(ref r, ref visitor, type, count);
                    break;
                case SchemaKind.Sequence or SchemaKind.Map:
                    WalkCollections(ref r, ref visitor, type, count);
                    break;
                case SchemaKind.Union:
                    WalkUnions(ref r, ref visitor, type, count);
                    break;
                case SchemaKind.Object:
                    for (int start = 0; start < count; start += Groups.Capacity)
                        WalkGroup(ref r, ref visitor, type, start, Math.Min(Groups.Capacity, count - start));
                    break;
                default:
                    if (visitor.WantsValues)
                        TellScalars(ref r, ref visitor, type, count);
                    else
                        SkipScalars(ref r, type, count, visitor.Listener);
                    break;
            }
            visitor.EndColumn(type, r.Position);
            r.Release(mark);
        }

        private static void SkipScalars(ref WireReader r, SchemaType type, int count, IWalkListener? listener)
        {
            switch (type.Kind)
            {
                case SchemaKind.Boolean:
                    r.ReadMask(count);
                    break;
                case SchemaKind.Single or SchemaKind.Double:
                    FloatColumn.Skip(ref r, count, type.Kind == SchemaKind.Double, listener);
                    break;
                case SchemaKind.String:
                    StringColumn.Skip(ref r, count, listener);
                    break;
                case SchemaKind.DateTimeOffset:
                    IntegerColumn.Skip(ref r, count, IntegerKind.Int64, listener);
                    IntegerColumn.Skip(ref r, count, IntegerKind.Int16, listener);
                    break;
                default:
                    if (type.TryGetInteger(out IntegerKind kind))
                        IntegerColumn.Skip(ref r, count, kind, listener);
                    else
                        FixedColumn.Skip(ref r, count, type.Slot.MaxBytes, listener);
                    break;
            }
        }

        private static void TellScalars(ref WireReader r, ref TVisitor visitor, SchemaType type, int count)
        {
            switch (type.Kind)
            {
                case SchemaKind.Boolean:
                    Span<bool> bits = r.Rent<bool>(count);
                    r.ReadBits(bits);
                    visitor.Booleans(bits);
                    break;
                case SchemaKind.Single:
                    Span<float> singles = r.Rent<float>(count);
                    FloatColumn.Read(ref r, singles);
                    visitor.Singles(singles);
                    break;
                case SchemaKind.Double:
                    Span<double> doubles = r.Rent<double>(count);
                    FloatColumn.Read(ref r, doubles);
                    visitor.Doubles(doubles);
                    break;
                case SchemaKind.String:
                    visitor.Strings(StringColumn.Read(ref r, count));
                    break;
                case SchemaKind.DateTimeOffset:
                    Span<long> ticks = r.Rent<long>(count);
                    Span<short> minutes = r.Rent<short>(count);
                    IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(ticks), IntegerKind.Int64);
                    IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(minutes), IntegerKind.Int16);
                    visitor.Times(ticks, minutes);
                    break;
                default:
                    bool isInteger = type.TryGetInteger(out IntegerKind kind);
                    int size = isInteger ? IntegerKinds.SizeOf(kind) : type.Slot.MaxBytes;
                    Span<byte> image = r.Rent<byte>(Sizes.Product(ref r, count, size));
                    if (isInteger)
                    {
                        IntegerColumn.Read(ref r, image, kind);
                        visitor.Integers(type, kind, image);
                    }
                    else
                    {
                        FixedColumn.Read(ref r, image, size);
                        visitor.Images(type, image, size);
                    }
                    break;
            }
        }

        private static void WalkNullables(ref WireReader r, ref TVisitor visitor, SchemaType type, int count)
        {
            Span<bool> bits = r.Rent<bool>(count);
            r.ReadBits(bits);
            visitor.Present(type, bits);
            try
            {
                WalkColumn(ref r, ref visitor, type.Element!, BitSets.Count(bits));
            }
            catch (KitbagException e)
            {
                e.At(Nulls.PlaceOf(e.PendingIndex, bits));
                throw;
            }
        }

        private static void WalkCollections(ref WireReader r, ref TVisitor visitor, SchemaType type, int count)
        {
            SchemaType? key = type.Key;
            Span<uint> prefixes = r.Rent<uint>(count);
            int total = LengthPrefixes.Read(ref r, prefixes, (key ?? type.Element!).Kind == SchemaKind.String, out Span<byte> comparers);
            for (int i = 0; i < comparers.Length; i++)
            {
                if (comparers[i] != 0)
                    visitor.Comparer(i, comparers[i]);
            }
            visitor.Lengths(type, prefixes);
            try
            {
                if (key != null)
                    WalkColumn(ref r, ref visitor, key, total);
                WalkColumn(ref r, ref visitor, type.Element!, total);
            }
            catch (KitbagException e)
            {
                LengthPrefixes.Locate(e, prefixes);
                throw;
            }
        }

        private static void WalkUnions(ref WireReader r, ref TVisitor visitor, SchemaType type, int count)
        {
            Span<uint> numbers = r.Rent<uint>(count);
            IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(numbers), IntegerKind.UInt32);
            visitor.TypeNumbers(type, numbers);
            uint least = uint.MaxValue, most = 0;
            foreach (uint number in numbers)
            {
                least = Math.Min(least, number);
                most = Math.Max(most, number);
            }
            if (most != 0)
                ConcreteType(ref r, type, most);
            // A column of a few bytes must not cost as much as the union has types: few numbers are sorted, and only many are counted.
            if (numbers.Length <= FewNumbers)
            {
                Span<uint> sorted = r.Rent<uint>(count);
                numbers.CopyTo(sorted);
                Sort(sorted);
                for (int i = 0, next; i < sorted.Length; i = next)
                {
                    for (next = i + 1; next < sorted.Length && sorted[next] == sorted[i];)
                        next++;
                    WalkCases(ref r, ref visitor, type, numbers, sorted[i], next - i);
                }
                return;
            }
            Span<int> counts = r.Rent<int>((int)(most - least) + 1);
            counts.Clear();
            foreach (uint number in numbers)
                counts[(int)(number - least)]++;
            for (uint number = Math.Max(least, 1); number <= most; number++)
                WalkCases(ref r, ref visitor, type, numbers, number, counts[(int)(number - least)]);
        }

        private static void WalkCases(
            ref WireReader r, ref TVisitor visitor, SchemaType type, ReadOnlySpan<uint> numbers, uint number, int count)
        {
            if (number == 0 || count == 0)
                return;
            try
            {
                WalkColumn(ref r, ref visitor, ConcreteType(ref r, type, number), count);
            }
            catch (KitbagException e)
            {
                e.At(TypeNumbers.PlaceOf(e.PendingIndex, numbers, number));
                throw;
            }
        }

        // By insertion, as netstandard2.1 sorts no spans.
        private static void Sort(Span<uint> numbers)
        {
            for (int i = 1; i < numbers.Length; i++)
            {
                uint number = numbers[i];
                int at = i;
                for (; at > 0 && numbers[at - 1] > number; at--)
                    numbers[at] = numbers[at - 1];
                numbers[at] = number;
            }
        }

        private static void WalkGroup(ref WireReader r, ref TVisitor visitor, SchemaType type, int start, int count)
        {
            ScratchMark mark = r.Mark();
            int there = Nulls.Read(ref r, count, out Span<bool> bits), row = 0;
            visitor.BeginGroup(type, count, bits);
            try
            {
                if (there >= Groups.FewestInColumns)
                {
                    row = -1;
                    WalkMembers(ref r, ref visitor, type, there);
                }
                else
                {
                    for (; row < there; row++)
                        WalkRow(ref r, ref visitor, type);
                }
            }
            catch (KitbagException e)
            {
                int index = row >= 0 ? row : e.PendingIndex;
                if (index >= 0 && !bits.IsEmpty)
                    index = Nulls.PlaceOf(index, bits);
                e.At(index < 0 ? -1 : start + index);
                throw;
            }
            visitor.EndGroup(type);
            r.Release(mark);
        }

        private static void WalkMembers(ref WireReader r, ref TVisitor visitor, SchemaType type, int count)
        {
            visitor.BeginObjects(type, count, r.Position);
            SchemaMember[] members = type.MemberArray;
            // Copied, because data that the walk has passed may be released.
            ReadOnlySpan<byte> mask = r.ReadMask(members.Length);
            Span<byte> present = r.Rent<byte>(mask.Length);
            mask.CopyTo(present);
            int at = 0;
            try
            {
                for (; at < members.Length; at++)
                {
                    visitor.BeginMember(members[at], at, 0);
                    if ((present[at >> 3] >> (at & 7) & 1) != 0)
                    {
                        WalkColumn(ref r, ref visitor, members[at].Type, count);
                    }
                    else
                    {
                        visitor.BeginColumn(members[at].Type, count, r.Position);
                        visitor.Default(members[at].Type, count);
                        visitor.EndColumn(members[at].Type, r.Position);
                    }
                    visitor.EndMember(members[at]);
                }
            }
            catch (KitbagException e)
            {
                e.InMember(members[at].Name, r.Position);
                throw;
            }
            visitor.EndObjects(type, r.Position);
        }
    }
}
