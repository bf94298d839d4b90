using System;
using System.Linq;
using System.Text;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>Text that is cut short or changed ends in a value or in a <see cref="KitbagException"/>.</summary>
    public class JsonBadInputTests
    {
        // A few changes, the same in each run; ./build.sh fuzz tests new ones for a given time.
        private const int MaxLengths = 120, Mutations = 64;

        // Objects of many members that are written in two bytes allocate the most per byte of text.
        private const int MaxBytesPerByte = 2_000, Always = 4 << 20;

        private static readonly KitbagJsonOptions[] s_options =
        {
            new KitbagJsonOptions { NonFinite = KitbagJsonNonFinite.AsStrings },
            new KitbagJsonOptions { Format = KitbagJsonFormat.Text, EnumsByName = true, AllowComments = true, AllowTrailingCommas = true,
                CaseInsensitive = true, Duplicates = KitbagJsonDuplicates.Refuse },
        };

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Truncated(string name)
        {
            TestCase test = CaseData.Get(name);
            foreach (KitbagJsonOptions options in s_options)
            {
                byte[] json = Utf8(test, options);
                int end = json.AsSpan().TrimEnd((byte)'\n').Length;
                bool isClosed = json[0] is (byte)'{' or (byte)'[' or (byte)'"';
                using FencedMemory? memory = FencedMemory.IsSupported ? new FencedMemory() : null;
                foreach (int length in CaseData.Lengths(end, MaxLengths))
                {
                    ReadOnlySpan<byte> text = json.AsSpan(0, length);
                    // A read behind the text would end the process.
                    if (memory != null && length <= FencedMemory.Capacity)
                        text = memory.AtEnd(text);
                    KitbagException? e = Try(test, text, options);
                    if (isClosed)
                        Assert.True(e != null && e.Offset >= 0 && e.Offset <= length, name + " of " + length + ": " + e?.Message);
                }
            }
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Mutated(string name)
        {
            TestCase test = CaseData.Get(name);
            var random = new Random(name.Length * 37 + name[0]);
            byte[] interesting = "{}[]\",:\\/0159-+.eEtfnu \n\t\0\u007f*"u8.ToArray().Concat(new byte[] { 0x80, 0xC3, 0xE2, 0xF0, 0xFF })
                .ToArray();
            foreach (KitbagJsonOptions options in s_options)
            {
                byte[] json = Utf8(test, options);
                for (int i = 0; i < Mutations; i++)
                {
                    byte[] changed = (byte[])json.Clone();
                    for (int n = random.Next(1, 4); n > 0; n--)
                    {
                        int at = random.Next(changed.Length);
                        changed[at] = random.Next(3) switch
                        {
                            0 => (byte)(changed[at] ^ (1 << random.Next(8))),
                            1 => interesting[random.Next(interesting.Length)],
                            _ => changed[random.Next(changed.Length)],
                        };
                    }
                    long before = GC.GetAllocatedBytesForCurrentThread();
                    Try(test, changed, options);
                    Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < Always + (long)MaxBytesPerByte * changed.Length,
                        "Allocated too much in round " + i);
                }
            }
        }

        private static byte[] Utf8(TestCase test, KitbagJsonOptions options)
        {
            try
            {
                return test.SerializeJsonToUtf8Bytes(options);
            }
            catch (KitbagException e) when (e.Reason == KitbagErrorReason.NotSupported)
            {
                return test.SerializeJsonToUtf8Bytes(s_options[0]);
            }
        }

        private static KitbagException? Try(TestCase test, ReadOnlySpan<byte> json, KitbagJsonOptions options)
        {
            try
            {
                test.DeserializeJson(json, options);
                return null;
            }
            catch (KitbagException e)
            {
                Assert.True(e.Line > 0 && e.Column > 0 && e.Path.Length != 0, e.Message);
                Assert.InRange(e.Offset, 0, json.Length);
                return e;
            }
        }

        [Fact]
        public void Large_input_is_read_in_bounded_memory()
        {
            var huge = new string('x', 100_000_000);
            Assert.Equal(huge.Length, KitbagJson.Deserialize<string>(Encoding.ASCII.GetBytes('"' + huge + '"')).Length);
            byte[] digits = Encoding.ASCII.GetBytes(new string('9', 10_000_000));
            long before = GC.GetAllocatedBytesForCurrentThread();
            Assert.Equal(KitbagErrorReason.OutOfRange, Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<int>(digits)).Reason);
            Assert.Equal(KitbagErrorReason.OutOfRange, Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<double>(digits)).Reason);
            Assert.Equal(KitbagErrorReason.OutOfRange,
                Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<decimal>(digits)).Reason);
            Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < 1 << 20);
            byte[] fraction = Encoding.ASCII.GetBytes("0." + new string('3', 10_000_000));
            Assert.Equal(1 / 3.0, KitbagJson.Deserialize<double>(fraction));
        }

        [Fact]
        public void Deep_nesting_ends_at_the_limit()
        {
            byte[] deep = Encoding.ASCII.GetBytes("{\"Unknown\":" + new string('[', 10_000_000));
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Item>(deep));
            Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
            Assert.Contains("MaxDepth", e.Message, StringComparison.Ordinal);
            var shallow = new KitbagJsonOptions { MaxDepth = 2 };
            KitbagJson.Deserialize<int[][]>("[[1]]", shallow);
            Assert.Equal(KitbagErrorReason.LimitExceeded,
                Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<int[][][]>("[[[1]]]", shallow)).Reason);
            Assert.Equal(KitbagErrorReason.LimitExceeded,
                Assert.Throws<KitbagException>(() => KitbagJson.Serialize(new[] { new[] { new[] { 1 } } }, shallow)).Reason);
        }
    }
}
