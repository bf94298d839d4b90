using System;
using System.Collections.Generic;
using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>Keys of dictionaries and names of enums have the format of System.Text.Json.</summary>
    public class JsonKeyTests
    {
        private static readonly KitbagJsonOptions s_nonFinite =
            new KitbagJsonOptions { NonFinite = KitbagJsonNonFinite.AsStrings, AllowComments = true };

        public enum Level
        {
            Low,

            [JsonStringEnumMemberName("so so")]
            Medium,

            VeryHigh,

            [System.Runtime.Serialization.EnumMember(Value = "off-scale")]
            Off = 9,
        }

        [Flags]
        public enum Doors
        {
            North = 1,
            South = 2,
            Both = 3,
            Up = 4,
            SouthUp = 6,
            Secret = 8,
        }

        [Flags]
        public enum Odd : long
        {
            D = 4,
            High = 21,
            Last = 16,
            First = 2,
            Wide = 12,
            All = -1,
        }

        private static void AssertSame<T>(T value, string expected, KitbagJsonOptions? options = null, JsonSerializerOptions? theirs = null)
            where T : notnull
        {
            Assert.Equal(expected, JsonSerializer.Serialize(value, theirs));
            Assert.Equal(expected, KitbagJson.Serialize(value, options));
            Assert.Equal(value, (T)KitbagJson.Deserialize(typeof(T), expected, options)!);
            Assert.Equal(value, JsonSerializer.Deserialize<T>(expected, theirs));
        }

        private static void Roots()
        {
            // The type arguments in the tests are type parameters, so the roots are named here.
            KitbagJson.Serialize(new Dictionary<bool, int>());
            KitbagJson.Serialize(new Dictionary<DayOfWeek, int>());
            KitbagJson.Serialize(new Dictionary<Level, int>());
            KitbagJson.Serialize(new Dictionary<Doors, int>());
            KitbagJson.Serialize(new Dictionary<double, int>());
            KitbagJson.Serialize(new Dictionary<decimal, int>());
            KitbagJson.Serialize(new Dictionary<ulong, int>());
            KitbagJson.Serialize(default(Doors));
            KitbagJson.Serialize(default(Odd));
            KitbagJson.Serialize(default(Level));
        }

        [Fact]
        public void Keys_have_the_format_of_System_Text_Json()
        {
            Roots();
            AssertSame(new Dictionary<bool, int> { [true] = 1, [false] = 2 }, "{\"True\":1,\"False\":2}");
            AssertSame(new Dictionary<DayOfWeek, int> { [DayOfWeek.Sunday] = 1, [(DayOfWeek)99] = 2 }, "{\"Sunday\":1,\"99\":2}");
            AssertSame(new Dictionary<Level, int> { [Level.Medium] = 1, [Level.VeryHigh] = 2 }, "{\"so so\":1,\"VeryHigh\":2}");
            AssertSame(new Dictionary<Doors, int> { [Doors.North | Doors.SouthUp] = 1, [0] = 2 }, "{\"Both, Up\":1,\"0\":2}");
            AssertSame(new Dictionary<double, int> { [1e15] = 1, [0.1] = 2 }, "{\"1000000000000000\":1,\"0.1\":2}");
            AssertSame(new Dictionary<decimal, int> { [1.50m] = 1, [-1] = 2 }, "{\"1.50\":1,\"-1\":2}");
            AssertSame(new Dictionary<ulong, int> { [ulong.MaxValue] = 1 }, "{\"18446744073709551615\":1}");
        }

        [Theory]
        [InlineData("{\"0\":1}", DayOfWeek.Sunday)]
        [InlineData("{\"sunday\":1}", DayOfWeek.Sunday)]
        public void Enum_keys_are_read_in_both_forms(string json, DayOfWeek expected) =>
            Assert.Equal(1, KitbagJson.Deserialize<Dictionary<DayOfWeek, int>>(json)[expected]);

        [Theory]
        [InlineData("{\"true\":1}")]
        [InlineData("{\"TRUE\":1}")]
        [InlineData("{\"\\u0054rue\":1}")]
        public void Bool_keys_are_read_in_any_case(string json) =>
            Assert.Equal(1, KitbagJson.Deserialize<Dictionary<bool, int>>(json)[true]);

        [Theory]
        [InlineData("{\"\\u0031\":1}")]
        [InlineData("{ \"1\" : 1 }")]
        [InlineData("{\"1.0\":1}")]
        [InlineData("{\"1e0\":1}")]
        public void Number_keys(string json) => Assert.Equal(1, KitbagJson.Deserialize<Dictionary<int, int>>(json)[1]);

        [Theory]
        [InlineData("01")]
        [InlineData("+1")]
        [InlineData(" 1")]
        [InlineData("1 ")]
        [InlineData("")]
        [InlineData("-")]
        [InlineData("1e")]
        [InlineData("1.5")]
        [InlineData("0x1")]
        [InlineData("/**/4")]
        [InlineData("// c\\n4")]
        [InlineData("\\t1")]
        [InlineData("\\\"1\\\"")]
        [InlineData("true")]
        [InlineData("NaN")]
        [InlineData("\\u00201")]
        public void Keys_that_are_not_an_int(string key)
        {
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Dictionary<int, int>>("{\"" + key + "\":1}", s_nonFinite));
            Assert.Equal(KitbagErrorReason.SchemaMismatch, e.Reason);
            Assert.Equal(1, e.Offset);
            Assert.Contains("which is not a valid int", e.Message, StringComparison.Ordinal);
        }

        [Theory]
        [InlineData("{\"\r4\":1}")]
        [InlineData("{\"/*\"*/4\":1}")]
        [InlineData("{\"4\r\":1}")]
        [InlineData("{4:1}")]
        [InlineData("{\"4")]
        [InlineData("{\"\"4\"\":1}")]
        [InlineData("{\"4\"1}")]
        public void Keys_that_are_not_strings(string json) =>
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Dictionary<int, int>>(json, s_nonFinite));

        [Fact]
        public void Keys_out_of_range_are_reported() => Assert.Equal(
            KitbagErrorReason.OutOfRange,
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Dictionary<int, int>>("{\"3000000000\":1}")).Reason);

        [Theory]
        [InlineData("{\"\ttrue\":1}")]
        [InlineData("{\" True\":1}")]
        [InlineData("{\"yes\":1}")]
        [InlineData("{\"1\":1}")]
        public void Keys_that_are_not_a_bool(string json) =>
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Dictionary<bool, int>>(json, s_nonFinite));

        [Fact]
        public void Keys_without_a_JSON_number_are_restored()
        {
            var map = new Dictionary<double, int>
            {
                [double.NaN] = 1,
                [double.NegativeInfinity] = 2,
                [double.PositiveInfinity] = 3,
                [2] = 4
            };
            string json = KitbagJson.Serialize(map, s_nonFinite);
            Assert.Equal("{\"NaN\":1,\"-Infinity\":2,\"Infinity\":3,\"2\":4}", json);
            Assert.Equal(map, KitbagJson.Deserialize<Dictionary<double, int>>(json, s_nonFinite));
            foreach (string wrong in new[] { "{\"\"NaN\"\":1}", "{\"nan\":1}", "{\" NaN\":1}" })
                Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Dictionary<double, int>>(wrong, s_nonFinite));
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Dictionary<double, int>>("{\"NaN\":1}"));
        }

        [Fact]
        public void Flags_are_combined_as_by_System_Text_Json()
        {
            var theirs = new JsonSerializerOptions { Converters = { new JsonStringEnumConverter() } };
            var byName = new KitbagJsonOptions { EnumsByName = true };
            Assert.Equal("\"Both, Up\"", KitbagJson.Serialize((Doors)7, byName));
            for (int i = -2; i < 40; i++)
            {
                Assert.Equal(JsonSerializer.Serialize((Doors)i, theirs), KitbagJson.Serialize((Doors)i, byName));
                Assert.Equal((Doors)i, KitbagJson.Deserialize<Doors>(KitbagJson.Serialize((Doors)i, byName)));
                Assert.Equal(JsonSerializer.Serialize((Odd)i, theirs), KitbagJson.Serialize((Odd)i, byName));
                Assert.Equal((Odd)i, KitbagJson.Deserialize<Odd>(KitbagJson.Serialize((Odd)i, byName)));
            }
        }

        [Theory]
        [InlineData(KitbagJsonNaming.CamelCase, Level.VeryHigh, "\"veryHigh\"")]
        [InlineData(KitbagJsonNaming.SnakeCase, Level.VeryHigh, "\"very_high\"")]
        [InlineData(KitbagJsonNaming.AsDeclared, Level.VeryHigh, "\"VeryHigh\"")]
        [InlineData(KitbagJsonNaming.CamelCase, Level.Medium, "\"so so\"")]
        [InlineData(KitbagJsonNaming.SnakeCase, Level.Off, "\"off-scale\"")]
        public void Names_of_enums_by_a_naming(KitbagJsonNaming naming, Level value, string json)
        {
            var options = new KitbagJsonOptions { EnumsByName = true, EnumNaming = naming };
            Assert.Equal(json, KitbagJson.Serialize(value, options));
            Assert.Equal(value, KitbagJson.Deserialize<Level>(json, options));
            Assert.Equal(value, KitbagJson.Deserialize<Level>(json.ToUpperInvariant(), options));
            Assert.Equal(value, KitbagJson.Deserialize<Level>("\"" + value + "\"", options));
            Assert.Equal("{" + json + ":1}", KitbagJson.Serialize(new Dictionary<Level, int> { [value] = 1 }, options));
            if (value == Level.Off)
                return;
            JsonNamingPolicy? policy = naming switch
            {
                KitbagJsonNaming.CamelCase => JsonNamingPolicy.CamelCase,
                KitbagJsonNaming.SnakeCase => JsonNamingPolicy.SnakeCaseLower,
                _ => null
            };
            Assert.Equal(json, JsonSerializer.Serialize(value,
                new JsonSerializerOptions { Converters = { new JsonStringEnumConverter(policy) } }));
        }

        [Fact]
        public void Naming_of_flags()
        {
            var options = new KitbagJsonOptions { EnumsByName = true, EnumNaming = KitbagJsonNaming.CamelCase };
            Assert.Equal("\"both, secret\"", KitbagJson.Serialize(Doors.Both | Doors.Secret, options));
            Assert.Equal(Doors.Both | Doors.SouthUp, KitbagJson.Deserialize<Doors>("\"both, SouthUp\"", options));
        }
    }
}
