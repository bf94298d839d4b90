using System;
using System.Globalization;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>Columns of length prefixes of collections: 0 for null, otherwise 1 plus the number of elements.</summary>
    internal static class LengthPrefixes
    {
        public static void Write(ref WireWriter w, ReadOnlySpan<uint> prefixes) =>
            IntegerColumn.Write(ref w, MemoryMarshal.AsBytes(prefixes), IntegerKind.UInt32);

        /// <summary>Reads length prefixes; returns the total number of elements.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="prefixes">The length prefixes.</param>
        /// <param name="ofText">Whether comparers may be specified.</param>
        /// <param name="comparers">The numbers of comparers; empty if there are none.</param>
        public static int Read(scoped ref WireReader r, Span<uint> prefixes, bool ofText, out Span<byte> comparers)
        {
            comparers = default;
            IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(prefixes), IntegerKind.UInt32);
            for (int i = 0; ofText && i < prefixes.Length; i++)
            {
                if (prefixes[i] < Comparers.Named)
                    continue;
                if (comparers.IsEmpty)
                {
                    comparers = r.Rent<byte>(prefixes.Length);
                    comparers.Clear();
                }
                comparers[i] = Comparers.Read(ref r, ref prefixes[i]);
            }
            long total = 0;
            foreach (uint prefix in prefixes)
                total += prefix == 0 ? 0 : prefix - 1;
            return Checked(ref r, total);
        }

        /// <summary>Skips length prefixes; returns the total number of elements.</summary>
        public static int ReadTotal(ref WireReader r, int count, bool ofText)
        {
            ScratchMark mark = r.Mark();
            int total = Read(ref r, r.Rent<uint>(count), ofText, out _);
            r.Release(mark);
            return total;
        }

        /// <summary>
        /// Finds the collection that contains the failing element of a flattened column, and the index of the element in it.
        /// </summary>
        /// <returns>The index of the collection, or -1.</returns>
        public static int Locate(KitbagException e, ReadOnlySpan<uint> prefixes)
        {
            int rest = e.PendingIndex;
            for (int i = 0; rest >= 0 && i < prefixes.Length; i++)
            {
                int count = prefixes[i] == 0 ? 0 : (int)prefixes[i] - 1;
                if (rest < count)
                {
                    e.InElement(rest, i);
                    return i;
                }
                rest -= count;
            }
            e.InElement(-1, -1);
            return -1;
        }

        /// <summary>The exception for a type number of a union that has no concrete type.</summary>
        public static KitbagException NoSuchType(ref WireReader r, ulong prefix, int count, string union) => r.Error(
            KitbagErrorReason.Malformed,
            "Found concrete type " + prefix.ToString(CultureInfo.InvariantCulture) + " of the "
                + count.ToString(CultureInfo.InvariantCulture)
                + " that '" + KitbagException.Cut(union) + "' has in the document.");

        public static int Checked(ref WireReader r, long total)
        {
            if (total > Arrays.MaxLength)
                throw r.Error(KitbagErrorReason.LimitExceeded, "The input describes " + total.ToString(CultureInfo.InvariantCulture)
                    + " elements, which exceeds the maximum length of an array.");
            return (int)total;
        }
    }
}
