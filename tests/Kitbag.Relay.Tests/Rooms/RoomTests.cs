using System;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using Kitbag.Net.Rooms;
using Xunit;

namespace Kitbag.Relay.Tests.Rooms
{
    /// <summary>Who is in a room, and who gets what.</summary>
    public class RoomTests
    {
        [Fact]
        public async Task Messages_reach_exactly_their_recipients()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob"), eve = await relay.Enter("eve");
            KitbagRoom one = await ada.Join("one"), two = await bob.Join("one");
            await eve.Join("another");

            await one.Say("to others");
            await one.Say("to all", new KitbagSend { ToMe = true });
            await one.Say("to bob", new KitbagSend { To = bob.Id });
            await one.Say("end", new KitbagSend { ToMe = true });
            await ada.Hears("message ada: end");
            await bob.Hears("message ada: end");
            Assert.Equal(["message ada: to all", "message ada: end"], ada.Heard("message"));
            Assert.Equal(["message ada: to others", "message ada: to all", "message ada: to bob (to me)", "message ada: end"],
                bob.Heard("message"));
            Assert.Empty(eve.Heard("message"));
            Assert.Equal(2, two.Peers.Count);
            Assert.Equal(ada.Id, two.Owner);
        }

        [Fact]
        public async Task Joining_and_leaving_is_announced_with_metadata()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada");
            KitbagRoom room = await ada.Join("one", new KitbagRoomOptions { Metadata = [1], RoomMetadata = [9] });
            TestClient bob = await relay.Enter("bob");
            KitbagRoom his = await bob.Join("one", new KitbagRoomOptions { Metadata = [2], RoomMetadata = [8] });
            await ada.Hears("Joined bob OwnWill");
            Assert.Equal([1, 2], room.Peers.Select(p => (int)p.Metadata[0]).Order());
            Assert.Equal([1, 2], his.Peers.Select(p => (int)p.Metadata[0]).Order());
            Assert.Equal([9], his.Metadata);
            await his.DescribeMeAsync(new byte[] { 3 }).Soon();
            await ada.Hears("Described bob OwnWill");
            Assert.Equal([1, 3], room.Peers.Select(p => (int)p.Metadata[0]).Order());

            await his.LeaveAsync().Soon();
            await ada.Hears("Left bob OwnWill");
            await bob.Join("one");
            await Waiting.Until(() => ada.Heard("Joined bob").Length == 2);
            await bob.DisposeAsync();
            await Waiting.Until(() => ada.Heard("Left bob").Length == 2);
            Assert.Single(room.Peers);
        }

        [Fact]
        public async Task The_owner_describes_hands_over_and_is_succeeded()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob"), eve = await relay.Enter("eve");
            KitbagRoom room = await ada.Join("one"), his = await bob.Join("one"), hers = await eve.Join("one");
            await room.DescribeAsync(Encoding.UTF8.GetBytes("board")).Soon();
            await eve.Hears("room of ada: board");
            Assert.Equal(KitbagRoomFailure.NotAllowed, await Failure(() => his.DescribeAsync(default)));
            Assert.Equal(KitbagRoomFailure.NotAllowed, await Failure(() => his.HandOverAsync(bob.Id)));
            await room.HandOverAsync(eve.Id).Soon();
            await bob.Hears("room of eve: board");
            await hers.LeaveAsync().Soon();
            await bob.Hears("room of ada: board");
            await room.LeaveAsync().Soon();
            await bob.Hears("room of bob: board");
            Assert.Equal(bob.Id, his.Owner);
        }

        [Fact]
        public async Task The_owner_removes_and_bans()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob"), bob2 = await relay.Enter("bob");
            KitbagRoom room = await ada.Join("one"), his = await bob.Join("one");
            Assert.Equal(KitbagRoomFailure.NotAllowed, await Failure(() => his.RemoveAsync(ada.Id)));
            Assert.Equal(KitbagRoomFailure.NoSuchPeer, await Failure(() => room.RemoveAsync("nobody~AAAAAAAA")));
            await room.RemoveAsync(bob.Id, TimeSpan.FromSeconds(60)).Soon();
            await bob.Hears("removed Removed");
            await ada.Hears("Left bob Removed");
            Assert.Equal(KitbagRoomFailure.Banned, await Failure(() => bob.Join("one")));
            Assert.Equal(KitbagRoomFailure.Banned, await Failure(() => bob2.Join("one")));

            await using TestClient eve = await relay.Enter("eve");
            await eve.Join("one");
            await room.RemoveAsync(eve.Id).Soon();
            await eve.Hears("removed Removed");
            await eve.Join("one");
        }

        [Fact]
        public async Task Rooms_are_created_found_listed_and_go()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob");
            Assert.Equal(KitbagRoomFailure.NoSuchRoom, await Failure(() => bob.Join("b1", new KitbagRoomOptions { MayCreate = false })));
            KitbagRoom room = await ada.Join("b1", new KitbagRoomOptions { MustCreate = true, MaxPeers = 7, Password = "x" });
            Assert.Equal(KitbagRoomFailure.Exists, await Failure(() => bob.Join("b1", new KitbagRoomOptions { MustCreate = true })));
            await ada.Join("b2", new KitbagRoomOptions { IsUnlisted = true });
            await ada.Join("b3", new KitbagRoomOptions { IsKept = true });
            await ada.Join("c");
            var listed = await bob.Client.ListAsync("b").Soon();
            Assert.Equal(["b1", "b3"], listed.Select(r => r.Name));
            Assert.Equal((true, 1, 7, false), (listed[0].IsLocked, listed[0].Peers, listed[0].MaxPeers, listed[0].IsKept));
            Assert.True(listed[1].IsKept);
            await room.LeaveAsync().Soon();
            Assert.Equal(3, relay.Node.Rooms.Count);
            Assert.Equal(KitbagRoomFailure.NoSuchRoom, await Failure(() => bob.Join("b1", new KitbagRoomOptions { MayCreate = false })));
            Assert.Equal(3, relay.Node.Rooms.Count);
        }

        [Fact]
        public async Task More_rooms_than_a_list_has_are_listed()
        {
            await using TestRelay relay = await TestRelay.Start(o => o.Limits.MaxRoomsPerPeer = 300);
            await using TestClient ada = await relay.Enter("ada");
            for (int i = 0; i < 250; i++)
                await ada.Join("room " + i);
            Assert.Equal(250, (await ada.Client.ListAsync().Soon()).Select(r => r.Name).Distinct().Count());
        }

        [Fact]
        public async Task A_password_lets_in()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob");
            await ada.Join("one", new KitbagRoomOptions { Password = "sesame" });
            Assert.Equal(KitbagRoomFailure.NotAllowed, await Failure(() => bob.Join("one")));
            Assert.Equal(KitbagRoomFailure.NotAllowed, await Failure(() => bob.Join("one", new KitbagRoomOptions { Secret = "sesam" })));
            await bob.Join("one", new KitbagRoomOptions { Secret = "sesame" });
        }

        [Fact]
        public async Task A_message_without_recipients_is_answered()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada");
            KitbagRoom room = await ada.Join("one");
            await room.Say("hello", new KitbagSend { To = "bob~AAAAAAAA" });
            await ada.Hears("undelivered NoSuchPeer");
            Assert.Equal(KitbagRoomFailure.NoSuchPeer,
                await Failure(() => room.Keep("hello", new KitbagSend { To = "bob~AAAAAAAA" })));
            Assert.Empty(await room.Keep("to others, of whom there are none"));
        }

        [Fact]
        public async Task A_peer_that_reconnects_replaces_its_predecessor()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob");
            KitbagRoom room = await ada.Join("one");
            await bob.Join("one");
            // Its session is lost here, and the relay does not know yet.
            bob.Client.Session!.Abort();
            await ada.Hears("Back bob OwnWill");
            await Waiting.Until(() => bob.Client.IsReady);
            await room.Say("again");
            await bob.Hears("message ada: again");
            Assert.Equal(["Joined bob OwnWill", "Away bob OwnWill", "Back bob OwnWill"],
                ada.Heard().Where(l => l.Contains("bob", StringComparison.Ordinal)));
            Assert.Contains("gap SessionLost 0", bob.Heard());
            Assert.Equal(2, room.Peers.Count);
        }

        internal static async Task<KitbagRoomFailure> Failure(Func<Task> act) =>
            (await Assert.ThrowsAsync<KitbagRoomException>(() => act().Soon())).Failure;
    }
}
