using System;
using System.Buffers;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace Kitbag.Net.Tests
{
    /// <summary>Counts the allocations of the whole process, so nothing else may run meanwhile.</summary>
    [CollectionDefinition(nameof(AllocationTests), DisableParallelization = true)]
    [Collection(nameof(AllocationTests))]
    public class AllocationTests
    {
        [Fact]
        public async Task A_steady_session_allocates_nothing_a_message()
        {
            const int InFlight = 100, Warm = 50_000, Messages = 1_000_000;
            byte[] payload = new byte[32];
            int left = 0;
            var done = new SemaphoreSlim(0);
            KitbagHandlers echo = new KitbagHandlers().On<Count>((session, count, received) =>
                session.SendAsync(count, received.IsSingleSegment ? received.First : payload));
            KitbagHandlers client = new KitbagHandlers().On<Count>((session, count, received) =>
            {
                int now = --left;
                if (now == 0)
                    done.Release();
                return now < InFlight ? default : session.SendAsync(count, payload, 0, payload.Length);
            });
            await using Pair pair = await Pair.Begin(client, echo, connect: Pair.Tcp);

            async Task RunAsync(int messages)
            {
                left = messages;
                for (int i = 0; i < InFlight; i++)
                    await pair.Client.SendAsync(new Count(i), payload, 0, payload.Length);
                await done.WaitAsync(TimeSpan.FromMinutes(2));
            }

            await RunAsync(Warm);
            long before = GC.GetTotalAllocatedBytes(precise: true);
            await RunAsync(Messages);
            long allocated = GC.GetTotalAllocatedBytes(precise: true) - before;
            // The test itself, the timers and the runtime's own threads allocate some kilobytes.
            Assert.True(allocated < Messages / 10, Messages + " messages and their replies allocated " + allocated + " bytes.");
        }
    }
}
