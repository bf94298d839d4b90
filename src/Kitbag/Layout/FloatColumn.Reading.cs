using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    // Reading, skipping, and conversions while reading.
    internal static partial class FloatColumn
    {
        /// <summary>Reads a column of floats.</summary>
        public static void Read(ref WireReader r, scoped Span<float> values)
        {
            if (values.IsEmpty)
                return;
            Span<byte> image = MemoryMarshal.AsBytes(values);
            switch (ReadForm(ref r, isDouble: false))
            {
                case FloatForm.Raw: r.ReadImage(image); break;
                case FloatForm.Constant: FixedColumn.ReadConstant(ref r, image, sizeof(float)); break;
                case FloatForm.Bits: ReadBits(ref r, image, IntegerKind.Int32); break;
                default: ReadDecimals(ref r, values); break;
            }
        }

        /// <summary>Reads a column of doubles.</summary>
        public static void Read(ref WireReader r, scoped Span<double> values)
        {
            if (values.IsEmpty)
                return;
            Span<byte> image = MemoryMarshal.AsBytes(values);
            switch (ReadForm(ref r, isDouble: true))
            {
                case FloatForm.Raw: r.ReadImage(image); break;
                case FloatForm.Constant: FixedColumn.ReadConstant(ref r, image, sizeof(double)); break;
                case FloatForm.Bits: ReadBits(ref r, image, IntegerKind.Int64); break;
                case FloatForm.AsFloats:
                    Span<float> floats = Floats(values);
                    Span<byte> stored = MemoryMarshal.AsBytes(floats);
                    r.ReadImage(stored);
                    Widen(floats, values);
                    break;
                default: ReadDecimals(ref r, values); break;
            }
        }

        /// <summary>Reads a column of floats into doubles.</summary>
        public static void ReadFloats(ref WireReader r, scoped Span<double> values)
        {
            Span<float> floats = Floats(values);
            Read(ref r, floats);
            Widen(floats, values);
        }

        // The floats are in the second half of the memory for the doubles, so that widening them from first to last never overwrites floats
        // that have not been read.
        private static Span<float> Floats(Span<double> values) => MemoryMarshal.Cast<double, float>(values).Slice(values.Length);

        private static void Widen(ReadOnlySpan<float> floats, Span<double> values)
        {
            for (int i = 0; i < values.Length; i++)
                values[i] = floats[i];
        }

        /// <summary>Reads integers into floats.</summary>
        /// <exception cref="KitbagException">An integer cannot be represented exactly as a float.</exception>
        public static void ReadIntegers(ref WireReader r, scoped Span<float> values, IntegerKind written)
        {
            if (values.IsEmpty)
                return;
            ScratchMark mark = r.Mark();
            Span<long> integers = r.Rent<long>(values.Length);
            bool unsigned = written == IntegerKind.UInt64;
            IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(integers), unsigned ? IntegerKind.UInt64 : IntegerKind.Int64, written);
            for (int i = 0; i < values.Length; i++)
                values[i] = ToSingle(ref r, integers[i], unsigned, i);
            r.Release(mark);
        }

        /// <summary>Reads integers into doubles.</summary>
        /// <exception cref="KitbagException">An integer cannot be represented exactly as a double.</exception>
        public static void ReadIntegers(ref WireReader r, scoped Span<double> values, IntegerKind written)
        {
            if (values.IsEmpty)
                return;
            Span<long> integers = MemoryMarshal.Cast<double, long>(values);
            bool unsigned = written == IntegerKind.UInt64;
            IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(integers), unsigned ? IntegerKind.UInt64 : IntegerKind.Int64, written);
            for (int i = 0; i < values.Length; i++)
                values[i] = ToDouble(ref r, integers[i], unsigned, i);
        }

        /// <summary>Converts an integer to a float.</summary>
        /// <exception cref="KitbagException">It cannot be represented exactly.</exception>
        public static float ToSingle(ref WireReader r, long integer, bool unsigned, int index)
        {
            if (!HasBits(integer, unsigned, 24))
                throw OutOfRange(ref r, integer, unsigned, "float", 24, index);
            return unsigned ? (ulong)integer : integer;
        }

        /// <summary>Converts an integer to a double.</summary>
        /// <exception cref="KitbagException">It cannot be represented exactly.</exception>
        public static double ToDouble(ref WireReader r, long integer, bool unsigned, int index)
        {
            if (!HasBits(integer, unsigned, 53))
                throw OutOfRange(ref r, integer, unsigned, "double", 53, index);
            return unsigned ? (ulong)integer : integer;
        }

        /// <summary>Whether an integer fits into a number of significant bits, followed by zeros.</summary>
        private static bool HasBits(long integer, bool unsigned, int bits)
        {
            ulong magnitude = (ulong)(integer < 0 && !unsigned ? -integer : integer);
            if (magnitude >> bits == 0)
                return true;
            ulong lowest = magnitude & (0 - magnitude);
            return magnitude / lowest >> bits == 0;
        }

        private static KitbagException OutOfRange(ref WireReader r, long integer, bool unsigned, string type, int bits, int index) =>
            r.Error(
            KitbagErrorReason.OutOfRange,
            "A number is out of range: found " + IntegerKinds.Text((ulong)integer, !unsigned) + ", expected one that a " + type
                + " holds exactly (" + IntegerKinds.Text((ulong)bits, false) + " significant bits).").At(index);

        /// <summary>Skips a column.</summary>
        public static void Skip(ref WireReader r, int count, bool isDouble, IWalkListener? listener = null)
        {
            if (count == 0)
                return;
            int size = isDouble ? sizeof(double) : sizeof(float);
            switch (ReadForm(ref r, isDouble))
            {
                case FloatForm.Raw: r.Skip((long)count * size); break;
                case FloatForm.Constant: r.Skip(size); break;
                case FloatForm.Bits: PackedBlockReader.SkipAll(ref r, count, listener); break;
                case FloatForm.AsFloats: r.Skip((long)count * sizeof(float)); break;
                default:
                    ReadPower(ref r);
                    PackedBlockReader.SkipAll(ref r, count, listener);
                    break;
            }
        }

        internal static byte ReadForm(ref WireReader r, bool isDouble)
        {
            const string What = "The form of a column of floating point numbers";
            byte form = ColumnForms.Read(ref r, FloatForm.Bits, What, "at most 4");
            if (form == FloatForm.AsFloats && !isDouble)
                throw r.Error(KitbagErrorReason.Malformed, What + ": found 3 (doubles as floats) of floats, expected at most 2, or 4.");
            return form;
        }

        private static void ReadBits(ref WireReader r, scoped Span<byte> image, IntegerKind bits) => PackedBlockReader.ReadAll(ref r,
            ref MemoryMarshal.GetReference(image), image.Length / IntegerKinds.SizeOf(bits), bits, bits);

        internal static double ReadPower(ref WireReader r)
        {
            byte exponent = r.ReadByte();
            if (exponent >= s_powers.Length)
                throw r.Error(KitbagErrorReason.Malformed, "The decimal places of a column: found " + IntegerKinds.Text(exponent, false)
                    + ", expected at most 15.");
            return s_powers[exponent];
        }

        private static void ReadDecimals(ref WireReader r, scoped Span<float> values)
        {
            double power = ReadPower(ref r);
            ScratchMark mark = r.Mark();
            Span<long> integers = r.Rent<long>(PackedBlock.Capacity);
            while (!values.IsEmpty)
            {
                int some = Math.Min(values.Length, PackedBlock.Capacity);
                PackedBlockReader.ReadAll(ref r, ref MemoryMarshal.GetReference(MemoryMarshal.AsBytes(integers)), some, IntegerKind.Int64,
                    IntegerKind.Int64);
                for (int i = FloatColumnVectors.FromDecimals(integers.Slice(0, some), power, values); i < some; i++)
                    values[i] = (float)(integers[i] / power);
                values = values.Slice(some);
            }
            r.Release(mark);
        }

        private static void ReadDecimals(ref WireReader r, scoped Span<double> values)
        {
            double power = ReadPower(ref r);
            Span<long> integers = MemoryMarshal.Cast<double, long>(values);
            PackedBlockReader.ReadAll(ref r, ref MemoryMarshal.GetReference(MemoryMarshal.AsBytes(integers)), values.Length,
                IntegerKind.Int64, IntegerKind.Int64);
            for (int i = FloatColumnVectors.FromDecimals(integers, power, values); i < values.Length; i++)
                values[i] = integers[i] / power;
        }
    }
}
