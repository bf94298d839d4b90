using System;
using System.Globalization;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>
    /// Specifies which objects of a column are null: a byte tells whether any is; if so, one bit for each object follows.
    /// </summary>
    internal static class Nulls
    {
        /// <summary>Writes which values are null.</summary>
        /// <returns>The values that are not null.</returns>
        public static ReadOnlySpan<T> Write<T>(scoped ref WireWriter w, ReadOnlySpan<T> values)
        {
            int count = 0;
            foreach (T value in values)
                count += value is null ? 0 : 1;
            w.WriteByte(count == values.Length ? NullForm.None : NullForm.Mask);
            if (count == values.Length)
                return values;
            Span<bool> bits = w.Rent<bool>(values.Length);
            Span<T> present = w.Rent<T>(count);
            count = 0;
            for (int i = 0; i < values.Length; i++)
            {
                // Read only once, because another thread may change the program's array.
                T value = values[i];
                bits[i] = value is not null;
                if (value is null)
                    continue;
                if (count == present.Length)
                    throw ChangedWhileWritten.Collection();
                present[count++] = value;
            }
            if (count != present.Length)
                throw ChangedWhileWritten.Collection();
            w.WriteBits(bits);
            return present;
        }

        /// <summary>Writes that no value is null.</summary>
        public static void WriteNone(ref WireWriter w) => w.WriteByte(NullForm.None);

        /// <summary>Reads which values are null.</summary>
        /// <returns>The number of values that are not null.</returns>
        public static int Read(scoped ref WireReader r, int count, out Span<bool> bits)
        {
            bits = default;
            byte mode = ColumnForms.Read(ref r, NullForm.Mask, "The nulls of objects", "0 (no nulls) or 1 (a bit for each object)");
            if (mode == NullForm.None)
                return count;
            bits = r.Rent<bool>(count);
            r.ReadBits(bits);
            return BitSets.Count(bits);
        }

        /// <summary>The index among all values of a value that is not null.</summary>
        public static int PlaceOf(int index, ReadOnlySpan<bool> bits)
        {
            for (int i = 0; index >= 0 && i < bits.Length; i++)
            {
                if (bits[i] && index-- == 0)
                    return i;
            }
            return -1;
        }
    }

    internal static class Sizes
    {
        /// <summary>The product of a count and a size, if it is a possible size of memory.</summary>
        public static int Product(ref WireReader r, int count, int size)
        {
            long product = (long)count * size;
            if (product > int.MaxValue)
                throw r.Error(KitbagErrorReason.LimitExceeded, "The input describes " + count.ToString(CultureInfo.InvariantCulture)
                    + " values of " + size.ToString(CultureInfo.InvariantCulture) + " bytes, which exceeds the maximum size of an array.");
            return (int)product;
        }
    }
}
