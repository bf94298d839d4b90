using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    // Words: corresponding fields of records, or halves of decimals, are often similar in all values.
    internal static partial class FixedColumn
    {
        // Unsafe: words are copied within the bounds of the loop (bench/: save-game).

        // Larger values have so many words that examining each of them costs more than it is likely to save.
        private const int MostWords = 16;

        private static bool WriteWords(ref WireWriter w, scoped ReadOnlySpan<byte> image, int size)
        {
            int words = size / sizeof(int), count = image.Length / size;
            if (w.RawNumbers || count < PackedImage.FewestOthers || size % sizeof(int) != 0 || words > MostWords
                || !PackedImage.WordsMayPay(image, count, size))
                return false;
            ScratchMark mark = w.Mark();
            Span<byte> columns = w.Rent<byte>(image.Length);
            int length = count * sizeof(int), blocksOfOne = PackedBlock.BlocksOf(count);
            Span<PackedBlock> blocks = w.Rent<PackedBlock>(words * blocksOfOne);
            Span<bool> arePacked = stackalloc bool[MostWords];
            Gather(image, words, columns);
            long total = 1;
            for (int word = 0; word < words; word++)
            {
                Span<byte> column = columns.Slice(word * length, length);
                total += IntegerColumn.PlanWords(column, blocks.Slice(word * blocksOfOne, blocksOfOne), out arePacked[word]);
            }
            bool pays = total <= PackedImage.MostOf(image.Length);
            if (pays)
            {
                w.WriteByte(FixedForm.Words);
                for (int word = 0; word < words; word++)
                    IntegerColumn.WritePlanned(ref w, columns.Slice(word * length, length), IntegerKind.Int32,
                        blocks.Slice(word * blocksOfOne, blocksOfOne), arePacked[word]);
            }
            w.Release(mark);
            return pays;
        }

        private static void ReadWords(ref WireReader r, scoped Span<byte> image, int size)
        {
            int count = image.Length / size;
            ScratchMark mark = r.Mark();
            Span<byte> column = r.Rent<byte>(count * sizeof(int));
            for (int word = 0; word < size; word += sizeof(int))
            {
                IntegerColumn.Read(ref r, column, IntegerKind.Int32);
                Scatter(column, ref Unsafe.Add(ref MemoryMarshal.GetReference(image), word), size);
            }
            r.Release(mark);
        }

        private static void Gather(ReadOnlySpan<byte> image, int words, Span<byte> columns)
        {
            int size = words * sizeof(int), count = image.Length / size;
            int done = words == 3 ? PackedBlockVectors.GatherThree(ref MemoryMarshal.GetReference(image), count, columns) : 0;
            ref byte to = ref MemoryMarshal.GetReference(columns);
            for (int word = 0; word < words; word++)
            {
                ref byte from = ref Unsafe.Add(ref MemoryMarshal.GetReference(image), done * size + word * sizeof(int));
                for (int i = done; i < count; i++)
                {
                    Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, (word * count + i) * sizeof(int)), Unsafe.ReadUnaligned<int>(ref from));
                    from = ref Unsafe.Add(ref from, size);
                }
            }
        }

        private static void Scatter(ReadOnlySpan<byte> column, ref byte to, int size)
        {
            ref byte from = ref MemoryMarshal.GetReference(column);
            for (int i = 0; i < column.Length; i += sizeof(int))
            {
                Unsafe.WriteUnaligned(ref to, Unsafe.ReadUnaligned<int>(ref Unsafe.Add(ref from, i)));
                to = ref Unsafe.Add(ref to, size);
            }
        }
    }
}
