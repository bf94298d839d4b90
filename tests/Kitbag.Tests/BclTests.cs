using System;
using System.Collections.Generic;
using System.Drawing;
using System.Globalization;
using System.Linq;
using System.Net;
using System.Numerics;
using System.Text;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Framework types that are stored as another type: stored form, refused values and allocations.</summary>
    public class BclTests
    {
        public static class Typed
        {
            public class Box
            {
                public int Before { get; set; }
                public Uri? Uri { get; set; }
                public Version? Version { get; set; }
                public StringBuilder? Text { get; set; }
                public CultureInfo? Culture { get; set; }
                public TimeZoneInfo? Zone { get; set; }
                public IPAddress? Ip { get; set; }
                public IPEndPoint? EndPoint { get; set; }
                public Rune Rune { get; set; }
                public System.Index Index { get; set; }
                public Range Range { get; set; }
                public Lazy<int>? Lazy { get; set; }
                public BigInteger Big { get; set; }
            }
        }

        public static class Stored
        {
            public class Box
            {
                public int Before { get; set; }
                public string? Uri { get; set; }
                public string? Version { get; set; }
                public string? Text { get; set; }
                public string? Culture { get; set; }
                public string? Zone { get; set; }
                public string? Ip { get; set; }
                public string? EndPoint { get; set; }
                public string? Rune { get; set; }
                public string? Index { get; set; }
                public string? Range { get; set; }
                public int[]? Lazy { get; set; }
                public byte[]? Big { get; set; }
            }
        }

        // With globalization-invariant mode, this is the invariant culture.
        private static readonly string s_culture = CultureInfo.GetCultures(CultureTypes.AllCultures).Last().Name;

        private static Stored.Box MakeStored() => new Stored.Box
        {
            Before = 7,
            Uri = "https://example.org/",
            Version = "1.2",
            Text = "text",
            Culture = s_culture,
            Zone = "UTC",
            Ip = "::1",
            EndPoint = "[::1]:80",
            Rune = "😀",
            Index = "^1",
            Range = "2..^1",
            Lazy = new[] { 5 },
            Big = new byte[] { 0, 0xFF },
        };

        private static Typed.Box MakeTyped() => new Typed.Box
        {
            Before = 7,
            Uri = new Uri("https://example.org/"),
            Version = new Version(1, 2),
            Text = new StringBuilder("text"),
            Culture = new CultureInfo(s_culture),
            Zone = TimeZoneInfo.Utc,
            Ip = IPAddress.IPv6Loopback,
            EndPoint = new IPEndPoint(IPAddress.IPv6Loopback, 80),
            Rune = new Rune(0x1F600),
            Index = ^1,
            Range = 2..^1,
            Lazy = new Lazy<int>(5),
            Big = -256,
        };

        [Theory]
        [InlineData(1)]
        [InlineData(7)]
        [InlineData(20)]
        public void Types_and_their_stored_form_are_read_as_each_other(int count)
        {
            List<Typed.Box> typed = Enumerable.Range(0, count).Select(_ => MakeTyped()).ToList();
            List<Stored.Box> stored = Enumerable.Range(0, count).Select(_ => MakeStored()).ToList();
            byte[] document = KitbagSerializer.Serialize(typed);
            Assert.Equal(KitbagSerializer.Serialize(stored, KitbagOptions.Bare), KitbagSerializer.Serialize(typed, KitbagOptions.Bare));
            Assert.Null(DeepComparer.Difference(stored, KitbagSerializer.Deserialize<List<Stored.Box>>(document)));
            Assert.Null(DeepComparer.Difference(typed, KitbagSerializer.Deserialize<List<Typed.Box>>(document)));
            Assert.Null(DeepComparer.Difference(typed[0], KitbagSerializer.Deserialize<Typed.Box>(KitbagSerializer.Serialize(stored[0]))));

            // Documents with other members, too.
            document = KitbagSerializer.Serialize(stored.Select(s =>
                new Older.Box { Uri = s.Uri, Index = s.Index, Rune = new Rune(0x1F600) }).ToList());
            foreach (Typed.Box box in KitbagSerializer.Deserialize<List<Typed.Box>>(document))
                Assert.Equal(("https://example.org/", ^1, "😀"), (box.Uri!.OriginalString, box.Index, box.Rune.ToString()));
        }

        public static class Older
        {
            public class Box
            {
                public string? Uri;
                public string? Index;
                public Rune Rune;
                public int Zzz = 5;
            }
        }

        [Fact]
        public void Framework_types_in_JSON()
        {
            string json = KitbagJson.Serialize(MakeTyped());
            Assert.Equal(("""{"Before":7,"Uri":"https://example.org/","Version":"1.2","Text":"text","Culture":"CULTURE","Zone":"UTC","""
                + "\"Ip\":\"::1\"," + """
                "EndPoint":"[::1]:80","Rune":"😀","Index":"^1","Range":"2..^1","Lazy":5,"Big":-256}
                """).Replace("CULTURE", s_culture, StringComparison.Ordinal), json);
            Assert.Null(DeepComparer.Difference(MakeTyped(), KitbagJson.Deserialize<Typed.Box>(json)));
            Assert.Equal("""{"a":"1.2"}""", KitbagJson.Serialize(new Dictionary<Uri,
                Version>
            { [new Uri("a", UriKind.Relative)] = new Version(1, 2) }));
            Assert.Equal("[1.5,-2]", KitbagJson.Serialize(new Complex(1.5, -2)));
        }

        public static TheoryData<string, string> Bad() => new TheoryData<string, string>
        {
            { "Uri", "http://" },
            { "Version", "" },
            { "Version", "1" },
            { "Version", "1.2.3.4.5" },
            { "Version", "99999999999.1" },
            { "Culture", "no culture" },
            { "Culture", "en-abcdefgh" },
            { "Zone", "" },
            { "Zone", "Nowhere" },
            { "Zone", "/etc/localtime" },
            { "Zone", "/dev/zero" },
            { "Zone", "../zoneinfo/UTC" },
            { "Zone", "UTC;0;" },
            { "Zone", "UTC;x;a;b;c;;" },
            { "Ip", "300.1.1.1" },
            { "Ip", "example.org" },
            { "EndPoint", "1.2.3.4" },
            { "EndPoint", "1.2.3.4:" },
            { "EndPoint", "1.2.3.4:65536" },
            { "EndPoint", "1.2.3.4:-1" },
            { "EndPoint", "::1" },
            { "Rune", "" },
            { "Rune", "ab" },
            { "Index", "" },
            { "Index", "^" },
            { "Index", "-1" },
            { "Index", "99999999999" },
            { "Range", "" },
            { "Range", "1" },
            { "Range", ".." },
            { "Range", "1..2..3" },
        };

        [Theory]
        [MemberData(nameof(Bad))]
        public void Invalid_strings_are_refused(string member, string text)
        {
            Stored.Box box = MakeStored();
            typeof(Stored.Box).GetProperty(member)!.SetValue(box, text);
            AssertRefused(box, member);
            string json = KitbagJson.Serialize(box);
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Typed.Box>(json));
            Assert.Equal(KitbagErrorReason.OutOfRange, e.Reason);
            Assert.EndsWith(".Box." + member, e.Path);
            Assert.Equal(Encoding.UTF8.GetByteCount(json.AsSpan(0,
                json.IndexOf("\"" + member + "\":", StringComparison.Ordinal) + member.Length + 3)), e.Offset);
        }

        private static void AssertRefused(Stored.Box box, string member)
        {
            byte[] document = KitbagSerializer.Serialize(box);
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Typed.Box>(document));
            Assert.Equal(KitbagErrorReason.OutOfRange, e.Reason);
            Assert.EndsWith(".Box." + member, e.Path);
            Assert.InRange(e.Offset, 1, document.Length);
            document = KitbagSerializer.Serialize(Enumerable.Range(0, 20).Select(i => i == 13 ? box : MakeStored()).ToList());
            e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<List<Typed.Box>>(document));
            Assert.Equal(KitbagErrorReason.OutOfRange, e.Reason);
            Assert.Equal("$[13]." + member, e.Path);
            Assert.InRange(e.Offset, 1, document.Length);
        }

        [Fact]
        public void A_lone_surrogate_is_not_a_rune()
        {
            Stored.Box box = MakeStored();
            box.Rune = "\ud800";
            AssertRefused(box, "Rune");
        }

        [Fact]
        public void A_lazy_value_with_no_element_or_several_is_rejected()
        {
            Stored.Box box = MakeStored();
            box.Lazy = new int[0];
            AssertRefused(box, "Lazy");
            box.Lazy = new int[2];
            AssertRefused(box, "Lazy");
        }

        [Fact]
        public void At_the_root_and_as_keys()
        {
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Version>(KitbagSerializer.Serialize("x")));
            Assert.Equal((KitbagErrorReason.OutOfRange, "$"), (e.Reason, e.Path));
            foreach (int count in new[] { 3, 20 })
            {
                var map = Enumerable.Range(0, count).ToDictionary(i => i == 2 ? "x" : i + ".0", i => i);
                e = Assert.Throws<KitbagException>(() =>
                    KitbagSerializer.Deserialize<Dictionary<Version, int>>(KitbagSerializer.Serialize(map)));
                Assert.Equal(KitbagErrorReason.OutOfRange, e.Reason);
                Assert.StartsWith("$", e.Path);
                e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Dictionary<Version, int>>(KitbagJson.Serialize(map)));
                Assert.Equal(KitbagErrorReason.OutOfRange, e.Reason);
            }
            // The same version twice, in different notations.
            Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Deserialize<Dictionary<Version,
                int>>(KitbagSerializer.Serialize(new Dictionary<string, int> { ["1.2"] = 1, ["1.02"] = 2 })));
        }

        [Theory]
        [InlineData("Red", "Red")]
        [InlineData("red", "Red")]
        [InlineData("#FFFF0000", "#FFFF0000")]
        [InlineData("#ff0000", "#FFFF0000")]
        [InlineData("1, 2, 255", "#FF0102FF")]
        [InlineData("0,1,2,3", "#00010203")]
        [InlineData("", "")]
        [InlineData("Rad", null)]
        [InlineData("#123", null)]
        [InlineData("#1234567G", null)]
        [InlineData("#+1234567", null)]
        [InlineData("1,2", null)]
        [InlineData("1,2,256", null)]
        [InlineData("1,2,3,4,5", null)]
        public void Colors(string text, string? expected)
        {
            string json = "\"" + text + "\"";
            if (expected != null)
                Assert.Equal("\"" + expected + "\"", KitbagJson.Serialize(KitbagJson.Deserialize<Color>(json)));
            else
                Assert.Equal(KitbagErrorReason.OutOfRange,
                    Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Color>(json)).Reason);
        }

        [Fact]
        public void Colors_whose_name_is_unknown_are_refused() => Assert.Equal(KitbagErrorReason.NotSupported,
            Assert.Throws<KitbagException>(() => KitbagSerializer.Serialize(Color.FromName("Rad"))).Reason);

        [Theory]
        [InlineData("null")]
        [InlineData("5")]
        [InlineData("{}")]
        public void A_struct_is_read_from_nothing_but_a_string(string json)
        {
            Assert.Equal(KitbagErrorReason.SchemaMismatch,
                Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<System.Index>(json)).Reason);
            Assert.Equal(KitbagErrorReason.SchemaMismatch,
                Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Rune[]>("[" + json + "]")).Reason);
        }

        [Theory]
        [InlineData("http://example.org/ä b", UriKind.Absolute)]
        [InlineData("HTTP://EXAMPLE.org:80/../a%20b?c#d", UriKind.Absolute)]
        [InlineData("mailto:someone@example.org", UriKind.Absolute)]
        [InlineData("file:///a b", UriKind.Absolute)]
        [InlineData("/a/b", UriKind.Absolute)]
        [InlineData("/a/b", UriKind.Relative)]
        [InlineData("//a/b", UriKind.Absolute)]
        [InlineData("//a/b", UriKind.Relative)]
        [InlineData("C:\\a b", UriKind.Absolute)]
        [InlineData("C:\\a b", UriKind.Relative)]
        [InlineData("\\\\server\\share", UriKind.Absolute)]
        [InlineData("", UriKind.Relative)]
        [InlineData("?q=1", UriKind.Relative)]
        [InlineData("a:b/c", UriKind.Relative, true)]
        public void Uris_are_restored_with_their_kind(string text, UriKind kind, bool mayBeNone = false)
        {
            if (!Uri.TryCreate(text, kind, out Uri? uri))
            {
                Assert.True(mayBeNone || !OperatingSystem.IsLinux());
                return;
            }
            Uri again = KitbagSerializer.Deserialize<Uri>(KitbagSerializer.Serialize(uri));
            Assert.Equal(uri, again);
            Assert.Equal((uri.IsAbsoluteUri, uri.ToString()), (again.IsAbsoluteUri, again.ToString()));
            Assert.Equal(uri, KitbagJson.Deserialize<Uri>(KitbagJson.Serialize(uri)));
        }

        [Fact]
        public void Every_culture_of_the_system()
        {
            CultureInfo[] all = CultureInfo.GetCultures(CultureTypes.AllCultures);
            Assert.Equal(all, KitbagSerializer.Deserialize<CultureInfo[]>(KitbagSerializer.Serialize(all)));
            Assert.Equal(all, KitbagJson.Deserialize<CultureInfo[]>(KitbagJson.Serialize(all)));
        }

        [Fact]
        public void Every_time_zone_of_the_system()
        {
            TimeZoneInfo[] all = TimeZoneInfo.GetSystemTimeZones().Append(TimeZoneInfo.Local).ToArray();
            Assert.Equal(all, KitbagSerializer.Deserialize<TimeZoneInfo[]>(KitbagSerializer.Serialize(all)));
            TimeZoneInfo.TransitionTime from =
                TimeZoneInfo.TransitionTime.CreateFloatingDateRule(new DateTime(1, 1, 1, 2, 0, 0), 3, 5, DayOfWeek.Sunday),
                to = TimeZoneInfo.TransitionTime.CreateFixedDateRule(new DateTime(1, 1, 1, 3, 0, 0), 10, 25);
            var rule = TimeZoneInfo.AdjustmentRule.CreateAdjustmentRule(new DateTime(2000, 1, 1), DateTime.MaxValue.Date,
                TimeSpan.FromHours(1), from, to);
            TimeZoneInfo own = TimeZoneInfo.CreateCustomTimeZone("Own; \\ zone", TimeSpan.FromMinutes(-210), "d;", "s", "dst",
                new[] { rule });
            TimeZoneInfo again = KitbagSerializer.Deserialize<TimeZoneInfo>(KitbagSerializer.Serialize(own));
            Assert.Equal(own, again);
            Assert.Equal((own.DisplayName, own.DaylightName), (again.DisplayName, again.DaylightName));
            // The system's name, but not the system's rules.
            own = TimeZoneInfo.CreateCustomTimeZone("Europe/Berlin", TimeSpan.FromHours(5), "d", "s");
            Assert.Equal(own, KitbagSerializer.Deserialize<TimeZoneInfo>(KitbagSerializer.Serialize(own)));
        }

        [Fact]
        public void Addresses()
        {
            IPAddress[] all = { IPAddress.Any, IPAddress.Loopback, IPAddress.Broadcast, IPAddress.IPv6Any, IPAddress.IPv6Loopback,
                IPAddress.Parse("::ffff:1.2.3.4"), IPAddress.Parse("fe80::1%7"), IPAddress.Parse("64:ff9b::1.2.3.4") };
            Assert.Equal(all, KitbagSerializer.Deserialize<IPAddress[]>(KitbagSerializer.Serialize(all)));
            IPEndPoint[] ends = all.Select((a, i) => new IPEndPoint(a, i * 9000)).ToArray();
            Assert.Equal(ends, KitbagSerializer.Deserialize<IPEndPoint[]>(KitbagSerializer.Serialize(ends)));
        }

        [Theory]
        [InlineData("0", "0")]
        [InlineData("-0", "0")]
        [InlineData("4.2e1", "42")]
        [InlineData("42.0", "42")]
        [InlineData("-123456789012345678901234567890", "-123456789012345678901234567890")]
        public void Big_integers_in_JSON(string json, string value) =>
            Assert.Equal(BigInteger.Parse(value, CultureInfo.InvariantCulture), KitbagJson.Deserialize<BigInteger>(json));

        [Theory]
        [InlineData("1.5", KitbagErrorReason.SchemaMismatch)]
        [InlineData("1e30", KitbagErrorReason.OutOfRange)]
        [InlineData("1e999999999", KitbagErrorReason.OutOfRange)]
        [InlineData("null", KitbagErrorReason.SchemaMismatch)]
        [InlineData("\"12\"", KitbagErrorReason.Malformed)]
        [InlineData("[1,2]", KitbagErrorReason.SchemaMismatch)]
        [InlineData("01", KitbagErrorReason.TrailingBytes)]
        [InlineData("-", KitbagErrorReason.Truncated)]
        public void Invalid_big_integers_in_JSON_are_refused(string json, KitbagErrorReason reason) =>
            Assert.Equal(reason, Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<BigInteger>(json)).Reason);

        [Fact]
        public void Big_integers_are_written_as_digits_up_to_the_limit_of_readers()
        {
            // The largest numbers that are written as digits, and the first ones that are not.
            BigInteger max = BigInteger.Pow(2, 4096 * 8 - 1) - 1, min = -BigInteger.Pow(2, 4096 * 8 - 1);
            foreach (BigInteger value in new[] { max, min, max + 1, min - 1 })
            {
                string json = KitbagJson.Serialize(value);
                Assert.Equal(value == max || value == min, json[0] != '"');
                Assert.Equal(value, KitbagJson.Deserialize<BigInteger>(json));
            }
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<BigInteger[]>("[" + new string('9', 1_000_000) + "]"));
            Assert.Equal((KitbagErrorReason.OutOfRange, "$[0]", 1L), (e.Reason, e.Path, e.Offset));
        }

        [Fact]
        public void A_long_text_that_several_values_share_is_charged_for_each()
        {
            // A document stores a string of a dictionary once; each StringBuilder copies it.
            string text = new string('x', 100_000);
            byte[] document = KitbagSerializer.Serialize(Enumerable.Range(0, 100_000).Select(_ => text).ToArray());
            Assert.True(document.Length < 400_000);
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<StringBuilder[]>(document));
            Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
        }

        [Fact]
        public void A_lazy_value_is_evaluated_by_writing_and_present_after_reading()
        {
            int evaluations = 0;
            var lazy = new Lazy<string?>(() => evaluations++ == 0 ? null : "other");
            byte[] document = KitbagSerializer.Serialize(lazy);
            Assert.Equal(1, evaluations);
            Lazy<string?> again = KitbagSerializer.Deserialize<Lazy<string?>>(document);
            Assert.True(again.IsValueCreated);
            Assert.Null(again.Value);
            Assert.Null(KitbagSerializer.Deserialize<Lazy<string?>>(KitbagSerializer.Serialize((Lazy<string?>?)null)));
        }

        [Fact]
        public void Null_is_not_a_key()
        {
            foreach (int count in new[] { 1, 20 })
            {
                var keys = Enumerable.Range(0, count).Select(i => (i == 0 ? null : "k" + i, i)).ToDictionary(p => p.Item1 ?? "", p => p.i);
                Assert.Equal(count, KitbagSerializer.Deserialize<Dictionary<Uri, int>>(KitbagSerializer.Serialize(keys)).Count);
            }
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Dictionary<Uri, int>>("{null:1}"));
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<HashSet<System.Index>>("[null]"));
        }
    }
}
