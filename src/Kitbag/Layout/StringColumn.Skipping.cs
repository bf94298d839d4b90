using System;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    // Skipping.
    internal static partial class StringColumn
    {
        private const int PrefixesAtOnce = 4096;

        /// <summary>Skips a column of strings.</summary>
        /// <param name="r">The reader, at the column.</param>
        /// <param name="count">The number of strings.</param>
        /// <param name="listener">Observes the progress; null for none.</param>
        /// <exception cref="KitbagException">The bytes are not a column of this number of strings.</exception>
        public static void Skip(ref WireReader r, int count, IWalkListener? listener = null)
        {
            if (count == 0)
                return;
            ScratchMark mark = r.Mark();
            int mode = ReadMode(ref r);
            if ((mode & StringForms.Sparse) != 0)
            {
                count = ReadPresent(ref r, r.Rent<uint>(count));
            }
            int strings = (mode & StringForms.Dictionary) == 0 ? count : r.ReadCount(count, "The number of distinct strings of a column");
            if ((mode & StringForms.FrontCoded) != 0)
                IntegerColumn.Skip(ref r, strings, IntegerKind.UInt32, listener);
            r.Skip(SkipPrefixes(ref r, strings, listener));
            if ((mode & StringForms.Dictionary) != 0)
                IntegerColumn.Skip(ref r, count, IntegerKind.UInt32, listener);
            r.Release(mark);
        }

        // Returns the number of bytes of the characters. Prefixes are read in parts, because all of them might take too much memory.
        private static long SkipPrefixes(ref WireReader r, int count, IWalkListener? listener)
        {
            if (count == 0)
                return 0;
            bool isRaw = IntegerColumn.ReadForm(ref r, IntegerKind.UInt32);
            Span<uint> prefixes = r.Rent<uint>(Math.Min(count, PrefixesAtOnce));
            long bytes = 0;
            for (; count > 0; count -= prefixes.Length)
            {
                prefixes = prefixes.Slice(0, Math.Min(count, prefixes.Length));
                if (isRaw)
                    r.ReadBytes(prefixes.Length * sizeof(uint)).CopyTo(MemoryMarshal.AsBytes(prefixes));
                else
                    PackedBlockReader.ReadAll(ref r, ref MemoryMarshal.AsBytes(prefixes)[0], prefixes.Length, IntegerKind.UInt32,
                        IntegerKind.UInt32);
                foreach (uint prefix in prefixes)
                    bytes += StringForm.ByteCount(prefix);
                listener?.Passed(r.Position);
            }
            return bytes;
        }
    }
}
