using System;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Input that is cut short or changed ends in a value or in a <see cref="KitbagException"/>, within the budget.</summary>
    public class BadInputTests
    {
        // A few changes, the same in each run; ./build.sh fuzz tries new ones for a given time.
        private const int EveryLengthUpTo = 1500, FencedUpTo = 500, Mutations = 200;

        private static readonly KitbagLimits s_limits = new KitbagLimits { MaxAllocation = 32 << 20 };

        private static readonly KitbagJsonOptions s_json = new KitbagJsonOptions { NonFinite = KitbagJsonNonFinite.AsStrings };

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Truncated(string name)
        {
            TestCase test = CaseData.Get(name);
            foreach (KitbagSchemaMode schema in new[] { KitbagSchemaMode.Embedded, KitbagSchemaMode.Bare })
            {
                var options = new KitbagOptions { Schema = schema, Limits = s_limits };
                if (test.IsNullObject && schema == KitbagSchemaMode.Bare)
                    continue;
                byte[] document = test.Serialize(options);
                int step = Math.Max(1, document.Length / EveryLengthUpTo);
                for (int length = 0; length < document.Length; length += step)
                {
                    var e = Assert.Throws<KitbagException>(() => test.Deserialize(document.AsSpan(0, length).ToArray(), options));
                    Assert.True(e.Offset >= 0 && e.Offset <= length, e.Message);
                }
            }
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void No_byte_outside_is_read(string name)
        {
            TestCase test = CaseData.Get(name);
            if (!FencedMemory.IsSupported || test.IsNullObject)
                return;
            using var memory = new FencedMemory();
            byte[] document = test.Serialize(KitbagOptions.Bare), json = test.SerializeJsonToUtf8Bytes(s_json);
            for (int length = 0; length <= FencedUpTo; length++)
            {
                if (length <= document.Length)
                {
                    Try(() => test.Deserialize(memory.AtEnd(document.AsSpan(0, length)), KitbagOptions.Bare));
                    Try(() => test.Deserialize(memory.AtStart(document.AsSpan(0, length)), KitbagOptions.Bare));
                }
                if (length <= json.Length)
                    Try(() => test.DeserializeJson(memory.AtEnd(json.AsSpan(0, length)), s_json));
            }
        }

        private static void Try(Action read)
        {
            try
            {
                read();
            }
            catch (KitbagException)
            {
            }
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Mutated(string name)
        {
            TestCase test = CaseData.Get(name);
            var random = new Random(name.Length * 31 + name[0]);
            foreach (KitbagSchemaMode schema in new[] { KitbagSchemaMode.Embedded, KitbagSchemaMode.Bare })
            {
                var options = new KitbagOptions { Schema = schema, Limits = s_limits };
                if (test.IsNullObject && schema == KitbagSchemaMode.Bare)
                    continue;
                byte[] document = test.Serialize(options);
                for (int i = 0; i < Mutations; i++)
                {
                    byte[] changed = (byte[])document.Clone();
                    for (int n = random.Next(1, 4); n > 0; n--)
                    {
                        int at = random.Next(changed.Length);
                        changed[at] = random.Next(3) switch
                        {
                            0 => (byte)(changed[at] ^ (1 << random.Next(8))),
                            1 => (byte)random.Next(256),
                            _ => (byte)(random.Next(2) * 255),
                        };
                    }
                    long before = GC.GetAllocatedBytesForCurrentThread();
                    try
                    {
                        test.Deserialize(changed, options);
                    }
                    catch (KitbagException)
                    {
                    }
                    // Straight reading and the pass that finds the path each stay within the budget, plus overhead of the runtime.
                    Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < 4 * s_limits.MaxAllocation,
                        "Allocated too much in round " + i);
                }
            }
        }
    }
}
