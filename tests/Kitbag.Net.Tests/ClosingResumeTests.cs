using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace Kitbag.Net.Tests
{
    /// <summary>Tests sessions whose connection is lost while they are closed, or that are closed while they have none.</summary>
    public class ClosingResumeTests
    {
        private const int Messages = 100;

        private static readonly KitbagSessionOptions s_options = new()
        {
            ResumeTimeout = TimeSpan.FromSeconds(60),
            CloseTimeout = TimeSpan.FromSeconds(60),
        };

        [Theory]
        [InlineData(true)]
        [InlineData(false)]
        public async Task What_was_sent_without_a_connection_arrives_before_the_session_is_closed(bool byServer)
        {
            await using Ends ends = await Ends.Begin(s_options);
            ends.IsUnreachable = true;
            ends.Network.Cut();
            await Waiting.Until(() => !ends.Server.IsConnected && !ends.Client.IsConnected);
            ends.SendBoth();
            Task closing = (byServer ? ends.Server : ends.Client).CloseAsync(KitbagCloseReason.Done, "Enough.").AsTask();
            ends.IsUnreachable = false;
            await closing.Soon();
            await ends.CheckAsync(byServer);
        }

        /// <summary>Everything that is sent disappears, then the connection is lost.</summary>
        [Theory]
        [InlineData(true)]
        [InlineData(false)]
        public async Task A_goodbye_is_repeated_on_the_next_connection(bool byServer)
        {
            await using Ends ends = await Ends.Begin(s_options);
            ends.Network.IsBlack = true;
            ends.SendBoth();
            KitbagSession closed = byServer ? ends.Server : ends.Client;
            Task closing = closed.CloseAsync(KitbagCloseReason.Done, "Enough.").AsTask();
            await Waiting.Until(() => closed.BytesSent >= closed.PendingBytes);
            ends.Network.Cut();
            ends.Network.IsBlack = false;
            await closing.Soon();
            await ends.CheckAsync(byServer);
        }

        /// <summary>The end that does not close ends first: what it sent is in the buffer of the other end then.</summary>
        [Theory]
        [InlineData(true)]
        [InlineData(false)]
        public async Task Slow_handlers_handle_everything_before_the_session_is_closed(bool byServer)
        {
            await using Ends ends = await Ends.Begin(s_options, upDelay: byServer ? 2 : 0, downDelay: byServer ? 0 : 2);
            ends.SendBoth();
            await (byServer ? ends.Server : ends.Client).CloseAsync(KitbagCloseReason.Done, "Enough.").AsTask().Soon();
            await ends.CheckAsync(byServer, connections: 1);
        }

        [Theory]
        [InlineData(true)]
        [InlineData(false)]
        public async Task If_both_ends_close_only_what_was_handled_is_confirmed(bool canResume)
        {
            var gate = new TaskCompletionSource();
            int handled = 0;
            KitbagHandlers server = new KitbagHandlers().On<Count>(async (session, count) =>
            {
                await gate.Task;
                handled++;
            });
            await using Pair pair = await Pair.Begin(server: server,
                serverOptions: new KitbagSessionOptions { ResumeTimeout = canResume ? TimeSpan.FromSeconds(60) : default });
            for (int i = 0; i < 5; i++)
                await pair.Client.SendAsync(new Count(i));
            Task both = Task.WhenAll(pair.Client.CloseAsync().AsTask(), pair.Server.CloseAsync().AsTask());
            KitbagClose atClient = await pair.Client.Completion.Soon();
            Assert.True(atClient.UnconfirmedBytes > 0);
            gate.SetResult();
            await both.Soon();
            Assert.Equal(5, handled);
        }

        [Fact]
        public async Task A_client_that_does_not_come_back_is_waited_for_until_the_close_timeout()
        {
            var time = new FakeTime();
            await using Ends ends = await Ends.Begin(new KitbagSessionOptions { ResumeTimeout = TimeSpan.FromSeconds(60), Time = time });
            ends.IsUnreachable = true;
            ends.Network.Cut();
            await Waiting.Until(() => !ends.Server.IsConnected);
            Task closing = ends.Server.CloseAsync().AsTask();
            time.Pass(TimeSpan.FromSeconds(4));
            Assert.False(closing.IsCompleted);
            time.Pass(TimeSpan.FromSeconds(2));
            await closing.Soon();
            KitbagClose end = await ends.Server.Completion;
            Assert.Equal(KitbagCloseReason.ConnectionLost, end.Reason);
            Assert.Contains("within 5 s", end.Message, StringComparison.Ordinal);
            ends.Client.Abort();
        }

        /// <summary>
        /// Connections are cut at any byte while both ends send, and one of them closes the session. If an end reports that no byte is
        /// unconfirmed, the other one has handled everything.
        /// </summary>
        [Theory]
        [InlineData(1)]
        [InlineData(2)]
        [InlineData(3)]
        [InlineData(4)]
        public async Task Closing_over_connections_that_are_cut_loses_nothing_that_it_confirms(int seed)
        {
            for (int round = 0; round < 5; round++)
            {
                var random = new Random(seed * 1000 + round);
                await using Ends ends = await Ends.Begin(new KitbagSessionOptions
                {
                    ResumeTimeout = TimeSpan.FromSeconds(3),
                    CloseTimeout = TimeSpan.FromSeconds(3),
                    ReceiveWindow = 1024,
                }, seed * 1000 + round, r => r.Next(300, 6000));
                ends.SendBoth();
                bool byServer = random.Next(2) == 0;
                await Task.Delay(random.Next(20));
                await (byServer ? ends.Server : ends.Client).CloseAsync(KitbagCloseReason.Done, "Enough.").AsTask().Soon();
                await ends.CheckWhatIsConfirmedAsync(byServer);
            }
        }

        /// <summary>The client cannot reconnect to a server that no longer listens.</summary>
        [Fact]
        public async Task A_server_that_stops_does_not_wait_for_a_client_whose_connection_is_lost_meanwhile()
        {
            await using Ends ends = await Ends.Begin(s_options);
            ends.Network.IsBlack = true;
            Task stopping = ends.StopAsync();
            await Waiting.Until(() => !ends.Server.IsOpen);
            ends.Network.Cut();
            await stopping.Soon();
            ends.Client.Abort();
        }

        private sealed class Ends : IAsyncDisposable
        {
            private readonly List<int> _up = [], _down = [];
            private readonly KitbagServer _server;

            private Ends(KitbagSessionOptions options, int seed, Func<Random, int> bytes, int upDelay)
            {
                _server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), Listening(_up, upDelay), options);
                Network = new CutNetwork(_server.EndPoint.Port, seed, bytes);
            }

            public CutNetwork Network { get; }

            public bool IsUnreachable { get; set; }

            public KitbagSession Client { get; private set; } = null!;

            public KitbagSession Server { get; private set; } = null!;

            public static async Task<Ends> Begin(KitbagSessionOptions options, int seed = 1, Func<Random, int>? bytes = null,
                int upDelay = 0, int downDelay = 0)
            {
                var ends = new Ends(options, seed, bytes ?? (random => int.MaxValue), upDelay);
                var opened = new TaskCompletionSource<KitbagSession>();
                ends._server.Opened += opened.SetResult;
                ends.Client = await KitbagSession.ConnectAsync(
                    cancellation => ends.IsUnreachable ? throw new IOException("No way.")
                        : KitbagTransport.ConnectTcpAsync("127.0.0.1", ends.Network.Port, null, cancellation),
                    Listening(ends._down, downDelay), options);
                ends.Server = await opened.Task.Soon();
                return ends;
            }

            public void SendBoth()
            {
                for (int i = 0; i < Messages; i++)
                {
                    _ = Client.SendAsync(new Count(i), new byte[40]).AsTask();
                    _ = Server.SendAsync(new Count(i), new byte[40]).AsTask();
                }
            }

            public async Task CheckAsync(bool byServer, int connections = 2)
            {
                KitbagClose atClient = await Client.Completion.Soon(), atServer = await Server.Completion.Soon();
                Assert.Equal(("Enough.", KitbagCloseReason.Done, byServer), (atClient.Message, atClient.Reason, atClient.IsByPeer));
                Assert.Equal(("Enough.", KitbagCloseReason.Done, !byServer), (atServer.Message, atServer.Reason, atServer.IsByPeer));
                Assert.Equal(0, (byServer ? atServer : atClient).UnconfirmedBytes);
                Assert.Equal(Enumerable.Range(0, Messages), _up);
                Assert.Equal(Enumerable.Range(0, Messages), _down);
                Assert.Equal(connections, Network.Connections);
            }

            public async Task CheckWhatIsConfirmedAsync(bool byServer)
            {
                KitbagClose atClient = await Client.Completion.Soon(), atServer = await Server.Completion.Soon();
                Assert.Equal(Enumerable.Range(0, _up.Count), _up);
                Assert.Equal(Enumerable.Range(0, _down.Count), _down);
                if (atClient.UnconfirmedBytes == 0)
                    Assert.Equal(Messages, _up.Count);
                if (atServer.UnconfirmedBytes == 0)
                    Assert.Equal(Messages, _down.Count);
                // The end that closes awaits everything from the other end.
                if ((byServer ? atServer : atClient).Reason == KitbagCloseReason.Done)
                    Assert.Equal((Messages, Messages), (_up.Count, _down.Count));
            }

            /// <summary>Stops the server.</summary>
            public Task StopAsync() => _server.DisposeAsync().AsTask();

            public async ValueTask DisposeAsync()
            {
                await Network.DisposeAsync();
                await _server.DisposeAsync();
            }

            private static KitbagHandlers Listening(List<int> heard, int delay) => new KitbagHandlers().On<Count>(async (session, count) =>
            {
                if (delay != 0)
                    await Task.Delay(delay);
                heard.Add(count.Number);
            });
        }
    }
}
