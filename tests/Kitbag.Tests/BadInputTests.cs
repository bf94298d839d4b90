using System;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Input that is cut short or changed ends in a value or in a <see cref="KitbagException"/>, within the budget.</summary>
    public class BadInputTests
    {
        // A few changes, the same in each run; ./build.sh fuzz tests new ones for a given time.
        private const int MaxBodyLengths = 1500, MaxDocumentLengths = 120, Mutations = 64;

        // Damaged lengths may allocate as much as the budget allows, in each of thousands of reads.
        private static readonly KitbagLimits s_limits = new KitbagLimits { MaxAllocation = 8 << 20 };

        /// <summary>A document with its schema, at up to 120 lengths: the bytes after the schema are those of the next test.</summary>
        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Truncated_documents(string name)
        {
            TestCase test = CaseData.Get(name);
            var options = new KitbagOptions { Limits = s_limits };
            byte[] document = test.Serialize(options);
            foreach (int length in CaseData.Lengths(document.Length, MaxDocumentLengths))
                AssertRefused(test, document.AsSpan(0, length).ToArray(), options);
        }

        /// <summary>
        /// A bare body at every length. Bodies that fit into a page are read between inaccessible pages: a read outside of the body would
        /// end the process.
        /// </summary>
        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Truncated_bodies(string name)
        {
            TestCase test = CaseData.Get(name);
            if (test.IsNullObject)
                return;
            var options = new KitbagOptions { Schema = KitbagSchemaMode.Bare, Limits = s_limits };
            byte[] body = test.Serialize(options);
            bool isFenced = FencedMemory.IsSupported && body.Length <= FencedMemory.Capacity;
            using FencedMemory? memory = isFenced ? new FencedMemory() : null;
            foreach (int length in CaseData.Lengths(body.Length, MaxBodyLengths))
            {
                ReadOnlySpan<byte> bytes = body.AsSpan(0, length);
                if (memory == null)
                    AssertRefused(test, bytes.ToArray(), options);
                else if (length % 8 == 0)
                    AssertRefused(test, memory.AtStart(bytes), options);
                else
                    AssertRefused(test, memory.AtEnd(bytes), options);
            }
            if (memory != null)
                RoundTripTests.AssertEqual(test, test.Deserialize(memory.AtEnd(body), options));
        }

        private static void AssertRefused(TestCase test, ReadOnlySpan<byte> bytes, KitbagOptions options)
        {
            try
            {
                test.Deserialize(bytes, options);
            }
            catch (KitbagException e)
            {
                Assert.True(e.Offset >= 0 && e.Offset <= bytes.Length, e.Message);
                return;
            }
            Assert.Fail("The first " + bytes.Length + " bytes were read without an exception.");
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
