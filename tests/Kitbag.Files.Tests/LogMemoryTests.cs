using System;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>Tests that measure the memory of the whole process: nothing else runs beside them.</summary>
    [CollectionDefinition(nameof(ProcessMemory), DisableParallelization = true)]
    public sealed class ProcessMemory
    {
    }

    [Collection(nameof(ProcessMemory))]
    public sealed class LogMemoryTests : TemporaryFolder
    {
        /// <summary>A million records, so many that all of them would be seen in the memory.</summary>
        [Fact]
        public void Memory_is_constant()
        {
            const int Count = 1_000_000;
            long before = GC.GetTotalMemory(true), most = 0;
            using (KitbagLog<Named> log = KitbagLog<Named>.Open(At("a.log"), new KitbagLogOptions { Durability = KitbagDurability.None }))
            {
                for (int i = 0; i < Count; i++)
                {
                    log.Append(new Named { Id = i });
                    if (i % 100_000 == 0)
                        most = Math.Max(most, GC.GetTotalMemory(true) - before);
                }
            }
            int next = 0;
            foreach (Named record in KitbagLog<Named>.Read(At("a.log")))
            {
                if (record.Id != next++)
                    Assert.Fail("Record " + record.Id + " is the " + next + ".");
                if (next % 100_000 == 0)
                    most = Math.Max(most, GC.GetTotalMemory(true) - before);
            }
            Assert.Equal(Count, next);
            Assert.InRange(most, 0, 8 << 20);
        }
    }
}
