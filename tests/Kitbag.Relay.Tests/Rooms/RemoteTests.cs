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
            await ada.WaitFor("undelivered one NotNow");
            Assert.Equal(KitbagRoomFailure.NotNow, await RoomTests.Failure(() => room.Keep("lost")));
            Assert.False(first.Node.IsReady);
            plane.SetState(BackplaneState.Ready);
            await room.SendText("not lost");
            await bob.WaitFor("message ada: not lost");
        }

        [Fact]
        public async Task Messages_that_a_frozen_relay_sends_later_do_not_replace_newer_ones()
        {
            var hub = new MemoryBackplaneHub();
            var plane = new MemoryBackplane(hub);
            await using TestRelay first = await TestRelay.Start(null, plane);
            await using TestRelay second = await TestRelay.Start(null, new MemoryBackplane(hub));
            TestRelay current = first;
            await using TestClient bob = await TestClient.Enter(c => current.Connect(c), "bob");
            await using TestClient ada = await second.Enter("ada");
            await ada.Join("one", new KitbagRoomOptions { Keys = 5 });
            KitbagRoom his = await bob.Join("one");
            var how = new KitbagSend { Key = "k"u8.ToArray() };
            await his.SendText("old", how);
            await ada.WaitFor("message bob: old key k");

            using var frozen = new Freeze(plane);
            plane.SetState(BackplaneState.Blocked);
            current = second;
            bob.Client.Session!.Abort();
            await Waiting.Until(() => bob.Client.IsReady && bob.Client.Sessions == 2);
            await his.SendText("new", how);
            await ada.WaitFor("message bob: new key k");

            plane.SetState(BackplaneState.Ready);
            Relay.Rooms.Room room = first.Node.Rooms.Find("one")!;
            byte[] id = Encoding.UTF8.GetBytes(bob.Id);
            for (int i = 0; i < 3; i++)
                Assert.True(first.Node.Remote.PublishMessage(room, RoomFlags.HasKey, id, [], "k"u8, new("late"u8.ToArray())));
            await ada.WaitFor("gap Backplane 0");
            frozen.Dispose();
            await his.SendText("newer", how);
            await ada.WaitFor("message bob: newer key k");
            Assert.Equal(["message bob: old key k", "message bob: new key k", "message bob: newer key k"], ada.Events("message"));
            Assert.Single(ada.Events("gap"));
            await using TestClient eve = await second.Enter("eve");
            await eve.Join("one");
            await eve.WaitFor("message bob: newer key k (past)");
        }

        [Fact]
        public async Task A_relay_that_believes_a_peer_to_be_elsewhere_asks()
        {
            var hub = new MemoryBackplaneHub();
            await using TestRelay first = await TestRelay.Start(null, new MemoryBackplane(hub));
            await using TestRelay second = await TestRelay.Start(null, new MemoryBackplane(hub));
            await using TestClient ada = await first.Enter("ada"), bob = await second.Enter("bob");
            await ada.Join("one");
            KitbagRoom his = await bob.Join("one");
            byte[] id = Encoding.UTF8.GetBytes(bob.Id);
            await ada.WaitFor("Joined bob OwnWill");
            first.Node.Rooms.Find("one")!.OnPeer(Guid.NewGuid(), KitbagPeerEvent.Joined, id, KitbagPeerCause.OwnWill, 1, []);
            await his.SendText("not forwarded");
            await ada.WaitFor("gap Backplane 0");
            await Waiting.Until(() =>
            {
                _ = his.SendText("forwarded").AsTask();
                return ada.Events().Contains("message bob: forwarded");
            });
            Assert.DoesNotContain("message bob: not forwarded", ada.Events());
        }

        [Theory]
        [InlineData(true)]
        [InlineData(false)]
        public async Task A_relay_that_is_killed_is_a_gap_although_its_peer_is_at_another_one(bool hasLeft)
        {
            var hub = new MemoryBackplaneHub();
            var plane = new MemoryBackplane(hub);
            await using TestRelay first = await TestRelay.Start(null, plane);
            await using TestRelay second = await TestRelay.Start(null, new MemoryBackplane(hub));
            await using TestRelay third = await TestRelay.Start(null, new MemoryBackplane(hub));
            TestRelay current = first;
            await using TestClient bob = await TestClient.Enter(c => current.Connect(c), "bob");
            await using TestClient ada = await second.Enter("ada"), eve = await third.Enter("eve");
            KitbagRoom his = await bob.Join("one");
            await ada.Join("one");
            KitbagRoom room = await eve.Join("one");

            using var killed = new Freeze(plane);
            plane.SetState(BackplaneState.Blocked);
            current = second;
            bob.Client.Session!.Abort();
            await Waiting.Until(() => bob.Client.IsReady && bob.Client.Sessions == 2);
            await his.SendText("after");
            await eve.WaitFor("message bob: after");
            if (hasLeft)
            {
                await his.LeaveAsync().Soon();
                await eve.WaitFor("Left bob OwnWill");
            }
            hub.Leave(plane);
            await ada.WaitFor("gap Backplane 0");
            await eve.WaitFor("gap Backplane 0");
            await room.Keep("after");
            Assert.All([ada, eve], c => Assert.Single(c.Events("gap")));
        }

        /// <summary>The relay announces that the peer is away when it loses the peer, or hears that the peer is elsewhere.</summary>
        [Theory]
        [InlineData(true)]
        [InlineData(false)]
        public async Task A_relay_that_has_announced_the_end_of_its_peers_is_no_gap(bool isStopped)
        {
            var hub = new MemoryBackplaneHub();
            var plane = new MemoryBackplane(hub);
            TestRelay first = await TestRelay.Start(null, plane);
            await using TestRelay second = await TestRelay.Start(null, new MemoryBackplane(hub));
            await using TestClient ada = await second.Enter("ada");
            await ada.Join("one");
            await using RawPeer bob = await RawPeer.Enter(first, "bob");
            await bob.Join("one");
            await ada.WaitFor("Joined bob OwnWill");
            if (isStopped)
            {
                await bob.DisposeAsync();
                await first.DisposeAsync();
                await ada.WaitFor("Away bob OwnWill");
            }
            RawPeer again = await RawPeer.Enter(second, "bob");
            long number = await again.Join("one");
            if (!isStopped)
            {
                Assert.Equal((byte)Net.KitbagCloseReason.GoingAway, await bob.ReceiveEnd());
                await plane.PassOnAllAsync();
                await again.SendHeader(f => f.Send(number, 0, [], [], 0), "here"u8.ToArray());
                await ada.WaitFor("message bob: here");
                // What the first relay has sent before is processed.
                first.Node.Remote.PublishRoom(first.Node.Rooms.Find("one")!, [], [7]);
                await ada.WaitFor("room of ada: \a");
                hub.Leave(plane);
            }
            await Waiting.Until(() => second.Node.Remote.Relays == 0);
            await again.SendHeader(f => f.Send(number, 0, [], [], 0), "after"u8.ToArray());
            await ada.WaitFor("message bob: after");
            Assert.Empty(ada.Events("gap"));
            await again.DisposeAsync();
            await first.DisposeAsync();
        }
    }
}
