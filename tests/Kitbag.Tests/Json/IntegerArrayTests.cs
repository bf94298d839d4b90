using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Arrays of integers in JSON, which are written and read many at once.</summary>
    public class IntegerArrayTests
    {
        private static readonly long[] s_edges = Edges();

        private static long[] Edges()
        {
            var all = new List<long> { 0, long.MinValue, long.MaxValue, int.MinValue, int.MaxValue, uint.MaxValue, short.MinValue,
                short.MaxValue, ushort.MaxValue };
            for (long power = 1; power <= 1_000_000_000_000_000_000 / 10; power *= 10)
                all.AddRange(new[] { power - 1, power, power + 1, -power, 1 - power, -1 - power, power * 4 + 2 });
            return all.ToArray();
        }

        [Fact]
        public void Every_number_of_digits_at_every_place()
        {
            Check(s_edges);
            Check(In(int.MinValue, int.MaxValue).Select(n => (int)n).ToArray());
            Check(In(0, uint.MaxValue).Select(n => (uint)n).ToArray());
            Check(In(short.MinValue, short.MaxValue).Select(n => (short)n).ToArray());
            Check(In(0, ushort.MaxValue).Select(n => (ushort)n).ToArray());
            for (int length = 0; length < 20; length++)
                Check(s_edges.Take(length).ToArray());
            Check(Enumerable.Range(-3000, 20_000).ToArray());
        }

        private static IEnumerable<long> In(long min, long max) => s_edges.Where(n => n >= min && n <= max);

        private static void Check<[KitbagRoot] T>(T[] values)
            where T : IFormattable
        {
            string[] digits = values.Select(v => v.ToString(null, CultureInfo.InvariantCulture)).ToArray();
            byte[] json = KitbagJson.SerializeToUtf8Bytes(values);
            Assert.Equal("[" + string.Join(",", digits) + "]", Encoding.UTF8.GetString(json));
            Assert.Equal(values, KitbagJson.Deserialize<T[]>(json));
            Assert.Equal(values, KitbagJson.Deserialize<T[]>(KitbagJson.SerializeToUtf8Bytes(values, KitbagJsonOptions.Text),
                KitbagJsonOptions.Text));
            // Other separators and notations, at random positions.
            var random = new Random(1);
            string[] between = { ",", ",", ",", " ,", ", ", ",\n\t", "\r,", " , " };
            for (int round = 0; round < 5; round++)
            {
                var text = new StringBuilder("[");
                for (int i = 0; i < digits.Length; i++)
                    text.Append(i == 0 ? "" : between[random.Next(between.Length)]).Append(digits[i])
                        .Append(random.Next(8) == 0 ? ".0" : "");
                Assert.Equal(values, KitbagJson.Deserialize<T[]>(Encoding.UTF8.GetBytes(text.Append(" ]").ToString())));
            }
        }

        [Fact]
        public void Other_forms_of_numbers_among_many()
        {
            Assert.Equal(new[] { 1, 0, 100, 5, -7, 0, 12345678, 3 }, Read("[1,-0,1e2,5.0,-7,0,12345678,3]"));
            Assert.Equal(new[] { 1, 2 }, KitbagJson.Deserialize<int[]>("[1,/*one*/2,]"u8.ToArray(), KitbagJsonOptions.Text));
        }

        [Theory]
        [InlineData("01", 4)]
        [InlineData("-01", 4)]
        [InlineData("-", 4)]
        [InlineData("", 4)]
        [InlineData("+1", 4)]
        [InlineData("1.5", 4)]
        [InlineData("1:", 5)]
        [InlineData("0x1", 5)]
        [InlineData("null", 4)]
        [InlineData("2147483648", 4)]
        [InlineData("-2147483649", 4)]
        public void Text_that_is_not_an_integer_is_rejected_at_its_position(string wrong, int min)
        {
            foreach (string rest in new[] { "]", ",7]", ",7,8,9,10,11,12,13]" })
            {
                var e = Assert.Throws<KitbagException>(() => Read("[10," + wrong + rest));
                Assert.InRange(e.Offset, min, min + wrong.Length);
                Assert.Contains("[1]", e.Path, StringComparison.Ordinal);
            }
        }

        [Theory]
        [InlineData("32768")]
        [InlineData("-32769")]
        [InlineData("9999999")]
        public void Numbers_beyond_a_smaller_type_are_refused(string number)
        {
            var e = Assert.Throws<KitbagException>(() =>
                KitbagJson.Deserialize<short[]>(Encoding.UTF8.GetBytes("[1,2," + number + ",3,4,5,6,7,8,9]")));
            Assert.Equal(KitbagErrorReason.OutOfRange, e.Reason);
        }

        [Fact]
        public void Every_truncation_of_an_array_is_refused()
        {
            byte[] json = "[1,22,333,-4444,55555,666666,7777777,88888888,9]"u8.ToArray();
            for (int length = 0; length < json.Length; length++)
                Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<int[]>(json.AsSpan(0, length).ToArray()));
        }

        private static int[] Read(string json) => KitbagJson.Deserialize<int[]>(Encoding.UTF8.GetBytes(json));
    }
}
