using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>The option accepts what System.Text.Json's AllowReadingFromString does.</summary>
    public class NumbersInStringsTests
    {
        private static readonly KitbagJsonOptions s_allowed = new KitbagJsonOptions { AllowNumbersInStrings = true };
        private static readonly JsonSerializerOptions s_theirs =
            new JsonSerializerOptions { IncludeFields = true, NumberHandling = JsonNumberHandling.AllowReadingFromString };

        private static readonly string[] s_numbers =
        {
            "7", "-7", "0", "-0", "+7", "007", "127", "128", "-129", "256", "65536", "7.5", ".5", "5.", "-.5", "1.0004883", "0.1e-7",
            "3000000000", "9223372036854775808", "18446744073709551616", "170141183460469231731687303715884105728", "1e39", "1e400",
            "NaN", "Infinity", "-Infinity", "\\u0037", "1234567890123456789012345678.5",
        };

        private static readonly string[] s_others =
        {
            "", " 7", "7 ", "7,", "0x7", "1_000", "--7", "7e", "e7", ".", "-", "+", "seven", "null", "true", "\\\"7\\\"", "[7]",
        };

        [Fact]
        public void Are_read_as_by_System_Text_Json()
        {
            Compare<sbyte>();
            Compare<byte>();
            Compare<short>();
            Compare<ushort>();
            Compare<int>();
            Compare<uint>();
            Compare<long>();
            Compare<ulong>();
            Compare<Int128>();
            Compare<UInt128>();
            Compare<decimal>();
            Compare<double>();
            Compare<float>();
            Compare<Half>();
        }

        private static void Compare<[KitbagRoot] T>()
            where T : IEquatable<T>
        {
            foreach (string text in s_numbers.Concat(s_others))
            {
                string json = "\"" + text + "\"", what = typeof(T).Name + " " + json;
                T? theirs = default;
                bool isNumber = true;
                try
                {
                    theirs = JsonSerializer.Deserialize<T>(json, s_theirs);
                }
                catch (JsonException)
                {
                    isNumber = false;
                }
                // Kitbag reads more forms of integers, with and without quotes: of those with a sign, or with a fraction of zero.
                if (!isNumber && !s_others.Contains(text))
                    continue;
                // System.Text.Json accepts white space and separators for some types.
                isNumber &= !s_others.Contains(text);
                // A number that is too large is an error, not infinity.
                bool isInfinite = string.Format(CultureInfo.InvariantCulture, "{0}", theirs).EndsWith("Infinity", StringComparison.Ordinal);
                isNumber &= !isInfinite || text.EndsWith("Infinity", StringComparison.Ordinal);
                // An array of one name is not read as a Half.
                bool isNamed = text.EndsWith("Infinity", StringComparison.Ordinal) || text == "NaN";
                foreach (string nested in isNamed ? new[] { json } : new[] { json, "[" + json + "]" })
                {
                    if (isNumber)
                    {
                        T ours = KitbagJson.Deserialize<T>(nested, s_allowed);
                        Assert.True(ours.Equals(theirs), what + ": " + ours + " instead of " + theirs);
                    }
                    else
                    {
                        KitbagException? error = Record.Exception(() => KitbagJson.Deserialize<T>(nested, s_allowed)) as KitbagException;
                        Assert.True(error != null, what + " was read.");
                        Assert.True(error.Reason is KitbagErrorReason.SchemaMismatch or KitbagErrorReason.OutOfRange, what);
                        // A number that is out of range is reported where the array of one element starts.
                        Assert.InRange(error.Offset, 0, nested.IndexOf('"', StringComparison.Ordinal));
                    }
                }
                Assert.True(Record.Exception(() => KitbagJson.Deserialize<T>(json)) is KitbagException, what + " needs the option.");
            }
            Assert.Equal(KitbagJson.Deserialize<T>("7"), KitbagJson.Deserialize<T>("7", s_allowed));
        }

        [Fact]
        public void Are_read_everywhere()
        {
            const string json = "{\"id\":\"7\",\"prices\":[\"1.50\",2],\"counts\":[\"1\",2,\"3\"],\"at\":[\"1\",\"2\",3],\"note\":\"8\","
                + "\"byId\":{\"5\":\"6\"},\"maybe\":\"9\",\"none\":null,\"ratios\":[\"0.25\",\"NaN\"]}";
            var options = new KitbagJsonOptions(s_allowed) { Naming = KitbagJsonNaming.CamelCase };
            Order order = KitbagJson.Deserialize<Order>(json, options);
            Assert.Equal((7, "8", 9, null), (order.Id, order.Note, order.Maybe, order.None));
            Assert.Equal([1.50m, 2], order.Prices);
            Assert.Equal([1, 2, 3], order.Counts);
            Assert.Equal(new System.Numerics.Vector3(1, 2, 3), order.At);
            Assert.Equal(6, order.ById[5]);
            Assert.Equal([0.25, double.NaN], order.Ratios);
            Assert.StartsWith("{\"Id\":7,",
                KitbagJson.Serialize(order, new KitbagJsonOptions { NonFinite = KitbagJsonNonFinite.AsStrings }), StringComparison.Ordinal);
        }

        [Theory]
        [InlineData("{\"Id\":\"7\"}", "NumbersInStringsTests.Order.Id")]
        [InlineData("{\"Prices\":[1,\"x\"]}", "NumbersInStringsTests.Order.Prices[1]")]
        [InlineData("{\"Ratios\":[\"1\"]}", "NumbersInStringsTests.Order.Ratios[0]")]
        public void Errors_name_the_option(string json, string path)
        {
            var error = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Order>(json));
            Assert.Equal((KitbagErrorReason.SchemaMismatch, path), (error.Reason, error.Path));
            Assert.StartsWith("Found a string where a number is expected (KitbagJsonOptions.AllowNumbersInStrings, or "
                + "[JsonNumberHandling] of the member, allows numbers in strings", error.Message, StringComparison.Ordinal);
        }

        [Fact]
        public void A_string_without_a_number_is_an_error_at_its_path()
        {
            var error = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Order>("{\"Id\":\"seven\"}", s_allowed));
            Assert.StartsWith("Found the string \"seven\" where a number is expected. Path: NumbersInStringsTests.Order.Id.", error.Message,
                StringComparison.Ordinal);
        }

        public class Order
        {
            public int Id { get; set; }

            public decimal[] Prices { get; set; } = Array.Empty<decimal>();

            public List<int> Counts { get; set; } = new();

            public System.Numerics.Vector3 At { get; set; }

            public string? Note { get; set; }

            public Dictionary<int, long> ById { get; set; } = new();

            public int? Maybe { get; set; }

            public int? None { get; set; } = 1;

            public double[] Ratios { get; set; } = Array.Empty<double>();
        }
    }
}
