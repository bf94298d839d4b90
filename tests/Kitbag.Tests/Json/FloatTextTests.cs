using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Numerics;
using System.Text;
using FsCheck;
using FsCheck.Fluent;
using Kitbag.Json;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>Floating-point numbers are written and parsed like the framework does it.</summary>
    public class FloatTextTests
    {
        private const int Iterations = 300_000;

        private static IEnumerable<double> Edges()
        {
            for (int e = -1074; e < 1024; e++)
                yield return Math.ScaleB(1, e);
            for (int e = -330; e < 309; e++)
                yield return double.Parse("1E" + e, CultureInfo.InvariantCulture);
            for (int i = 0; i < 2000; i++)
            {
                yield return i / 100.0;
                yield return i / 1000.0 + 1e6;
                yield return i * 1e12;
                yield return BitConverter.Int64BitsToDouble(i);
            }
            yield return double.MaxValue;
            yield return 0.1 + 0.2;
            yield return 9007199254740993;
            yield return 5e-324;
            yield return 123456789012345680;
            yield return -0.0;
        }

        [Fact]
        public void Double_edges()
        {
            foreach (double value in Edges())
            {
                foreach (double near in new[] { value, Math.BitIncrement(value), Math.BitDecrement(value), -value })
                    Check(near);
            }
        }

        [Fact]
        public void Random_doubles()
        {
            var random = new Random(1);
            for (int i = 0; i < Iterations; i++)
                Check(BitConverter.Int64BitsToDouble(random.NextInt64(long.MinValue, long.MaxValue)));
        }

        [Fact]
        public void Random_decimals()
        {
            var random = new Random(2);
            for (int i = 0; i < Iterations / 4; i++)
                Check(Math.Round(random.NextDouble() * Math.Pow(10, random.Next(1, 9)), random.Next(0, 8)));
        }

        [Fact]
        public void Random_floats()
        {
            var random = new Random(3);
            for (int i = 0; i < Iterations; i++)
                Check(BitConverter.Int32BitsToSingle(random.Next(int.MinValue, int.MaxValue)));
        }

        [Fact]
        public void Float_edges()
        {
            foreach (double edge in Edges())
            {
                var value = (float)edge;
                foreach (float near in new[] { value, MathF.BitIncrement(value), MathF.BitDecrement(value), -value })
                    Check(near);
            }
            for (int bits = 0; bits < 3000; bits++)
                Check(BitConverter.Int32BitsToSingle(bits));
        }

        private static void Check(double value)
        {
            if (!double.IsFinite(value))
                return;
            string text = Encoding.ASCII.GetString(Buffer64, 0, FloatText.Write(ref Buffer64[0], value));
            Assert.True(BitConverter.DoubleToInt64Bits(double.Parse(text,
                CultureInfo.InvariantCulture)) == BitConverter.DoubleToInt64Bits(value), text);
            string theirs = value.ToString("R", CultureInfo.InvariantCulture);
            // The runtime writes 2^-958 as the text of its neighbor.
            if (double.Parse(theirs, CultureInfo.InvariantCulture) == value)
                Assert.Equal(InForm(theirs, 17), text);
            Parse(text, value, (float)0, false);
        }

        private static void Check(float value)
        {
            if (!float.IsFinite(value))
                return;
            string text = Encoding.ASCII.GetString(Buffer64, 0, FloatText.Write(ref Buffer64[0], value));
            Assert.True(BitConverter.SingleToInt32Bits(float.Parse(text,
                CultureInfo.InvariantCulture)) == BitConverter.SingleToInt32Bits(value), text);
            string theirs = value.ToString("R", CultureInfo.InvariantCulture);
            if (float.Parse(theirs, CultureInfo.InvariantCulture) == value && Digits(text).Length >= Digits(theirs).Length)
                Assert.Equal(InForm(theirs, 9), text);
            byte[] bytes = Encoding.ASCII.GetBytes(text);
            int at = 0;
            Assert.True(FloatParser.TryParse(bytes, ref at, out float read));
            Assert.Equal(BitConverter.SingleToInt32Bits(value), BitConverter.SingleToInt32Bits(read));
        }

        // The significant digits: without sign, point, exponent, and leading and trailing zeros.
        private static string Digits(string text)
        {
            int end = text.IndexOf('E', StringComparison.Ordinal);
            return (end < 0 ? text : text.Substring(0, end)).Replace("-", "", StringComparison.Ordinal)
                .Replace(".", "", StringComparison.Ordinal).Trim('0');
        }

        // Converts a runtime's text to the form of .NET 10; earlier runtimes write fewer numbers without an exponent.
        private static string InForm(string theirs, int plain)
        {
            int end = theirs.IndexOf("E+", StringComparison.Ordinal);
            int places = end < 0 ? 0 : int.Parse(theirs.AsSpan(end + 2), NumberStyles.None, CultureInfo.InvariantCulture) + 1;
            return end < 0 || places > plain ? theirs : (theirs[0] == '-' ? "-" : "") + Digits(theirs).PadRight(places, '0');
        }

        [Fact]
        public void Decimals_of_each_length()
        {
            var random = new Random(6);
            for (int i = 0; i < Iterations / 5; i++)
            {
                var text = new StringBuilder().Append(random.Next(1, 10));
                for (int n = i % 17; n > 0; n--)
                    text.Append(random.Next(10));
                text.Append('E').Append(random.Next(3) == 0 ? random.Next(-340, 309) : random.Next(-25, 10));
                Check(double.Parse(text.ToString(), CultureInfo.InvariantCulture));
                Check(float.Parse(text.ToString(), CultureInfo.InvariantCulture));
            }
        }

        [Fact]
        public void Any_number_is_restored() => Prop.ForAll<double, float>((d, f) =>
        {
            Check(d);
            Check(f);
        }).QuickCheckThrowOnFailure();

        [Theory]
        [InlineData(0.0, "0")]
        [InlineData(-0.0, "-0")]
        [InlineData(1.0, "1")]
        [InlineData(-1.5, "-1.5")]
        [InlineData(0.1, "0.1")]
        [InlineData(0.0001, "0.0001")]
        [InlineData(0.00001, "1E-05")]
        [InlineData(0.000012345, "1.2345E-05")]
        [InlineData(123456.789, "123456.789")]
        [InlineData(999999999999999.0, "999999999999999")]
        [InlineData(1e15, "1000000000000000")]
        [InlineData(-1.5e16, "-15000000000000000")]
        [InlineData(1e16, "10000000000000000")]
        [InlineData(1e17, "1E+17")]
        [InlineData(99999999999999984.0, "99999999999999980")]
        [InlineData(1234567890123456.0, "1234567890123456")]
        [InlineData(1.2345678901234568E+17, "1.2345678901234568E+17")]
        [InlineData(1e100, "1E+100")]
        [InlineData(double.MaxValue, "1.7976931348623157E+308")]
        [InlineData(double.Epsilon, "5E-324")]
        public void Form(double value, string expected) =>
            Assert.Equal(expected, Encoding.ASCII.GetString(Buffer64, 0, FloatText.Write(ref Buffer64[0], value)));

        [Theory]
        [InlineData(1e7f, "10000000")]
        [InlineData(1e8f, "100000000")]
        [InlineData(-1.5e8f, "-150000000")]
        [InlineData(123456789f, "123456790")]
        [InlineData(1e9f, "1E+09")]
        [InlineData(1.5e9f, "1.5E+09")]
        [InlineData(1e-5f, "1E-05")]
        public void Form_of_floats(float value, string expected) =>
            Assert.Equal(expected, Encoding.ASCII.GetString(Buffer64, 0, FloatText.Write(ref Buffer64[0], value)));

        [ThreadStatic]
        private static byte[]? t_buffer;

        private static byte[] Buffer64 => t_buffer ??= new byte[64];

        private static void Parse(string text, double expected, float expectedSingle, bool withSingle)
        {
            byte[] bytes = Encoding.ASCII.GetBytes(text + ",");
            int at = 0;
            Assert.True(FloatParser.TryParse(bytes, ref at, out double value), text);
            Assert.Equal(text.Length, at);
            Assert.True(BitConverter.DoubleToInt64Bits(expected) == BitConverter.DoubleToInt64Bits(value),
                text + " gave " + value.ToString("R", CultureInfo.InvariantCulture));
            if (!withSingle)
                return;
            at = 0;
            Assert.True(FloatParser.TryParse(bytes, ref at, out float single), text);
            Assert.True(BitConverter.SingleToInt32Bits(expectedSingle) == BitConverter.SingleToInt32Bits(single),
                text + " gave " + single.ToString("R", CultureInfo.InvariantCulture));
        }

        private static void ParseAsTheRuntime(string text) =>
            Parse(text, double.Parse(text, CultureInfo.InvariantCulture), float.Parse(text, CultureInfo.InvariantCulture), true);

        [Fact]
        public void Random_digits()
        {
            var random = new Random(4);
            for (int i = 0; i < 300_000; i++)
            {
                var text = new StringBuilder(random.Next(2) == 0 ? "-" : "");
                text.Append(random.Next(1, 10));
                for (int n = random.Next(0, 24); n > 0; n--)
                    text.Append(random.Next(10));
                if (random.Next(2) == 0)
                {
                    text.Append('.').Append(random.Next(10));
                    for (int n = random.Next(0, 24); n > 0; n--)
                        text.Append(random.Next(10));
                }
                int range = random.Next(2) == 0 ? 20 : 345;
                if (random.Next(3) != 0)
                    text.Append(random.Next(2) == 0 ? 'e' : 'E').Append(random.Next(3) switch { 0 => "+", 1 => "-", _ => "" })
                        .Append(random.Next(range));
                ParseAsTheRuntime(text.ToString());
            }
        }

        [Fact]
        public void Midpoints_between_neighbours()
        {
            var random = new Random(5);
            for (int i = 0; i < 3000; i++)
            {
                double value = Math.Abs(BitConverter.Int64BitsToDouble(random.NextInt64(0, 0x7FE0000000000000)));
                if (i % 3 == 0)
                    value = Math.ScaleB(1 + random.NextDouble(), random.Next(-80, 80));
                string exact = ExactMidpoint(value);
                ParseAsTheRuntime(exact);
                ParseAsTheRuntime(exact + (exact.Contains('.') ? "1" : ".1"));
                ParseAsTheRuntime(exact.Substring(0, exact.Length - 1) + (char)(exact[^1] - 1));
            }
            for (int i = 0; i < 3000; i++)
            {
                float value = MathF.ScaleB(1 + random.NextSingle(), random.Next(-40, 60));
                // Half-way between two floats is a double.
                string exact = Exact(((double)value + MathF.BitIncrement(value)) / 2);
                ParseAsTheRuntime(exact);
                ParseAsTheRuntime(exact + (exact.Contains('.') ? "1" : ".1"));
            }
        }

        private static string ExactMidpoint(double value)
        {
            long bits = BitConverter.DoubleToInt64Bits(value);
            int biased = (int)(bits >> 52);
            BigInteger c = (bits & ((1L << 52) - 1)) | (biased == 0 ? 0 : 1L << 52);
            return Text(c * 2 + 1, Math.Max(biased, 1) - 1076);
        }

        private static string Exact(double value)
        {
            long bits = BitConverter.DoubleToInt64Bits(value);
            return Text((bits & ((1L << 52) - 1)) | 1L << 52, (int)(bits >> 52) - 1075);
        }

        // c * 2^e with all its digits; never ends with a zero.
        private static string Text(BigInteger c, int e)
        {
            if (e >= 0)
                return (c << e).ToString(CultureInfo.InvariantCulture) + ".0000000000000000000001";
            string digits = (c * BigInteger.Pow(5, -e)).ToString(CultureInfo.InvariantCulture).PadLeft(1 - e, '0');
            string text = digits.Substring(0, digits.Length + e) + "." + digits.Substring(digits.Length + e);
            return text.TrimEnd('0') is var trimmed && trimmed.EndsWith('.') ? trimmed + "5" : trimmed;
        }

        [Theory]
        [InlineData("1e400", double.PositiveInfinity)]
        [InlineData("-1e400", double.NegativeInfinity)]
        [InlineData("1e-400", 0.0)]
        [InlineData("0e999999999999999999999999", 0.0)]
        [InlineData("1e999999999999999999999999", double.PositiveInfinity)]
        [InlineData("1e-99999999999999999999999", 0.0)]
        [InlineData("0.000000000000000000000000000000000000000000000001e48", 1.0)]
        [InlineData("2.4703282292062327208e-324", 0.0)]
        [InlineData("2.4703282292062328e-324", 5e-324)]
        [InlineData("1.7976931348623158e308", double.MaxValue)]
        [InlineData("1.7976931348623159e308", double.PositiveInfinity)]
        [InlineData("9007199254740993", 9007199254740992.0)]
        [InlineData("9007199254740993.00000000000000000000000000001", 9007199254740994.0)]
        public void Special(string text, double expected) => Parse(text, expected, 0, false);

        [Fact]
        public void Very_long_numbers()
        {
            Parse(new string('9', 10_000_000), double.PositiveInfinity, 0, false);
            Parse("0." + new string('0', 10_000_000) + "1", 0, 0, false);
            Parse("1" + new string('0', 1_000_000) + "e-1000000", 1, 0, false);
            Parse("0." + new string('3', 1_000_000), 1 / 3.0, 1 / 3f, true);
        }

        [Fact]
        public void Any_number_of_zeros()
        {
            foreach (int n in new[] { 1, 7, 8, 9, 18, 19, 20, 400, 800, 5000 })
            {
                string zeros = new string('0', n);
                ParseAsTheRuntime("0." + zeros + "12345678901234567");
                ParseAsTheRuntime("0." + zeros + "1e" + n);
                ParseAsTheRuntime("12345678901234567" + zeros + "e-" + n);
                ParseAsTheRuntime("0." + zeros);
                Parse("1e" + zeros + "5", 1e5, 1e5f, true);
                Parse("1e-" + zeros, 1, 1, true);
                Parse("-0e" + zeros + "1", -0.0, -0f, true);
            }
        }

        [Theory]
        [InlineData(1UL)]
        [InlineData(3UL)]
        [InlineData((1UL << 52) - 1)]
        [InlineData(1UL << 52)]
        [InlineData(0x3FF0000000000000)]
        [InlineData(0x0FEDCBA987654321)]
        public void A_digit_after_all_significant_ones(ulong bits)
        {
            double low = BitConverter.UInt64BitsToDouble(bits), high = Math.BitIncrement(low);
            // The exact midpoint with all its digits, of which subnormal numbers have the most.
            string middle = ExactMidpoint(low), zeros = new string('0', 2000);
            double even = (bits & 1) == 0 ? low : high;
            Parse(middle, even, 0, false);
            Parse(middle + zeros, even, 0, false);
            Parse(middle + zeros + "1", high, 0, false);
            Parse(middle.Substring(0, middle.Length - 1) + "4" + new string('9', 2000), low, 0, false);
        }

        [Fact]
        public void Ends_of_the_data_and_what_follows()
        {
            var random = new Random(7);
            for (int i = 0; i < 20_000; i++)
            {
                string text = (random.NextDouble() * Math.Pow(10, random.Next(-12, 12)))
                    .ToString("G" + random.Next(1, 18), CultureInfo.InvariantCulture);
                double expected = double.Parse(text, CultureInfo.InvariantCulture);
                foreach (string behind in new[] { "", ",", "]}", "        ", "/", ":", "\u00ff\u00ff\u00ff\u00ff", "x1234567" })
                {
                    byte[] bytes = Encoding.UTF8.GetBytes(" " + text + behind);
                    int at = 1;
                    Assert.True(FloatParser.TryParse(bytes, ref at, out double value), text + behind);
                    Assert.Equal(text.Length + 1, at);
                    Assert.True(expected == value, text + behind);
                }
            }
        }

        [Fact]
        public void Short_numbers_with_a_point()
        {
            for (int i = 0; i < 1_000_000; i += i < 100_000 ? 1 : 97)
            {
                string digits = i.ToString(CultureInfo.InvariantCulture);
                for (int point = 1; point < digits.Length; point++)
                {
                    string text = (i % 3 == 0 ? "-" : "") + digits.Insert(point, ".");
                    foreach (string zeros in new[] { "", "0", "00" })
                    {
                        byte[] bytes = Encoding.ASCII.GetBytes(text + zeros + ",\"Name\":");
                        int at = 0;
                        Assert.True(FloatParser.TryParse(bytes, ref at, out double value), text);
                        Assert.Equal(text.Length + zeros.Length, at);
                        double expected = double.Parse(text, CultureInfo.InvariantCulture);
                        Assert.True(BitConverter.DoubleToInt64Bits(expected) == BitConverter.DoubleToInt64Bits(value), text);
                    }
                }
            }
        }

        [Theory]
        [InlineData("", 0)]
        [InlineData("-", 1)]
        [InlineData(".5,          ", 0)]
        [InlineData("1.,          ", 2)]
        [InlineData("-.5          ", 1)]
        [InlineData("-12.e5       ", 4)]
        [InlineData("12.5e,       ", 5)]
        [InlineData("a", 0)]
        [InlineData("-a", 1)]
        [InlineData("+1", 0)]
        [InlineData(".5", 0)]
        [InlineData("1.", 2)]
        [InlineData("1.e5", 2)]
        [InlineData("1e", 2)]
        [InlineData("1e+", 3)]
        [InlineData("1ex", 2)]
        [InlineData("NaN", 0)]
        [InlineData("-.5", 1)]
        [InlineData("--1", 1)]
        [InlineData("1.-5", 2)]
        [InlineData("12345678.", 9)]
        [InlineData("1.5e-", 5)]
        [InlineData("1.5e+-1", 5)]
        [InlineData("1.5E,         ", 4)]
        public void Invalid_text_is_refused_at_its_position(string text, int expected)
        {
            int at = 0;
            Assert.False(FloatParser.TryParse(Encoding.ASCII.GetBytes(text), ref at, out double _));
            Assert.Equal(expected, at);
            at = 0;
            Assert.False(FloatParser.TryParse(Encoding.ASCII.GetBytes(text), ref at, out float _));
            Assert.Equal(expected, at);
        }

        [Theory]
        [InlineData("01", 1)]
        [InlineData("00.5", 1)]
        [InlineData("00.5,        ", 1)]
        [InlineData("-01.5,       ", 2)]
        [InlineData("1.5.5,       ", 3)]
        [InlineData("1.5e2,       ", 5)]
        [InlineData("-0.0,        ", 4)]
        [InlineData("-01", 2)]
        [InlineData("1.5.5", 3)]
        [InlineData("12,", 2)]
        public void Parsing_ends_after_the_number(string text, int expected)
        {
            int at = 0;
            Assert.True(FloatParser.TryParse(Encoding.ASCII.GetBytes(text), ref at, out double _));
            Assert.Equal(expected, at);
        }
    }
}
