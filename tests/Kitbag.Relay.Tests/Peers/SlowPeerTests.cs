using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Sockets;
using System.Text;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Metrics;
using Xunit;

namespace Kitbag.Relay.Tests.Peers
{
    /// <summary>Tests peers that do not read, or whose connection is lost.</summary>
    public class SlowPeerTests
    {
        private static readonly string s_long = new('a', 4000);

        [Fact]
        public async Task Sheddable_messages_are_dropped_and_reported()
        {
            const int Count = 1000;
            await using TestRelay relay = await Start();
            await using TestClient ada = await relay.Enter("ada"), slow = await relay.Enter("slow");
            var go = new TaskCompletionSource();
            slow.Pause = _ => new ValueTask(go.Task);
            KitbagRoom room = await ada.Join("one");
            await slow.Join("one");
            for (int i = 0; i < Count; i++)
                await room.SendText(i + " " + s_long, new KitbagSend { IsSheddable = true });
            // The answer shows that all earlier messages were forwarded.
            await Assert.ThrowsAsync<KitbagRoomException>(() => room.Keep("", new KitbagSend { To = "nobody" }));
            go.SetResult();
            await room.SendText("end");
            await slow.WaitFor("message ada: end");
            string[] heard = slow.Events("message");
            long dropped = slow.Events("gap TooSlow").Sum(l => long.Parse(l.Split(' ')[2], null));
            Assert.True(dropped > 0);
            Assert.Equal(Count + 1, heard.Length + dropped);
            Assert.Equal(dropped, relay.Node.Metrics.Count(DropReason.SlowPeer));
            // The oldest messages were dropped; the newest arrived, in order.
            int[] numbers = [.. heard.SkipLast(1).Select(l => int.Parse(l.Split(' ')[2], null))];
            Assert.Equal(numbers.Order(), numbers);
            Assert.Equal(Count - 1, numbers[^1]);
        }

        [Fact]
        public async Task Peers_that_do_not_read_reliable_messages_are_disconnected_and_others_are_not()
        {
            const int Count = 2000, MostQueued = 100;
            // Ada waits for bob, who would also be disconnected if he did not read for a moment on a busy machine.
            await using TestRelay relay = await Start(queue: 2 << 20);
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob");
            await using RawPeer slow = await RawPeer.Enter(relay, "slow");
            KitbagRoom room = await ada.Join("one");
            await bob.Join("one");
            await slow.Join("one");
            await ada.WaitFor("Joined slow OwnWill");
            for (int i = 1; i <= Count; i++)
            {
                await room.SendText(i + " " + s_long);
                if (i % MostQueued == 0)
                    await bob.WaitForMessages(i);
            }
            await ada.WaitFor("Left slow TooSlow");
            Assert.Equal(1, relay.Node.Metrics.Count(DropReason.Overflow));
            Assert.Contains("kitbag_relay_queue_bytes 0", MetricsText.Write(relay.Node.Metrics), StringComparison.Ordinal);
        }

        [Fact]
        public async Task A_slow_peer_of_a_kept_room_is_sent_the_kept_messages_once_it_can_take_them()
        {
            const int Count = 1000;
            await using TestRelay relay = await Start();
            await using TestClient ada = await relay.Enter("ada"), slow = await relay.Enter("slow");
            KitbagRoom room = await ada.Join("one", new KitbagRoomOptions { IsKept = true });
            await slow.Join("one");
            await room.Keep("first");
            await slow.WaitForMessages(1);
            var go = new TaskCompletionSource();
            slow.Pause = _ => new ValueTask(go.Task);
            for (int i = 0; i < Count; i++)
                await room.Keep(i + " " + s_long);
            go.SetResult();
            await slow.WaitForMessages(Count + 1);
            Assert.Equal(Enumerable.Range(0, Count), slow.Events("message").Skip(1).Select(l => int.Parse(l.Split(' ')[2], null)));
            Assert.Equal(1, slow.Client.Sessions);
            Assert.Empty(slow.Events("gap"));
        }

        [Fact]
        public async Task A_peer_that_resumes_has_lost_nothing()
        {
            await using TestRelay relay = await Start();
            await using TestClient ada = await relay.Enter("ada");
            var sockets = new List<Socket>();
            bool isOpen = true;
            await using TestClient bob = await TestClient.Enter(async c =>
            {
                if (!isOpen)
                    throw new System.IO.IOException("closed");
                sockets.Add(new Socket(SocketType.Stream, ProtocolType.Tcp));
                await sockets[^1].ConnectAsync(relay.EndPoint, c);
                return KitbagTransport.FromSocket(sockets[^1]);
            }, "bob");
            KitbagRoom room = await ada.Join("one");
            await bob.Join("one");
            isOpen = false;
            sockets[0].Shutdown(SocketShutdown.Both);
            await ada.WaitFor("Away bob OwnWill");
            for (int i = 0; i < 100; i++)
                await room.SendText("m" + i);
            isOpen = true;
            await bob.WaitForMessages(100);
            await ada.WaitFor("Back bob OwnWill");
            Assert.Equal(Enumerable.Range(0, 100).Select(i => "message ada: m" + i), bob.Events("message"));
            Assert.Equal(1, bob.Client.Sessions);
        }

        [Fact]
        public async Task A_peer_that_is_away_too_long_has_left()
        {
            await using TestRelay relay = await TestRelay.Start(o => o.Limits.AwayTime = TimeSpan.FromMilliseconds(300));
            await using TestClient ada = await relay.Enter("ada");
            KitbagRoom room = await ada.Join("one");
            RawPeer bob = await RawPeer.Enter(relay, "bob");
            await bob.Join("one");
            await ada.WaitFor("Joined bob OwnWill");
            await bob.DisposeAsync();
            await ada.WaitFor("Away bob OwnWill");
            await ada.WaitFor("Left bob AwayTooLong");
            Assert.Single(room.Peers);
        }

        private static Task<TestRelay> Start(int queue = 256 << 10) => TestRelay.Start(o =>
        {
            o.Limits.SendBuffer = 64 << 10;
            o.Limits.MaxQueueBytes = queue;
            o.Limits.MaxHistoryBytes = 64 << 10;
        });
    }
}
