using System;
using System.Linq;
using System.Numerics;
using System.Runtime.InteropServices;
using FsCheck;
using FsCheck.Fluent;
using Kitbag.Layout;
using Kitbag.Wire;
using Xunit;

namespace Kitbag.Tests.Wire
{
    public class FloatColumnTests
    {
        private static readonly KitbagOptions s_raw = new KitbagOptions { Numbers = KitbagNumbers.RawEverywhere };

        private static byte[] Write(float[] values, KitbagOptions? options = null)
        {
            var w = new WireWriter(null, (options ?? KitbagOptions.Default).Wire);
            FloatColumn.Write(ref w, values);
            byte[] written = w.Written.ToArray();
            w.Dispose();
            return written;
        }

        private static byte[] Write(double[] values, KitbagOptions? options = null)
        {
            var w = new WireWriter(null, (options ?? KitbagOptions.Default).Wire);
            FloatColumn.Write(ref w, values);
            byte[] written = w.Written.ToArray();
            w.Dispose();
            return written;
        }

        private delegate void Reading<T>(ref WireReader r, Span<T> values);

        private static T[] Read<T>(byte[] bytes, int count, Reading<T> reading)
        {
            var values = new T[count];
            var r = new WireReader(bytes, KitbagLimits.Default);
            try
            {
                reading(ref r, values);
                Assert.Equal(0, r.Remaining);
            }
            finally
            {
                r.Dispose();
            }
            return values;
        }

        private static float[] ReadFloats(byte[] bytes, int count) =>
            Read(bytes, count, (ref WireReader r, Span<float> values) => FloatColumn.Read(ref r, values));

        private static double[] ReadDoubles(byte[] bytes, int count) =>
            Read(bytes, count, (ref WireReader r, Span<double> values) => FloatColumn.Read(ref r, values));

        private static int Skip(byte[] bytes, int count, bool isDouble)
        {
            var r = new WireReader(bytes, KitbagLimits.Default);
            FloatColumn.Skip(ref r, count, isDouble);
            return r.Position;
        }

        // Constants, decimals of 0 to 7 places, floats, or any values (including NaNs with a payload and negative zeros). From sort 4 on,
        // one value is replaced by a special one.
        private static double[] Make(int count, int sort, int seed)
        {
            var random = new Random(seed);
            var values = new double[count];
            double constant = random.NextDouble();
            double power = Math.Pow(10, random.Next(8));
            int spread = 1 << random.Next(1, 30);
            for (int i = 0; i < count; i++)
            {
                values[i] = (sort % 4) switch
                {
                    0 => constant,
                    1 => random.Next(-spread, spread) / power,
                    2 => (float)(random.NextDouble() * spread),
                    _ => BitConverter.Int64BitsToDouble(random.NextInt64(long.MinValue, long.MaxValue)),
                };
            }
            if (sort >= 4 && count > 0)
                values[random.Next(count)] = new[] { -0.0, double.NaN, double.PositiveInfinity, 1e300, 0.1234567890123, 9007199254740993,
                    BitConverter.Int64BitsToDouble(0x7FF0000000000001) }[random.Next(7)];
            return values;
        }

        private static void ForAllColumns(Func<double[], bool> holds, int tests) => PackedBlockTests.Holds(Prop.ForAll(
            Gen.OneOf(Gen.Choose(0, 20), Gen.Choose(0, 600)).ToArbitrary(), Gen.Choose(0, 7).ToArbitrary(),
                Gen.Choose(0, int.MaxValue).ToArbitrary(),
            (count, sort, seed) => holds(Make(count, sort, seed))), tests);

        private static bool SameBits<T>(T[] a, T[] b)
            where T : struct => MemoryMarshal.AsBytes<T>(a).SequenceEqual(MemoryMarshal.AsBytes<T>(b));

        [Fact]
        public void Doubles_are_restored_bit_for_bit() => ForAllColumns(values =>
        {
            byte[] bytes = Write(values), raw = Write(values, s_raw);
            return SameBits(ReadDoubles(bytes, values.Length), values)
                && SameBits(ReadDoubles(raw, values.Length), values)
                && Skip(bytes, values.Length, true) == bytes.Length
                && bytes.Length <= values.Length * 8 + 1
                && (raw.Length == 0 || raw[0] <= 1);
        }, 500);

        [Fact]
        public void Floats_are_restored_bit_for_bit_and_as_doubles() => ForAllColumns(doubles =>
        {
            float[] values = doubles.Select(value => (float)value).ToArray();
            byte[] bytes = Write(values), raw = Write(values, s_raw);
            return SameBits(ReadFloats(bytes, values.Length), values)
                && SameBits(ReadFloats(raw, values.Length), values)
                && Skip(bytes, values.Length, false) == bytes.Length
                && bytes.Length <= values.Length * 4 + 1
                && (raw.Length == 0 || raw[0] <= 1)
                && SameBits(
                    Read(bytes, values.Length, (ref WireReader r, Span<double> read) => FloatColumn.ReadFloats(ref r, read)),
                    values.Select(value => (double)value).ToArray());
        }, 500);

        [Fact]
        public void Truncations_are_refused() => ForAllColumns(values =>
        {
            byte[] bytes = Write(values);
            for (int length = 0; length < bytes.Length; length += bytes.Length > 300 ? 37 : 1)
            {
                byte[] part = bytes.AsSpan(0, length).ToArray();
                Assert.Equal(KitbagErrorReason.Truncated,
                    Assert.Throws<KitbagException>(() => { ReadDoubles(part, values.Length); }).Reason);
                Assert.Equal(KitbagErrorReason.Truncated,
                    Assert.Throws<KitbagException>(() => { Skip(part, values.Length, true); }).Reason);
            }
            return true;
        }, 40);

        [Fact]
        public void Random_bytes_are_read_or_refused() =>
            PackedBlockTests.Holds(Prop.ForAll(Gen.Choose(0, int.MaxValue).ToArbitrary(), seed =>
        {
            var random = new Random(seed);
            var bytes = new byte[random.Next(600)];
            random.NextBytes(bytes);
            if (bytes.Length > 2)
            {
                bytes[0] %= 5;
                bytes[1] %= 17;
                bytes[2] %= 66;
            }
            int count = random.Next(300);
            foreach (Action read in new Action[]
            {
                () => ReadDoubles(bytes, count),
                () => ReadFloats(bytes, count),
                () => Skip(bytes, count, true),
                () => Skip(bytes, int.MaxValue, false),
            })
            {
                try
                {
                    read();
                }
                catch (KitbagException)
                {
                }
                catch (Xunit.Sdk.EqualException)
                {
                    // The column was read, and bytes follow it.
                }
            }
            return true;
        }), 2000);

        [Fact]
        public void Forms_are_chosen_according_to_the_format()
        {
            Assert.Equal(2, Write(Enumerable.Range(0, 100).Select(i => i * 0.25).ToArray())[0]);
            Assert.Equal(2, Write(Enumerable.Range(0, 100).Select(i => i * i / 100.0f).ToArray())[0]);
            Assert.Equal(2, Write(Enumerable.Range(0, 100).Select(i => (i * 7919 % 1000) / 1000.0).ToArray())[0]);
            Assert.Equal(3, Write(Enumerable.Range(0, 100).Select(i => (double)(float)Math.Sin(i)).ToArray())[0]);
            Assert.Equal(0, Write(Enumerable.Range(0, 100).Select(i => Math.Sin(i)).ToArray())[0]);
            Assert.Equal(0, Write(Enumerable.Range(0, 100).Select(i => (float)Math.Sin(i)).ToArray())[0]);
            Assert.Equal(1, Write(Enumerable.Repeat(double.NaN, 100).ToArray())[0]);
            Assert.Equal(new byte[] { 1, 0, 0, 128, 63 }, Write(new[] { 1f, 1f, 1f }));
            Assert.Equal(new byte[] { 2, 1, 0x80, 10, 2 }, Write(Enumerable.Range(5, 10).Select(i => i / 10f).ToArray()));
            Assert.Empty(Write(Array.Empty<float>()));
            Assert.Empty(Write(Array.Empty<double>()));
            Assert.Equal(KitbagErrorReason.Malformed,
                Assert.Throws<KitbagException>(() => { ReadFloats(new byte[] { 3, 0, 0, 0, 0 }, 1); }).Reason);
            Assert.Equal(KitbagErrorReason.Malformed,
                Assert.Throws<KitbagException>(() => { ReadDoubles(new byte[] { 2, 16, 0, 0 }, 1); }).Reason);
        }

        // Values of one magnitude and sign, with one exception in some columns.
        private static float[] Magnitudes(Random random, int count)
        {
            float scale = MathF.ScaleB(random.Next(2) == 0 ? 1 : -1, random.Next(-140, 120));
            float[] values = Enumerable.Range(0, count).Select(_ => (random.NextSingle() + 0.01f) * scale).ToArray();
            if (random.Next(3) == 0)
                values[random.Next(count)] = new[] { -0f, float.NaN, float.NegativeInfinity, float.Epsilon, -values[0] }[random.Next(5)];
            return values;
        }

        [Fact]
        public void Columns_of_similar_magnitude_are_restored_bit_for_bit() => PackedBlockTests.Holds(Prop.ForAll(
            Gen.Choose(64, 1500).ToArbitrary(), Gen.Choose(0, int.MaxValue).ToArbitrary(), (count, seed) =>
        {
            float[] values = Magnitudes(new Random(seed), count);
            byte[] bytes = Write(values);
            double[] doubles = values.Select(value => value + value / 3e9).ToArray();
            byte[] wide = Write(doubles);
            Assert.Equal(bytes[0] == 4, bytes.Length <= values.Length * 4 - values.Length * 4 / 8);
            Assert.True(SameBits(ReadDoubles(wide, count), doubles));
            Assert.Equal(wide.Length, Skip(wide, count, true));
            for (int length = 0; bytes[0] == 4 && length < bytes.Length; length += 1 + bytes.Length / 50)
            {
                byte[] part = bytes.AsSpan(0, length).ToArray();
                Assert.Equal(KitbagErrorReason.Truncated, Assert.Throws<KitbagException>(() => { ReadFloats(part, count); }).Reason);
                Assert.Equal(KitbagErrorReason.Truncated, Assert.Throws<KitbagException>(() => { Skip(part, count, false); }).Reason);
            }
            return SameBits(ReadFloats(bytes, count), values) && Skip(bytes, count, false) == bytes.Length
                && SameBits(Read(bytes, count, (ref WireReader r, Span<double> read) => FloatColumn.ReadFloats(ref r, read)),
                    values.Select(value => (double)value).ToArray());
        }), 200);

        [Fact]
        public void Bits_are_stored_if_they_save_an_eighth_or_half_of_a_large_column()
        {
            static float[] Uniform(int count) =>
                Enumerable.Range(0, count).Select(i => 10 + (float)((i * 2654435761u % 65536) / 7.0)).ToArray();
            static double[] Near(int count) => Uniform(count).Select(value => 100 + value / 3e6).ToArray();
            Assert.Equal(0, Write(Uniform(63))[0]);
            Assert.Equal(4, Write(Uniform(64))[0]);
            Assert.Equal(4, Write(Uniform(16384))[0]);
            Assert.Equal(0, Write(Uniform(16385))[0]);
            Assert.Equal(0, Write(Uniform(64), s_raw)[0]);
            Assert.Equal(0, Write(Uniform(64).Select((value, i) => i == 5 ? -value : value).ToArray())[0]);
            Assert.Equal(0, Write(Near(1023))[0]);
            Assert.Equal(4, Write(Near(1024))[0]);
            Assert.Equal(4, Write(Enumerable.Range(0, 20_000).Select(i => BitConverter.Int32BitsToSingle(0x3F800000 + i)).ToArray())[0]);
        }

        [Fact]
        public void Negative_zero_is_not_a_decimal()
        {
            float[] values = Enumerable.Range(0, 200).Select(i => i == 150 ? -0f : i).ToArray();
            Assert.Equal(0, Write(values)[0]);
            Assert.True(SameBits(values, ReadFloats(Write(values), values.Length)));
        }

        [Fact]
        public void Integers_become_floating_point_exactly_or_are_refused() =>
            PackedBlockTests.Holds(Prop.ForAll(NumberColumn.Any(300).ToArbitrary(), column =>
        {
            var w = new WireWriter(null, default);
            IntegerColumn.Write(ref w, column.Image, column.Kind);
            byte[] bytes = w.Written.ToArray();
            w.Dispose();
            return Exact(
                    column.Values,
                    () => Read(bytes, column.Values.Length,
                        (ref WireReader r, Span<double> values) => FloatColumn.ReadIntegers(ref r, values, column.Kind)).Select(value =>
                        new BigInteger(value)).ToArray(),
                    value => new BigInteger((double)value) == value)
                && Exact(
                    column.Values,
                    () => Read(bytes, column.Values.Length,
                        (ref WireReader r, Span<float> values) => FloatColumn.ReadIntegers(ref r, values, column.Kind)).Select(value =>
                        new BigInteger(value)).ToArray(),
                    value => new BigInteger((float)value) == value);
        }), 300);

        private static bool Exact(BigInteger[] values, Func<BigInteger[]> read, Func<BigInteger, bool> isExact)
        {
            int wrong = Array.FindIndex(values, value => !isExact(value));
            try
            {
                return read().SequenceEqual(values) && wrong < 0;
            }
            catch (KitbagException e)
            {
                return e.Reason == KitbagErrorReason.OutOfRange && e.PendingIndex == wrong
                    && e.Message.Contains("found " + values[wrong] + ",");
            }
        }
    }
}
