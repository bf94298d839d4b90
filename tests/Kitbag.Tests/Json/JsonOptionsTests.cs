using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Reflection;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>The effect of each option, and the text that is refused without it.</summary>
    public class JsonOptionsTests
    {
        private static KitbagException AssertRefused<T>(string json, KitbagJsonOptions? options, KitbagErrorReason reason)
        {
            // The type argument is a type parameter here, so the calls below name the roots.
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize(typeof(T), json, options));
            Assert.Equal(reason, e.Reason);
            return e;
        }

        [Theory]
        [InlineData(KitbagJsonNaming.AsDeclared, "FirstURLOfItem2Name", "FirstURLOfItem2Name")]
        [InlineData(KitbagJsonNaming.CamelCase, "FirstURLOfItem2Name", "firstURLOfItem2Name")]
        [InlineData(KitbagJsonNaming.CamelCase, "URLValue", "urlValue")]
        [InlineData(KitbagJsonNaming.CamelCase, "ID", "id")]
        [InlineData(KitbagJsonNaming.CamelCase, "X", "x")]
        [InlineData(KitbagJsonNaming.CamelCase, "_x", "_x")]
        [InlineData(KitbagJsonNaming.SnakeCase, "FirstURLOfItem2Name", "first_url_of_item2_name")]
        [InlineData(KitbagJsonNaming.SnakeCase, "IdStr", "id_str")]
        [InlineData(KitbagJsonNaming.SnakeCase, "x", "x")]
        public void Naming(KitbagJsonNaming naming, string name, string expected)
        {
            Assert.Equal(expected, Kitbag.Json.Naming.Apply(name, naming));
            System.Text.Json.JsonNamingPolicy? theirs =
                naming switch
                {
                    KitbagJsonNaming.CamelCase => System.Text.Json.JsonNamingPolicy.CamelCase,
                    KitbagJsonNaming.SnakeCase => System.Text.Json.JsonNamingPolicy.SnakeCaseLower,
                    _ => null
                };
            if (theirs != null)
                Assert.Equal(theirs.ConvertName(name), expected);
        }

        [Fact]
        public void Case_insensitive()
        {
            var options = new KitbagJsonOptions { CaseInsensitive = true };
            Actor actor = KitbagJson.Deserialize<Actor>("{\"ID\":5,\"tItLe\":\"x\"}", options);
            Assert.Equal(5, actor.Id);
            Assert.Equal("x", actor.Title);
            Assert.Equal(0, KitbagJson.Deserialize<Actor>("{\"ID\":5}").Id);
            Twice twice = KitbagJson.Deserialize<Twice>("{\"VALUE\":1,\"Value\":2,\"äname\":\"n\"}", options);
            Assert.Equal((2, 1, "n"), (twice.Value, twice.VALUE, twice.ÄName));
        }

        [Fact]
        public void Names_with_escapes_and_spaces_around_them()
        {
            Actor actor = KitbagJson.Deserialize<Actor>(" { \"\\u0049d\" : 7 , \"Title\"\n:\t\"a\\u0000\\ud83d\\ude0a\" } ");
            Assert.Equal(7, actor.Id);
            Assert.Equal("a\0😊", actor.Title);
            Assert.Equal("n", KitbagJson.Deserialize<Twice>("{\"ÄName\":\"n\"}").ÄName);
            Assert.Equal("n", KitbagJson.Deserialize<Twice>("{\"\\u00c4Name\":\"n\"}").ÄName);
        }

        [Fact]
        public void Comments()
        {
            const string Text = "// one\n{ /* two */ \"Id\" /**/ : // three\r\n 5 /* * / */ }// end";
            Assert.Equal(5, KitbagJson.Deserialize<Actor>(Text, new KitbagJsonOptions { AllowComments = true }).Id);
            foreach (string text in new[] { Text, "{/**/}", "{\"Id\"/**/:1}", "{\"Id\"://\n1}", "{\"Id\":1/**/}",
                "{\"Id\":1,//\n\"Title\":null}", "{\"Other\":/**/1}" })
                Assert.Contains("KitbagJsonOptions.AllowComments", AssertRefused<Actor>(text, null, KitbagErrorReason.Malformed).Message,
                    StringComparison.Ordinal);
            Assert.Contains("'/'", AssertRefused<Actor>("{/", null, KitbagErrorReason.Malformed).Message, StringComparison.Ordinal);
            AssertRefused<Actor>("{} /* open", new KitbagJsonOptions { AllowComments = true }, KitbagErrorReason.Truncated);
            AssertRefused<Actor>("{} / 5", new KitbagJsonOptions { AllowComments = true }, KitbagErrorReason.Malformed);
        }

        [Fact]
        public void Trailing_commas()
        {
            var options = new KitbagJsonOptions { AllowTrailingCommas = true };
            Assert.Equal(new[] { 1, 2 }, KitbagJson.Deserialize<int[]>("[1,2,]", options));
            Assert.Equal(5, KitbagJson.Deserialize<Actor>("{\"Id\":5,}", options).Id);
            Assert.Equal(5, KitbagJson.Deserialize<Actor>("{\"Other\":[[],{\"a\":1,},],\"Id\":5,}", options).Id);
            Assert.Single(KitbagJson.Deserialize<Dictionary<string, int>>("{\"a\":1,}", options));
            AssertRefused<int[]>("[1,]", null, KitbagErrorReason.Malformed);
            foreach (string text in new[] { "{\"Id\":5,}", "{\"Id\":5, }", "{\"Other\":{\"a\":1,}}", "{\"Title\":\"\",\n}" })
                Assert.Contains("KitbagJsonOptions.AllowTrailingCommas",
                    AssertRefused<Actor>(text, null, KitbagErrorReason.Malformed).Message, StringComparison.Ordinal);
            Assert.Contains("KitbagJsonOptions.AllowTrailingCommas",
                AssertRefused<Dictionary<string, int>>("{\"a\":1,}", null, KitbagErrorReason.Malformed).Message, StringComparison.Ordinal);
            AssertRefused<int[]>("[,]", options, KitbagErrorReason.Malformed);
            AssertRefused<int[]>("[1,,]", options, KitbagErrorReason.Malformed);
        }

        [Fact]
        public void Unknown_members()
        {
            const string Text = "{\"Id\":1,\"Extra\":{\"deep\":[1,\"x\",null,true,-1.5e3]},\"Title\":\"t\"}";
            Assert.Equal("t", KitbagJson.Deserialize<Actor>(Text).Title);
            KitbagException e = AssertRefused<Actor>(Text, new KitbagJsonOptions { UnknownMembers = KitbagJsonUnknownMembers.Refuse },
                KitbagErrorReason.SchemaMismatch);
            Assert.Contains("\"Extra\"", e.Message, StringComparison.Ordinal);
            Assert.Equal(8, e.Offset);
        }

        [Fact]
        public void Duplicates()
        {
            var refuse = new KitbagJsonOptions { Duplicates = KitbagJsonDuplicates.Refuse };
            Assert.Equal(2, KitbagJson.Deserialize<Actor>("{\"Id\":1,\"Id\":2}").Id);
            Assert.Contains("'Id'", AssertRefused<Actor>("{\"Id\":1,\"Id\":2}", refuse, KitbagErrorReason.Malformed).Message,
                StringComparison.Ordinal);
            Assert.Equal(2, KitbagJson.Deserialize<Dictionary<string, int>>("{\"a\":1,\"a\":2}")["a"]);
            AssertRefused<Dictionary<string, int>>("{\"a\":1,\"a\":2}", refuse, KitbagErrorReason.Malformed);
            AssertRefused<HashSet<int>>("[1,1]", null, KitbagErrorReason.Malformed);
        }

        [Fact]
        public void Non_finite_numbers()
        {
            var allow = new KitbagJsonOptions { NonFinite = KitbagJsonNonFinite.AsStrings };
            Assert.Equal("[\"NaN\",\"Infinity\",\"-Infinity\"]",
                KitbagJson.Serialize(new[] { double.NaN, double.PositiveInfinity, double.NegativeInfinity }, allow));
            Assert.Equal(new[] { float.NaN, float.PositiveInfinity, float.NegativeInfinity },
                KitbagJson.Deserialize<float[]>("[\"NaN\",\"Infinity\",\"-Infinity\"]", allow));
            Assert.Equal(KitbagErrorReason.NotSupported, Assert.Throws<KitbagException>(() => KitbagJson.Serialize(float.NaN)).Reason);
            AssertRefused<double>("\"NaN\"", null, KitbagErrorReason.SchemaMismatch);
            AssertRefused<double>("\"nan\"", allow, KitbagErrorReason.SchemaMismatch);
            AssertRefused<double>("NaN", allow, KitbagErrorReason.Malformed);
            AssertRefused<double>("1e999", allow, KitbagErrorReason.OutOfRange);
            AssertRefused<float>("1e39", allow, KitbagErrorReason.OutOfRange);
        }

        [Fact]
        public void Enums()
        {
            var byName = new KitbagJsonOptions { EnumsByName = true };
            Assert.Equal("\"Angry\"", KitbagJson.Serialize(Mood.Angry, byName));
            Assert.Equal("7", KitbagJson.Serialize((Mood)7, byName));
            Assert.Equal(Mood.Angry, KitbagJson.Deserialize<Mood>("\"Angry\""));
            Assert.Equal(Mood.Angry, KitbagJson.Deserialize<Mood>("\"angry\""));
            Assert.Equal(Mood.Angry, KitbagJson.Deserialize<Mood>("\"5\""));
            Assert.Equal((Mood)77, KitbagJson.Deserialize<Mood>("77"));
            Assert.Contains("\"Happy\"", AssertRefused<Mood>("\"Happy\"", null, KitbagErrorReason.SchemaMismatch).Message,
                StringComparison.Ordinal);
            AssertRefused<Mood>("3000000000", null, KitbagErrorReason.OutOfRange);
            AssertRefused<Mood>("\"3000000000\"", null, KitbagErrorReason.SchemaMismatch);
        }

        [Fact]
        public void A_copy_has_all_options()
        {
            var options = new KitbagJsonOptions();
            foreach (PropertyInfo property in typeof(KitbagJsonOptions).GetProperties().Where(p => p.CanWrite))
            {
                object value = property.GetValue(options)!;
                property.SetValue(options, value is bool ? true : value is int ? 7 : value is long ? 7L
                    : Enum.ToObject(property.PropertyType, 1));
                Assert.NotEqual(value, property.GetValue(options));
                Assert.Equal(property.GetValue(options), property.GetValue(new KitbagJsonOptions(options)));
            }
            Assert.Throws<ArgumentNullException>(() => new KitbagJsonOptions(null!));
        }

        [Fact]
        public void Defaults_omitted() =>
            Assert.Equal("{\"Name\":null,\"Light\":0}",
                KitbagJson.Serialize(new Scene { Name = null!, Light = 0 }, new KitbagJsonOptions { OmitDefaults = true }));

        [Fact]
        public void Members_that_fail_in_a_new_object_are_not_omitted()
        {
            var options = new KitbagJsonOptions { OmitDefaults = true };
            string text = KitbagJson.Serialize(new Session { Age = 3, User = "ada" }, options);
            Assert.Equal("{\"Age\":3,\"User\":\"ada\",\"Wealth\":0}", text);
            Assert.Equal("ada", KitbagJson.Deserialize<Session>(text).User);
        }

        /// <summary>In a new object, a getter fails.</summary>
        public class Session
        {
            private string? _user;

            public int Age { get; set; }

            public int Gold { get; set; }

            public string User
            {
                get => _user ?? throw new InvalidOperationException("not signed in");
                set => _user = value;
            }

            public int Wealth { get; set; }
        }

        [Theory]
        [InlineData("1", 1)]
        [InlineData("1.0", 1)]
        [InlineData("12.50e1", 125)]
        [InlineData("1e2", 100)]
        [InlineData("100e-2", 1)]
        [InlineData("-0", 0)]
        [InlineData("-0.0e5", 0)]
        [InlineData("2147483647", int.MaxValue)]
        [InlineData("-2147483648", int.MinValue)]
        [InlineData("-2147483648.000", int.MinValue)]
        public void Integers_by_value(string text, int expected) => Assert.Equal(expected, KitbagJson.Deserialize<int>(text));

        [Theory]
        [InlineData("1.5", KitbagErrorReason.SchemaMismatch)]
        [InlineData("1e-1", KitbagErrorReason.SchemaMismatch)]
        [InlineData("2147483648", KitbagErrorReason.OutOfRange)]
        [InlineData("-2147483649", KitbagErrorReason.OutOfRange)]
        [InlineData("1e10", KitbagErrorReason.OutOfRange)]
        [InlineData("1e9999999999", KitbagErrorReason.OutOfRange)]
        [InlineData("99999999999999999999999", KitbagErrorReason.OutOfRange)]
        [InlineData("\"1\"", KitbagErrorReason.SchemaMismatch)]
        [InlineData("null", KitbagErrorReason.SchemaMismatch)]
        [InlineData("true", KitbagErrorReason.SchemaMismatch)]
        [InlineData("01", KitbagErrorReason.TrailingBytes)]
        [InlineData("1 2", KitbagErrorReason.TrailingBytes)]
        [InlineData("+1", KitbagErrorReason.Malformed)]
        [InlineData("", KitbagErrorReason.Truncated)]
        [InlineData("-", KitbagErrorReason.Truncated)]
        public void Invalid_integers_are_refused(string text, KitbagErrorReason reason) => AssertRefused<int>(text, null, reason);

        [Theory]
        [InlineData("18446744073709551615", ulong.MaxValue)]
        [InlineData("18446744073709551615.0", ulong.MaxValue)]
        [InlineData("1e19", 10_000_000_000_000_000_000)]
        [InlineData("-0", 0)]
        public void Large_integers(string text, ulong expected) => Assert.Equal(expected, KitbagJson.Deserialize<ulong>(text));

        [Fact]
        public void Integers_at_the_edges()
        {
            Assert.Equal(long.MinValue, KitbagJson.Deserialize<long>("-9223372036854775808"));
            AssertRefused<long>("9223372036854775808", null, KitbagErrorReason.OutOfRange);
            AssertRefused<long>("-9223372036854775809", null, KitbagErrorReason.OutOfRange);
            AssertRefused<ulong>("18446744073709551616", null, KitbagErrorReason.OutOfRange);
            AssertRefused<ulong>("-1", null, KitbagErrorReason.OutOfRange);
            AssertRefused<byte>("256", null, KitbagErrorReason.OutOfRange);
            AssertRefused<sbyte>("-129", null, KitbagErrorReason.OutOfRange);
            AssertRefused<Int128>("170141183460469231731687303715884105728", null, KitbagErrorReason.OutOfRange);
            AssertRefused<decimal>("79228162514264337593543950336", null, KitbagErrorReason.OutOfRange);
            AssertRefused<Half>("65520", null, KitbagErrorReason.OutOfRange);
        }

        [Fact]
        public void Vectors_are_read_as_objects_too()
        {
            Assert.Equal(new Vector3(1, 2, 3), KitbagJson.Deserialize<Vector3>("{\"X\":1,\"Y\":2,\"Z\":3}"));
            AssertRefused<Vector3>("[1,2]", null, KitbagErrorReason.SchemaMismatch);
            AssertRefused<Vector3>("[1,2,3,4]", null, KitbagErrorReason.SchemaMismatch);
        }

        [Theory]
        [InlineData("\"2026-11-20T01:02:03Z\"", 0, DateTimeKind.Utc)]
        [InlineData("\"2026-11-20T01:02:03\"", 0, DateTimeKind.Unspecified)]
        [InlineData("\"2026-11-20T01:02:03.5\"", 5_000_000, DateTimeKind.Unspecified)]
        [InlineData("\"2026-11-20T01:02:03.12345678Z\"", 1_234_567, DateTimeKind.Utc)]
        public void Dates(string text, long ticks, DateTimeKind kind)
        {
            DateTime read = KitbagJson.Deserialize<DateTime>(text);
            Assert.Equal(new DateTime(2026, 11, 20, 1, 2, 3).AddTicks(ticks), read);
            Assert.Equal(kind, read.Kind);
        }

        [Theory]
        [InlineData("\"\"")]
        [InlineData("\"2026\"")]
        [InlineData("\"2026-02-30\"")]
        [InlineData("\"2026-13-01\"")]
        [InlineData("\"0000-01-01\"")]
        [InlineData("\"2026-01-01T24:00:00\"")]
        [InlineData("\"2026-01-01T00:00:00.\"")]
        [InlineData("\"2026-01-01T00:00:00+15:00\"")]
        [InlineData("\"0001-01-01T00:00:00+01:00\"")]
        [InlineData("\"2026-01-01T00:00:00Zx\"")]
        [InlineData("\"2026-01-01 00:00:00\"")]
        public void Invalid_dates_are_refused(string text)
        {
            AssertRefused<DateTime>(text, null, KitbagErrorReason.SchemaMismatch);
            AssertRefused<DateTimeOffset>(text, null, KitbagErrorReason.SchemaMismatch);
        }

        [Theory]
        [InlineData("\"x\"")]
        [InlineData("\"AQI\"")]
        [InlineData("\"A===\"")]
        [InlineData("\"====\"")]
        [InlineData("\"AQID!BA=\"")]
        public void Invalid_Base64_is_refused(string text) => AssertRefused<byte[]>(text, null, KitbagErrorReason.Malformed);

        [Fact]
        public void Bytes_as_numbers_are_read_too() => Assert.Equal(new byte[] { 1, 255 }, KitbagJson.Deserialize<byte[]>("[1,255]"));

        [Fact]
        public void Invalid_strings_are_refused()
        {
            AssertRefused<string>("\"a\nb\"", null, KitbagErrorReason.Malformed);
            AssertRefused<string>("\"\\x\"", null, KitbagErrorReason.Malformed);
            AssertRefused<string>("\"\\u12g4\"", null, KitbagErrorReason.Malformed);
            AssertRefused<string>("\"\\u12", null, KitbagErrorReason.Truncated);
            AssertRefused<string>("\"abc", null, KitbagErrorReason.Truncated);
            AssertRefused<string>("\"\\", null, KitbagErrorReason.Truncated);
            AssertRefused<char>("\"ab\"", null, KitbagErrorReason.SchemaMismatch);
            AssertRefused<Guid>("\"6f9619ff\"", null, KitbagErrorReason.SchemaMismatch);
            AssertRefused<TimeSpan>("\"25:00\"", null, KitbagErrorReason.SchemaMismatch);
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<string>("\"\ud800\""));
            var e = Assert.Throws<KitbagException>(() =>
                KitbagJson.Deserialize<string>(new byte[] { (byte)'"', (byte)'a', 0xC3, (byte)'"' }));
            Assert.Equal(2, e.Offset);
        }

        [Fact]
        public void A_byte_order_mark_is_skipped() =>
            Assert.Equal(5, KitbagJson.Deserialize<int>(new byte[] { 0xEF, 0xBB, 0xBF, (byte)'5' }));

        [Fact]
        public void Options_reject_invalid_values()
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => new KitbagJsonOptions { MaxDepth = 0 });
            Assert.Throws<ArgumentOutOfRangeException>(() => new KitbagJsonOptions { MaxDepth = 1001 });
            Assert.Throws<ArgumentOutOfRangeException>(() => new KitbagJsonOptions { Indentation = -1 });
            Assert.Throws<ArgumentNullException>(() => KitbagJson.Deserialize<int>((string)null!));
            Assert.Throws<ArgumentNullException>(() => KitbagJson.Deserialize<int>((byte[])null!));
            Assert.Throws<ArgumentException>(() => KitbagJson.Serialize(typeof(Actor), "text"));
        }

        public class Named
        {
            public required int Id { get; set; }

            public required string Name { get; set; }
        }

        public readonly record struct Place(int X, int Y);

        [Theory]
        [InlineData(KitbagJsonNaming.AsDeclared, false, "{\"Id\":1,\"name\":\"\"}", "the member 'Name', which is required to create")]
        [InlineData(KitbagJsonNaming.CamelCase, false, "{\"id\":1,\"Name\":\"\"}",
            "the member 'name', which is required to create a 'JsonOptionsTests.Named'. The name of 'Name' is 'name' in JSON; names in "
                + "other cases are found with KitbagJsonOptions.CaseInsensitive.")]
        [InlineData(KitbagJsonNaming.CamelCase, true, "{\"id\":1}", "The name of 'Name' is 'name' in JSON.")]
        public void A_missing_member_is_named_as_in_the_text(KitbagJsonNaming naming, bool ignoresCase, string json, string message)
        {
            var options = new KitbagJsonOptions { Naming = naming, CaseInsensitive = ignoresCase };
            Assert.Contains(message, Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Named>(json, options)).Message);
        }

        [Fact]
        public void A_missing_member_of_a_struct_is_named_as_in_the_text() => Assert.Contains("the member 'y'",
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Place>("{\"x\":1,\"Y\":2}",
                new KitbagJsonOptions { Naming = KitbagJsonNaming.CamelCase })).Message);
    }
}
