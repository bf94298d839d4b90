using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Pipelines;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Backplane;
using Xunit;

namespace Kitbag.Relay.Tests.Rooms
{
    /// <summary>Rooms that span relays.</summary>
    public class RemoteTests
    {
        [Fact]
        public async Task Peers_of_two_relays_are_in_one_room()
        {
            var hub = new MemoryBackplaneHub();
            await using TestRelay first = await TestRelay.Start(null, new MemoryBackplane(hub));
            await using TestRelay second = await TestRelay.Start(null, new MemoryBackplane(hub));
            await using TestClient ada = await first.Enter("ada"), eve = await first.Enter("eve");
            await using TestClient bob = await second.Enter("bob");
            KitbagRoom room = await ada.Join("one",
                new KitbagRoomOptions { RoomMetadata = [7], Password = "x", Metadata = [1], History = 5 });
            await room.Keep("before");
            Assert.Equal(KitbagRoomFailure.NotAllowed, await RoomTests.Failure(() => bob.Join("one")));
            KitbagRoom his = await bob.Join("one", new KitbagRoomOptions { MayCreate = false, Secret = "x", Metadata = [2] });
            Assert.Equal((ada.Id, 2, 7), (his.Owner, his.Peers.Count, (int)his.Metadata[0]));
            await ada.WaitFor("Joined bob OwnWill");
            await bob.WaitFor("message ada: before (past)");

            await eve.Join("one", new KitbagRoomOptions { Secret = "x" });
            await bob.WaitFor("Joined eve OwnWill");
            await room.SendText("to others");
            await room.SendText("to bob", new KitbagSend { To = bob.Id });
            await his.SendText("to ada", new KitbagSend { To = ada.Id });
            await his.SendText("to all", new KitbagSend { ToMe = true });
            await ada.WaitFor("message bob: to all");
            await eve.WaitFor("message bob: to all");
            await bob.WaitFor("message ada: to bob (to me)");
            Assert.Equal(["message ada: to others", "message bob: to all"], eve.Events("message ").Where(l => !l.Contains("past")).Order());
            Assert.Equal(["message bob: to ada (to me)", "message bob: to all"], ada.Events("message"));

            await his.DescribeMeAsync(new byte[] { 3 }).Soon();
            await ada.WaitFor("Described bob OwnWill");
            await room.HandOverAsync(bob.Id).Soon();
            await bob.WaitFor("room of bob: \a");
            await his.RemoveAsync(eve.Id, TimeSpan.FromSeconds(60)).Soon();
            await eve.WaitFor("removed Removed");
            Assert.Equal(KitbagRoomFailure.Banned,
                await RoomTests.Failure(() => eve.Join("one", new KitbagRoomOptions { Secret = "x" })));
            await his.LeaveAsync().Soon();
            await ada.WaitFor("Left bob OwnWill");
            await ada.WaitFor("room of ada: \a");
        }

        [Fact]
        public async Task Kept_messages_of_all_relays_have_one_order()
        {
            const int Count = 300;
            var hub = new MemoryBackplaneHub();
            await using TestRelay first = await TestRelay.Start(null, new MemoryBackplane(hub));
            await using TestRelay second = await TestRelay.Start(null, new MemoryBackplane(hub));
            await using TestClient ada = await first.Enter("ada"), bob = await second.Enter("bob");
            KitbagRoom room = await ada.Join("one", new KitbagRoomOptions { IsKept = true });
            KitbagRoom his = await bob.Join("one", new KitbagRoomOptions { IsKept = true });
            var all = new KitbagSend { ToMe = true };
            await Task.WhenAll(Enumerable.Range(0, Count).Select(i => room.Keep("a" + i, all))
                .Concat(Enumerable.Range(0, Count).Select(i => his.Keep("b" + i, all))));
            await ada.WaitForMessages(2 * Count);
            await bob.WaitForMessages(2 * Count);
            Assert.Equal(ada.Events("message"), bob.Events("message"));
            Assert.Equal(2 * Count, ada.Events("message").Distinct().Count());
        }

        [Fact]
        public async Task A_lost_relay_is_reported_as_a_gap_and_its_peers_are_away_and_leave()
        {
            var hub = new MemoryBackplaneHub();
            await using TestRelay first = await TestRelay.Start(
                o => o.Limits.AwayTime = TimeSpan.FromMilliseconds(300), new MemoryBackplane(hub));
            var plane = new MemoryBackplane(hub);
            await using TestRelay second = await TestRelay.Start(null, plane);
            await using TestClient ada = await first.Enter("ada"), bob = await second.Enter("bob");
            KitbagRoom room = await ada.Join("one");
            await bob.Join("one");
            await ada.WaitFor("Joined bob OwnWill");
            hub.Leave(plane);
            await ada.WaitFor("Away bob RelayLost");
            await ada.WaitFor("gap Backplane 0");
            await ada.WaitFor("Left bob RelayLost");
            Assert.Single(room.Peers);
        }

        [Fact]
        public async Task A_client_continues_at_another_relay_without_losing_or_repeating_kept_messages()
        {
            const int Count = 400;
            var hub = new MemoryBackplaneHub();
            TestRelay first = await TestRelay.Start(null, new MemoryBackplane(hub));
            await using TestRelay second = await TestRelay.Start(null, new MemoryBackplane(hub));
            TestRelay current = first;
            await using TestClient bob = await TestClient.Enter(c => current.Connect(c), "bob");
            await using TestClient ada = await second.Enter("ada");
            KitbagRoom his = await bob.Join("one", new KitbagRoomOptions { IsKept = true });
            KitbagRoom room = await ada.Join("one", new KitbagRoomOptions { IsKept = true });

            Task sending = Task.Run(async () =>
            {
                for (int i = 0; i < Count; i++)
                    await Task.WhenAll(room.Keep("a" + i), his.Keep("b" + i));
            });
            await bob.WaitForMessages(Count / 4);
            current = second;
            await first.DisposeAsync();
            await sending.Soon();
            await bob.WaitForMessages(Count);
            await ada.WaitForMessages(Count);
            Assert.Equal(Enumerable.Range(0, Count).Select(i => "message ada: a" + i),
                bob.Events("message").Select(l => l.Replace(" (past)", "", StringComparison.Ordinal)));
            Assert.Equal(Enumerable.Range(0, Count).Select(i => "message bob: b" + i), ada.Events("message"));
            Assert.Equal(2, bob.Client.Sessions);
            // If the second relay learns of the loss after bob has reconnected, nothing is reported.
            string[] events = [.. ada.Events().Where(l => l.Contains("bob ", StringComparison.Ordinal))];
            Assert.True(events.Length == 0 || events.SequenceEqual(["Away bob OwnWill", "Back bob OwnWill"]), string.Join(", ", events));
            Assert.Equal(2, room.Peers.Count);
        }

        [Fact]
        public async Task A_relay_that_stops_reports_its_peers_as_away_before_it_disconnects()
        {
            const int Count = 50;
            var hub = new MemoryBackplaneHub();
            TestRelay first = await TestRelay.Start(null, new MemoryBackplane(hub));
            await using TestRelay second = await TestRelay.Start(null, new MemoryBackplane(hub));
            await using TestClient ada = await second.Enter("ada");
            await ada.Join("one");
            var clients = new List<TestClient>();
            int connections = 0;
            for (int i = 0; i < Count; i++)
            {
                clients.Add(await TestClient.Enter(Connect, "bob" + i));
                await clients[i].Join("one");
            }
            await first.DisposeAsync();
            foreach (int i in Enumerable.Range(0, Count))
                await ada.WaitFor("Away bob" + i + " OwnWill");
            Assert.DoesNotContain(ada.Events(), l => l.EndsWith("RelayLost", StringComparison.Ordinal));
            foreach (TestClient client in clients)
                await client.DisposeAsync();

            Task<IDuplexPipe> Connect(CancellationToken cancellation) =>
                Interlocked.Increment(ref connections) <= Count ? first.Connect(cancellation) : throw new IOException("no relay");
        }

        // Messages of different relays are not ordered: a message of the first one about a peer may arrive after the peer has continued at
        // the second one.
        [Theory]
        [InlineData(KitbagPeerEvent.Away, 1)]
        [InlineData(KitbagPeerEvent.Described, 1)]
        [InlineData(KitbagPeerEvent.Left, 1)]
        [InlineData(KitbagPeerEvent.Joined, 2)]
        [InlineData(KitbagPeerEvent.Back, 2)]
        public async Task A_late_message_of_another_relay_does_not_replace_a_peer(KitbagPeerEvent late, int sessions)
        {
            var hub = new MemoryBackplaneHub();
            await using TestRelay first = await TestRelay.Start(null, new MemoryBackplane(hub));
            await using TestRelay second = await TestRelay.Start(null, new MemoryBackplane(hub));
            await using TestClient ada = await second.Enter("ada"), bob = await second.Enter("bob");
            KitbagRoom room = await ada.Join("one", new KitbagRoomOptions { IsKept = true });
            KitbagRoom his = await bob.Join("one", new KitbagRoomOptions { IsKept = true });
            await his.Keep("before");
            second.Node.Rooms.Find("one")!.OnPeer(first.Node.Relay, late, Encoding.UTF8.GetBytes(bob.Id), KitbagPeerCause.OwnWill, 1, []);
            await Waiting.Until(() => bob.Client.Sessions == sessions);
            await his.Keep("after");
            await room.Keep("answer");
            await bob.WaitForMessages(1);
            await ada.WaitForMessages(2);
            Assert.Equal(["message bob: before", "message bob: after"], ada.Events("message"));
            Assert.Equal(sessions, bob.Client.Sessions);
            Assert.DoesNotContain(room.Peers, p => p.IsAway);
        }

        [Fact]
        public async Task Losses_between_relays_are_reported()
        {
            var hub = new MemoryBackplaneHub();
            var plane = new MemoryBackplane(hub);
            await using TestRelay first = await TestRelay.Start(null, plane);
            await using TestRelay second = await TestRelay.Start(null, new MemoryBackplane(hub));
            await using TestClient ada = await first.Enter("ada"), bob = await second.Enter("bob");
            KitbagRoom room = await ada.Join("one");
            await bob.Join("one");
            int bucket = Relay.Rooms.RoomTable.Hash(Encoding.UTF8.GetBytes("one"), BackplaneSizes.Buckets);
            plane.LoseFast(bucket, second.Node.Relay);
            await ada.WaitFor("gap Backplane 0");
            plane.LoseFast(bucket, first.Node.Relay);
            await bob.WaitFor("gap Backplane 0");

            plane.SetState(BackplaneState.Blocked);
            await room.SendText("lost");
            await ada.WaitFor("undelivered NotNow");
            Assert.Equal(KitbagRoomFailure.NotNow, await RoomTests.Failure(() => room.Keep("lost")));
            Assert.False(first.Node.IsReady);
            plane.SetState(BackplaneState.Ready);
            await room.SendText("not lost");
            await bob.WaitFor("message ada: not lost");
        }
    }
}
