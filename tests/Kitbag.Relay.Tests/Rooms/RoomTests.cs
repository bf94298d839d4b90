using System;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Configuration;
using Kitbag.Relay.Identity;
using Kitbag.Relay.Tool;
using Xunit;

namespace Kitbag.Relay.Tests.Rooms
{
    /// <summary>Tests the members of rooms, and the recipients of messages.</summary>
    public class RoomTests
    {
        [Fact]
        public async Task Messages_reach_exactly_their_recipients()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob"), eve = await relay.Enter("eve");
            KitbagRoom one = await ada.Join("one"), two = await bob.Join("one");
            await eve.Join("another");

            await one.SendText("to others");
            await one.SendText("to all", new KitbagSend { ToMe = true });
            await one.SendText("to bob", new KitbagSend { To = bob.Id });
            await one.SendText("end", new KitbagSend { ToMe = true });
            await ada.WaitFor("message ada: end");
            await bob.WaitFor("message ada: end");
            Assert.Equal(["message ada: to all", "message ada: end"], ada.Events("message"));
            Assert.Equal(["message ada: to others", "message ada: to all", "message ada: to bob (to me)", "message ada: end"],
                bob.Events("message"));
            Assert.Empty(eve.Events("message"));
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
            await ada.WaitFor("Joined bob OwnWill");
            Assert.Equal([1, 2], room.Peers.Select(p => (int)p.Metadata[0]).Order());
            Assert.Equal([1, 2], his.Peers.Select(p => (int)p.Metadata[0]).Order());
            Assert.Equal([9], his.Metadata);
            await his.DescribeMeAsync(new byte[] { 3 }).Soon();
            await ada.WaitFor("Described bob OwnWill");
            Assert.Equal([1, 3], room.Peers.Select(p => (int)p.Metadata[0]).Order());

            await his.LeaveAsync().Soon();
            await ada.WaitFor("Left bob OwnWill");
            await bob.Join("one");
            await Waiting.Until(() => ada.Events("Joined bob").Length == 2);
            await bob.DisposeAsync();
            await Waiting.Until(() => ada.Events("Left bob").Length == 2);
            Assert.Single(room.Peers);
        }

        [Fact]
        public async Task The_owner_describes_hands_over_and_is_succeeded()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob"), eve = await relay.Enter("eve");
            KitbagRoom room = await ada.Join("one"), his = await bob.Join("one"), hers = await eve.Join("one");
            await room.DescribeAsync(Encoding.UTF8.GetBytes("board")).Soon();
            await eve.WaitFor("room of ada: board");
            Assert.Equal(KitbagRoomFailure.NotAllowed, await Failure(() => his.DescribeAsync(default)));
            Assert.Equal(KitbagRoomFailure.NotAllowed, await Failure(() => his.HandOverAsync(bob.Id)));
            await room.HandOverAsync(eve.Id).Soon();
            await bob.WaitFor("room of eve: board");
            await hers.LeaveAsync().Soon();
            await bob.WaitFor("room of ada: board");
            await room.LeaveAsync().Soon();
            await bob.WaitFor("room of bob: board");
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
            await bob.WaitFor("removed Removed");
            await ada.WaitFor("Left bob Removed");
            Assert.Equal(KitbagRoomFailure.Banned, await Failure(() => bob.Join("one")));
            Assert.Equal(KitbagRoomFailure.Banned, await Failure(() => bob2.Join("one")));

            await using TestClient eve = await relay.Enter("eve");
            await eve.Join("one");
            await room.RemoveAsync(eve.Id).Soon();
            await eve.WaitFor("removed Removed");
            await eve.Join("one");
        }

        [Fact]
        public async Task Rooms_are_created_found_listed_and_removed()
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
        public async Task More_rooms_than_fit_into_one_answer_are_listed()
        {
            await using TestRelay relay = await TestRelay.Start(o => o.Limits.MaxRoomsPerPeer = 300);
            await using TestClient ada = await relay.Enter("ada");
            for (int i = 0; i < 250; i++)
                await ada.Join("room " + i);
            Assert.Equal(250, (await ada.Client.ListAsync().Soon()).Select(r => r.Name).Distinct().Count());
        }

        [Fact]
        public async Task A_password_is_required_to_join()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob");
            await ada.Join("one", new KitbagRoomOptions { Password = "sesame" });
            Assert.Equal(KitbagRoomFailure.NotAllowed, await Failure(() => bob.Join("one")));
            Assert.Equal(KitbagRoomFailure.NotAllowed, await Failure(() => bob.Join("one", new KitbagRoomOptions { Secret = "sesam" })));
            await bob.Join("one", new KitbagRoomOptions { Secret = "sesame" });
        }

        /// <summary>A program that creates a room or joins it, whichever is possible, states the password once.</summary>
        [Fact]
        public async Task The_password_of_a_new_room_is_also_presented_to_an_existing_one()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob");
            await ada.Join("one", new KitbagRoomOptions { Password = "sesame" });
            await bob.Join("one", new KitbagRoomOptions { Password = "sesame" });
            await using TestClient eve = await relay.Enter("eve");
            Assert.Equal(KitbagRoomFailure.NotAllowed, await Failure(() => eve.Join("one", new KitbagRoomOptions { Password = "sesam" })));
            Assert.Equal(KitbagRoomFailure.NotAllowed,
                await Failure(() => eve.Join("one", new KitbagRoomOptions { Password = "sesame", Secret = "sesam" })));
        }

        /// <summary>A failure says what the peer may do about it, but not what it may not know.</summary>
        [Fact]
        public async Task Failures_are_explained()
        {
            await using TestRelay relay = await TestRelay.Start(o =>
            {
                o.Limits.MaxMessage = 10_000;
                o.Limits.MaxRoomsPerPeer = 2;
                o.Limits.MaxRooms = 3;
            });
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob");
            KitbagRoom room = await ada.Join("one", new KitbagRoomOptions { Password = "sesame" });
            await ada.Join("two");
            KitbagRoom his = await bob.Join("two");
            await bob.Join("three");
            Assert.Equal("The room requires its password or a ticket as the secret (KitbagRoomOptions.Secret).",
                await Text(() => bob.Join("one")));
            string wrong = await Text(() => bob.Join("one", new KitbagRoomOptions { Secret = "sesam" }));
            Assert.StartsWith("The secret (KitbagRoomOptions.Secret) is neither the password of the room nor a valid ticket for it", wrong,
                StringComparison.Ordinal);
            Assert.DoesNotContain("sesam", wrong, StringComparison.Ordinal);
            Assert.Equal("Only the owner of the room may do this.", await Text(() => his.DescribeAsync(default)));
            Assert.Equal("A message has at most 10000 bytes (--limits.maxmessage).", await Text(() => room.Keep(new string('a', 10_001))));
            Assert.Equal("A peer may be in at most 2 rooms (--limits.maxroomsperpeer).", await Text(() => ada.Join("three")));
            Assert.Equal("This relay has at most 3 rooms (--limits.maxrooms).", await Text(() => ada.Join("four")));
            Assert.Equal("Metadata has at most 4096 bytes.", await Text(() => room.DescribeAsync(new byte[4097])));
        }

        [Theory]
        [InlineData(RelayRights.Create | RelayRights.Send, "one", "The peer does not have the right 'join'.")]
        [InlineData(RelayRights.Join, "two", "The rights of the peer do not apply to this room.")]
        [InlineData(RelayRights.Join, "one", "The room does not exist, and the peer does not have the right 'create'.")]
        [InlineData(RelayRights.Join | RelayRights.Create, "one", "The peer does not have the right 'send'.")]
        public async Task Missing_rights_are_named(RelayRights rights, string room, string message)
        {
            string key = CommandLine.MakeKey();
            await using TestRelay relay = await TestRelay.Start(o => o.Keys = [key]);
            string token = new SignedTokens([Convert.FromBase64String(key)], TimeProvider.System)
                .Make(new RelayIdentity("ada", rights, ["one"], DateTimeOffset.UtcNow + TimeSpan.FromHours(1)));
            await using TestClient ada = await relay.Enter(token);
            Assert.Equal(message, await Text(async () => await (await ada.Join(room)).Keep("hello")));
            if (rights == RelayRights.Join)
                Assert.Equal("The peer does not have the right 'list'.", await Text(() => ada.Client.ListAsync()));
        }

        /// <summary>The client joins again with its metadata, which must be those that the relay has accepted.</summary>
        [Fact]
        public async Task Metadata_that_were_rejected_are_not_used_to_join_again()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada");
            KitbagRoom room = await ada.Join("one", new KitbagRoomOptions { Metadata = [1] });
            Assert.Equal(KitbagRoomFailure.Limit, await Failure(() => room.DescribeMeAsync(new byte[4097])));
            ada.Client.Session!.Abort();
            await Waiting.Until(() => ada.Client.IsReady && ada.Client.Sessions == 2);
            Assert.Equal([1], room.Peers.Single().Metadata);
        }

        [Fact]
        public async Task A_message_without_recipients_is_answered()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada");
            await ada.Join("one");
            KitbagRoom room = await ada.Join("two");
            await room.SendText("hello", new KitbagSend { To = "bob~AAAAAAAA" });
            await ada.WaitFor("undelivered two NoSuchPeer");
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
            // The session is lost at the client, but the relay has not noticed yet.
            bob.Client.Session!.Abort();
            await ada.WaitFor("Back bob OwnWill");
            await Waiting.Until(() => bob.Client.IsReady);
            await room.SendText("again");
            await bob.WaitFor("message ada: again");
            Assert.Equal(["Joined bob OwnWill", "Away bob OwnWill", "Back bob OwnWill"],
                ada.Events().Where(l => l.Contains("bob", StringComparison.Ordinal)));
            Assert.Contains("gap SessionLost 0", bob.Events());
            Assert.Equal(2, room.Peers.Count);
        }

        private static async Task<string> Text(Func<Task> act) =>
            (await Assert.ThrowsAsync<KitbagRoomException>(() => act().Soon())).Message;

        internal static async Task<KitbagRoomFailure> Failure(Func<Task> act) =>
            (await Assert.ThrowsAsync<KitbagRoomException>(() => act().Soon())).Failure;
    }
}
