using System;
using System.Linq;
using System.Text;
using FsCheck;
using FsCheck.Fluent;
using Kitbag.Layout;
using Kitbag.Wire;
using Xunit;

namespace Kitbag.Tests.Wire
{
    public class StringFormTests
    {
        // Strings of all kinds: null, empty, ASCII, Latin-1, two and three bytes of UTF-8, surrogate pairs and lone surrogates.
        internal static readonly Gen<string?> AnyString = Gen.Frequency(
            (1, Gen.Constant<string?>(null)),
            (5, Chars(' ', '~')),
            (2, Chars('\0', 'ÿ')),
            (2, Chars('\u0370', '\u04FF')),
            (2, Chars('\u4E00', '\u9FFF')),
            (2, Chars('\uD7F0', '\uE010')),
            (2, Chars('\0', '\uFFFF')),
            (1, Gen.Choose(0x10000, 0x10FFFF).Select(char.ConvertFromUtf32).ArrayOf().Select(all => (string?)string.Concat(all))));

        private static Gen<string?> Chars(char from, char to) =>
            Gen.Choose(from, to).Select(c => (char)c).ArrayOf().Select(all => (string?)new string(all));

        [Theory]
        [InlineData(null, 0u, new byte[0])]
        [InlineData("", 1u, new byte[0])]
        [InlineData("a", 3u, new byte[] { 0x61 })]
        [InlineData("é", 3u, new byte[] { 0xE9 })]
        [InlineData("ж", 10u, new byte[] { 0xD0, 0xB6 })]
        [InlineData("語", 12u, new byte[] { 0x9E, 0x8A })]
        [InlineData("a語", 18u, new byte[] { 0x61, 0xE8, 0xAA, 0x9E })]
        [InlineData("\U0001F600", 18u, new byte[] { 0xF0, 0x9F, 0x98, 0x80 })]
        public void The_length_prefix_specifies_encoding_and_length(string? value, uint prefix, byte[] bytes)
        {
            Assert.Equal(prefix, StringForm.LengthPrefix(value));
            Assert.Equal(bytes, Bytes(value));
            Assert.Equal(value, Read(bytes, prefix));
        }

        [Fact]
        public void A_lone_surrogate_is_kept()
        {
            foreach (string value in new[] { "\uD83D", "\uDE00", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\uD83D", "\uDE00\uD83D" })
            {
                Assert.Equal((uint)value.Length * 8 + 4, StringForm.LengthPrefix(value));
                Assert.Equal(value, Read(Bytes(value), StringForm.LengthPrefix(value)));
            }
        }

        [Fact]
        public void Any_string_is_restored() => Prop.ForAll(AnyString.ToArbitrary(), value =>
        {
            uint prefix = StringForm.LengthPrefix(value);
            byte[] bytes = Bytes(value);
            return Read(bytes, prefix) == value && Skipped(bytes, prefix) == bytes.Length && Plain(bytes, prefix) == value;
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(2000));

        [Fact]
        public void Every_length_is_restored_and_a_wide_character_is_found_at_every_position()
        {
            for (int length = 1; length < 100; length++)
            {
                string value = new string(Enumerable.Range(0, length).Select(i => (char)(length + i + 30)).ToArray());
                Assert.Equal((uint)length * 2 + 1, StringForm.LengthPrefix(value));
                Assert.Equal(Encoding.Latin1.GetBytes(value), Bytes(value));
                Assert.Equal(value, Read(Bytes(value), StringForm.LengthPrefix(value)));
                for (int at = 0; at < length; at++)
                {
                    string wide = value.Substring(0, at) + "\u0100" + value.Substring(at + 1);
                    Assert.True(((StringForm.LengthPrefix(wide) - 1) & 1) == 1);
                    Assert.Equal(wide, Read(Bytes(wide), StringForm.LengthPrefix(wide)));
                }
            }
        }

        [Theory]
        [InlineData(200_000, 'x')]
        [InlineData(65_537, 'é')]
        [InlineData(200_000, 'ж')]
        [InlineData(200_000, '語')]
        public void Long_strings_are_restored(int length, char c)
        {
            string value = new string(c, length);
            Assert.Equal(value, Read(Bytes(value), StringForm.LengthPrefix(value)));
        }

        [Fact]
        public void Missing_bytes_of_a_string_are_reported_as_truncation()
        {
            foreach (uint prefix in new uint[] { 3, 5, 6, 10, 12, 1000, 0x7FFFFFFF, 0xFFFFFFFE, 0xFFFFFFFF })
            {
                Assert.Equal(KitbagErrorReason.Truncated, Assert.Throws<KitbagException>(() => Read(Array.Empty<byte>(), prefix)).Reason);
                Assert.Throws<KitbagException>(() => Skipped(Array.Empty<byte>(), prefix));
            }
        }

        [Theory]
        [InlineData(6u, new byte[] { 0xFF })]
        [InlineData(6u, new byte[] { 0xC3 })]
        [InlineData(10u, new byte[] { 0xC0, 0x80 })]
        [InlineData(14u, new byte[] { 0xED, 0xA0, 0x80 })]
        [InlineData(8u, new byte[] { 0x61 })]
        [InlineData(16u, new byte[] { 0x61, 0x00, 0x62 })]
        public void Wrong_bytes_are_refused(uint prefix, byte[] bytes) =>
            Assert.Equal(KitbagErrorReason.Malformed, Assert.Throws<KitbagException>(() => Read(bytes, prefix)).Reason);

        [Fact]
        public void Other_encodings_of_nothing_are_empty()
        {
            Assert.Same("", Read(Array.Empty<byte>(), 1));
            Assert.Same("", Read(Array.Empty<byte>(), 2));
            Assert.Same("", Read(Array.Empty<byte>(), 4));
        }

        [Fact]
        public void The_budget_is_charged_before_a_string_is_created()
        {
            var limits = new KitbagLimits { MaxAllocation = 100 };
            byte[] bytes = new byte[50];
            Assert.Equal(KitbagErrorReason.LimitExceeded, Assert.Throws<KitbagException>(() => Read(bytes, 101, limits)).Reason);
            Assert.Equal(39, Read(bytes, 79, limits)!.Length);
        }

        private static byte[] Bytes(string? value)
        {
            var w = new WireWriter(null, default);
            try
            {
                uint prefix = StringForm.LengthPrefix(value);
                if (value != null)
                    StringForm.Write(ref w, value, prefix);
                Assert.Equal(w.Length, StringForm.ByteCount(prefix));
                return w.Written.ToArray();
            }
            finally
            {
                w.Dispose();
            }
        }

        private static string? Read(byte[] bytes, uint prefix, KitbagLimits? limits = null)
        {
            var r = new WireReader(bytes, limits ?? KitbagLimits.Default);
            return StringForm.Read(ref r, prefix);
        }

        private static int Skipped(byte[] bytes, uint prefix)
        {
            var r = new WireReader(bytes, KitbagLimits.Default);
            StringForm.Skip(ref r, prefix);
            return r.Position;
        }

        // A simple reader of the format.
        private static string? Plain(byte[] bytes, uint prefix)
        {
            if (prefix == 0)
                return null;
            prefix--;
            if ((prefix & 1) == 0)
                return Encoding.Latin1.GetString(bytes);
            if ((prefix & 2) == 0)
                return Encoding.UTF8.GetString(bytes);
            return new string(Enumerable.Range(0, bytes.Length / 2).Select(i => (char)(bytes[2 * i] | bytes[2 * i + 1] << 8)).ToArray());
        }
    }
}
