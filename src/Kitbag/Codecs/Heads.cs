using System;
using System.Globalization;
using System.Runtime.InteropServices;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>A column of collections' heads: 0 for null, else 1 + how many elements there are.</summary>
    internal static class Heads
    {
        public static void Write(ref WireWriter w, ReadOnlySpan<uint> heads) =>
            IntegerColumn.Write(ref w, MemoryMarshal.AsBytes(heads), IntegerKind.UInt32);

        /// <summary>Reads heads; answers how many elements all collections have together.</summary>
        /// <param name="r">Where from.</param>
        /// <param name="heads">The heads.</param>
        /// <param name="ofText">Whether comparers may be named.</param>
        /// <param name="comparers">Their numbers; empty where none is.</param>
        public static int Read(scoped ref WireReader r, Span<uint> heads, bool ofText, out Span<byte> comparers)
        {
            comparers = default;
            IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(heads), IntegerKind.UInt32);
            for (int i = 0; ofText && i < heads.Length; i++)
            {
                if (heads[i] < TextComparers.Named)
                    continue;
                if (comparers.IsEmpty)
                {
                    comparers = r.Rent<byte>(heads.Length);
                    comparers.Clear();
                }
                comparers[i] = TextComparers.Read(ref r, ref heads[i]);
            }
            long total = 0;
            foreach (uint head in heads)
                total += head == 0 ? 0 : head - 1;
            return Checked(ref r, total);
        }

        /// <summary>Passes over heads; answers how many elements all collections have together.</summary>
        public static int ReadTotal(ref WireReader r, int count, bool ofText)
        {
            ScratchMark mark = r.Mark();
            int total = Read(ref r, r.Rent<uint>(count), ofText, out _);
            r.Release(mark);
            return total;
        }

        /// <summary>Finds the collection in which the failing element of a flattened column stands, and the element's place there.</summary>
        /// <returns>The collection's place, or -1.</returns>
        public static int Locate(KitbagException e, ReadOnlySpan<uint> heads)
        {
            int rest = e.PendingIndex;
            for (int i = 0; rest >= 0 && i < heads.Length; i++)
            {
                int count = heads[i] == 0 ? 0 : (int)heads[i] - 1;
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

        /// <summary>What is said of the head of a union that no concrete type has.</summary>
        public static KitbagException NoSuchType(ref WireReader r, ulong head, int count, string union) => r.Error(
            KitbagErrorReason.Malformed,
            "Found concrete type " + head.ToString(CultureInfo.InvariantCulture) + " of the " + count.ToString(CultureInfo.InvariantCulture)
                + " that '" + KitbagException.Cut(union) + "' has in the document.");

        public static int Checked(ref WireReader r, long total)
        {
            if (total > 0x7FFFFFC7)
                throw r.Error(KitbagErrorReason.LimitExceeded, "The input describes " + total.ToString(System.Globalization.CultureInfo.InvariantCulture) + " elements, more than one array can hold.");
            return (int)total;
        }
    }
}
