using System;
using System.Linq;
using Kitbag.Dynamic;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    public class SizeTests
    {
        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Sum_is_the_length_of_the_document(string name)
        {
            TestCase testCase = CaseData.Get(name);
            foreach (KitbagOptions options in CaseData.Options())
            {
                if (options.Schema == KitbagSchemaMode.Bare && testCase.IsNullObject)
                    continue;
                byte[] bytes = testCase.Serialize(options);
                KitbagSize sizes = LazyTreeTests.Parse(bytes, testCase).Sizes();
                Assert.Equal(bytes.Length, sizes.Bytes);
                Assert.Equal(bytes.Length, sizes.All().Sum(s => s.OwnBytes));
                Assert.All(sizes.All(), s => Assert.True(s.OwnBytes >= 0, s.Path + ": " + s.OwnBytes));
                foreach (KitbagSize size in sizes.All().Where(s => s.Type != null))
                    Assert.Equal(size.OwnBytes, size.Encodings.Sum(e => e.Bytes));
            }
        }

        [Fact]
        public void Encodings_are_described()
        {
            int[] numbers = Enumerable.Range(0, 1000).Select(i => i * i % 61).ToArray();
            double[] prices = numbers.Select(n => n / 100.0).ToArray();
            string?[] names = numbers.Select(n => n % 7 == 0 ? null : "name " + n % 5).ToArray();
            Assert.Equal("packed 6 bits", EncodingOf(KitbagSerializer.Serialize(numbers)));
            int[] few = Enumerable.Range(0, 2000).Select(i => i % 100 == 5 && i < 500 ? 5 + i * 40 : i * i % 61).ToArray();
            Assert.Equal("packed, 2 of 8 blocks patched, 6 bits", EncodingOf(KitbagSerializer.Serialize(few)));
            Assert.Equal("raw", EncodingOf(KitbagSerializer.Serialize(numbers, new KitbagOptions { Numbers = KitbagNumbers.Raw })));
            Assert.Equal("delta 0 bits", EncodingOf(KitbagSerializer.Serialize(Enumerable.Range(0, 500).ToArray())));
            Assert.Equal("decimals (2), packed 6 bits", EncodingOf(KitbagSerializer.Serialize(prices)));
            Assert.StartsWith("dictionary of 5", EncodingOf(KitbagSerializer.Serialize(names)), StringComparison.Ordinal);
        }

        [Theory]
        [InlineData("int[] few large")]
        [InlineData("long[] few small")]
        public void Cases_with_a_few_numbers_far_from_the_others_have_patched_blocks(string name) =>
            Assert.Contains("patched", EncodingOf(CaseData.Get(name).Serialize(KitbagOptions.Default)), StringComparison.Ordinal);

        private static string EncodingOf(byte[] document) =>
            KitbagDocument.Parse(document).Sizes().All().Single(s => s.Name == "[]").Encodings.Single().Name;
    }
}
