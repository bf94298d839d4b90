using System;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>No other tests run at the same time, because these tests measure the memory of the whole process.</summary>
    [CollectionDefinition(nameof(ProcessMemory), DisableParallelization = true)]
    public sealed class ProcessMemory
    {
    }

    [Collection(nameof(ProcessMemory))]
    public sealed class LogMemoryTests : TemporaryFolder
    {
        /// <summary>A million records would be visible in the memory if all of them were kept.</summary>
        [Fact]
        public void Memory_is_constant()
        {
            const int Count = 1_000_000;
            long before = GC.GetTotalMemory(true), maximum = 0;
            using (KitbagLog<Named> log = KitbagLog<Named>.Open(At("a.log"), new KitbagLogOptions { Durability = KitbagDurability.None }))
            {
                for (int i = 0; i < Count; i++)
                {
                    log.Append(new Named { Id = i });
                    if (i % 100_000 == 0)
                        maximum = Math.Max(maximum, GC.GetTotalMemory(true) - before);
                }
            }
            int next = 0;
            foreach (Named record in KitbagLog<Named>.Read(At("a.log")))
            {
                if (record.Id != next++)
                    Assert.Fail("Record " + record.Id + " is the " + next + ".");
                if (next % 100_000 == 0)
                    maximum = Math.Max(maximum, GC.GetTotalMemory(true) - before);
            }
            Assert.Equal(Count, next);
            Assert.InRange(maximum, 0, 8 << 20);
        }
    }
}
