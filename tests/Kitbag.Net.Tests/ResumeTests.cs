using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.IO.Pipelines;
using System.Linq;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Sessions;
using Xunit;

namespace Kitbag.Net.Tests
{
    /// <summary>Tests sessions that survive lost connections.</summary>
    public class ResumeTests
    {
        private static readonly KitbagSessionOptions s_options = new() { ResumeTimeout = TimeSpan.FromSeconds(60) };

        /// <summary>Both ends send continuously, while each connection is cut at some byte.</summary>
        [Theory]
        [InlineData(1, false)]
        [InlineData(2, false)]
        [InlineData(3, true)]
        [InlineData(4, true)]
        public async Task Nothing_is_lost_or_duplicated_while_connections_are_cut(int seed, bool slowHandlers)
        {
            const int Messages = 4000;
            var options = new KitbagSessionOptions
            {
                ResumeTimeout = TimeSpan.FromSeconds(60),
                ReceiveWindow = 32 << 10,
                SendBuffer = 16 << 10,
            };
            List<int> up = [], down = [];
            KitbagHandlers Listening(List<int> heard) => new KitbagHandlers().On<Count>((session, count, payload) =>
            {
                lock (heard)
                    heard.Add(payload.Length == Size(count.Number) ? count.Number : -1);
                return slowHandlers && count.Number % 50 == 0 ? new ValueTask(Task.Delay(1)) : default;
            });
            var opened = new TaskCompletionSource<KitbagSession>();
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), Listening(up), options);
            server.Opened += session => opened.SetResult(session);
            await using var network = new CutNetwork(server.EndPoint.Port, seed, random => random.Next(2_000, 120_000));
            KitbagSession client = await ConnectAsync(network, Listening(down), options);
            KitbagSession other = await opened.Task.Soon();

            await Task.WhenAll(SendAsync(client), SendAsync(other)).Soon();
            await Waiting.Until(() => Volatile.Read(ref up).Count >= Messages && Volatile.Read(ref down).Count >= Messages);
            Assert.True(network.Connections > 5, "Only " + network.Connections + " connections were made.");
            Assert.Equal(Enumerable.Range(0, Messages), up);
            Assert.Equal(Enumerable.Range(0, Messages), down);
            Assert.Single(server.Sessions);
            client.Abort();

            static async Task SendAsync(KitbagSession session)
            {
                byte[] bytes = new byte[40_000];
                for (int i = 0; i < Messages; i++)
                    await session.SendAsync(new Count(i), bytes, 0, Size(i));
            }

            static int Size(int number) => number % 500 == 499 ? 40_000 : number % 200;
        }

        /// <summary>Sent bytes are kept until they are acknowledged, which happens at the next tick if nothing else is sent.</summary>
        [Fact]
        public async Task An_idle_session_keeps_no_bytes_that_the_peer_has()
        {
            var time = new FakeTime();
            var options = new KitbagSessionOptions { ResumeTimeout = TimeSpan.FromSeconds(60), Time = time };
            var opened = new TaskCompletionSource<KitbagSession>();
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), new KitbagHandlers(), options);
            server.Opened += session => opened.SetResult(session);
            KitbagSession client = await KitbagSession.ConnectAsync(
                c => KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port, null, c),
                new KitbagHandlers().On<Count>((session, count) => default), options);
            KitbagSession other = await opened.Task.Soon();
            await other.SendAsync(new Count(1));
            await Waiting.Until(() => client.HasUnacknowledged);
            Assert.True(other.PendingBytes > 0);
            // No ping is sent before that.
            time.Pass(options.HeartbeatInterval / 3);
            await Waiting.Until(() => other.PendingBytes == 0);
            client.Abort();
        }

        [Fact]
        public async Task Requests_are_answered_once_across_connections()
        {
            int handled = 0;
            KitbagHandlers handlers = new KitbagHandlers().OnRequest<Question, Answer>(async (session, question, cancellation) =>
            {
                Interlocked.Increment(ref handled);
                await Task.Yield();
                return new Answer(question.Number + 1);
            });
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), handlers, s_options);
            await using var network = new CutNetwork(server.EndPoint.Port, 7, random => random.Next(500, 3000));
            KitbagSession client = await ConnectAsync(network, new KitbagHandlers(), s_options);
            for (int i = 0; i < 20; i++)
            {
                Answer[] answers = await Task.WhenAll(Enumerable.Range(0, 50)
                    .Select(k => client.RequestAsync<Question, Answer>(new Question(k)))).Soon();
                Assert.Equal(Enumerable.Range(1, 50), answers.Select(a => a.Number));
            }
            Assert.True(network.Connections > 5);
            Assert.Equal(1000, handled);
            client.Abort();
        }

        [Fact]
        public async Task A_silent_connection_is_detected_and_closed()
        {
            var time = new FakeTime();
            var heard = new TaskCompletionSource();
            KitbagHandlers handlers = new KitbagHandlers().On<Say>((session, say) =>
            {
                heard.SetResult();
                return default;
            });
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), handlers, s_options);
            await using var network = new CutNetwork(server.EndPoint.Port, 7, random => int.MaxValue);
            KitbagSession client = await ConnectAsync(network, new KitbagHandlers(),
                new KitbagSessionOptions { ResumeTimeout = TimeSpan.FromSeconds(600), Time = time });
            network.IsBlack = true;
            await client.SendAsync(new Say("into the hole"));
            await Waiting.Until(() => client.BytesSent > 0);
            time.Pass(TimeSpan.FromSeconds(44));
            Assert.True(client.IsConnected);
            network.IsBlack = false;
            time.Pass(TimeSpan.FromSeconds(10));
            // The server still has the old connection.
            await heard.Task.Soon();
            await Waiting.Until(() => client.IsConnected);
            Assert.Equal(2, network.Connections);
            Assert.Single(server.Sessions);
            client.Abort();
        }

        [Fact]
        public async Task A_client_that_does_not_come_back_is_not_waited_for_forever()
        {
            var time = new FakeTime();
            var opened = new TaskCompletionSource<KitbagSession>();
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), new KitbagHandlers(),
                new KitbagSessionOptions { ResumeTimeout = TimeSpan.FromSeconds(30), Time = time });
            server.Opened += session => opened.SetResult(session);
            await using var network = new CutNetwork(server.EndPoint.Port, 7, random => int.MaxValue);
            bool isGone = false;
            KitbagSession client = await KitbagSession.ConnectAsync(
                cancellation => isGone ? throw new InvalidOperationException("no way") : Way(network, cancellation), new KitbagHandlers(),
                s_options);
            KitbagSession session = await opened.Task.Soon();
            isGone = true;
            network.Cut();
            await Waiting.Until(() => !session.IsConnected);
            Assert.True(session.IsOpen);
            await session.SendAsync(new Say("waits"));
            time.Pass(TimeSpan.FromSeconds(31));
            KitbagClose end = await session.Completion.Soon();
            Assert.Equal(KitbagCloseReason.ConnectionLost, end.Reason);
            Assert.EndsWith(" " + end.Exception!.Message, end.Message, StringComparison.Ordinal);
            Assert.True(end.UnconfirmedBytes > 0);

            // It reconnects too late, and the session is rejected.
            isGone = false;
            Assert.Equal(KitbagCloseReason.UnknownSession, (await client.Completion.Soon()).Reason);
        }

        [Fact]
        public async Task Why_a_client_could_not_reconnect_is_reported()
        {
            var time = new FakeTime();
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), new KitbagHandlers(), s_options);
            await using var network = new CutNetwork(server.EndPoint.Port, 7, random => int.MaxValue);
            int attempts = 0;
            KitbagSession client = await KitbagSession.ConnectAsync(
                cancellation => attempts++ == 0 ? Way(network, cancellation) : throw new IOException("No way."), new KitbagHandlers(),
                new KitbagSessionOptions { ResumeTimeout = TimeSpan.FromSeconds(30), Time = time });
            network.Cut();
            await Waiting.Until(() =>
            {
                time.Pass(TimeSpan.FromMilliseconds(100));
                return attempts >= 3;
            });
            time.Pass(TimeSpan.FromSeconds(31));
            KitbagClose end = await client.Completion.Soon();
            Assert.Equal(KitbagCloseReason.ConnectionLost, end.Reason);
            Assert.EndsWith("within 30 s. No way.", end.Message, StringComparison.Ordinal);
            Assert.IsType<IOException>(end.Exception);
        }

        /// <summary>The time without a connection does not count as waiting for a slow peer.</summary>
        [Fact]
        public async Task A_send_that_waited_for_the_next_connection_is_not_given_up()
        {
            var time = new FakeTime();
            var gate = new SemaphoreSlim(0);
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0),
                new KitbagHandlers().On<Count>(async (session, count) => await gate.WaitAsync()), s_options);
            await using var network = new CutNetwork(server.EndPoint.Port, 7, random => int.MaxValue);
            var back = new TaskCompletionSource();
            int connections = 0;
            KitbagSession client = await KitbagSession.ConnectAsync(async cancellation =>
            {
                if (connections++ > 0)
                    await back.Task;
                return await Way(network, cancellation);
            }, new KitbagHandlers(), new KitbagSessionOptions { ResumeTimeout = TimeSpan.FromHours(1), SendBuffer = 0, Time = time });
            Task sending = client.SendAsync(new Count(1)).AsTask();
            Assert.False(sending.IsCompleted);
            network.Cut();
            await Waiting.Until(() => !client.IsConnected);
            time.Pass(TimeSpan.FromSeconds(100));
            back.SetResult();
            await Waiting.Until(() => client.IsConnected);
            time.Pass(TimeSpan.FromSeconds(11));
            Assert.True(client.IsOpen);
            gate.Release(100);
            await sending.Soon();
            client.Abort();
        }

        /// <summary>A silent connection takes no bytes, but that does not make the peer a slow one.</summary>
        [Fact]
        public async Task A_send_on_a_silent_connection_waits_for_the_next_connection()
        {
            const int Messages = 2000;
            var time = new FakeTime();
            var heard = new List<int>();
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0),
                new KitbagHandlers().On<Count>((session, count) =>
                {
                    heard.Add(count.Number);
                    return default;
                }), s_options);
            await using var network = new CutNetwork(server.EndPoint.Port, 7, random => int.MaxValue);
            KitbagSession client = await ConnectAsync(network, new KitbagHandlers(), new KitbagSessionOptions
            {
                ResumeTimeout = TimeSpan.FromHours(1),
                SilenceTimeout = TimeSpan.FromMinutes(30),
                SendBuffer = 10_000,
                Time = time,
            });
            network.IsHeld = true;
            Task sending = Task.Run(async () =>
            {
                for (int i = 0; i < Messages; i++)
                    await client.SendAsync(new Count(i), new byte[100]);
            });
            await Waiting.Until(() => client.PendingBytes > 10_000);
            await Task.Delay(50);
            Assert.False(sending.IsCompleted);
            time.Pass(TimeSpan.FromSeconds(41));
            Assert.True(client.IsOpen);
            Assert.False(client.IsConnected);
            network.IsHeld = false;
            // The first attempt to reconnect may have timed out already; then the next one follows after a pause.
            await Waiting.Until(() =>
            {
                time.Pass(TimeSpan.FromMilliseconds(100));
                return sending.IsCompleted && heard.Count >= Messages;
            });
            await sending;
            Assert.Equal(Enumerable.Range(0, Messages), heard);
            Assert.True(network.Connections > 1);
            client.Abort();
        }

        /// <summary>
        /// The client receives the welcome, loses the connection and reconnects before this end has started the first connection.
        /// </summary>
        [Fact]
        public async Task A_client_may_be_back_before_its_first_connection_has_begun()
        {
            var table = new SessionTable();
            (IDuplexPipe client, IDuplexPipe server) = await Pair.InMemory();
            var welcome = new TaskCompletionSource();
            Task<KitbagSession> first = KitbagSession.AcceptAsync(new SlowEnd(server, size => welcome.Task), new KitbagHandlers(),
                s_options, table, null, default);
            var peer = new RawPeer(client);
            await peer.Send(new Hello(1 << 20, 1 << 20, [], 1, 0, []).Write().ToArray());
            byte[] token = (await peer.Receive()).Body[^17..^1];

            (IDuplexPipe client2, IDuplexPipe server2) = await Pair.InMemory();
            Task<KitbagSession> second = KitbagSession.AcceptAsync(server2, new KitbagHandlers(), s_options, table, null, default);
            var peer2 = new RawPeer(client2);
            await peer2.Send(new Hello(1 << 20, 1 << 20, token, 2, 0, []).Write().ToArray());
            Assert.Equal(FrameKind.Welcome, (await peer2.Receive()).Kind);
            KitbagSession session = await second.Soon();
            welcome.SetResult();
            Assert.Same(session, await first.Soon());

            await session.SendAsync(new Say("hello"));
            Assert.Equal(FrameKind.Schema, (await peer2.Receive()).Kind);
            session.Abort();
        }

        [Fact]
        public async Task A_session_that_was_never_welcomed_leaves_nothing()
        {
            var time = new FakeTime();
            var table = new SessionTable();
            (IDuplexPipe client, IDuplexPipe server) = await Pair.InMemory();
            Task<KitbagSession> accepting = KitbagSession.AcceptAsync(
                new SlowEnd(server, size => throw new System.IO.IOException("gone")), new KitbagHandlers(),
                new KitbagSessionOptions { ResumeTimeout = TimeSpan.FromSeconds(60), Time = time }, table, null, default);
            await client.Output.WriteAsync(new Hello(1 << 20, 1 << 20, [], 1, 0, []).Write());
            KitbagSessionException lost = await Assert.ThrowsAsync<KitbagSessionException>(() => accepting.Soon());
            Assert.Equal(KitbagCloseReason.ConnectionLost, lost.Reason);
            Assert.Equal(0, table.Count);
            Assert.Equal(0, time.Timers);
        }

        [Fact]
        public async Task A_restarted_server_rejects_an_old_session()
        {
            KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), new KitbagHandlers(), s_options);
            KitbagSession client = await KitbagSession.ConnectAsync(
                cancellation => KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port, null, cancellation),
                new KitbagHandlers(), s_options);
            await Waiting.Until(() => server.Sessions.Count == 1);
            IPEndPoint place = server.EndPoint;
            server.Sessions.Single().Abort();
            Assert.Equal(KitbagCloseReason.UnknownSession, (await client.Completion.Soon()).Reason);
            await server.DisposeAsync();
            Assert.Equal(place, server.EndPoint);
        }

        [Fact]
        public async Task A_client_that_is_no_longer_authorized_cannot_resume()
        {
            bool isBanned = false;
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), new KitbagHandlers(),
                new KitbagSessionOptions
                {
                    ResumeTimeout = TimeSpan.FromSeconds(60),
                    Authenticate = client => isBanned ? "You are banned." : null,
                });
            await using var network = new CutNetwork(server.EndPoint.Port, 7, random => int.MaxValue);
            KitbagSession client = await ConnectAsync(network, new KitbagHandlers(), s_options);
            isBanned = true;
            network.Cut();
            Assert.Equal(KitbagCloseReason.NotAllowed, (await client.Completion.Soon()).Reason);
        }

        /// <summary>Invalid attempts to resume with a token, by another client or an old connection.</summary>
        [Theory]
        [InlineData(0, 2L, 0L, KitbagCloseReason.UnknownSession)]
        [InlineData(1, 1L, 0L, KitbagCloseReason.Protocol)]
        [InlineData(1, 2L, 99L, KitbagCloseReason.Protocol)]
        public async Task A_hello_that_does_not_fit_is_refused(int which, long generation, long position, KitbagCloseReason reason)
        {
            var opened = new TaskCompletionSource<KitbagSession>();
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), new KitbagHandlers(), s_options);
            server.Opened += session => opened.SetResult(session);
            var first = new RawPeer(await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port));
            await first.Send(new Hello(1 << 20, 1 << 20, [], 1, 0, []).Write().ToArray());
            byte[] token = (await first.Receive()).Body[^18..^1].Skip(1).ToArray();
            KitbagSession session = await opened.Task.Soon();
            if (which == 0)
                token[3] ^= 1;

            var second = new RawPeer(await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port));
            await second.Send(new Hello(1 << 20, 1 << 20, token, generation, position, []).Write().ToArray());
            (byte kind, byte[] body) = await second.Receive();
            Assert.Equal((FrameKind.Refuse, (byte)reason), (kind, body[0]));
            Assert.True(session.IsOpen);

            // A valid client can still resume.
            if (which == 1)
            {
                var third = new RawPeer(await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port));
                await third.Send(new Hello(1 << 20, 1 << 20, token, 3, 0, []).Write().ToArray());
                Assert.Equal(FrameKind.Welcome, (await third.Receive()).Kind);
                Assert.Single(server.Sessions);
            }
            session.Abort();
        }

        private static Task<KitbagSession> ConnectAsync(CutNetwork network, KitbagHandlers handlers, KitbagSessionOptions options) =>
            KitbagSession.ConnectAsync(cancellation => Way(network, cancellation), handlers, options);

        private static Task<IDuplexPipe> Way(CutNetwork network, CancellationToken cancellation) =>
            KitbagTransport.ConnectTcpAsync("127.0.0.1", network.Port, null, cancellation);
    }
}
