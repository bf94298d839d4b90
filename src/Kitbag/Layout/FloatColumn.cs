using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>
    /// Columns of floating-point numbers. The first byte tells how they are stored: 0 as memory image, 1 one value for all, 2 decimals (a
    /// byte e, then packed blocks of integers i; a value is i / 10^e), 3 doubles as floats, 4 packed blocks of their bits. A column without
    /// values has no bytes. All forms restore each value bit for bit.
    /// </summary>
    internal static partial class FloatColumn
    {
        // Unsafe: floats are stored to rented memory that may be unaligned (bench/: float-100KB).

        private const int MostFloatExponent = 4, MostDoubleExponent = 6;

        // The size of the sample that decides whether to examine the other values.
        private const int Sample = 16;

        // Up to this value, each integer is a double.
        private const double Exact = 9007199254740992;

        // All of them are exact doubles, so that a division rounds only once. As an array of doubles, they would add the code that formats
        // doubles to ahead-of-time compiled programs.
        private static readonly long[] s_powers =
        {
            1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000, 100_000_000_000,
            1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        };

        /// <summary>Writes floats.</summary>
        public static void Write(ref WireWriter w, scoped ReadOnlySpan<float> values)
        {
            ReadOnlySpan<byte> image = SpanBytes.Of(values);
            if (WriteConstant(ref w, image, sizeof(float)))
                return;
            if (!w.RawNumbers && FindExponent(values, out int exponent))
            {
                ScratchMark mark = w.Mark();
                Span<long> integers = w.Rent<long>(values.Length);
                bool done = ToDecimals(values, integers, ref exponent) && WriteDecimals(ref w, integers, exponent, image.Length / 4 * 3L);
                w.Release(mark);
                if (done)
                    return;
            }
            WriteImage(ref w, image, IntegerKind.Int32);
        }

        /// <summary>Writes doubles.</summary>
        public static void Write(ref WireWriter w, scoped ReadOnlySpan<double> values)
        {
            ReadOnlySpan<byte> image = SpanBytes.Of(values);
            if (WriteConstant(ref w, image, sizeof(double)))
                return;
            if (!w.RawNumbers)
            {
                bool floats = AreFloats(values);
                if (FindExponent(values, out int exponent))
                {
                    ScratchMark mark = w.Mark();
                    Span<long> integers = w.Rent<long>(values.Length);
                    bool done = ToDecimals(values, integers, ref exponent)
                        && WriteDecimals(ref w, integers, exponent, image.Length / 4 * (floats ? 2L : 3L));
                    w.Release(mark);
                    if (done)
                        return;
                }
                if (floats)
                {
                    WriteAsFloats(ref w, values);
                    return;
                }
            }
            WriteImage(ref w, image, IntegerKind.Int64);
        }

        // Numbers of similar magnitude: sign and exponent take few of their bits.
        private static void WriteImage(ref WireWriter w, scoped ReadOnlySpan<byte> image, IntegerKind bits)
        {
            ref byte values = ref MemoryMarshal.GetReference(image);
            int size = IntegerKinds.SizeOf(bits), count = image.Length / size;
            if (!w.RawNumbers && count >= (size == sizeof(float) ? PackedImage.FewestFloats : PackedImage.FewestOthers)
                && PackedImage.MayPay(image, bits))
            {
                ScratchMark mark = w.Mark();
                Span<PackedBlock> blocks = w.Rent<PackedBlock>(PackedBlock.BlocksOf(count));
                int planned = PackedBlockWriter.PlanSome(ref values, count, bits, blocks, PackedImage.MostOf(image.Length) - 1);
                if (planned >= 0)
                {
                    w.WriteByte(FloatForm.Bits);
                    PackedBlockWriter.WriteAll(ref w, ref values, count, bits, blocks.Slice(0, planned));
                }
                w.Release(mark);
                if (planned >= 0)
                    return;
            }
            w.WriteByte(FloatForm.Raw);
            w.WriteBytes(image);
        }

        /// <summary>Writes columns that are trivial to recognize: no values, or all the same.</summary>
        private static bool WriteConstant(ref WireWriter w, scoped ReadOnlySpan<byte> image, int size)
        {
            if (image.IsEmpty)
                return true;
            if (!FixedColumn.AllSame(image, size))
                return false;
            w.WriteByte(FloatForm.Constant);
            w.WriteBytes(image.Slice(0, size));
            return true;
        }

        private static bool WriteDecimals(ref WireWriter w, scoped ReadOnlySpan<long> integers, int exponent, long most)
        {
            ref byte image = ref MemoryMarshal.GetReference(MemoryMarshal.AsBytes(integers));
            Span<PackedBlock> blocks = w.Rent<PackedBlock>(PackedBlock.BlocksOf(integers.Length));
            int planned = PackedBlockWriter.PlanSome(ref image, integers.Length, IntegerKind.Int64, blocks, most - 1);
            if (planned < 0)
                return false;
            w.WriteByte(FloatForm.Decimals);
            w.WriteByte((byte)exponent);
            PackedBlockWriter.WriteAll(ref w, ref image, integers.Length, IntegerKind.Int64, blocks.Slice(0, planned));
            return true;
        }

        private static void WriteAsFloats(ref WireWriter w, scoped ReadOnlySpan<double> values)
        {
            w.WriteByte(FloatForm.AsFloats);
            for (int start = 0; start < values.Length; start += PackedBlock.Capacity)
            {
                int some = Math.Min(PackedBlock.Capacity, values.Length - start);
                ref byte p = ref w.Reserve(some * sizeof(float));
                for (int i = 0; i < some; i++)
                    Unsafe.WriteUnaligned(ref Unsafe.Add(ref p, i * sizeof(float)), (float)values[start + i]);
                w.Advance(some * sizeof(float));
            }
        }

        /// <summary>Whether all values can be stored as floats: first a sample, then all, from the first on.</summary>
        private static bool AreFloats(ReadOnlySpan<double> values)
        {
            int stride = (values.Length + Sample - 1) / Sample;
            for (int i = 0; i < values.Length; i += stride)
            {
                if (!IsFloat(values[i]))
                    return false;
            }
            foreach (double value in values)
            {
                if (!IsFloat(value))
                    return false;
            }
            return true;
        }

        private static bool IsFloat(double value) => BitConverter.DoubleToInt64Bits((float)value) == BitConverter.DoubleToInt64Bits(value);

        // The smallest exponent that is sufficient for a sample of the values. Not found if the sample has so wide a range that packing
        // would not save a quarter.
        private static bool FindExponent(ReadOnlySpan<float> values, out int exponent)
        {
            exponent = 0;
            int stride = (values.Length + Sample - 1) / Sample;
            long least = long.MaxValue, most = long.MinValue;
            double power = 1;
            for (int i = 0; i < values.Length; i += stride)
            {
                long integer;
                while (!ToDecimal(values[i], power, out integer))
                {
                    if (++exponent > MostFloatExponent)
                        return false;
                    power = s_powers[exponent];
                    least = long.MaxValue;
                    most = long.MinValue;
                    i = 0;
                }
                least = Math.Min(least, integer);
                most = Math.Max(most, integer);
            }
            return PackedBlock.BitsOf((ulong)(most - least)) <= 24;
        }

        private static bool FindExponent(ReadOnlySpan<double> values, out int exponent)
        {
            exponent = 0;
            int stride = (values.Length + Sample - 1) / Sample;
            long least = long.MaxValue, most = long.MinValue;
            double power = 1;
            for (int i = 0; i < values.Length; i += stride)
            {
                long integer;
                while (!ToDecimal(values[i], power, out integer))
                {
                    if (++exponent > MostDoubleExponent)
                        return false;
                    power = s_powers[exponent];
                    least = long.MaxValue;
                    most = long.MinValue;
                    i = 0;
                }
                least = Math.Min(least, integer);
                most = Math.Max(most, integer);
            }
            return PackedBlock.BitsOf((ulong)(most - least)) <= 48;
        }

        private static bool ToDecimals(ReadOnlySpan<float> values, Span<long> integers, ref int exponent)
        {
            for (; exponent <= MostFloatExponent; exponent++)
            {
                double power = s_powers[exponent];
                int i = FloatColumnVectors.ToDecimals(values, integers, power);
                while (i < values.Length && ToDecimal(values[i], power, out integers[i]))
                    i++;
                if (i == values.Length)
                    return true;
            }
            return false;
        }

        private static bool ToDecimals(ReadOnlySpan<double> values, Span<long> integers, ref int exponent)
        {
            for (; exponent <= MostDoubleExponent; exponent++)
            {
                double power = s_powers[exponent];
                int i = FloatColumnVectors.ToDecimals(values, integers, power);
                while (i < values.Length && ToDecimal(values[i], power, out integers[i]))
                    i++;
                if (i == values.Length)
                    return true;
            }
            return false;
        }

        private static bool ToDecimal(float value, double power, out long integer)
        {
            double scaled = Math.Round(value * power);
            // False for NaN as well.
            if (!(Math.Abs(scaled) <= Exact))
            {
                integer = 0;
                return false;
            }
            integer = (long)scaled;
            return BitConverter.SingleToInt32Bits((float)(integer / power)) == BitConverter.SingleToInt32Bits(value);
        }

        private static bool ToDecimal(double value, double power, out long integer)
        {
            double scaled = Math.Round(value * power);
            if (!(Math.Abs(scaled) <= Exact))
            {
                integer = 0;
                return false;
            }
            integer = (long)scaled;
            return BitConverter.DoubleToInt64Bits(integer / power) == BitConverter.DoubleToInt64Bits(value);
        }
    }
}
