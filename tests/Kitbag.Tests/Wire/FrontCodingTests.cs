using System;
using System.Linq;
using FsCheck;
using FsCheck.Fluent;
using Kitbag.Layout;
using Kitbag.Wire;
using Xunit;

namespace Kitbag.Tests.Wire
{
    public class FrontCodingTests
    {
        [Fact]
        public void Any_strings_are_restored() => Prop.ForAll(StringFormTests.AnyString.ArrayOf().ToArbitrary(), values =>
            RoundTrip(values)).Check(Config.QuickThrowOnFailure.WithMaxTest(500));

        [Fact]
        public void Strings_with_long_common_prefixes_are_restored()
        {
            Gen<string?> alike = Gen.Choose(0, 5)
                .SelectMany(n => Gen.Elements("a", "b", "ж", "\U0001F600", "\U0001F601", "\uD83D", "", "path/").ArrayOf(n))
                .Select(parts => (string?)string.Concat(parts));
            Prop.ForAll(Gen.Frequency((1, Gen.Constant<string?>(null)), (9, alike)).ArrayOf().ToArbitrary(), RoundTrip)
                .Check(Config.QuickThrowOnFailure.WithMaxTest(1000));
        }

        private static bool RoundTrip(string?[] values)
        {
            byte[] bytes = Bytes(values);
            var back = new string?[values.Length];
            var r = new WireReader(bytes, KitbagLimits.Default);
            try
            {
                int at = 0;
                FrontCoding.Read(ref r, back, ref at);
                // The same bytes as a column, which the reference reader can read.
                byte[] column = new byte[] { 2 }.Concat(bytes).ToArray();
                return r.Remaining == 0 && back.SequenceEqual(values)
                    && (values.Length == 0 || StringColumnTests.Reference.Read(column, values.Length).SequenceEqual(values));
            }
            finally
            {
                r.Dispose();
            }
        }

        [Fact]
        public void Only_the_suffix_is_stored()
        {
            // Shared 0, 5 (width 3, base 0), length prefixes 1 + 2 * 7 and 1 + 2 * 1 (base 3, width 4), characters.
            Assert.Equal(new byte[] { 3, 0, 0b101_000, 4, 6, 0x0C }.Concat("stone_as"u8.ToArray()),
                Bytes(new string?[] { "stone_a", "stones" }));
        }

        [Fact]
        public void A_surrogate_pair_is_not_split()
        {
            // The rest is the whole second pair: four bytes of UTF-8, length prefix 1 + 4 * 4 + 1.
            byte[] bytes = Bytes(new string?[] { "aaaa\U0001F600", "aaaa\U0001F601" });
            Assert.Equal(new byte[] { 0xF0, 0x9F, 0x98, 0x81 }, bytes.AsSpan(bytes.Length - 4).ToArray());
        }

        [Theory]
        [InlineData(new byte[] { 0, 2, 0, 6, (byte)'a' }, 1, 0)] // The first string shares one character, but has no previous string.
        [InlineData(new byte[] { 2, 0, 0b10_00, 0, 6, (byte)'a', (byte)'b' }, 2, 1)] // The second string shares two characters of one.
        [InlineData(new byte[] { 1, 0, 0b10, 2, 0, 0b00_11, (byte)'a' }, 2, 1)] // The second is null, and shares a character.
        [InlineData(new byte[] { 1, 0, 0b100, 2, 0, 0b11_00_11, (byte)'a', (byte)'b' }, 3, 2)] // The third shares a character with null.
        public void Sharing_more_than_the_previous_string_has_is_refused(byte[] bytes, int count, int index)
        {
            byte[] column = new byte[] { 2 }.Concat(bytes).ToArray();
            KitbagException e = Assert.Throws<KitbagException>(() => StringColumnTests.Read(column, count));
            Assert.Equal((KitbagErrorReason.Malformed, index), (e.Reason, e.PendingIndex));
        }

        [Fact]
        public void Few_bytes_cannot_expand_to_many_characters()
        {
            // Each string is the one before it and one more character: 100,000 of them would be 10 GB.
            string?[] values = Enumerable.Range(1, 3000).Select(n => (string?)new string('x', n)).ToArray();
            byte[] bytes = StringColumnTests.Bytes(values);
            Assert.InRange(bytes.Length, 3000, 3200);
            Assert.Equal(values, StringColumnTests.Read(bytes, values.Length));
            var limits = new KitbagLimits { MaxAllocation = 1 << 20 };
            Assert.Equal(KitbagErrorReason.LimitExceeded,
                Assert.Throws<KitbagException>(() => StringColumnTests.Read(bytes, values.Length, limits)).Reason);
        }

        [Fact]
        public void Front_coding_is_chosen_if_it_saves_an_eighth()
        {
            Assert.True(FrontCoding.Pays(Enumerable.Range(0, 1000).Select(i => (string?)("item.minecraft.sword" + i)).ToArray()));
            Assert.False(FrontCoding.Pays(Enumerable.Range(0,
                1000).Select(i => (string?)(i * 7919 % 1000 + ".item.minecraft.sword")).ToArray()));
            Assert.False(FrontCoding.Pays(new string?[] { "aaaa", "aaaa" }));
            Assert.False(FrontCoding.Pays(new string?[] { "a long string on its own" }));
            Assert.False(FrontCoding.Pays(Array.Empty<string?>()));
            Assert.False(FrontCoding.Pays(new string?[100]));
        }

        private static byte[] Bytes(string?[] values)
        {
            var w = new WireWriter(null, default);
            try
            {
                FrontCoding.Write(ref w, values);
                return w.Written.ToArray();
            }
            finally
            {
                w.Dispose();
            }
        }
    }
}
