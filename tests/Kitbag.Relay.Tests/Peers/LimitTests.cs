using System;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;
using Kitbag.Net.Tests;
using Kitbag.Relay.Metrics;
using Kitbag.Relay.Peers;
using Kitbag.Relay.Tests.Rooms;
using Xunit;

namespace Kitbag.Relay.Tests.Peers
{
    /// <summary>Tests the limits for peers, which protect other peers.</summary>
    public class LimitTests
    {
        [Fact]
        public async Task The_rooms_of_a_peer_and_the_peers_of_a_room_are_limited()
        {
            await using TestRelay relay = await TestRelay.Start(o =>
            {
                o.Limits.MaxRoomsPerPeer = 2;
                o.Limits.MaxRooms = 3;
                o.Limits.MaxPeersPerRoom = 2;
            });
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob"), eve = await relay.Enter("eve");
            KitbagRoom one = await ada.Join("one");
            await ada.Join("two");
            Assert.Equal(KitbagRoomFailure.Limit, await RoomTests.Failure(() => ada.Join("three")));
            await one.LeaveAsync().Soon();
            await ada.Join("three");
            await bob.Join("one");
            Assert.Equal(KitbagRoomFailure.Limit, await RoomTests.Failure(() => bob.Join("four")));
            await bob.Join("two");
            Assert.Equal(KitbagRoomFailure.Full, await RoomTests.Failure(() => eve.Join("two")));
        }

        [Fact]
        public async Task A_room_has_at_most_the_number_of_peers_that_its_creator_specifies()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob");
            KitbagRoom room = await ada.Join("one", new KitbagRoomOptions { MaxPeers = 1 });
            Assert.Equal(KitbagRoomFailure.Full, await RoomTests.Failure(() => bob.Join("one")));
            await room.LeaveAsync().Soon();
            await bob.Join("one");
        }

        [Fact]
        public async Task The_peers_of_a_relay_are_limited()
        {
            await using TestRelay relay = await TestRelay.Start(o => o.Limits.MaxPeers = 1);
            TestClient ada = await relay.Enter("ada");
            Assert.Equal(KitbagCloseReason.Busy,
                (await Assert.ThrowsAsync<KitbagSessionException>(() => relay.Enter("bob"))).Reason);
            await ada.DisposeAsync();
            await Waiting.Until(() => relay.Node.Metrics.Count(DropReason.Refused) == 0 && !relay.Node.HasPeers);
            await using TestClient bob = await relay.Enter("bob");
        }

        [Fact]
        public async Task The_length_of_messages_is_limited()
        {
            await using TestRelay relay = await TestRelay.Start(o => o.Limits.MaxMessage = 10_000);
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob");
            KitbagRoom room = await ada.Join("one");
            await bob.Join("one");
            await room.Keep(new string('a', 10_000));
            Assert.Equal(KitbagRoomFailure.Limit, await RoomTests.Failure(() => room.Keep(new string('a', 10_001))));
            await bob.WaitFor("message ada: " + new string('a', 10_000));
            Assert.Single(bob.Events("message"));
        }

        [Fact]
        public void Frames_and_bytes_are_limited_per_second()
        {
            var time = new FakeTime();
            var rate = new RateLimit(100, 10_000, time);
            for (int i = 0; i < 100; i++)
                Assert.Equal(TimeSpan.Zero, rate.Take(10));
            Assert.Equal(0.01, rate.Take(10).TotalSeconds, 3);
            time.Pass(TimeSpan.FromSeconds(0.5));
            for (int i = 0; i < 49; i++)
                Assert.Equal(TimeSpan.Zero, rate.Take(10));
            Assert.NotEqual(TimeSpan.Zero, rate.Take(10));
            time.Pass(TimeSpan.FromSeconds(100));
            Assert.Equal(TimeSpan.Zero, rate.Take(1));
            Assert.Equal(1, rate.Take(20_000 - 1).TotalSeconds, 3);
            var none = new RateLimit(0, 0, time);
            for (int i = 0; i < 1000; i++)
                Assert.Equal(TimeSpan.Zero, none.Take(1 << 20));
        }

        [Fact]
        public async Task A_client_that_exceeds_its_rate_has_to_wait()
        {
            const int Rate = 200, Messages = 400;
            // Only the test lets time pass, so the relay grants nothing while the machine is busy.
            var time = new FakeTime();
            await using TestRelay relay = await TestRelay.Start(o => o.Limits.FramesPerSecond = Rate, time: time);
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob");
            KitbagRoom room = await ada.Join("one");
            await bob.Join("one");
            for (int i = 0; i < Messages; i++)
                await room.SendText("m" + i);
            // She has also entered and joined.
            await bob.WaitForMessages(Rate - 2);
            await Waiting.Until(() => MetricsText.Write(relay.Node.Metrics).Contains("kitbag_relay_throttled 1\n"));
            Assert.Equal(Rate - 2, bob.Events("message").Length);
            await Waiting.Until(() =>
            {
                time.Pass(TimeSpan.FromMilliseconds(10));
                return bob.Events("message").Length == Messages;
            });
            Assert.Equal(Enumerable.Range(0, Messages).Select(i => "message ada: m" + i), bob.Events("message"));
        }

        [Fact]
        public async Task A_client_that_does_not_complete_the_handshake_is_disconnected()
        {
            await using TestRelay relay = await TestRelay.Start(o => o.Limits.HandshakeTimeout = TimeSpan.FromMilliseconds(200));
            await using var silent = new RawPeer(await relay.Connect());
            await using var slow = new RawPeer(await relay.Connect());
            await slow.Send(0x10, 0x01);
            Assert.Equal(255, await silent.ReceiveEnd());
            Assert.Equal(255, await slow.ReceiveEnd());
        }

        [Fact]
        public async Task A_peer_with_a_small_receive_window_is_rejected()
        {
            await using TestRelay relay = await TestRelay.Start();
            var peer = new RawPeer(await relay.Connect());
            await peer.Send(new Hello(1 << 20, 10_000, [], 0, 0, []).Write().ToArray());
            await peer.Receive();
            await peer.SendHeader(f => f.Enter(1, new byte[6]));
            Assert.Equal((byte)KitbagCloseReason.LimitExceeded, await peer.ReceiveEnd());
            await peer.DisposeAsync();
        }

        [Fact]
        public async Task Malformed_headers_end_the_session_and_nothing_else()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob");
            KitbagRoom room = await ada.Join("one");
            await bob.Join("one");
            var random = new Random(7);
            for (int i = 0; i < 100; i++)
            {
                await using RawPeer peer = await RawPeer.Enter(relay, "eve");
                await peer.Join("one");
                for (int k = 0; k < 5; k++)
                {
                    byte[] header = new byte[random.Next(1, 40)];
                    random.NextBytes(header);
                    header[0] = (byte)(random.Next(2) == 0 ? RoomOp.Send : random.Next(1, 8));
                    await peer.SendHeader(f => f.Begin(header[0]).Raw(header.AsSpan(1)));
                }
                await peer.SendHeader(f => f.Begin(99));
                byte end = await peer.ReceiveEnd();
                Assert.True(end is (byte)KitbagCloseReason.Protocol or 255 or (byte)KitbagCloseReason.Version, "Reason " + end);
            }
            await room.Keep("still here");
            await bob.WaitFor("message ada: still here");
        }
    }
}
