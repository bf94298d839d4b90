using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Hosting;
using Kitbag.Relay.Tests.Backplane;
using Kitbag.Relay.Tool;
using Xunit;
using Xunit.Abstractions;

namespace Kitbag.Relay.Tests.Faults
{
    /// <summary>No other tests run at the same time, because these tests start processes and measure memory.</summary>
    [CollectionDefinition(nameof(RelayFaultTests), DisableParallelization = true)]
    public class RelayFaults
    {
    }

    /// <summary>Tests faults of a relay in a separate process, and of its peers. No broker is needed.</summary>
    [Collection(nameof(RelayFaultTests))]
    public class RelayFaultTests(ITestOutputHelper output)
    {
        // How long the relay is stopped, and the number of idle peers; the variables specify more than in CI.
        private static readonly double s_seconds = Number("KITBAG_FAULT_SECONDS", 3), s_idle = Number("KITBAG_IDLE_PEERS", 2000);

        [Fact]
        public async Task Peers_of_a_killed_relay_continue_in_their_room_at_the_next_one_after_a_reported_gap()
        {
            await using var relay = new RelayProcess(null);
            await relay.Start();
            await using Counting one = await Counting.Enter(relay.Port, "one"), other = await Counting.Enter(relay.Port, "other");
            for (int i = 0; i < 3; i++)
            {
                await one.Send(500);
                await other.Send(500);
                relay.Kill();
                await relay.Start();
                await Waiting.Until(() => one.Client.IsReady && other.Client.IsReady && one.Client.Sessions == i + 2
                    && other.Client.Sessions == i + 2, () => relay.Output);
                await Waiting.Until(() => one.Gaps > i && other.Gaps > i);
            }
            await one.Send(500);
            await other.Send(500);
            await Waiting.Until(() => one.LastOf(other) == other.Sent && other.LastOf(one) == one.Sent);
            // Messages arrive in order and once, and no peer receives its own. Only messages that were in flight at a kill are missing,
            // which is reported.
            Assert.Equal((0, 0), (one.Wrong, other.Wrong));
        }

        [Fact]
        public async Task A_relay_that_is_stopped_for_some_time_loses_nothing()
        {
            await using var relay = new RelayProcess(null);
            await relay.Start();
            await using Counting one = await Counting.Enter(relay.Port, "one", silence: 1.5);
            await using Counting other = await Counting.Enter(relay.Port, "other");
            await one.Send(1000);
            relay.Signal("-STOP");
            Task sending = Task.WhenAll(one.Send(5000), other.Send(5000));
            await Task.Delay(TimeSpan.FromSeconds(s_seconds));
            relay.Signal("-CONT");
            await sending;
            await Waiting.Until(() => one.Received == other.Sent && other.Received == one.Sent);
            Assert.Equal((0, 0, 0, 0), (one.Wrong, other.Wrong, one.Gaps, other.Gaps));
            Assert.Equal((1, 1), (one.Client.Sessions, other.Client.Sessions));
        }

        /// <summary>
        /// One reader never reads. The others receive everything, and the relay's memory stays within its limits: it grows by less than the
        /// 100 MB that are sent to the stopped reader.
        /// </summary>
        [Fact]
        public async Task A_reader_that_is_stopped_costs_the_others_nothing()
        {
            await using var relay = new RelayProcess(null, "--limits.sendtimeout", "00:00:05");
            await relay.Start();
            await using Counting sender = await Counting.Enter(relay.Port, "sender");
            var gate = new TaskCompletionSource();
            await using Counting stopped = await Counting.Enter(relay.Port, "stopped", gate: gate.Task);
            var others = new List<Counting>();
            for (int i = 0; i < 5; i++)
                others.Add(await Counting.Enter(relay.Port, "other" + i));
            long before = relay.Memory;
            // On a busy machine, another reader may be slow, too. So each burst fits into the queue of a peer, and the sender waits until
            // all readers except the stopped one have received it.
            for (int i = 0; i < 200; i++)
            {
                await sender.Send(100, 5_000);
                await Waiting.Until(() => others.All(o => o.Received == sender.Sent),
                    () => sender + "\n" + string.Join("\n", others.Where(o => o.Received != sender.Sent)) + "\n" + relay.Output);
            }
            Assert.All(others, o => Assert.Equal((0, 0), (o.Wrong, o.Gaps)));
            Assert.InRange(relay.Memory - before, long.MinValue, 80 << 20);
            gate.SetResult();
            foreach (Counting other in others)
                await other.DisposeAsync();
        }

        [Fact]
        public async Task Unauthenticated_peers_that_send_random_data_do_not_affect_others()
        {
            await using var relay = new RelayProcess(null, "--limits.handshaketimeout", "00:00:02");
            await relay.Start();
            await using Counting one = await Counting.Enter(relay.Port, "one"), other = await Counting.Enter(relay.Port, "other");
            Task sending = one.Send(20_000);
            var random = new Random(5);
            var strangers = new List<Socket>();
            for (int i = 0; i < 300; i++)
            {
                var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
                await socket.ConnectAsync(IPAddress.Loopback, relay.Port);
                byte[] bytes = new byte[random.Next(1, 20_000)];
                random.NextBytes(bytes);
                if (i % 3 == 0)
                    bytes = [0x10, 0x01, (byte)'K', (byte)'B', (byte)'N', 1, .. bytes];
                await Record.ExceptionAsync(() => socket.SendAsync(bytes.AsMemory()).AsTask());
                // Some disconnect, others stay and send nothing more.
                if (i % 2 == 0)
                    socket.Dispose();
                else
                    strangers.Add(socket);
            }
            await sending;
            await Waiting.Until(() => other.Received == one.Sent, () => other + " " + one + " " + relay.Output);
            Assert.Equal((0, 0, 1), (other.Wrong, other.Gaps, other.Client.Sessions));
            // Connections that do not complete the handshake are closed.
            foreach (Socket stranger in strangers)
            {
                await Record.ExceptionAsync(async () =>
                {
                    while (await stranger.ReceiveAsync(new byte[1024].AsMemory()).AsTask().Soon() != 0)
                    {
                    }
                });
                stranger.Dispose();
            }
        }

        /// <summary>
        /// An idle peer costs the relay process at most 14 kB of memory after the memory for connecting was released: with 10,000 of them,
        /// the process stays below 200 MB.
        /// </summary>
        [Fact]
        public async Task Idle_peers_cost_little_memory()
        {
            const long MaxPerPeer = 14_000;
            await using var relay = new RelayProcess(null);
            await relay.Start();
            await (await Connect(relay.Port, "first", new KitbagRoomHandlers())).DisposeAsync();
            long before = relay.Memory;
            var peers = new List<KitbagRoomClient>();
            for (int i = 0; i < s_idle; i++)
            {
                KitbagRoomClient peer = await Connect(relay.Port, "idle" + i, new KitbagRoomHandlers());
                await peer.JoinAsync("room" + i / 100);
                peers.Add(peer);
            }
            long joined = relay.Memory;
            await Task.Delay(2 * QuietCollection.Interval);
            await Waiting.Until(() => relay.Memory - before < MaxPerPeer * peers.Count,
                () => $"{before:N0} bytes without peers, {joined:N0} when all had joined, now {relay.Memory:N0}.");
            output.WriteLine($"{peers.Count} idle peers: {(relay.Memory - before) / peers.Count:N0} bytes each, {relay.Memory:N0} in all");
            Assert.All(peers, p => Assert.Equal((true, 1), (p.IsReady, p.Sessions)));
            foreach (KitbagRoomClient peer in peers)
                await peer.DisposeAsync();
        }

        private static Task<KitbagRoomClient> Connect(int port, string name, KitbagRoomHandlers handlers, double silence = 45) =>
            KitbagRoomClient.ConnectAsync(cancellation => KitbagTransport.ConnectTcpAsync("127.0.0.1", port, null, cancellation), handlers,
                new KitbagSessionOptions
                {
                    Credentials = Encoding.UTF8.GetBytes(name),
                    ResumeTimeout = TimeSpan.FromSeconds(30),
                    SilenceTimeout = TimeSpan.FromSeconds(silence),
                    HeartbeatInterval = TimeSpan.FromSeconds(Math.Min(15, silence / 3)),
                    HandshakeTimeout = TimeSpan.FromSeconds(2),
                });

        private static double Number(string name, double otherwise) =>
            Environment.GetEnvironmentVariable(name) is { } text ? double.Parse(text, CultureInfo.InvariantCulture) : otherwise;

        /// <summary>A peer that sends numbers, and counts those of the others.</summary>
        private sealed class Counting : IAsyncDisposable
        {
            private readonly Dictionary<string, long> _last = [];
            private KitbagRoom? _room;
            private int _gaps, _wrong;
            private long _received;

            private Counting()
            {
            }

            public KitbagRoomClient Client { get; private set; } = null!;

            public long Sent { get; private set; }

            public long Received => Interlocked.Read(ref _received);

            /// <summary>The number of reported gaps.</summary>
            public int Gaps => Volatile.Read(ref _gaps);

            /// <summary>The number of messages that were duplicated, out of order or its own.</summary>
            public int Wrong => Volatile.Read(ref _wrong);

            public static async Task<Counting> Enter(int port, string name, Task? gate = null, double silence = 45)
            {
                var peer = new Counting();
                KitbagRoomHandlers handlers = new KitbagRoomHandlers()
                    .OnMessage(async (room, message) =>
                    {
                        if (gate != null)
                            await gate;
                        peer.Note(message);
                    })
                    .OnGap((room, gap) => Interlocked.Increment(ref peer._gaps));
                peer.Client = await Connect(port, name, handlers, silence);
                peer._room = await peer.Client.JoinAsync("room");
                return peer;
            }

            public async Task Send(int count, int size = 50)
            {
                byte[] payload = new byte[size];
                for (int i = 0; i < count; i++)
                {
                    BinaryPrimitives.WriteInt64LittleEndian(payload, ++Sent);
                    await _room!.SendBytesAsync(payload);
                }
            }

            public long LastOf(Counting other)
            {
                lock (_last)
                    return _last.GetValueOrDefault(NameOf(other.Client.Id));
            }

            public override string ToString() => Client.Id + ": " + Sent + " sent, " + Received + " received, " + Gaps + " gaps, " + Wrong
                + " wrong, " + Client.Sessions + " sessions" + (Client.IsReady ? "" : ", not ready");

            public ValueTask DisposeAsync() => Client.DisposeAsync();

            // The suffix of an id distinguishes the sessions of a peer.
            private static string NameOf(string id) => id[..^9];

            private void Note(KitbagRoomMessage message)
            {
                Span<byte> bytes = stackalloc byte[sizeof(long)];
                message.Payload.Slice(0, sizeof(long)).CopyTo(bytes);
                long number = BinaryPrimitives.ReadInt64LittleEndian(bytes);
                string name = NameOf(message.From);
                lock (_last)
                {
                    if (number <= _last.GetValueOrDefault(name) || message.From == Client.Id)
                        _wrong++;
                    _last[name] = number;
                }
                Interlocked.Increment(ref _received);
            }
        }
    }
}
