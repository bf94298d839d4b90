using System;
using System.Buffers;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Peer;
using Xunit;
using Xunit.Abstractions;

namespace Kitbag.Net.Tests.Faults
{
    /// <summary>No other tests run at the same time, because the processes need all cores.</summary>
    [CollectionDefinition(nameof(ProcessFaultTests), DisableParallelization = true)]
    public class ProcessFaults
    {
    }

    /// <summary>
    /// Tests faults with real processes and sockets. The environment variable KITBAG_FAULT_SECONDS specifies how long processes are stopped
    /// and networks discard everything, if it should be longer than in CI.
    /// </summary>
    [Collection(nameof(ProcessFaultTests))]
    public class ProcessFaultTests(ITestOutputHelper output)
    {
        private static readonly TimeSpan s_fault = TimeSpan.FromSeconds(
            double.Parse(Environment.GetEnvironmentVariable("KITBAG_FAULT_SECONDS") ?? "3", CultureInfo.InvariantCulture));

        [Fact]
        public async Task A_client_is_killed()
        {
            using var file = new LedgerFile();
            using PeerProcess server = await PeerProcess.Serve(file.Path, resume: 2);
            (int Sessions, long Memory, int Sockets) before = await server.Stats();
            for (int sender = 1; sender <= 3; sender++)
            {
                using PeerProcess client = await PeerProcess.Send(file.Path, server.Port, sender, 0);
                await Waiting.Until(() => file.Ledger[sender, Entry.Confirmed] > 500);
                client.Kill();
            }
            await server.WaitForResources(before);
            file.Check(Enumerable.Range(1, 3));
        }

        [Fact]
        public async Task A_server_is_killed_and_restarted()
        {
            using var file = new LedgerFile();
            PeerProcess server = await PeerProcess.Serve(file.Path);
            int port = server.Port;
            using PeerProcess client = await PeerProcess.Send(file.Path, port, 1, 0);
            await Waiting.Until(() => file.Ledger[1, Entry.Confirmed] > 500);
            server.Kill();
            server.Dispose();
            using PeerProcess next = await PeerProcess.Serve(file.Path, port);
            // The new process does not know the session, and reports that to the client; nothing that was confirmed is lost.
            Assert.StartsWith("UnknownSession", await client.End(), StringComparison.Ordinal);
            file.Check([1]);
            using PeerProcess other = await PeerProcess.Send(file.Path, port, 2, 2000);
            Assert.StartsWith("Done", await other.End(), StringComparison.Ordinal);
            Assert.Equal(2000, file.Ledger[2, Entry.Received]);
            file.Check([2]);
        }

        /// <summary>
        /// The process is silent for longer than the timeout of the other end, which then continues on another connection.
        /// </summary>
        [Theory]
        [InlineData(true)]
        [InlineData(false)]
        public async Task A_process_is_stopped_for_some_time(bool isServer)
        {
            using var file = new LedgerFile();
            using PeerProcess server = await PeerProcess.Serve(file.Path);
            using PeerProcess client = await PeerProcess.Send(file.Path, server.Port, 1, 0);
            await Waiting.Until(() => file.Ledger[1, Entry.Confirmed] > 500);
            PeerProcess stopped = isServer ? server : client;
            stopped.Stop();
            await Task.Delay(s_fault);
            long echoed = file.Ledger[1, Entry.Echoed];
            stopped.Continue();
            await EndsWell(file, client, echoed);
        }

        [Fact]
        public async Task Connections_are_cut_within_frames()
        {
            using var file = new LedgerFile();
            using PeerProcess server = await PeerProcess.Serve(file.Path);
            (int Sessions, long Memory, int Sockets) before = await server.Stats();
            await using var network = new CutNetwork(server.Port, 11, random => random.Next(3_000, 300_000));
            const int Messages = 10_000;
            using PeerProcess one = await PeerProcess.Send(file.Path, network.Port, 1, Messages);
            using PeerProcess other = await PeerProcess.Send(file.Path, network.Port, 2, Messages / 10, 3000);
            Assert.StartsWith("Done", await one.End(), StringComparison.Ordinal);
            Assert.StartsWith("Done", await other.End(), StringComparison.Ordinal);
            file.Check([1, 2]);
            Assert.Equal((Messages, Messages / 10), (file.Ledger[1, Entry.Echoed], file.Ledger[2, Entry.Echoed]));
            Assert.True(network.Connections > 10, network.Connections.ToString(CultureInfo.InvariantCulture));
            await server.WaitForResources(before);
        }

        /// <summary>Nothing passes for longer than the timeouts of both ends; then, bytes arrive late on the old connection.</summary>
        [Fact]
        public async Task A_network_holds_everything_back_for_some_time()
        {
            using var file = new LedgerFile();
            using PeerProcess server = await PeerProcess.Serve(file.Path);
            await using var network = new CutNetwork(server.Port, 11, random => int.MaxValue);
            using PeerProcess client = await PeerProcess.Send(file.Path, network.Port, 1, 0);
            await Waiting.Until(() => file.Ledger[1, Entry.Confirmed] > 500);
            network.IsHeld = true;
            await Task.Delay(s_fault);
            long echoed = file.Ledger[1, Entry.Echoed];
            network.IsHeld = false;
            await EndsWell(file, client, echoed);
            Assert.True(network.Connections > 1);
        }

        // After a fault, an endless sender continues, and everything that it sends until it is told to finish arrives.
        private static async Task EndsWell(LedgerFile file, PeerProcess client, long echoed)
        {
            await Waiting.Until(() => file.Ledger[1, Entry.Echoed] > echoed + 500);
            await client.Finish();
            Assert.StartsWith("Done", await client.End(), StringComparison.Ordinal);
            file.Check([1]);
            long sent = file.Ledger[1, Entry.Sent];
            Assert.Equal((sent, sent), (file.Ledger[1, Entry.Received], file.Ledger[1, Entry.Echoed]));
        }

        /// <summary>Both ends send more than fits into all buffers between them.</summary>
        [Fact]
        public async Task Both_ends_send_more_than_fits_into_all_buffers()
        {
            using var file = new LedgerFile();
            using PeerProcess server = await PeerProcess.Serve(file.Path);
            using PeerProcess client = await PeerProcess.Send(file.Path, server.Port, 1, 300, 200_000);
            Assert.StartsWith("Done", await client.End(), StringComparison.Ordinal);
            file.Check([1]);
            Assert.Equal(300, file.Ledger[1, Entry.Echoed]);
        }

        [Fact]
        public async Task A_peer_that_never_reads_is_disconnected_and_costs_only_the_buffers()
        {
            using var file = new LedgerFile();
            using PeerProcess server = await PeerProcess.Serve(file.Path, send: 2, resume: 2);
            (int Sessions, long Memory, int Sockets) before = await server.Stats();
            var peers = new List<Socket>();
            for (int i = 0; i < 20; i++)
                peers.Add(await SubscribeAsync(server.Port, i + 1));
            await Waiting.Until(() => server.Stats().Result.Sessions == 20);
            for (int i = 0; i < 20; i++)
                Assert.InRange((await server.Stats()).Memory, 0, before.Memory + 20 * (1 << 20));
            await server.WaitForResources(before);
            peers.ForEach(p => p.Dispose());
        }

        [Fact]
        public async Task A_peer_that_sends_one_byte_per_second_is_disconnected()
        {
            using var file = new LedgerFile();
            using PeerProcess server = await PeerProcess.Serve(file.Path, resume: 2);
            (int Sessions, long Memory, int Sockets) before = await server.Stats();
            byte[] hello = new Hello(1 << 20, 1 << 20, [], 0, 0, []).Write().ToArray();
            using Socket early = await ConnectAsync(server.Port), late = await ConnectAsync(server.Port);
            await late.SendAsync(hello);
            await late.SendAsync(new byte[] { 100, FrameKind.Message });
            Task dripping = Task.Run(async () =>
            {
                for (int i = 0; i < 12; i++)
                {
                    await Record.ExceptionAsync(() => early.SendAsync(hello.AsMemory(i, 1)).AsTask());
                    await Record.ExceptionAsync(() => late.SendAsync(new byte[1].AsMemory()).AsTask());
                    await Task.Delay(1000);
                }
            });
            await EndsAsync(early);
            await EndsAsync(late);
            await server.WaitForResources(before);
            await dripping;
        }

        [Fact]
        public async Task A_thousand_peers_connect_at_once()
        {
            const int Peers = 1000;
            using var file = new LedgerFile();
            using PeerProcess server = await PeerProcess.Serve(file.Path, patience: 20);
            (int Sessions, long Memory, int Sockets) before = await server.Stats();
            var options = new KitbagSessionOptions();
            KitbagSession[] sessions = await Task.WhenAll(Enumerable.Range(0, Peers).Select(async i =>
                await KitbagSession.ConnectAsync(await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.Port), new KitbagHandlers(),
                    options))).Soon();
            await Waiting.Until(() => server.Stats().Result.Sessions == Peers);
            Ping[] answers = await Task.WhenAll(sessions.Select((s, i) => s.RequestAsync<Ping, Ping>(new Ping(i)))).Soon();
            Assert.Equal(Enumerable.Range(0, Peers), answers.Select(a => a.Number));
            // Each idle session costs some kilobytes.
            (int _, long memory, int _) = await server.Stats();
            output.WriteLine((memory - before.Memory) / Peers + " bytes for each idle session");
            Assert.InRange((memory - before.Memory) / Peers, 0, 12_000);
            await Task.WhenAll(sessions.Select(s => s.CloseAsync().AsTask())).Soon();
            await server.WaitForResources(before);
        }

        /// <summary>Random bytes, lengths that are too large, and headers that announce much do not affect other peers.</summary>
        [Fact]
        public async Task Peers_send_invalid_data()
        {
            using var file = new LedgerFile();
            using PeerProcess server = await PeerProcess.Serve(file.Path, resume: 2);
            (int Sessions, long Memory, int Sockets) before = await server.Stats();
            using PeerProcess client = await PeerProcess.Send(file.Path, server.Port, 1, 20_000);
            var random = new Random(12);
            for (int i = 0; i < 300; i++)
            {
                using Socket socket = await ConnectAsync(server.Port);
                byte[] bytes = Nonsense(i, random);
                if (i % 10 != 0)
                    await socket.SendAsync(new Hello(1 << 20, 1 << 20, [], 0, 0, []).Write());
                await Record.ExceptionAsync(() => socket.SendAsync(bytes.AsMemory()).AsTask());
                if (i % 2 == 0)
                    socket.Shutdown(SocketShutdown.Send);
                if (i % 5 == 0)
                    await EndsAsync(socket);
            }
            Assert.StartsWith("Done", await client.End(), StringComparison.Ordinal);
            file.Check([1]);
            Assert.Equal(20_000, file.Ledger[1, Entry.Echoed]);
            await server.WaitForResources(before);
        }

        /// <summary>The others receive everything while one of a hundred peers does not read.</summary>
        [Fact]
        public async Task One_of_a_hundred_readers_is_stopped()
        {
            const int Peers = 100, Messages = 500;
            using var file = new LedgerFile();
            using PeerProcess server = await PeerProcess.Serve(file.Path, send: 60, resume: 60);
            using Socket stopped = await SubscribeAsync(server.Port, 1);
            var heard = new int[Peers];
            var done = new SemaphoreSlim(0);
            var sessions = new List<KitbagSession>();
            for (int i = 1; i < Peers; i++)
            {
                int peer = i;
                KitbagHandlers handlers = new KitbagHandlers().On<Numbered>((session, message, payload) =>
                {
                    Assert.Equal(++heard[peer], message.Number);
                    if (message.Number == Messages)
                        done.Release();
                    return default;
                });
                KitbagSession session = await KitbagSession.ConnectAsync(
                    await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.Port), handlers);
                sessions.Add(session);
            }
            foreach (KitbagSession session in sessions)
                await session.SendAsync(new Subscribe(1, Messages, 1000));
            for (int i = 1; i < Peers; i++)
                await done.WaitAsync().Soon();
            Assert.Equal((Peers - 1) * Messages, heard.Sum());
            Assert.Equal(Peers, (await server.Stats()).Sessions);
            await Task.WhenAll(sessions.Select(s => s.CloseAsync().AsTask())).Soon();
        }

        private static byte[] Nonsense(int which, Random random)
        {
            byte[] bytes = new byte[random.Next(1, 5000)];
            random.NextBytes(bytes);
            byte[] schema = KitbagSchema.Of<Numbered>().Bytes.ToArray();
            switch (which % 6)
            {
                case 0:
                    return bytes;
                case 1:
                    // A frame with a length and that many bytes.
                    bytes[0] = 0x7F;
                    bytes[1] = (byte)random.Next(1, 22);
                    return bytes;
                case 2:
                    return [0xFF, 0xFF, 0xFF, 0xFF, 0x7F, FrameKind.Message, .. bytes];
                case 3:
                    return
                    [
                        .. new FrameBuilder().Begin(FrameKind.Schema).Number(1).Text("Numbered", 99).Raw(schema).End().Span,
                        .. new FrameBuilder().Begin(FrameKind.Message).Number(1).Number(bytes.Length).Raw(bytes).End().Span,
                    ];
                case 4:
                    // A schema with random numbers of types and members.
                    bytes.AsSpan(0, Math.Min(bytes.Length, 4)).Fill(0xFF);
                    return new FrameBuilder().Begin(FrameKind.Schema).Number(1).Text("Numbered", 99).Raw(bytes).End().ToArray();
                default:
                    return new FrameBuilder().Begin(FrameKind.Ack).Number(random.NextInt64()).End().ToArray();
            }
        }

        // A peer that requests many messages, and reads none of them.
        private static async Task<Socket> SubscribeAsync(int port, int sender)
        {
            Socket socket = await ConnectAsync(port);
            await socket.SendAsync(new Hello(1 << 20, 1 << 20, [], 0, 0, []).Write());
            byte[] subscribe = KitbagSerializer.Serialize(new Subscribe(sender, 1_000_000, 10_000), KitbagOptions.Bare);
            await socket.SendAsync(new FrameBuilder().Begin(FrameKind.Schema).Number(1).Text("Subscribe", 99)
                .Raw(KitbagSchema.Of<Subscribe>().Bytes).End());
            await socket.SendAsync(new FrameBuilder().Begin(FrameKind.Message).Number(1).Number(subscribe.Length).Raw(subscribe).End());
            return socket;
        }

        private static async Task<Socket> ConnectAsync(int port)
        {
            var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            await socket.ConnectAsync(IPAddress.Loopback, port);
            return socket;
        }

        // The server closes the connection.
        private static async Task EndsAsync(Socket socket)
        {
            byte[] buffer = new byte[4096];
            try
            {
                while (await socket.ReceiveAsync(buffer.AsMemory()).AsTask().Soon() != 0)
                {
                }
            }
            catch (SocketException)
            {
                // A reset ends the connection, too.
            }
        }
    }
}
