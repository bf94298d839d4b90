using System;
using System.Linq;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>The first values of a process are processed without vector instructions, with the same bytes.</summary>
    [Collection(Vectors)]
    public class WarmUpTests
    {
        // Tests that need vectors are in the same collection, so that they do not run at the same time.
        internal const string Vectors = nameof(Vectors);

        // All other tests use vectors, in whichever order tests run.
        [ModuleInitializer]
        internal static void SkipWarmUp() => WarmUp.s_done = WarmUp.Values;

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void A_case_has_the_same_bytes(string name)
        {
            TestCase test = CaseData.Get(name);
            foreach (KitbagOptions options in CaseData.Options())
            {
                if (test.IsNullObject && options.Schema == KitbagSchemaMode.Bare)
                    continue;
                byte[] warm = test.Serialize(options);
                byte[] cold = Cold(() => test.Serialize(options));
                Assert.Equal(warm, cold);
                object? read = Cold(() => test.Deserialize(warm, options));
                Assert.Equal(warm, KitbagSerializer.Serialize(test.Type, read, options));
            }
            string text = test.SerializeJson(new KitbagJsonOptions { NonFinite = KitbagJsonNonFinite.AsStrings });
            Assert.Equal(text, Cold(() => test.SerializeJson(new KitbagJsonOptions { NonFinite = KitbagJsonNonFinite.AsStrings })));
        }

        [Fact]
        public void Long_columns_have_the_same_bytes()
        {
            var random = new Random(5);
            for (int length = 1; length < 1500; length = length * 3 / 2 + 1)
            {
                int bits = random.Next(1, 31);
                int[] ints = Enumerable.Range(0, length).Select(_ => random.Next() & ((1 << bits) - 1)).ToArray();
                var columns = new LongColumns
                {
                    Ints = ints,
                    Steps = ints.Select((_, i) => i * 5).ToArray(),
                    Same = new int[length],
                    Longs = Array.ConvertAll(ints, i => (long)i << 20),
                    Shorts = Array.ConvertAll(ints, i => (short)i),
                    Floats = Array.ConvertAll(ints, i => i / 10f),
                    Doubles = Array.ConvertAll(ints, i => -i / 100d),
                    Texts = Array.ConvertAll(ints, i => new string((char)('a' + i % 25), i & 63) + (i % 90 == 0 ? "é☃" : "")),
                };
                byte[] warm = KitbagSerializer.Serialize(columns), json = KitbagJson.SerializeToUtf8Bytes(columns);
                Assert.Equal(warm, Cold(() => KitbagSerializer.Serialize(columns)));
                Assert.Equal(json, Cold(() => KitbagJson.SerializeToUtf8Bytes(columns)));
                Assert.Equal(warm, KitbagSerializer.Serialize(Cold(() => KitbagSerializer.Deserialize<LongColumns>(warm))));
                Assert.Equal(warm, KitbagSerializer.Serialize(Cold(() => KitbagJson.Deserialize<LongColumns>(json))));
            }
        }

        // Other tests that run at the same time do not use vectors either meanwhile, which does not affect their results.
        private static TValue Cold<TValue>(Func<TValue> act)
        {
            WarmUp.s_done = -(1 << 30);
            try
            {
                return act();
            }
            finally
            {
                WarmUp.s_done = WarmUp.Values;
            }
        }

        public sealed class LongColumns
        {
            public int[]? Ints { get; set; }
            public int[]? Steps { get; set; }
            public int[]? Same { get; set; }
            public long[]? Longs { get; set; }
            public short[]? Shorts { get; set; }
            public float[]? Floats { get; set; }
            public double[]? Doubles { get; set; }
            public string[]? Texts { get; set; }
        }
    }
}
