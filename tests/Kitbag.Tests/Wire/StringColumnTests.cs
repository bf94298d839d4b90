using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using FsCheck;
using FsCheck.Fluent;
using Kitbag.Codecs;
using Kitbag.Layout;
using Kitbag.Wire;
using Xunit;

namespace Kitbag.Tests.Wire
{
    public class StringColumnTests
    {
        private const int Dictionary = 1, FrontCoded = 2, Sparse = 4;

        public static readonly TheoryData<string> Columns = new TheoryData<string>(Samples().Keys.ToArray());

        // Each sample tests a form that the writer must choose for it, or an edge case.
        internal static Dictionary<string, string?[]> Samples()
        {
            string[] names = Enumerable.Range(0, 100).Select(i => "Item of Name " + i).ToArray();
            var random = new Random(7);
            return new Dictionary<string, string?[]>
            {
                ["one"] = new string?[] { "hello" },
                ["one null"] = new string?[] { null },
                ["one empty"] = new string?[] { "" },
                ["null and empty"] = new string?[] { null, "", null, "" },
                ["all null"] = new string?[1000],
                ["all empty"] = Enumerable.Repeat<string?>("", 1000).ToArray(),
                ["all equal"] = Enumerable.Repeat<string?>("the same", 1000).ToArray(),
                ["equal, not the same"] = Enumerable.Range(0, 1000).Select(_ => (string?)new string("the same".AsSpan())).ToArray(),
                ["few of many"] = Enumerable.Range(0, 5000).Select(_ => (string?)names[random.Next(100)]).ToArray(),
                ["few of many, some null"] = Enumerable.Range(0, 5000).Select(_ => random.Next(20) == 0 ? null : names[random.Next(100)])
                    .ToArray(),
                ["few of many, most null"] = Enumerable.Range(0, 5000).Select(_ => random.Next(20) != 0 ? null : names[random.Next(10)])
                    .ToArray(),
                ["notes among nulls"] = Enumerable.Range(0, 5000).Select(_ => random.Next(20) != 0 ? null : "note " + random.Next())
                    .ToArray(),
                ["one among nulls"] = Enumerable.Range(0, 3000).Select(i => i == 2999 ? "here" : null).ToArray(),
                ["distinct"] = Enumerable.Range(0, 3000).Select(_ => (string?)random.Next().ToString("x8")).ToArray(),
                ["half distinct"] = Enumerable.Range(0, 3000).Select(_ => (string?)random.Next(1000).ToString("x8")).ToArray(),
                ["long period"] = Enumerable.Range(0, 6000).Select(i => (string?)("some key number " + (i * 7919) % 1000)).ToArray(),
                ["sorted keys"] = Enumerable.Range(0, 2000).Select(i => (string?)("block.minecraft.stone_" + i.ToString("d5"))).ToArray(),
                ["sorted keys and nulls"] = Enumerable.Range(0, 2000)
                    .Select(i => i % 9 == 0 ? null : i % 31 == 0 ? "" : "block.minecraft.stone_" + i.ToString("d5")).ToArray(),
                ["sorted keys, twice"] = Enumerable.Range(0, 2000)
                    .Select(i => (string?)("block.minecraft.stone_" + (i % 500).ToString("d5"))).ToArray(),
                ["adjacent pairs"] = Enumerable.Range(0, 500).Select(i => (string?)(i / 2 * 7919 % 1000 + " has a name")).ToArray(),
                ["short period"] = Enumerable.Range(0, 512).Select(i => (string?)(i % 128 * 7919 % 1000 + " has a name")).ToArray(),
                ["collide"] = Enumerable.Range(0, 2000)
                    .Select(i => (string?)("aaaaaaaaaa" + (char)('a' + i % 20) + "bbbbb" + (char)('a' + i / 100)
                    + "aaaaaaaaaaaaaaaaaaaaaaa")).ToArray(),
                ["lengths"] = Enumerable.Range(0, 300).Select(i => (string?)new string((char)('A' + i % 60), i)).ToArray(),
                ["wide lengths"] = Enumerable.Range(0, 300).Select(i => (string?)(new string((char)('A' + i % 60), i) + "ж")).ToArray(),
                ["scripts"] = new string?[] { "naïve", "Привет", "日本語テキスト", "a日", "𝔘𝔫𝔦",
                    "\uD800", "x\uDC00y", "\uD800\uD800", "ÿ", "Ā", "\0", "\0\0", null, "" },
                ["surrogates apart"] = new string?[] { "prefix of all \U0001F600", "prefix of all \U0001F601",
                    "prefix of all \U0001F601\U0001F601", "prefix of all \U0001F601\U0001F602" },
                ["long"] = new string?[] { new string('x', 300_000), new string('ж', 70_000), new string('語', 70_000),
                    new string('\uDC01', 50_000), new string('x', 299_999) + "y" },
            };
        }

        [Theory]
        [MemberData(nameof(Columns))]
        public void Columns_are_restored_and_skipped(string sample)
        {
            string?[] values = Samples()[sample];
            byte[] bytes = Bytes(values);
            Assert.Equal(values, Read(bytes, values.Length));
            Assert.Equal(values, Reference.Read(bytes, values.Length));
            Assert.Equal(bytes.Length, SkippedBytes(bytes, values.Length));
        }

        [Theory]
        [MemberData(nameof(Columns))]
        public void Raw_numbers_are_read_too(string sample)
        {
            string?[] values = Samples()[sample];
            byte[] bytes = Bytes(values, new KitbagOptions { Numbers = KitbagNumbers.RawEverywhere });
            Assert.Equal(values, Read(bytes, values.Length));
            Assert.Equal(bytes.Length, SkippedBytes(bytes, values.Length));
        }

        [Theory]
        [InlineData("one", 0)]
        [InlineData("all null", 0)]
        [InlineData("distinct", 0)]
        [InlineData("all equal", Dictionary)]
        [InlineData("equal, not the same", Dictionary)]
        [InlineData("half distinct", Dictionary | FrontCoded)]
        [InlineData("long period", Dictionary | FrontCoded)]
        [InlineData("few of many", Dictionary | FrontCoded)]
        [InlineData("few of many, some null", Dictionary | FrontCoded)]
        [InlineData("adjacent pairs", Dictionary)]
        [InlineData("short period", Dictionary)]
        [InlineData("sorted keys", FrontCoded)]
        [InlineData("sorted keys, twice", Dictionary | FrontCoded)]
        [InlineData("notes among nulls", Sparse | FrontCoded)]
        [InlineData("few of many, most null", Sparse | Dictionary | FrontCoded)]
        [InlineData("one among nulls", 0)]
        public void The_writer_chooses_the_form(string sample, int mode) => Assert.Equal(mode, Bytes(Samples()[sample])[0]);

        [Fact]
        public void Long_strings_have_a_dictionary_exactly_if_a_quarter_repeats()
        {
            foreach (int count in new[] { 4, 5, 16, 31, 32, 33, 64, 127, 300, 511, 512 })
            {
                int most = count - count / 4;
                foreach (int distinct in new[] { 1, most / 2, most - 1, most, most + 1, count })
                {
                    if (distinct < 1 || distinct > count)
                        continue;
                    // With the distinct or the repeated strings first: the choice must not depend on the first strings.
                    string[] strings = Enumerable.Range(0, count).Select(i => Math.Min(i, distinct - 1) + new string('x', 40)).ToArray();
                    int expected = distinct <= most ? Dictionary : 0;
                    Assert.Equal(expected, Bytes(strings)[0] & Dictionary);
                    Array.Reverse(strings);
                    Assert.Equal(expected, Bytes(strings)[0] & Dictionary);
                }
            }
        }

        [Fact]
        public void A_dictionary_is_chosen_exactly_if_it_saves_bytes()
        {
            var random = new Random(11);
            var chosen = new int[2];
            for (int trial = 0; trial < 2000; trial++)
            {
                // The strings differ at the end, at the start, or only in between. Few of them are null, so that there is no null mask.
                int count = random.Next(1, 513), distinct = random.Next(1, count + 1), nulls = random.Next(2) * (count / 5);
                string start = trial % 3 == 0 ? "" : "com.example.", end = trial % 3 == 1 ? "" : new string('x', random.Next(0, 5));
                string?[] strings = Enumerable.Range(0, count)
                    .Select(i => i < nulls ? null : start + (i < distinct ? i : random.Next(nulls, Math.Max(distinct, nulls + 1))) + end)
                    .OrderBy(_ => random.Next()).ToArray();
                string[] different = strings.OfType<string>().Distinct().ToArray();
                bool pays = DictionaryChoice.Pays(different.Length, different.Sum(s => (long)s.Length), count - nulls, count);
                Assert.Equal(pays ? Dictionary : 0, Bytes(strings)[0] & Dictionary);
                chosen[pays ? 1 : 0]++;
            }
            Assert.All(chosen, times => Assert.True(times > 100));
        }

        [Theory]
        [MemberData(nameof(Columns))]
        public void Strings_of_many_lists_take_the_same_bytes(string sample) =>
            Assert.Equal(Bytes(Samples()[sample]), BytesOfLists(Samples()[sample]));

        [Fact]
        public void Strings_of_many_lists_have_a_dictionary_if_one_column_has_it()
        {
            var random = new Random(12);
            var chosen = new int[2];
            for (int trial = 0; trial < 500; trial++)
            {
                int count = random.Next(100, 4000), distinct = random.Next(1, count + 1), nulls = random.Next(3) * 10;
                string?[] strings = Enumerable.Range(0, count)
                    .Select(_ => random.Next(100) < nulls ? null : "key of " + random.Next(distinct)).ToArray();
                byte[] bytes = Bytes(strings);
                Assert.Equal(bytes, BytesOfLists(strings));
                chosen[bytes[0] & Dictionary]++;
            }
            Assert.All(chosen, times => Assert.True(times > 100));
        }

        private static byte[] BytesOfLists(string?[] values)
        {
            var random = new Random(values.Length);
            var lists = new List<object?>();
            for (int at = 0; at < values.Length; at += ((List<string?>)lists[^1]!).Count)
            {
                if (random.Next(10) == 0)
                    lists.Add(null);
                lists.Add(values.Skip(at).Take(random.Next(5)).ToList());
            }
            var w = new WireWriter(null, KitbagOptions.Default.Wire);
            try
            {
                var segments = new SegmentedSpan<string?>(lists.ToArray(), areLists: true, values.Length);
                StringCodec.Instance.WriteSegments(ref w, ref segments);
                return w.Written.ToArray();
            }
            finally
            {
                w.Dispose();
            }
        }

        [Fact]
        public void No_strings_take_no_bytes()
        {
            Assert.Empty(Bytes(Array.Empty<string?>()));
            Assert.Empty(Read(Array.Empty<byte>(), 0));
            Assert.Equal(0, SkippedBytes(Array.Empty<byte>(), 0));
        }

        [Fact]
        public void Columns_have_the_documented_bytes()
        {
            // Length prefixes 1 + 2 * 1, 0, 1: a block of width 2 and base 0; then the character.
            Assert.Equal(new byte[] { 0, 0x02, 0, 0b01_00_11, (byte)'a' }, Bytes(new string?[] { "a", null, "" }));
            // One distinct string: its length prefix in a block of width 0 with base 5; then the indexes, which are all 1.
            Assert.Equal(new byte[] { 1, 1, 0, 10, (byte)'a', (byte)'b', 0, 2 }, Bytes(Enumerable.Repeat<string?>("ab", 200).ToArray()));
        }

        [Fact]
        public void Equal_strings_are_read_as_one_instance()
        {
            string?[] values = Samples()["equal, not the same"];
            Assert.Single(Read(Bytes(values), values.Length).Distinct(ReferenceEqualityComparer.Instance));
        }

        [Fact]
        public void Random_columns_are_restored_and_skipped()
        {
            Gen<string?> one = StringFormTests.AnyString;
            Gen<string?[]> column = Gen.OneOf<string?[]>(
                one.ArrayOf()!,
                Gen.Choose(1, 12).SelectMany(n => one.ArrayOf(n)).SelectMany(some => Gen.Elements(some).ArrayOf())!,
                Gen.Choose(1, 700).SelectMany(n => Gen.Frequency((9, Gen.Constant<string?>(null)), (1, one)).ArrayOf(n))!,
                one.SelectMany(prefix => one.Select(rest => prefix + rest).ArrayOf())!);
            Prop.ForAll(column.ToArbitrary(), values =>
            {
                byte[] bytes = Bytes(values);
                return Read(bytes, values.Length).SequenceEqual(values)
                    && Reference.Read(bytes, values.Length).SequenceEqual(values)
                    && SkippedBytes(bytes, values.Length) == bytes.Length;
            }).Check(Config.QuickThrowOnFailure.WithMaxTest(500));
        }

        [Theory]
        [MemberData(nameof(Columns))]
        public void Every_truncation_is_refused(string sample)
        {
            string?[] values = Samples()[sample].Take(400).ToArray();
            byte[] bytes = Bytes(values);
            foreach (int length in CaseData.Lengths(bytes.Length, 700))
            {
                byte[] cut = bytes.AsSpan(0, length).ToArray();
                Assert.Equal(KitbagErrorReason.Truncated, Assert.Throws<KitbagException>(() => Read(cut, values.Length)).Reason);
                Assert.Throws<KitbagException>(() => SkippedBytes(cut, values.Length));
            }
        }

        [Theory]
        [MemberData(nameof(Columns))]
        public void Damaged_bytes_give_strings_or_a_KitbagException(string sample)
        {
            string?[] values = Samples()[sample].Take(400).Select(s => s != null && s.Length > 500 ? s.Substring(0, 500) : s).ToArray();
            byte[] bytes = Bytes(values);
            var random = new Random(1);
            for (int k = 0; k < 2000; k++)
            {
                byte[] damaged = (byte[])bytes.Clone();
                for (int n = random.Next(1, 4); n > 0; n--)
                    damaged[random.Next(2) == 0 ? random.Next(Math.Min(8, damaged.Length)) : random.Next(damaged.Length)] =
                        (byte)random.Next(256);
                try
                {
                    Read(damaged, values.Length);
                }
                catch (KitbagException)
                {
                }
                try
                {
                    SkippedBytes(damaged, values.Length);
                }
                catch (KitbagException)
                {
                }
            }
        }

        [Fact]
        public void Noise_gives_strings_or_a_KitbagException()
        {
            var random = new Random(2);
            for (int k = 0; k < 20_000; k++)
            {
                byte[] noise = new byte[random.Next(1, 60)];
                random.NextBytes(noise);
                noise[0] &= 7;
                try
                {
                    Read(noise, random.Next(1, 40));
                }
                catch (KitbagException)
                {
                }
            }
        }

        [Fact]
        public void Malformed_columns_are_refused_with_the_index()
        {
            // An unknown mode.
            Refused(new byte[] { 8 }, 1, -1);
            // More distinct strings than strings.
            Refused(new byte[] { 1, 3, 0, 2, 0, 2 }, 2, -1);
            // Index 2 of one distinct string, at place 1: base 1, width 1.
            Refused(new byte[] { 1, 1, 0, 2, 1, 2, 0b10 }, 2, 1);
            // The same with a null mask: strings at the places 1 and 3.
            Refused(new byte[] { 5, 0b1010, 1, 0, 2, 1, 2, 0b10 }, 4, 3);
            // The second string is no UTF-8: length prefixes 3 (one Latin-1 character) and 6 (one byte of UTF-8).
            Refused(new byte[] { 0, 2, 6, 0b1100, (byte)'a', 0xFF }, 2, 1);
        }

        private static void Refused(byte[] bytes, int count, int index)
        {
            KitbagException e = Assert.Throws<KitbagException>(() => Read(bytes, count));
            Assert.Equal((KitbagErrorReason.Malformed, index), (e.Reason, e.PendingIndex));
        }

        [Fact]
        public void Strings_are_counted_against_the_budget()
        {
            string?[] values = Samples()["distinct"];
            byte[] bytes = Bytes(values);
            var limits = new KitbagLimits { MaxAllocation = values.Length * 30L };
            Assert.Equal(KitbagErrorReason.LimitExceeded, Assert.Throws<KitbagException>(() => Read(bytes, values.Length, limits)).Reason);
        }

        internal static byte[] Bytes(string?[] values, KitbagOptions? options = null)
        {
            var w = new WireWriter(null, (options ?? KitbagOptions.Default).Wire);
            try
            {
                StringColumn.Write(ref w, values);
                return w.Written.ToArray();
            }
            finally
            {
                w.Dispose();
            }
        }

        internal static string?[] Read(byte[] bytes, int count, KitbagLimits? limits = null)
        {
            // The previous contents must not matter.
            string?[] values = Enumerable.Repeat<string?>("before", count).ToArray();
            var r = new WireReader(bytes, limits ?? KitbagLimits.Default);
            try
            {
                StringColumn.Read(ref r, values);
                return values;
            }
            finally
            {
                r.Dispose();
            }
        }

        private static int SkippedBytes(byte[] bytes, int count)
        {
            var r = new WireReader(bytes, KitbagLimits.Default);
            try
            {
                StringColumn.Skip(ref r, count);
                return r.Position;
            }
            finally
            {
                r.Dispose();
            }
        }

        /// <summary>A simple reader of the format, one value after the other, independent of the library.</summary>
        internal sealed class Reference
        {
            private readonly byte[] _bytes;
            private int _at;

            private Reference(byte[] bytes) => _bytes = bytes;

            public static string?[] Read(byte[] bytes, int count)
            {
                var reader = new Reference(bytes);
                string?[] values = reader.Column(count);
                Assert.Equal(bytes.Length, reader._at);
                return values;
            }

            private string?[] Column(int count)
            {
                if (count == 0)
                    return Array.Empty<string?>();
                int mode = _bytes[_at++];
                if ((mode & Sparse) == 0)
                    return Dense(count, mode);
                bool[] present = Enumerable.Range(0, count).Select(i => (_bytes[_at + i / 8] >> i % 8 & 1) != 0).ToArray();
                _at += (count + 7) / 8;
                var dense = new Queue<string?>(Dense(present.Count(p => p), mode));
                return present.Select(p => p ? dense.Dequeue() : null).ToArray();
            }

            private string?[] Dense(int count, int mode)
            {
                if ((mode & Dictionary) == 0)
                    return Strings(count, mode);
                string?[] distinct = Strings((int)Varint(), mode);
                return Integers(count).Select(i => i == 0 ? null : distinct[i - 1]).ToArray();
            }

            private string?[] Strings(int count, int mode)
            {
                long[] shared = (mode & FrontCoded) != 0 ? Integers(count) : new long[count];
                long[] prefixes = Integers(count);
                var strings = new string?[count];
                for (int i = 0; i < count; i++)
                {
                    if (prefixes[i] == 0)
                        continue;
                    long prefix = prefixes[i] - 1;
                    int length = (int)(prefix % 2 == 0 ? prefix / 2 : prefix / 4);
                    Encoding encoding = prefix % 2 == 0 ? Encoding.Latin1 : prefix % 4 == 1 ? Encoding.UTF8 : Encoding.Unicode;
                    byte[] rest = _bytes.AsSpan(_at, length).ToArray();
                    _at += length;
                    // Encoding.Unicode would replace lone surrogates.
                    string text = encoding == Encoding.Unicode
                        ? new string(Enumerable.Range(0, length / 2).Select(k => (char)(rest[2 * k] | rest[2 * k + 1] << 8)).ToArray())
                        : encoding.GetString(rest);
                    strings[i] = (i == 0 || strings[i - 1] == null ? "" : strings[i - 1]!.Substring(0, (int)shared[i])) + text;
                }
                return strings;
            }

            private long[] Integers(int count)
            {
                var values = new long[count];
                if (count != 0 && _bytes[_at] == 127)
                {
                    _at++;
                    for (int i = 0; i < count; i++, _at += 4)
                        values[i] = BitConverter.ToUInt32(_bytes, _at);
                    return values;
                }
                for (int start = 0; start < count; start += 256)
                {
                    // Columns of so few values have no patched blocks.
                    int n = Math.Min(256, count - start), width = _bytes[_at] & 127;
                    bool delta = _bytes[_at++] >= 128;
                    long first = Zigzag(), minStep = delta ? Zigzag() : 0;
                    int offsets = delta ? n - 1 : n;
                    long bit = _at * 8L;
                    long value = first;
                    for (int i = 0; i < n; i++)
                    {
                        if (!delta || i > 0)
                        {
                            long offset = 0;
                            for (int b = 0; b < width; b++, bit++)
                                offset |= (long)(_bytes[bit / 8] >> (int)(bit % 8) & 1) << b;
                            value = delta ? value + minStep + offset : first + offset;
                        }
                        values[start + i] = value;
                    }
                    _at += (int)(((long)offsets * width + 7) / 8);
                }
                return values;
            }

            private ulong Varint()
            {
                ulong value = 0;
                for (int shift = 0; ; shift += 7)
                {
                    byte b = _bytes[_at++];
                    value |= (ulong)(b & 127) << shift;
                    if (b < 128)
                        return value;
                }
            }

            private long Zigzag()
            {
                ulong value = Varint();
                return (long)(value >> 1) ^ -(long)(value & 1);
            }
        }
    }
}
