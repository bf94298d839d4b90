using System;
using System.Threading.Tasks;
using Kitbag.Net.Rooms;
using Xunit;

namespace Kitbag.Relay.Tests.Rooms
{
    /// <summary>What comes and goes leaves nothing.</summary>
    public class MemoryTests
    {
        [Fact]
        public async Task Rooms_joined_and_left_10_000_times_leave_memory_as_it_was()
        {
            await using TestRelay relay = await TestRelay.Start(o => o.Limits.FramesPerSecond = 0);
            // One that writes down nothing.
            await using KitbagRoomClient ada = await KitbagRoomClient.ConnectAsync(relay.Connect, new KitbagRoomHandlers()).Soon();
            await using RawPeer bob = await RawPeer.Enter(relay, "bob");
            KitbagRoom stays = await ada.JoinAsync("stays", new KitbagRoomOptions { History = 10 }).Soon();
            await Repeat(bob, 1000);
            long before = Used();
            await Repeat(bob, 10_000);
            long grown = Used() - before;
            Assert.True(grown < 1 << 20, "Memory has grown by " + grown + " bytes.");
            Assert.Equal(1, relay.Node.Rooms.Count);
            Assert.Single(stays.Peers);
        }

        // Rooms with the same name and with new ones, by turns.
        private static async Task Repeat(RawPeer peer, int count)
        {
            for (int i = 0; i < count; i++)
            {
                long number = await peer.Join(i % 2 == 0 ? "stays" : "room " + i);
                await peer.Say(f => f.Send(number, RoomFlags.ToAll, [], [], 0), new byte[100]);
                await peer.Say(f => f.Leave(3, number));
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
