using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>
    /// Columns of integers: packed blocks, or the memory image if packing does not pay. 8-bit columns start with a byte that tells which (0
    /// image, 1 packed); the others are packed unless they start with 127, which is never the first byte of a block. A column without
    /// values has no bytes.
    /// </summary>
    internal static class IntegerColumn
    {
        // So few values are stored in the smaller form; with more values, packing must save an eighth, because copying is faster than
        // unpacking.
        private const int Few = 16;

        /// <summary>
        /// An upper bound of the number of bytes that a column of 32-bit integers reserves, including padding of packed blocks.
        /// </summary>
        public static long MostBytes(int count) => count * (long)sizeof(uint) + 256;

        /// <summary>Writes all values of a memory image.</summary>
        public static void Write(ref WireWriter w, scoped ReadOnlySpan<byte> image, IntegerKind kind)
        {
            if (image.IsEmpty)
                return;
            int count = image.Length / IntegerKinds.SizeOf(kind);
            bool isByte = kind <= IntegerKind.UInt8;
            if (w.RawNumbers)
            {
                WriteImage(ref w, image, isByte);
                return;
            }
            ref byte values = ref MemoryMarshal.GetReference(image);
            long most = count > Few ? image.Length - image.Length / 8 : image.Length + (isByte ? 0 : 1);
            if (count <= PackedBlock.Capacity)
            {
                PackedBlockWriter.Plan(ref values, count, kind, out PackedBlock block);
                if (block.Size > most)
                {
                    WriteImage(ref w, image, isByte);
                    return;
                }
                if (isByte)
                    w.WriteByte(ByteForm.Packed);
                PackedBlockWriter.Write(ref w, ref values, count, kind, block);
                return;
            }
            ScratchMark mark = w.Mark();
            Span<PackedBlock> blocks = w.Rent<PackedBlock>(PackedBlock.BlocksOf(count));
            int planned = PackedBlockWriter.PlanSome(ref values, count, kind, blocks, most);
            WritePlanned(ref w, image, kind, blocks.Slice(0, Math.Max(planned, 0)), planned >= 0);
            w.Release(mark);
        }

        /// <summary>Plans a column of 32-bit integers with more than 16 values; returns its length in bytes.</summary>
        public static long PlanWords(scoped ReadOnlySpan<byte> image, scoped Span<PackedBlock> blocks, out bool isPacked)
        {
            int count = image.Length / sizeof(int);
            long packed = PackedBlockWriter.PlanAll(ref MemoryMarshal.GetReference(image), count, IntegerKind.Int32, blocks);
            isPacked = packed <= image.Length - image.Length / 8;
            return isPacked ? packed : 1 + image.Length;
        }

        /// <summary>Writes a column as planned: as packed blocks, of which the first ones are planned, or as memory image.</summary>
        public static void WritePlanned(ref WireWriter w, scoped ReadOnlySpan<byte> image, IntegerKind kind,
            scoped ReadOnlySpan<PackedBlock> blocks, bool isPacked)
        {
            bool isByte = kind <= IntegerKind.UInt8;
            if (!isPacked)
            {
                WriteImage(ref w, image, isByte);
                return;
            }
            if (isByte)
                w.WriteByte(ByteForm.Packed);
            PackedBlockWriter.WriteAll(ref w, ref MemoryMarshal.GetReference(image), image.Length / IntegerKinds.SizeOf(kind), kind,
                blocks);
        }

        private static void WriteImage(ref WireWriter w, scoped ReadOnlySpan<byte> image, bool isByte)
        {
            w.WriteByte(isByte ? ByteForm.Raw : IntegerForm.Raw);
            w.WriteBytes(image);
        }

        /// <summary>Reads a column into values of the kind that was written.</summary>
        public static void Read(ref WireReader r, scoped Span<byte> image, IntegerKind kind) => Read(ref r, image, kind, kind);

        /// <summary>Reads a column into values of another kind; they keep their numeric value.</summary>
        /// <exception cref="KitbagException">A value is out of the range of the reader's kind.</exception>
        public static void Read(ref WireReader r, scoped Span<byte> image, IntegerKind kind, IntegerKind written)
        {
            if (image.IsEmpty)
                return;
            int count = image.Length / IntegerKinds.SizeOf(kind);
            if (!ReadForm(ref r, written))
            {
                PackedBlockReader.ReadAll(ref r, ref MemoryMarshal.GetReference(image), count, kind, written);
                return;
            }
            if (kind == written)
            {
                r.ReadImage(image);
                return;
            }
            ReadOnlySpan<byte> stored = ReadImage(ref r, count, written);
            Convert(ref r, ref MemoryMarshal.GetReference(stored), ref MemoryMarshal.GetReference(image), count, kind, written);
        }

        /// <summary>Skips a column.</summary>
        public static void Skip(ref WireReader r, int count, IntegerKind written, IWalkListener? listener = null)
        {
            if (count == 0)
                return;
            if (ReadForm(ref r, written))
                r.Skip((long)count * IntegerKinds.SizeOf(written));
            else
                PackedBlockReader.SkipAll(ref r, count, listener);
        }

        /// <summary>Whether the memory image follows.</summary>
        internal static bool ReadForm(ref WireReader r, IntegerKind written)
        {
            if (written > IntegerKind.UInt8)
            {
                if (r.PeekByte() != IntegerForm.Raw)
                    return false;
                r.ReadByte();
                return true;
            }
            return ColumnForms.Read(ref r, ByteForm.Packed, "The form of a column of bytes",
                "0 (as they are) or 1 (packed)") == ByteForm.Raw;
        }

        private static ReadOnlySpan<byte> ReadImage(ref WireReader r, int count, IntegerKind written)
        {
            // An image of more than 2 GiB cannot be in the input: skipping it reports that.
            long bytes = (long)count * IntegerKinds.SizeOf(written);
            int start = r.Position;
            r.Skip(bytes);
            return r.Data.Slice(start, (int)bytes);
        }

        private static void Convert(ref WireReader r, scoped ref byte stored, scoped ref byte image, int count, IntegerKind kind,
            IntegerKind written)
        {
            IntegerKinds.Common(kind, written, out ulong least, out ulong span);
            int size = IntegerKinds.SizeOf(kind);
            for (int i = 0; i < count; i++)
            {
                ulong value = IntegerKinds.Load(ref stored, i, written);
                if (value - least > span)
                    throw IntegerKinds.OutOfRange(ref r, value, kind, written, i);
                IntegerKinds.Store(ref image, i, size, value);
            }
        }
    }
}
