using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Rooms;
using Xunit;
using Xunit.Abstractions;

namespace Kitbag.Relay.Tests.Backplane
{
    /// <summary>Tests peers in rooms of several relays, which run in separate processes and are killed.</summary>
    [Collection(BrokerTests.Name)]
    [Trait("Broker", "real")]
    public sealed class RelayProcessTests(ITestOutputHelper output) : IAsyncLifetime
    {
        private readonly string _network = "test" + Guid.NewGuid().ToString("N")[..8];
        private readonly List<RelayPeer> _peers = [];
        private RelayProcess[] _relays = [];

        public Task InitializeAsync() => Task.CompletedTask;

        public async Task DisposeAsync()
        {
            foreach (RelayPeer peer in _peers)
            {
                output.WriteLine(peer.Report());
                await peer.DisposeAsync();
            }
            foreach (RelayProcess relay in _relays)
            {
                await relay.DisposeAsync();
                output.WriteLine(string.Join("\n", relay.Output.Split('\n').TakeLast(15)));
            }
            if (_relays.Length != 0)
                await Broker.DeleteQueues(_network);
        }

        [BrokerFact]
        public async Task KeptRoomsOutliveRelaysAndTheBroker()
        {
            await Relays(3);
            for (int i = 0; i < 3; i++)
                await Peer($"peer{i}", "board", isKept: true, i);
            using var stop = new CancellationTokenSource();
            Task<long>[] load = _peers.Select(p => Task.Run(() => Sending(p, stop.Token))).ToArray();
            await Task.Delay(2_000);
            _relays[0].Kill();
            await Task.Delay(2_000);
            await _relays[0].Start();
            await Broker.Kill();
            await Task.Delay(500);
            await Broker.Start();
            foreach (RelayProcess relay in _relays)
                await relay.Ready();
            await Task.Delay(2_000);
            foreach (RelayProcess relay in _relays)
                relay.Kill();
            await Task.WhenAll(_relays.Select(r => r.Start()));
            await Task.Delay(3_000);
            await stop.CancelAsync();
            long[] sent = await Task.WhenAll(load).WaitAsync(TimeSpan.FromSeconds(90));
            foreach (RelayPeer peer in _peers)
                await peer.Until(p => p.Unconfirmed == 0 && Kept(p).Count >= sent.Sum(), 60);
            RelayPeer late = await Peer("late", "board", isKept: true, 1);
            await late.Until(p => Kept(p).Count >= sent.Sum(), 30);

            var order = Kept(_peers[0]);
            int doubled = order.Count - order.Select(m => (m.From, m.Number)).Distinct().Count();
            int confirmed = _peers.Sum(p => p.Confirmed.Count);
            output.WriteLine($"sent {sent.Sum()}, confirmed {confirmed}, received {order.Count}, doubled {doubled}, " +
                $"sessions {_peers.Sum(p => p.Sessions)}");
            Assert.Equal(0, doubled);
            Assert.Equal(sent.Sum(), confirmed);
            Assert.Equal(sent.Sum(), order.Count);
            Assert.All(_peers, p => Assert.Equal(order, Kept(p)));
            Assert.All(_peers, p => Assert.Equal(0, p.Gaps));
            if (_peers.All(p => p.Failures == 0))
                Assert.All(_peers, p => Assert.Equal(0, p.Disordered));
        }

        [BrokerFact]
        public async Task TwoRelaysPassOnFiftyThousandMessagesASecond()
        {
            const int Count = 300_000, Pairs = 4;
            await Relays(2);
            for (int i = 0; i < Pairs; i++)
            {
                await Peer($"sender{i}", $"room{i}", isKept: false, 0, staysThere: true);
                await Peer($"receiver{i}", $"room{i}", isKept: false, 1, staysThere: true);
            }
            await Task.Delay(1_000);
            List<double> rates = [];
            for (int round = 0; round < 3; round++)
            {
                var watch = Stopwatch.StartNew();
                long before = _peers.Sum(p => p.Received);
                await Task.WhenAll(Enumerable.Range(0, Pairs).Select(i => Task.Run(() => Flood(_peers[2 * i], _peers[2 * i + 1], round))));
                for (int i = 0; i < Pairs; i++)
                    await _peers[2 * i + 1].Until(p => p.Received >= (round + 1L) * Count / Pairs, 60);
                rates.Add((_peers.Sum(p => p.Received) - before) / watch.Elapsed.TotalSeconds);
            }
            output.WriteLine($"{Count} messages of 32 bytes from {Pairs} peers of one relay to {Pairs} of another, thrice: " +
                $"{string.Join(", ", rates.Select(r => $"{r:N0}"))} a second");
            Assert.All(_peers, p => Assert.Equal(0, p.Disordered + p.Gaps));

            // The sender waits if its receiver is far behind, because rooms do not slow down their senders.
            static async Task Flood(RelayPeer sender, RelayPeer receiver, int round)
            {
                var payload = new byte[32];
                var watch = Stopwatch.StartNew();
                for (int i = 1; i <= Count / Pairs; i++)
                {
                    long number = (long)round * Count / Pairs + i;
                    BitConverter.TryWriteBytes(payload, number);
                    await sender.SendFast(payload.ToArray());
                    while (number - Volatile.Read(ref receiver.Received) > 10_000 && watch.Elapsed.TotalSeconds < 30)
                        await Task.Delay(1);
                }
            }
        }

        [BrokerFact]
        public async Task PeersOfARelayThatIsKilledAreAwayThenGone()
        {
            await Relays(3, "--limits.awaytime", "00:00:03");
            string[] names = ["ada", "bob", "cem"];
            List<RelayPeer> peers = [];
            for (int i = 0; i < names.Length; i++)
                peers.Add(await Peer(names[i], "hall", isKept: false, i, staysThere: true));
            await peers[0].Until(p => p.Events.Contains("Joined cem OwnWill"), 10);
            _relays[0].Kill();
            foreach (RelayPeer peer in peers.Skip(1))
            {
                await peer.Until(p => p.Events.Contains("Away ada RelayLost"), 20);
                await peer.Until(p => p.Events.Contains("Left ada RelayLost"), 20);
                Assert.DoesNotContain(peer.Events, e => e.Contains("bob") && !e.StartsWith("Joined", StringComparison.Ordinal));
            }
        }

        [BrokerFact]
        public async Task ARelayThatIsStoppedForTenSecondsContinues()
        {
            await Relays(2);
            for (int i = 0; i < 2; i++)
                await Peer($"peer{i}", "board", isKept: true, i, staysThere: true);
            using var stop = new CancellationTokenSource();
            Task<long>[] load = _peers.Select(p => Task.Run(() => Sending(p, stop.Token))).ToArray();
            await Task.Delay(1_000);
            _relays[0].Signal("-STOP");
            await Task.Delay(10_000);
            _relays[0].Signal("-CONT");
            await Task.Delay(3_000);
            await stop.CancelAsync();
            long[] sent = await Task.WhenAll(load).WaitAsync(TimeSpan.FromSeconds(60));
            foreach (RelayPeer peer in _peers)
                await peer.Until(p => p.Unconfirmed == 0 && Kept(p).Count >= sent.Sum(), 40);
            Assert.Equal(Kept(_peers[0]), Kept(_peers[1]));
            Assert.Equal(sent.Sum(), Kept(_peers[0]).Count);
            Assert.All(_peers, p => Assert.Equal(0, p.Gaps + p.Disordered));
        }

        [BrokerFact]
        public async Task AStreamThatIsDeletedIsAGapForPeers()
        {
            await Relays(2);
            RelayPeer there = await Peer("there", "board", isKept: true, 0), away = await Peer("away", "board", isKept: true, 1);
            await there.SendKept(1);
            await away.Until(p => Kept(p).Count == 1, 20);
            await away.Leave();
            await there.SendKept(2);
            await there.Until(p => p.Unconfirmed == 0, 20);
            await Broker.DeleteQueues($"{_network}.kept.");
            await there.Until(p => p.Gaps == 1, 20);
            await away.Return();
            await away.Until(p => p.Gaps == 1, 20);
            await there.SendKept(3);
            await away.Until(p => Kept(p).Count == 2, 20);
            await there.Until(p => Kept(p).Count == 3, 20);
            Assert.Equal([1, 3], Kept(away).Select(k => k.Number));
        }

        [BrokerFact]
        public async Task ARelayWithTenThousandRoomsThatIsKilledDoesNotStallTheOthers()
        {
            const int Rooms = 10_000, Owners = 20;
            await Relays(3, "--limits.maxroomsperpeer", "20000");
            await Peer("sender", "elsewhere", isKept: false, 1, staysThere: true);
            RelayPeer receiver = await Peer("receiver", "elsewhere", isKept: false, 2, staysThere: true);
            var owners = new List<RelayPeer>();
            for (int i = 0; i < Owners; i++)
                owners.Add(await Peer($"owner{i}.", "hall", isKept: false, 0, staysThere: true));
            var joining = Stopwatch.StartNew();
            await Task.WhenAll(owners.Select(o => o.JoinMore(Rooms / Owners)));
            output.WriteLine($"{Rooms} rooms were created in {joining.Elapsed.TotalSeconds:F1} s");
            using var stop = new CancellationTokenSource();
            Task sending = Task.Run(async () =>
            {
                for (long i = 1; !stop.IsCancellationRequested && i < 100_000; i++)
                {
                    await _peers[0].SendFast(BitConverter.GetBytes(i));
                    await Task.Delay(5, CancellationToken.None);
                }
            });
            await Task.Delay(1_000);
            _relays[0].Kill();
            var watch = Stopwatch.StartNew();
            double longest = 0;
            long last = receiver.Received;
            for (var since = Stopwatch.StartNew(); watch.Elapsed.TotalSeconds < 12; await Task.Delay(10))
            {
                longest = Math.Max(longest, since.Elapsed.TotalSeconds);
                if (last != receiver.Received)
                    since.Restart();
                last = receiver.Received;
            }
            await stop.CancelAsync();
            await sending;
            output.WriteLine($"The longest time without a message from another relay was {longest:F2} s");
            Assert.InRange(longest, 0, 10);
            Assert.Equal(0, receiver.Gaps + receiver.Disordered);
        }

        [BrokerFact]
        public async Task RoomsThatAreCreatedAtOnceHaveOneOwner()
        {
            const int Rooms = 20;
            await Relays(2);
            await using TestClient ada = await Client("ada", () => 0), bob = await Client("bob", () => 1);
            int both = 0;
            for (int i = 0; i < Rooms; i++)
            {
                string name = "room" + i;
                Task<KitbagRoom> first = ada.Join(name, new KitbagRoomOptions { RoomMetadata = [1] });
                KitbagRoom[] rooms = [await bob.Join(name, new KitbagRoomOptions { RoomMetadata = [2] }), await first];
                both += rooms[0].Owner != rooms[1].Owner ? 1 : 0;
                await Waiting.Until(() => rooms[0].Owner == rooms[1].Owner && rooms[0].Metadata[0] == rooms[1].Metadata[0]
                    && rooms[0].Peers.Count + rooms[1].Peers.Count == 4);
                Assert.Equal(rooms[0].Owner == ada.Id ? 1 : 2, rooms[0].Metadata[0]);
            }
            output.WriteLine($"{both} of {Rooms} rooms had two owners for a moment");
        }

        [BrokerTheory]
        [InlineData("-STOP")]
        [InlineData("-KILL")]
        public async Task APeerThatLeavesARelayThatDoesNotRespondIsOrderedOrAGap(string signal)
        {
            await Relays(3);
            int at = 0;
            await using TestClient sender = await Client("sender", () => at);
            await using TestClient near = await Client("near", () => 1), far = await Client("far", () => 2);
            KitbagRoom room = await sender.Join("hall");
            await near.Join("hall", new KitbagRoomOptions());
            await far.Join("hall", new KitbagRoomOptions());
            await room.SendText("first");
            foreach (TestClient client in new[] { near, far })
                await client.WaitFor("message sender: first");
            _relays[0].Signal(signal);
            await room.SendText("old");
            await Task.Delay(200);
            at = 1;
            sender.Client.Session!.Abort();
            await Waiting.Until(() => sender.Client.IsReady && sender.Client.Sessions == 2);
            await room.SendText("new");
            foreach (TestClient client in new[] { near, far })
                await client.WaitFor("message sender: new");
            if (signal == "-STOP")
            {
                _relays[0].Signal("-CONT");
                await Task.Delay(2_000);
            }
            else
            {
                foreach (TestClient client in new[] { near, far })
                    await client.WaitFor("gap Backplane 0");
            }
            foreach (TestClient client in new[] { near, far })
            {
                output.WriteLine(string.Join(", ", client.Events()));
                Assert.Equal(["message sender: first", "message sender: new"], client.Events("message"));
            }
        }

        private Task<TestClient> Client(string name, Func<int> at) => TestClient.Enter(
            cancellation => Net.KitbagTransport.ConnectTcpAsync("127.0.0.1", _relays[at()].Port, null, cancellation), name);

        private async Task Relays(int count, params string[] options)
        {
            _relays = Enumerable.Range(0, count).Select(_ => new RelayProcess(_network, options)).ToArray();
            await Task.WhenAll(_relays.Select(r => r.Start()));
        }

        private async Task<RelayPeer> Peer(string name, string room, bool isKept, int at, bool staysThere = false)
        {
            var peer = new RelayPeer(name, room, isKept, staysThere ? [_relays[at]] : _relays, at);
            _peers.Add(peer);
            await peer.Start();
            return peer;
        }

        private static List<(string From, long Number, string Position)> Kept(RelayPeer peer)
        {
            lock (peer.Kept)
                return [.. peer.Kept];
        }

        private static async Task<long> Sending(RelayPeer peer, CancellationToken stop)
        {
            long i = 0;
            for (; !stop.IsCancellationRequested && i < 200_000; i++)
            {
                await peer.SendKept(i + 1);
                if (i % 10 == 0)
                    await Task.Delay(10, CancellationToken.None);
            }
            return i;
        }
    }
}
