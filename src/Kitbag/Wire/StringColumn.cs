using System;
using System.Runtime.InteropServices;

namespace Kitbag.Wire
{
    /// <summary>
    /// A column of strings: a mode byte, then the strings as it says. Repeated strings are stored once, what neighbours begin with
    /// alike is stored once, and nulls that are many are stored as bits.
    /// </summary>
    public static class StringColumn
    {
        private const int Dictionary = 1, FrontCoded = 2, Sparse = 4, FewestNulls = 8;

        /// <summary>Writes strings.</summary>
        /// <param name="w">Where they go.</param>
        /// <param name="values">The strings. None at all take no bytes.</param>
        /// <exception cref="KitbagException">One of them is too long: more than 2^30 bytes and not Latin-1.</exception>
        public static void Write(ref WireWriter w, ReadOnlySpan<string?> values)
        {
            if (values.IsEmpty)
                return;
            ScratchMark mark = w.Mark();
            int mode = 0;
            ReadOnlySpan<string?> strings = values;
            Span<bool> present = default;
            int presentCount = CountWherePaysSparse(values);
            if (presentCount >= 0)
            {
                mode |= Sparse;
                present = w.Rent<bool>(values.Length);
                Span<string?> dense = w.Rent<string?>(presentCount);
                Gather(values, present, dense);
                strings = dense;
            }
            Span<uint> indexes = w.Rent<uint>(strings.Length);
            int distinct = StringDictionary.Find(ref w, strings, indexes);
            if (distinct > 0)
            {
                mode |= Dictionary;
                Span<string?> once = w.Rent<string?>(distinct);
                GatherDistinct(strings, indexes, once);
                strings = once;
            }
            if (FrontCoding.Pays(strings))
                mode |= FrontCoded;

            w.WriteByte((byte)mode);
            if ((mode & Sparse) != 0)
                w.WriteBits(present);
            if ((mode & Dictionary) != 0)
                w.WriteVarint((ulong)distinct);
            if ((mode & FrontCoded) != 0)
                FrontCoding.Write(ref w, strings);
            else
                WriteStrings(ref w, strings);
            if ((mode & Dictionary) != 0)
                IntegerColumn.Write(ref w, MemoryMarshal.AsBytes(indexes), IntegerKind.UInt32);
            w.Release(mark);
        }

        // A null costs a bit of its own, or as much as any other head or index in its block of 256, unless all the block is null.
        // Answers how many strings are there, -1 where bits do not pay.
        private static int CountWherePaysSparse(ReadOnlySpan<string?> values)
        {
            int nulls = 0, scattered = 0;
            for (int start = 0; start < values.Length; start += 256)
            {
                ReadOnlySpan<string?> block = values.Slice(start, Math.Min(256, values.Length - start));
                int here = 0;
                foreach (string? value in block)
                    here += value == null ? 1 : 0;
                nulls += here;
                if (here < block.Length)
                    scattered += here;
            }
            return scattered > Math.Max(values.Length >> 2, FewestNulls) ? values.Length - nulls : -1;
        }

        private static void Gather(ReadOnlySpan<string?> values, Span<bool> present, Span<string?> dense)
        {
            int at = 0;
            for (int i = 0; i < values.Length; i++)
            {
                string? value = values[i];
                present[i] = value != null;
                if (value != null)
                    dense[at++] = value;
            }
        }

        // Indexes are given in order of first appearance.
        private static void GatherDistinct(ReadOnlySpan<string?> strings, ReadOnlySpan<uint> indexes, Span<string?> once)
        {
            for (int i = 0, at = 0; at < once.Length; i++)
            {
                if (indexes[i] > at)
                    once[at++] = strings[i];
            }
        }

        private static void WriteStrings(ref WireWriter w, ReadOnlySpan<string?> strings)
        {
            Span<uint> heads = w.Rent<uint>(strings.Length);
            for (int i = 0; i < strings.Length; i++)
                heads[i] = StringForm.Head(strings[i]);
            IntegerColumn.Write(ref w, MemoryMarshal.AsBytes(heads), IntegerKind.UInt32);
            for (int i = 0; i < strings.Length; i++)
            {
                if (heads[i] > StringForm.EmptyHead)
                    StringForm.Write(ref w, strings[i]!, heads[i]);
            }
        }

        /// <summary>Reads strings.</summary>
        /// <param name="r">Where they come from. Strings are counted against its budget as often as they are made.</param>
        /// <param name="values">Where they go; as many as were written.</param>
        /// <exception cref="KitbagException">The bytes are no column of so many strings.</exception>
        public static void Read(ref WireReader r, Span<string?> values)
        {
            if (values.IsEmpty)
                return;
            ScratchMark mark = r.Mark();
            int mode = ReadMode(ref r);
            if ((mode & Sparse) == 0)
            {
                ReadDense(ref r, values, mode);
            }
            else
            {
                Span<bool> present = r.Rent<bool>(values.Length);
                r.ReadBits(present);
                int count = Count(present);
                try
                {
                    ReadDense(ref r, values.Slice(0, count), mode);
                }
                catch (KitbagException e) when (e.PendingIndex >= 0)
                {
                    throw e.At(PositionOf(present, e.PendingIndex));
                }
                Scatter(values, present, count);
            }
            r.Release(mark);
        }

        private static int ReadMode(ref WireReader r)
        {
            int mode = r.ReadByte();
            if (mode > (Dictionary | FrontCoded | Sparse))
                throw r.Error(KitbagErrorReason.Malformed, "The mode of a string column is " + mode.ToString(System.Globalization.CultureInfo.InvariantCulture) + "; expected 0 to 7.");
            return mode;
        }

        private static void ReadDense(ref WireReader r, Span<string?> values, int mode)
        {
            if ((mode & Dictionary) == 0)
            {
                ReadStrings(ref r, values, mode, indexed: true);
                return;
            }
            int distinct = r.ReadCount(values.Length, "The number of distinct strings of a column");
            // Null stands at 0, so that one check serves nulls and strings.
            Span<string?> table = r.Rent<string?>(distinct + 1);
            table[0] = null;
            ReadStrings(ref r, table.Slice(1), mode, indexed: false);
            Span<uint> indexes = r.Rent<uint>(values.Length);
            IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(indexes), IntegerKind.UInt32);
            for (int i = 0; i < values.Length; i++)
            {
                uint index = indexes[i];
                if (index >= (uint)table.Length)
                    throw r.Error(KitbagErrorReason.Malformed, "A string column refers to distinct string " + index.ToString(System.Globalization.CultureInfo.InvariantCulture) + "; expected at most " + distinct.ToString(System.Globalization.CultureInfo.InvariantCulture) + ".").At(i);
                values[i] = table[(int)index];
            }
        }

        // Whether the place of a string is its index in the column.
        private static void ReadStrings(ref WireReader r, Span<string?> strings, int mode, bool indexed)
        {
            int at = 0;
            try
            {
                if ((mode & FrontCoded) != 0)
                {
                    FrontCoding.Read(ref r, strings, ref at);
                    return;
                }
                Span<uint> heads = r.Rent<uint>(strings.Length);
                IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(heads), IntegerKind.UInt32);
                for (; at < strings.Length; at++)
                    strings[at] = StringForm.Read(ref r, heads[at]);
            }
            catch (KitbagException e) when (indexed && e.Reason == KitbagErrorReason.Malformed)
            {
                throw e.At(at);
            }
        }

        private static int Count(ReadOnlySpan<bool> present)
        {
            int count = 0;
            foreach (bool one in present)
                count += one ? 1 : 0;
            return count;
        }

        private static int PositionOf(ReadOnlySpan<bool> present, int index)
        {
            int position = 0;
            while (!present[position] || index-- > 0)
                position++;
            return position;
        }

        // From the end, so that what is still to be moved is not overwritten.
        private static void Scatter(Span<string?> values, ReadOnlySpan<bool> present, int count)
        {
            for (int i = values.Length - 1; i >= 0; i--)
                values[i] = present[i] ? values[--count] : null;
        }

        /// <summary>Passes over a column of strings.</summary>
        /// <param name="r">Where it stands.</param>
        /// <param name="count">How many strings were written.</param>
        /// <exception cref="KitbagException">The bytes are no column of so many strings.</exception>
        public static void Skip(ref WireReader r, int count)
        {
            if (count == 0)
                return;
            ScratchMark mark = r.Mark();
            int mode = ReadMode(ref r);
            if ((mode & Sparse) != 0)
            {
                Span<bool> present = r.Rent<bool>(count);
                r.ReadBits(present);
                count = Count(present);
            }
            int strings = (mode & Dictionary) == 0 ? count : r.ReadCount(count, "The number of distinct strings of a column");
            if ((mode & FrontCoded) != 0)
                IntegerColumn.Skip(ref r, strings, IntegerKind.UInt32);
            Span<uint> heads = r.Rent<uint>(strings);
            IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(heads), IntegerKind.UInt32);
            long bytes = 0;
            foreach (uint head in heads)
                bytes += StringForm.ByteCount(head);
            r.Skip(bytes);
            if ((mode & Dictionary) != 0)
                IntegerColumn.Skip(ref r, count, IntegerKind.UInt32);
            r.Release(mark);
        }
    }
}
