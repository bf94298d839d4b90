using System;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;
using Xunit;

namespace Kitbag.Relay.Tests.Rooms
{
    /// <summary>No other tests run at the same time, because these tests measure the whole process.</summary>
    [CollectionDefinition(nameof(Alone), DisableParallelization = true)]
    public sealed class Alone
    {
    }

    /// <summary>Rooms and messages leave no memory behind.</summary>
    [Collection(nameof(Alone))]
    public class MemoryTests
    {
        [Fact]
        public async Task Rooms_joined_and_left_10_000_times_leave_memory_as_it_was()
        {
            await using TestRelay relay = await TestRelay.Start(o => o.Limits.FramesPerSecond = 0);
            // A peer that records nothing.
            await using KitbagRoomClient ada = await KitbagRoomClient.ConnectAsync(relay.Connect, new KitbagRoomHandlers()).Soon();
            await using RawPeer bob = await RawPeer.Enter(relay, "bob");
            KitbagRoom stays = await ada.JoinAsync("stays", new KitbagRoomOptions { History = 10 }).Soon();
            await Repeat(bob, 1000);
            long before = Used();
            await Repeat(bob, 10_000);
            long grown = Used() - before;
            Assert.True(grown < 1 << 20, "Memory has grown by " + grown + " bytes.");
            await Waiting.Until(() => relay.Node.Rooms.Count == 1 && stays.Peers.Count == 1);
        }

        [Fact]
        public async Task Nothing_is_allocated_for_a_message_that_is_passed_on()
        {
            await using TestRelay relay = await TestRelay.Start(o => o.Limits.FramesPerSecond = 0);
            await using RawPeer ada = await RawPeer.Enter(relay, "ada");
            await using RawPeer bob = await RawPeer.Enter(relay, "bob");
            long number = await ada.Join("one");
            await bob.Join("one");
            byte[] frame = RawPeer.Frame(f => f.Send(number, 0, [], [], 0), new byte[64]);
            await Pass(ada, bob, frame, 20_000);
            // The two peers need memory for the many bytes at once, and the relay for its reads and writes, whose number depends on the
            // load of the machine. An allocation for each message would be in every round.
            double bytes = double.MaxValue;
            for (int round = 0; round < 5 && bytes >= 2; round++)
            {
                long before = GC.GetTotalAllocatedBytes(precise: true);
                await Pass(ada, bob, frame, 100_000);
                bytes = (GC.GetTotalAllocatedBytes(precise: true) - before) / 100_000.0;
            }
            Assert.True(bytes < 2, bytes + " bytes are allocated per message.");
        }

        // Sends in batches, and receives without parsing the bytes.
        private static async Task Pass(RawPeer from, RawPeer to, byte[] frame, int count)
        {
            const int Batch = 1000;
            var bytes = new byte[frame.Length * Batch];
            for (int i = 0; i < Batch; i++)
                frame.CopyTo(bytes, i * frame.Length);
            for (int i = 0; i < count / Batch; i++)
            {
                await from.Send(bytes);
                await to.Take(Batch);
                await from.TakeAll();
            }
        }

        // Alternates between rooms with the same name and with new names.
        private static async Task Repeat(RawPeer peer, int count)
        {
            for (int i = 0; i < count; i++)
            {
                long number = await peer.Join(i % 2 == 0 ? "stays" : "room " + i);
                await peer.SendHeader(f => f.Send(number, RoomFlags.ToAll, [], [], 0), new byte[100]);
                await peer.SendHeader(f => f.Leave(3, number));
            }
        }

        private static long Used()
        {
            for (int i = 0; i < 3; i++)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
            return GC.GetTotalMemory(forceFullCollection: true);
        }
    }
}
