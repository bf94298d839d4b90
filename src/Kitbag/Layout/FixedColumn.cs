using System;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>
    /// Columns of values of a fixed size that are stored as memory images: Guids, decimals, records. The first byte is 0 if all values
    /// follow, 1 for one value that represents all, 2 for columns of four-byte words, one for each position in a value. A column without
    /// values has no bytes.
    /// </summary>
    internal static partial class FixedColumn
    {
        /// <summary>Writes all values of a memory image; each has <paramref name="size"/> bytes.</summary>
        public static void Write(ref WireWriter w, scoped ReadOnlySpan<byte> image, int size)
        {
            if (image.IsEmpty)
                return;
            bool same = AllSame(image, size);
            if (!same && WriteWords(ref w, image, size))
                return;
            w.WriteByte(same ? FixedForm.Constant : FixedForm.Raw);
            w.WriteBytes(same ? image.Slice(0, size) : image);
        }

        /// <summary>Whether all values are the same, bit for bit: then the image is equal to itself shifted by one value.</summary>
        public static bool AllSame(ReadOnlySpan<byte> image, int size) =>
            image.Slice(size).SequenceEqual(image.Slice(0, image.Length - size));

        /// <summary>Reads as many values as the memory image has.</summary>
        public static void Read(ref WireReader r, scoped Span<byte> image, int size)
        {
            if (image.IsEmpty)
                return;
            switch (ReadForm(ref r, size))
            {
                case FixedForm.Raw: r.ReadImage(image); break;
                case FixedForm.Constant: ReadConstant(ref r, image, size); break;
                default: ReadWords(ref r, image, size); break;
            }
        }

        /// <summary>Reads one value and repeats it.</summary>
        public static void ReadConstant(ref WireReader r, scoped Span<byte> image, int size)
        {
            r.ReadBytes(size).CopyTo(image);
            for (int done = size; done < image.Length; done *= 2)
            {
                int some = Math.Min(done, image.Length - done);
                image.Slice(0, some).CopyTo(image.Slice(done));
                if (some < done)
                    return;
            }
        }

        /// <summary>Skips a column.</summary>
        public static void Skip(ref WireReader r, int count, int size, IWalkListener? listener = null)
        {
            if (count == 0)
                return;
            switch (ReadForm(ref r, size))
            {
                case FixedForm.Raw: r.Skip((long)count * size); break;
                case FixedForm.Constant: r.Skip(size); break;
                default:
                    for (int word = 0; word < size; word += sizeof(int))
                        IntegerColumn.Skip(ref r, count, IntegerKind.Int32, listener);
                    break;
            }
        }

        internal static byte ReadForm(ref WireReader r, int size) => size % sizeof(int) == 0
            ? ColumnForms.Read(ref r, FixedForm.Words, "The form of a column", "0 (as they are), 1 (one value for all) or 2 (words)")
            : ColumnForms.Read(ref r, FixedForm.Constant, "The form of a column", "0 (as they are) or 1 (one value for all)");
    }
}
