using System;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>
    /// A column of strings: a mode byte, then the strings in the form that it specifies. Repeated strings can be stored once (dictionary),
    /// prefixes that adjacent strings share can be stored once (front coding), and nulls can be stored as bits (sparse).
    /// </summary>
    internal static partial class StringColumn
    {
        private const int FewestNulls = 8;

        /// <summary>Writes strings.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="values">The strings. An empty column has no bytes.</param>
        /// <exception cref="KitbagException">One of them is too long: more than 2^30 bytes and not Latin-1.</exception>
        public static void Write(ref WireWriter w, ReadOnlySpan<string?> values)
        {
            if (values.IsEmpty)
                return;
            ScratchMark mark = w.Mark();
            Span<bool> present = default;
            ReadOnlySpan<string?> strings = values;
            int count = CountPresent(values);
            if (values.Length - count > FewNullsOf(values.Length))
            {
                present = w.Rent<bool>(values.Length);
                for (int i = 0; i < values.Length; i++)
                    present[i] = values[i] != null;
            }
            if (!present.IsEmpty && PaysSparse(present, out count))
            {
                Span<string?> dense = w.Rent<string?>(count);
                for (int i = 0, at = 0; at < count; i++)
                {
                    if (present[i])
                        dense[at++] = values[i];
                }
                strings = dense;
            }
            if (strings.Length <= DictionaryChoice.FewStrings ? !MayPay(ref w, strings, count) : !SampleRepeats(ref w, strings))
            {
                WriteForm(ref w, present, strings, default);
            }
            else
            {
                Span<uint> indexes = w.Rent<uint>(strings.Length);
                var dictionary = new StringDictionary(ref w, strings.Length);
                if (Index(ref w, strings, indexes, ref dictionary) && dictionary.Pays(count, strings.Length))
                    WriteForm(ref w, present, dictionary.Strings, indexes);
                else
                    WriteForm(ref w, present, strings, default);
            }
            w.Release(mark);
        }

        /// <summary>Writes strings that are already in a dictionary.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="dictionary">The dictionary.</param>
        /// <param name="indexes">The index of each string.</param>
        /// <param name="asks">Whether a large column is written without the dictionary if a sample of it repeats too seldom, as it is
        /// where no dictionary has been made.</param>
        internal static void Write(ref WireWriter w, in StringDictionary dictionary, ReadOnlySpan<uint> indexes, bool asks)
        {
            ScratchMark mark = w.Mark();
            Span<bool> present = indexes.IndexOf(0u) < 0 ? default : w.Rent<bool>(indexes.Length);
            for (int i = PackedBlockVectors.NonZero(indexes, present); i < present.Length; i++)
                present[i] = indexes[i] != 0;
            int count = indexes.Length;
            if (!present.IsEmpty && PaysSparse(present, out count))
            {
                // With space for one more, so that each index can be stored before it is known whether it is that of a null.
                Span<uint> dense = w.Rent<uint>(count + 1);
                int at = 0;
                foreach (uint index in indexes)
                {
                    dense[at] = index;
                    at += index != 0 ? 1 : 0;
                }
                indexes = dense.Slice(0, count);
            }
            bool pays = dictionary.Pays(count, indexes.Length);
            asks = asks && pays && indexes.Length > DictionaryChoice.FewStrings && !SampleRepeats(ref w, dictionary, indexes);
            if (pays && !asks)
            {
                WriteForm(ref w, present, dictionary.Strings, indexes);
            }
            else
            {
                Span<string?> strings = w.Rent<string?>(indexes.Length);
                for (int i = 0; i < indexes.Length; i++)
                    strings[i] = dictionary[indexes[i]];
                if (asks && RepeatOften(strings))
                    WriteForm(ref w, present, dictionary.Strings, indexes);
                else
                    WriteForm(ref w, present, strings, default);
            }
            w.Release(mark);
        }

        // The strings are those to store: all of them, all but nulls if nulls are stored as bits, or the distinct ones if there are
        // indexes.
        private static void WriteForm(ref WireWriter w, scoped ReadOnlySpan<bool> present, scoped ReadOnlySpan<string?> strings,
            scoped ReadOnlySpan<uint> indexes)
        {
            bool isDictionary = !indexes.IsEmpty, isSparse = (isDictionary ? indexes.Length : strings.Length) < present.Length,
                isFrontCoded = FrontCoding.Pays(strings);
            w.WriteByte((byte)((isDictionary ? StringForms.Dictionary : 0) | (isFrontCoded ? StringForms.FrontCoded : 0)
                | (isSparse ? StringForms.Sparse : 0)));
            if (isSparse)
                w.WriteBits(present);
            if (isDictionary)
                w.WriteVarint((ulong)strings.Length);
            if (isFrontCoded)
                FrontCoding.Write(ref w, strings);
            else
                StringRun.Write(ref w, strings, default);
            if (isDictionary)
                IntegerColumn.Write(ref w, MemoryMarshal.AsBytes(indexes), IntegerKind.UInt32);
        }

        // Without bits, a null costs as much as any other length prefix or index in its block of 256, unless all values of the block are
        // null.
        private static bool PaysSparse(ReadOnlySpan<bool> present, out int count)
        {
            int scattered = 0;
            count = 0;
            for (int start = 0; start < present.Length; start += 256)
            {
                ReadOnlySpan<bool> block = present.Slice(start, Math.Min(256, present.Length - start));
                int here = BitSets.Count(block);
                count += here;
                if (here != 0)
                    scattered += block.Length - here;
            }
            return scattered > FewNullsOf(present.Length);
        }

        // The number of nulls up to which bits never pay.
        private static int FewNullsOf(int length) => Math.Max(length >> 2, FewestNulls);

        private static int CountPresent(ReadOnlySpan<string?> values)
        {
            int count = 0;
            foreach (string? value in values)
                count += value != null ? 1 : 0;
            return count;
        }

        // Returns false if there are too many distinct strings for a dictionary to pay.
        private static bool Index(ref WireWriter w, ReadOnlySpan<string?> strings, Span<uint> indexes, ref StringDictionary dictionary)
        {
            int most = DictionaryChoice.MostOf(strings.Length);
            for (int i = 0; i < strings.Length; i++)
            {
                if (dictionary.TryGetRecent(strings[i], out indexes[i]))
                    continue;
                if (!dictionary.TryAdd(ref w, strings[i], out indexes[i]) || dictionary.Count > most)
                    return false;
            }
            return true;
        }

        /// <summary>Reads strings into the given memory.</summary>
        /// <param name="r">The reader. Each string that is created counts against its budget.</param>
        /// <param name="values">Receives the strings; its length is the number of strings that were written.</param>
        /// <exception cref="KitbagException">The bytes are not a column of this number of strings.</exception>
        public static void Read(ref WireReader r, Span<string?> values)
        {
            if (values.IsEmpty)
                return;
            ScratchMark mark = r.Mark();
            int mode = ReadMode(ref r);
            if ((mode & (StringForms.Dictionary | StringForms.Sparse)) == 0)
                ReadStrings(ref r, values, mode, default, indexed: true);
            else
                ReadIndexed(ref r, values.Length, mode).CopyTo(values);
            r.Release(mark);
        }

        /// <summary>Reads strings into scratch memory.</summary>
        /// <param name="r">The reader. Each string that is created counts against its budget.</param>
        /// <param name="count">The number of strings that were written.</param>
        /// <exception cref="KitbagException">The bytes are not a column of this number of strings.</exception>
        public static DictionaryStrings Read(scoped ref WireReader r, int count)
        {
            if (count == 0)
                return default;
            int mode = ReadMode(ref r);
            if ((mode & (StringForms.Dictionary | StringForms.Sparse)) != 0)
                return ReadIndexed(ref r, count, mode);
            Span<string?> strings = r.Rent<string?>(count);
            ReadStrings(ref r, strings, mode, default, indexed: true);
            return new DictionaryStrings(strings);
        }

        internal static int ReadMode(ref WireReader r) => ColumnForms.Read(ref r, StringForms.All, "The mode of a string column", "0 to 7");

        // Index 0 is null; the strings have the indexes from 1 on.
        private static DictionaryStrings ReadIndexed(scoped ref WireReader r, int count, int mode)
        {
            Span<uint> indexes = r.Rent<uint>(count);
            int there = count;
            if ((mode & StringForms.Sparse) != 0)
                there = ReadPresent(ref r, indexes);
            bool isDictionary = (mode & StringForms.Dictionary) != 0;
            int distinct = isDictionary ? r.ReadCount(there, "The number of distinct strings of a column") : there;
            Span<string?> strings = r.Rent<string?>(distinct + 1);
            strings[0] = null;
            ScratchMark mark = r.Mark();
            ReadStrings(ref r, strings.Slice(1), mode, indexes, !isDictionary);
            if (isDictionary && (mode & StringForms.Sparse) == 0)
            {
                IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(indexes), IntegerKind.UInt32);
            }
            else if (isDictionary)
            {
                Span<uint> dense = r.Rent<uint>(there);
                IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(dense), IntegerKind.UInt32);
                foreach (ref uint index in indexes)
                    index = index == 0 ? 0 : dense[(int)index - 1];
            }
            if (isDictionary)
                Check(ref r, indexes, distinct);
            r.Release(mark);
            return new DictionaryStrings(strings, indexes);
        }

        // Assigns indexes from 1 on to the strings that are not null; returns their number.
        private static int ReadPresent(ref WireReader r, Span<uint> indexes)
        {
            ReadOnlySpan<byte> mask = r.ReadMask(indexes.Length);
            indexes.Clear();
            uint there = 0;
            for (int at = 0; at < mask.Length; at++)
            {
                int i = 8 * at;
                for (uint bits = mask[at]; bits != 0; bits >>= 1)
                {
                    uint one = bits & 1;
                    there += one;
                    indexes[i++] = there & (0 - one);
                }
            }
            return (int)there;
        }

        private static void Check(ref WireReader r, ReadOnlySpan<uint> indexes, int distinct)
        {
            long most = 0;
            int at = PackedBlockVectors.Maximum(indexes, ref most);
            for (; at < indexes.Length; at++)
                most = Math.Max(most, indexes[at]);
            if (most <= distinct)
                return;
            at = 0;
            while (indexes[at] <= (uint)distinct)
                at++;
            throw r.Error(KitbagErrorReason.Malformed, "A string column refers to distinct string "
                + indexes[at].ToString(CultureInfo.InvariantCulture) + "; expected at most "
                + distinct.ToString(CultureInfo.InvariantCulture) + ".").At(at);
        }

        // Without a dictionary, an error is located at the position of the string that fails: its index if nulls are stored as bits.
        private static void ReadStrings(ref WireReader r, Span<string?> strings, int mode, ReadOnlySpan<uint> indexes, bool indexed)
        {
            int at = 0;
            try
            {
                if ((mode & StringForms.FrontCoded) != 0)
                {
                    FrontCoding.Read(ref r, strings, ref at);
                    return;
                }
                Span<uint> prefixes = r.Rent<uint>(strings.Length);
                IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(prefixes), IntegerKind.UInt32);
                for (; at < strings.Length; at++)
                    strings[at] = StringForm.Read(ref r, prefixes[at]);
            }
            catch (KitbagException e) when (indexed && e.Reason == KitbagErrorReason.Malformed)
            {
                throw e.At(indexes.IsEmpty ? at : indexes.IndexOf((uint)at + 1));
            }
        }
    }
}
