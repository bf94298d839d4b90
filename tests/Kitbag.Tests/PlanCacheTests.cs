using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Kitbag.Codecs;
using Kitbag.CompilerServices;
using Kitbag.Schema;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>The cache of plans, and the cost of the schemas of documents.</summary>
    public class PlanCacheTests
    {
        private sealed class HandmadeSchema
        {
            public readonly List<byte> Bytes = new List<byte>();

            public HandmadeSchema Number(int value)
            {
                for (; value > 127; value >>= 7)
                    Bytes.Add((byte)(value | 128));
                Bytes.Add((byte)value);
                return this;
            }

            public HandmadeSchema Text(string text)
            {
                Number(text.Length);
                Bytes.AddRange(Encoding.ASCII.GetBytes(text));
                return this;
            }

            public HandmadeSchema Kind(SchemaKind kind)
            {
                Bytes.Add((byte)kind);
                return this;
            }
        }

        // An object 'Named' with one member that the reader has, and many that it lacks.
        private static byte[] SchemaOf(int members, string prefix, int types = 1)
        {
            var s = new HandmadeSchema().Number(types + 1);
            for (int t = 0; t < types; t++)
            {
                s.Kind(SchemaKind.Object).Text(t == 0 ? "Named" : "T" + t).Number(0).Number(members + 1 + (t + 1 < types ? 1 : 0))
                    .Text("Id").Number(types);
                for (int i = 0; i < members; i++)
                    s.Text(prefix + i).Number(types);
                if (t + 1 < types)
                    s.Text("next").Number(t + 1);
            }
            return s.Kind(SchemaKind.Int32).Bytes.ToArray();
        }

        private static byte[] Document(byte[] schema)
        {
            var s = new HandmadeSchema();
            s.Bytes.AddRange(new byte[] { (byte)'K', (byte)'I', (byte)'T', 1, 0 });
            s.Number(schema.Length);
            s.Bytes.AddRange(schema);
            return s.Bytes.ToArray();
        }

        private static void Read(byte[] document, KitbagLimits? limits = null)
        {
            try
            {
                KitbagSerializer.Deserialize<Named>(document, new KitbagOptions { Limits = limits ?? KitbagLimits.Default });
            }
            catch (KitbagException e) when (e.Reason is KitbagErrorReason.SchemaMismatch or KitbagErrorReason.Truncated)
            {
            }
        }

        private static PlanCache Cache => CodecRegistry.Find(typeof(Named)).Plans;

        [Fact]
        public void Large_schemas_are_not_cached_and_old_ones_are_evicted()
        {
            byte[] large = Document(SchemaOf(1000, "large_", 8));
            Assert.InRange(large.Length, 65_000, 200_000);
            long before = Cache.Bytes;
            Read(large);
            Assert.Equal(before, Cache.Bytes);
            for (int i = 0; i < 100; i++)
                Read(Document(SchemaOf(500, "m" + i + "_")));
            Assert.InRange(Cache.Bytes, 100_000, 4 << 20);
        }

        [Fact]
        public void The_most_recently_used_plan_is_kept()
        {
            byte[] schema = SchemaOf(3, "kept_"), document = Document(schema);
            Read(document);
            ReadPlan? plan = Get(schema);
            for (int i = 0; i < 100; i++)
            {
                Read(Document(SchemaOf(3, "other" + i + "_")));
                Read(document);
            }
            Assert.Same(plan, Get(schema));
        }

        private static ReadPlan? Get(byte[] schema)
        {
            long allocated = 0;
            DocumentPlan plan = Cache.Get(CodecRegistry.Find(typeof(Named)), schema, KitbagLimits.Default, KitbagUnknownCases.Refuse,
                ref allocated);
            return plan.Root;
        }

        [Fact]
        public void Stricter_limits_apply_to_cached_plans()
        {
            byte[] document = Document(SchemaOf(3, "strict_", 2));
            Read(document);
            foreach (KitbagLimits limits in new[] { new KitbagLimits { MaxMembers = 2 }, new KitbagLimits { MaxSchemaTypes = 2 },
                new KitbagLimits { MaxSchemaDepth = 1 }, new KitbagLimits { MaxSchemaBytes = 20 } })
                Assert.Equal(KitbagErrorReason.LimitExceeded, Assert.Throws<KitbagException>(() => Read(document, limits)).Reason);
        }

        [Fact]
        public void A_schema_is_counted_against_the_allocation_budget()
        {
            byte[] document = Document(SchemaOf(1000, "counted_", 60));
            foreach (int budget in new[] { 1 << 20, 4 << 20 })
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                Assert.Equal(KitbagErrorReason.LimitExceeded,
                    Assert.Throws<KitbagException>(() => Read(document, new KitbagLimits { MaxAllocation = budget })).Reason);
                Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, budget * 5 / 4 + 64 * 1024);
            }
        }

        [Fact]
        public void Long_names_are_truncated_in_messages()
        {
            var s = new HandmadeSchema().Number(2).Kind(SchemaKind.Map).Number(1).Number(1).Kind(SchemaKind.Object)
                .Text(new string('n', 900_000)).Number(0).Number(0);
            byte[] document = Document(s.Bytes.ToArray());
            long before = GC.GetAllocatedBytesForCurrentThread();
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<int[]>(document));
            Assert.InRange(e.Message.Length, 200, 1000);
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 4 << 20);
        }

        [Fact]
        public void Populating_a_sorted_list_of_another_order_does_not_take_quadratic_time()
        {
            const int Count = 20_000;
            // The results of the last comparisons: whether the key in the list precedes the key that is added.
            var isBefore = new Queue<bool>();
            byte[] document = KitbagSerializer.Serialize(new SortedList<int, int>(Enumerable.Range(0, Count).ToDictionary(i => i, i => 1)),
                KitbagOptions.Bare);
            var target = new SortedList<int, int>(Comparer<int>.Create((a, b) =>
            {
                isBefore.Enqueue(b < a);
                if (isBefore.Count > 10)
                    isBefore.Dequeue();
                return b.CompareTo(a);
            }));
            KitbagSerializer.Populate(document, target,
                new KitbagOptions { Schema = KitbagSchemaMode.Bare, Limits = new KitbagLimits { MaxAllocation = 1 << 30 } });
            Assert.Equal(Count, target.Count);
            Assert.Equal(Count - 1, target.Keys[0]);
            // The last key was added at the end: adding keys does not move others.
            Assert.All(isBefore, Assert.True);
        }
    }
}
