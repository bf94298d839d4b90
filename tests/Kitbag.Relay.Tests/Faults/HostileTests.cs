using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Tests.Backplane;
using Xunit;
using Xunit.Abstractions;

namespace Kitbag.Relay.Tests.Faults
{
    /// <summary>
    /// Peers that have a session and then send invalid data: valid frames that are changed, truncated, duplicated or mixed, and random
    /// ones. KITBAG_HOSTILE_SECONDS specifies a longer duration than in CI, and KITBAG_HOSTILE_SEED another seed.
    /// </summary>
    [Collection(nameof(RelayFaultTests))]
    public class HostileTests(ITestOutputHelper output)
    {
        private const int Hostile = 6, MaxFrames = 60;

        private static readonly double s_seconds = Number("KITBAG_HOSTILE_SECONDS", 4);

        [Fact]
        public async Task Peers_that_send_random_data_are_rejected_and_do_not_affect_others()
        {
            await using var relay = new RelayProcess(null, "--limits.handshaketimeout", "00:00:02", "--limits.awaytime", "00:00:01");
            await relay.Start();
            long received = 0, wrong = 0, sent = 0;
            await using KitbagRoomClient reader = await Enter(relay.Port, new KitbagRoomHandlers().OnMessage((_, message) =>
            {
                Span<byte> bytes = stackalloc byte[sizeof(long)];
                message.Payload.Slice(0, sizeof(long)).CopyTo(bytes);
                if (BinaryPrimitives.ReadInt64LittleEndian(bytes) != Interlocked.Increment(ref received))
                    Interlocked.Increment(ref wrong);
                return default;
            }));
            await using KitbagRoomClient writer = await Enter(relay.Port, new KitbagRoomHandlers());
            await reader.JoinAsync("quiet", new KitbagRoomOptions { Password = "secret" });
            KitbagRoom room = await writer.JoinAsync("quiet", new KitbagRoomOptions { Secret = "secret" });
            long before = relay.Memory;
            using var over = new CancellationTokenSource(TimeSpan.FromSeconds(s_seconds));
            var ends = new ConcurrentDictionary<int, int>();
            int seed = (int)Number("KITBAG_HOSTILE_SEED", 1);
            Task[] hostile = [.. Enumerable.Range(0, Hostile).Select(i => Task.Run(async () =>
            {
                var random = new Random(seed * Hostile + i);
                while (!over.IsCancellationRequested)
                    await SendFrames(relay.Port, random, ends);
            }))];
            byte[] payload = new byte[50];
            while (!over.IsCancellationRequested)
            {
                BinaryPrimitives.WriteInt64LittleEndian(payload, ++sent);
                await room.SendBytesAsync(payload);
                await Task.Delay(1);
            }
            await Task.WhenAll(hostile);
            await Waiting.Until(() => Interlocked.Read(ref received) == sent, () => relay.Output);
            output.WriteLine(string.Join(", ", ends.OrderBy(e => e.Key).Select(e => (KitbagCloseReason)e.Key + ": " + e.Value))
                + "; " + sent + " messages; " + (relay.Memory - before) / 1_000_000 + " MB more");
            Assert.Equal((0, 1, 1), (wrong, reader.Sessions, writer.Sessions));
            // Sessions must end with errors of the peers, never with an error of the relay's code.
            Assert.DoesNotContain((int)KitbagCloseReason.HandlerFailed, ends.Keys);
            Assert.DoesNotContain("fail:", relay.Output, StringComparison.Ordinal);
            // When the relay is quiet again, garbage is collected, and peers that are away are removed.
            await Waiting.Until(() => relay.Memory - before < 200_000_000, () => "The relay has " + relay.Memory + " bytes.");
            Assert.Contains("kitbag_relay_sessions", await relay.Metrics(), StringComparison.Ordinal);
        }

        private static Task<KitbagRoomClient> Enter(int port, KitbagRoomHandlers handlers) =>
            KitbagRoomClient.ConnectAsync(c => KitbagTransport.ConnectTcpAsync("127.0.0.1", port, null, c), handlers);

        // Opens a connection, usually with a session, sends frames, and receives until the end.
        private static async Task SendFrames(int port, Random random, ConcurrentDictionary<int, int> ends)
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            await socket.ConnectAsync(IPAddress.Loopback, port);
            using var all = new MemoryStream();
            byte[] hello = new Hello(random.Next(3) == 0 ? random.Next(2000) : 1 << 20, 4 << 20, [], random.Next(2), 0,
                Encoding.UTF8.GetBytes("mallory" + random.Next(3))).Write().ToArray();
            all.Write(random.Next(20) == 0 ? Change(hello, random) : hello);
            if (random.Next(10) != 0)
            {
                all.Write(RawPeer.Frame(f => f.Enter(1, [0, 0, 0, 0, 0, (byte)random.Next(4)]), []));
                all.Write(RawPeer.Frame(f => f.Join(2, "room" + random.Next(3), JoinMode.ExistingOrNew, [], [], Settings(random)), []));
            }
            for (int i = random.Next(MaxFrames); i > 0; i--)
            {
                byte[] frame = CreateFrame(random);
                all.Write(random.Next(4) == 0 ? Change(frame, random) : frame);
            }
            try
            {
                await socket.SendAsync(all.ToArray().AsMemory());
                if (random.Next(3) != 0)
                    socket.Shutdown(SocketShutdown.Send);
                else if (random.Next(2) == 0)
                    return;
                using var limit = new CancellationTokenSource(300);
                using var heard = new MemoryStream();
                byte[] buffer = new byte[16 << 10];
                for (int count; (count = await socket.ReceiveAsync(buffer.AsMemory(), limit.Token)) > 0;)
                    heard.Write(buffer, 0, count);
                Note(heard.ToArray(), ends);
            }
            catch (Exception e) when (e is SocketException or OperationCanceledException)
            {
                // The relay has closed the connection, or waits for more.
            }
        }

        private static void Note(byte[] heard, ConcurrentDictionary<int, int> ends)
        {
            var frames = new FrameReader(new ReadOnlySequence<byte>(heard), 1 << 24);
            while (frames.TryRead(out Frame frame))
            {
                if (frame.Kind is FrameKind.Goodbye or FrameKind.Refuse)
                    ends.AddOrUpdate(frame.Body.FirstSpan[0], 1, (_, count) => count + 1);
            }
        }

        private static RoomSettings Settings(Random random) =>
            new() { IsKept = random.Next(3) == 0, History = random.Next(20), Keys = random.Next(20), MaxPeers = random.Next(20) };

        private static byte[] CreateFrame(Random random)
        {
            long room = random.Next(12), request = random.Next(3) == 0 ? 0 : random.Next(1, 1000);
            byte[] bytes = new byte[random.Next(200)];
            random.NextBytes(bytes);
            string peer = "mallory" + random.Next(3) + "~AAAAAAA" + (char)('A' + random.Next(4));
            return random.Next(16) switch
            {
                0 => RawPeer.Frame(f => f.Enter(request, bytes.AsSpan(0, Math.Min(bytes.Length, 6))), bytes),
                1 => RawPeer.Frame(f => f.Join(request, "room" + random.Next(4), (JoinMode)random.Next(4), bytes, [], Settings(random)),
                    bytes),
                2 => RawPeer.Frame(f => f.Join(request, "room" + random.Next(4), JoinMode.Existing, [],
                    bytes.AsSpan(0, Math.Min(bytes.Length, 32)), null), []),
                3 => RawPeer.Frame(f => f.Leave(request, room), []),
                4 => RawPeer.Frame(f => f.List(request, random.Next(2) == 0 ? "" : "room", "room" + random.Next(4)), []),
                5 => RawPeer.Frame(f => f.Describe(request, room, random.Next(2) == 0), bytes),
                6 => RawPeer.Frame(f => f.Remove(request, room, peer, random.Next(3) == 0 ? long.MaxValue : random.Next(2)), []),
                7 => RawPeer.Frame(f => f.HandOver(request, room, peer), []),
                8 => new FrameBuilder().Begin(FrameKind.Ack).Number(random.Next(3) == 0 ? long.MaxValue : random.Next(500)).End().ToArray(),
                9 => new FrameBuilder().Begin(FrameKind.Ping).Raw(bytes.AsSpan(0, Math.Min(bytes.Length, 8))).End().ToArray(),
                10 => new FrameBuilder().Begin((byte)random.Next(256)).Raw(bytes).End().ToArray(),
                11 => new FrameBuilder().Begin(FrameKind.Message).Number(random.Next(3)).Bytes(bytes).Raw(bytes).End().ToArray(),
                _ => RawPeer.Frame(f => f.Send(room, (byte)random.Next(32), Encoding.UTF8.GetBytes(peer), bytes.AsSpan(0, bytes.Length / 4),
                    request), bytes),
            };
        }

        // Changes a byte, or removes, duplicates or inserts some.
        private static byte[] Change(byte[] frame, Random random)
        {
            int at = random.Next(frame.Length), count = random.Next(Math.Min(8, frame.Length - at) + 1);
            switch (random.Next(4))
            {
                case 0:
                    frame[at] = (byte)random.Next(256);
                    return frame;
                case 1:
                    return [.. frame[..at], .. frame[(at + count)..]];
                case 2:
                    return [.. frame[..(at + count)], .. frame[at..]];
                default:
                    byte[] more = new byte[count];
                    random.NextBytes(more);
                    return [.. frame[..at], .. more, .. frame[at..]];
            }
        }

        private static double Number(string name, double otherwise) =>
            Environment.GetEnvironmentVariable(name) is { } text ? double.Parse(text, CultureInfo.InvariantCulture) : otherwise;
    }
}
