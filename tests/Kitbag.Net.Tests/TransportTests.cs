using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO.Pipelines;
using System.Linq;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Sessions;
using Xunit;

namespace Kitbag.Net.Tests
{
    public class TransportTests
    {
        private static readonly KitbagHandlers s_echo = new KitbagHandlers()
            .On<Count>((session, count, payload) => session.SendAsync(count, payload));

        /// <summary>The server accepts connections, but does not answer the handshake.</summary>
        [Fact]
        public async Task A_server_that_hangs_does_not_block_its_clients()
        {
            using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            listener.Listen();
            int port = ((IPEndPoint)listener.LocalEndPoint!).Port;
            Task<Exception>[] all =
            [
                Record.ExceptionAsync(() => KitbagTransport.ConnectTcpAsync("127.0.0.1", port,
                    new SslClientAuthenticationOptions { TargetHost = "localhost" })),
                Record.ExceptionAsync(() => KitbagTransport.ConnectWebSocketAsync(new Uri("ws://127.0.0.1:" + port))),
            ];
            Assert.All(await Task.WhenAll(all).Soon(), e => Assert.IsType<TimeoutException>(e));
        }

        [Fact]
        public async Task Tcp_with_a_server_of_many_clients()
        {
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), s_echo);
            await Task.WhenAll(Enumerable.Range(0, 50).Select(i => EchoAsync(async handlers =>
                await KitbagSession.ConnectAsync(await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port), handlers))));
            await Waiting.Until(() => server.Sessions.Count == 0);
        }

        [Fact]
        public async Task Tls()
        {
            using X509Certificate2 certificate = Certificate();
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), s_echo,
                tls: new SslServerAuthenticationOptions { ServerCertificate = certificate });
            await EchoAsync(async handlers => await KitbagSession.ConnectAsync(await KitbagTransport.ConnectTcpAsync("127.0.0.1",
                server.EndPoint.Port, new SslClientAuthenticationOptions
                {
                    TargetHost = "localhost",
                    RemoteCertificateValidationCallback = (sender, shown, chain, errors) =>
                        shown!.GetCertHashString() == certificate.GetCertHashString(),
                }), handlers));
            // A client that does not trust the certificate gets no session.
            await Assert.ThrowsAsync<System.Security.Authentication.AuthenticationException>(() =>
                KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port,
                    new SslClientAuthenticationOptions { TargetHost = "localhost" }));
        }

        /// <summary>The reason reaches a peer that is sending, although the connection is closed with unread bytes.</summary>
        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public async Task Senders_learn_why_the_session_has_ended(bool isWebSocket)
        {
            KitbagHandlers handlers = new KitbagHandlers().On<Count>((session, count) =>
                count.Number == 1000 ? throw new InvalidOperationException("enough") : default);
            using X509Certificate2 certificate = Certificate();
            for (int i = 0; i < 10; i++)
            {
                (Socket client, Socket server) = await Pair.Sockets();
                (IDuplexPipe one, IDuplexPipe other) = isWebSocket
                    ? (KitbagTransport.FromWebSocket(WebSocket.CreateFromStream(new NetworkStream(client, true),
                            new WebSocketCreationOptions())),
                        KitbagTransport.FromWebSocket(WebSocket.CreateFromStream(new NetworkStream(server, true),
                            new WebSocketCreationOptions { IsServer = true })))
                    : await SecureAsync(client, server, certificate);
                Pair pair = await Pair.Begin(server: handlers, connect: () => Task.FromResult((one, other)));
                Task sending = Task.Run(async () =>
                {
                    for (int k = 0; k < 1_000_000; k++)
                        await pair.Client.SendAsync(new Count(k), new byte[10_000]);
                });
                Exception error = await Record.ExceptionAsync(() => sending.Soon());
                Assert.Equal(KitbagCloseReason.HandlerFailed, Assert.IsType<KitbagSessionException>(error).Reason);
            }
        }

        [Fact]
        public async Task A_program_that_fails_when_a_session_opens_loses_that_session()
        {
            var refused = new TaskCompletionSource<Exception>();
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), s_echo);
            server.Opened += session => throw new InvalidOperationException("of the program");
            server.Refused += e => refused.TrySetResult(e);
            KitbagSession client = await KitbagSession.ConnectAsync(
                await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port), new KitbagHandlers());
            await client.Completion.Soon();
            Assert.Equal("of the program", (await refused.Task.Soon()).Message);
            await Waiting.Until(() => server.Sessions.Count == 0);
        }

        [Fact]
        public async Task WebSockets_of_both_ends()
        {
            (Socket client, Socket server) = await Pair.Sockets();
            WebSocket one = WebSocket.CreateFromStream(new NetworkStream(client, true), new WebSocketCreationOptions());
            WebSocket other = WebSocket.CreateFromStream(new NetworkStream(server, true), new WebSocketCreationOptions { IsServer = true });
            Task<KitbagSession> accepting = KitbagSession.AcceptAsync(KitbagTransport.FromWebSocket(other), s_echo);
            await EchoAsync(handlers => KitbagSession.ConnectAsync(KitbagTransport.FromWebSocket(one), handlers));
            Assert.Equal(KitbagCloseReason.Done, (await (await accepting).Completion.Soon()).Reason);
        }

        [Fact]
        public async Task WebSocket_by_its_address()
        {
            using var listener = new HttpListener();
            int port = FreePort();
            listener.Prefixes.Add("http://127.0.0.1:" + port + "/");
            listener.Start();
            Task<KitbagSession> accepting = Task.Run(async () =>
            {
                HttpListenerContext context = await listener.GetContextAsync();
                HttpListenerWebSocketContext socket = await context.AcceptWebSocketAsync(KitbagTransport.SubProtocol);
                return await KitbagSession.AcceptAsync(KitbagTransport.FromWebSocket(socket.WebSocket), s_echo);
            });
            await EchoAsync(async handlers => await KitbagSession.ConnectAsync(
                await KitbagTransport.ConnectWebSocketAsync(new Uri("ws://127.0.0.1:" + port)), handlers));
            Assert.Equal(KitbagCloseReason.Done, (await (await accepting.Soon()).Completion.Soon()).Reason);
        }

        [Fact]
        public async Task A_server_rejects_unauthorized_clients_with_a_reason()
        {
            var refused = new TaskCompletionSource<Exception>();
            var options = new KitbagSessionOptions
            {
                Authenticate = client => client.Credentials.Span.SequenceEqual("sesame"u8) ? null : "You have no ticket.",
            };
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), s_echo, options);
            server.Refused += e => refused.TrySetResult(e);
            var error = await Assert.ThrowsAsync<KitbagSessionException>(async () => await KitbagSession.ConnectAsync(
                await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port), new KitbagHandlers()).Soon());
            Assert.Equal(KitbagCloseReason.NotAllowed, error.Reason);
            Assert.Contains("You have no ticket.", error.Message, StringComparison.Ordinal);
            Assert.Equal(KitbagCloseReason.NotAllowed, ((KitbagSessionException)await refused.Task.Soon()).Reason);
            await EchoAsync(async handlers => await KitbagSession.ConnectAsync(
                await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port), handlers,
                new KitbagSessionOptions { Credentials = "sesame"u8.ToArray() }));
        }

        /// <summary>The failure may be temporary, so a client may try again, and a session that is being resumed does.</summary>
        [Fact]
        public async Task A_server_that_cannot_authenticate_a_client_tells_it_so_and_learns_why()
        {
            var refused = new TaskCompletionSource<Exception>();
            var options = new KitbagSessionOptions
            {
                Authenticate = client => throw new InvalidOperationException("secret"),
            };
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), s_echo, options);
            server.Refused += e => refused.TrySetResult(e);
            var error = await Assert.ThrowsAsync<KitbagSessionException>(async () => await KitbagSession.ConnectAsync(
                await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port), new KitbagHandlers()).Soon());
            Assert.Equal(KitbagCloseReason.Busy, error.Reason);
            Assert.Contains("could not authenticate", error.Message, StringComparison.Ordinal);
            Assert.DoesNotContain("secret", error.Message, StringComparison.Ordinal);
            var reported = Assert.IsType<KitbagSessionException>(await refused.Task.Soon());
            Assert.Equal("secret", Assert.IsType<InvalidOperationException>(reported.InnerException).Message);
        }

        [Fact]
        public async Task A_server_can_authenticate_clients_asynchronously()
        {
            var options = new KitbagSessionOptions
            {
                AuthenticateAsync = async (client, cancellation) =>
                {
                    await Task.Delay(1, cancellation);
                    return client.Credentials.Span.SequenceEqual("sesame"u8) ? null : "You have no ticket.";
                },
            };
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), s_echo, options);
            var error = await Assert.ThrowsAsync<KitbagSessionException>(async () => await KitbagSession.ConnectAsync(
                await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port), new KitbagHandlers()).Soon());
            Assert.Equal(KitbagCloseReason.NotAllowed, error.Reason);
            Assert.Contains("You have no ticket.", error.Message, StringComparison.Ordinal);
            await EchoAsync(async handlers => await KitbagSession.ConnectAsync(
                await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port), handlers,
                new KitbagSessionOptions { Credentials = "sesame"u8.ToArray() }));
        }

        [Fact]
        public async Task An_authentication_that_hangs_is_canceled_with_the_handshake()
        {
            var time = new FakeTime();
            var authenticating = new TaskCompletionSource();
            var options = new KitbagSessionOptions
            {
                Time = time,
                AuthenticateAsync = async (client, cancellation) =>
                {
                    authenticating.SetResult();
                    await Task.Delay(Timeout.Infinite, cancellation);
                    return null;
                },
            };
            (IDuplexPipe one, IDuplexPipe other) = await Pair.InMemory();
            Task<KitbagSession> accepting = KitbagSession.AcceptAsync(other, s_echo, options);
            Task<KitbagSession> connecting = KitbagSession.ConnectAsync(one, new KitbagHandlers());
            await authenticating.Task.Soon();
            time.Pass(options.HandshakeTimeout);
            var error = await Assert.ThrowsAsync<KitbagSessionException>(() => connecting.Soon());
            Assert.Equal(KitbagCloseReason.Busy, error.Reason);
            await Assert.ThrowsAsync<KitbagSessionException>(() => accepting.Soon());
            Assert.Equal(0, time.Timers);
        }

        [Fact]
        public async Task Only_one_function_can_authenticate()
        {
            (IDuplexPipe _, IDuplexPipe other) = await Pair.InMemory();
            var options = new KitbagSessionOptions
            {
                Authenticate = client => null,
                AuthenticateAsync = (client, cancellation) => default,
            };
            await Assert.ThrowsAsync<ArgumentException>(() => KitbagSession.AcceptAsync(other, s_echo, options));
        }

        /// <summary>A relay authenticates its peers by its admission.</summary>
        [Fact]
        public async Task An_admission_that_fails_is_not_a_lost_connection()
        {
            (IDuplexPipe one, IDuplexPipe other) = await Pair.InMemory();
            Task<KitbagSession> accepting = KitbagSession.AcceptAsync(other, s_echo, KitbagSessionOptions.Default, null,
                new FailingAdmission(), CancellationToken.None);
            var error = await Assert.ThrowsAsync<KitbagSessionException>(() =>
                KitbagSession.ConnectAsync(one, new KitbagHandlers()).Soon());
            Assert.Equal(KitbagCloseReason.Busy, error.Reason);
            Assert.DoesNotContain("secret", error.Message, StringComparison.Ordinal);
            var reported = await Assert.ThrowsAsync<KitbagSessionException>(() => accepting.Soon());
            Assert.Equal("secret", Assert.IsType<InvalidOperationException>(reported.InnerException).Message);
        }

        [Fact]
        public async Task A_server_that_stops_says_goodbye_to_all()
        {
            KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), s_echo);
            KitbagSession[] clients = await Task.WhenAll(Enumerable.Range(0, 10).Select(async i => await KitbagSession.ConnectAsync(
                await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port), new KitbagHandlers())));
            await Waiting.Until(() => server.Sessions.Count == 10);
            await server.DisposeAsync().AsTask().Soon();
            foreach (KitbagSession client in clients)
                Assert.Equal(KitbagCloseReason.GoingAway, (await client.Completion.Soon()).Reason);
            await Assert.ThrowsAsync<SocketException>(() => KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port));
        }

        /// <summary>Each transport has exceptions of its own, which callers do not know.</summary>
        [Fact]
        public async Task A_connection_that_is_reset_during_the_handshake_is_lost()
        {
            (Socket client, Socket server) = await Pair.Sockets();
            Task<KitbagSession> connecting = KitbagSession.ConnectAsync(KitbagTransport.FromSocket(client), new KitbagHandlers());
            await server.ReceiveAsync(new byte[1]);
            server.LingerState = new LingerOption(true, 0);
            server.Dispose();
            KitbagSessionException lost = await Assert.ThrowsAsync<KitbagSessionException>(() => connecting.Soon());
            Assert.Equal(KitbagCloseReason.ConnectionLost, lost.Reason);
            Assert.IsType<SocketException>(lost.InnerException);
        }

        [Fact]
        public async Task A_socket_that_is_cut_in_the_middle_of_a_frame_is_lost()
        {
            (Socket client, Socket server) = await Pair.Sockets();
            Task<KitbagSession> accepting = KitbagSession.AcceptAsync(KitbagTransport.FromSocket(server), s_echo);
            var peer = new RawPeer(KitbagTransport.FromSocket(client));
            await peer.Send(new Frames.Hello(1 << 20, 1 << 20, [], 1, 0, []).Write().ToArray());
            KitbagSession session = await accepting.Soon();
            await peer.Send(100, Frames.FrameKind.Message, 0, 0, 1, 2, 3);
            client.Dispose();
            Assert.Equal(KitbagCloseReason.ConnectionLost, (await session.Completion.Soon()).Reason);
        }

        internal static X509Certificate2 Certificate()
        {
            using var key = RSA.Create(2048);
            var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
            using X509Certificate2 own = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
            return X509CertificateLoader.LoadPkcs12(own.Export(X509ContentType.Pkcs12), null);
        }

        private static async Task<(IDuplexPipe, IDuplexPipe)> SecureAsync(Socket client, Socket server, X509Certificate2 certificate)
        {
            var one = new SslStream(new NetworkStream(client, true), false, (sender, shown, chain, errors) => true);
            var other = new SslStream(new NetworkStream(server, true));
            await Task.WhenAll(one.AuthenticateAsClientAsync("localhost"), other.AuthenticateAsServerAsync(certificate));
            return (KitbagTransport.FromStream(one), KitbagTransport.FromStream(other));
        }

        private static int FreePort()
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            return ((IPEndPoint)socket.LocalEndPoint!).Port;
        }

        private static async Task EchoAsync(Func<KitbagHandlers, Task<KitbagSession>> connect)
        {
            const int Messages = 200;
            int heard = 0;
            var done = new TaskCompletionSource();
            byte[] payload = new byte[40_000];
            new Random(5).NextBytes(payload);
            await using KitbagSession session = await connect(new KitbagHandlers().On<Count>((s, count, received) =>
            {
                Assert.Equal(heard, count.Number);
                Assert.True(received.ToArray().AsSpan().SequenceEqual(payload.AsSpan(0, Size(heard))));
                if (++heard == Messages)
                    done.SetResult();
                return default;
            }));
            for (int i = 0; i < Messages; i++)
                await session.SendAsync(new Count(i), payload, 0, Size(i));
            await Task.WhenAny(done.Task, session.Completion).Soon();
            Assert.True(done.Task.IsCompleted, session.Completion.IsCompleted ? (await session.Completion).ToString() : "");
        }

        private static int Size(int message) => message % 20 == 0 ? 40_000 : message;

        private sealed class FailingAdmission : ISessionAdmission
        {
            public ValueTask AdmitAsync(KitbagAuthenticationContext client, CancellationToken cancellationToken) =>
                throw new InvalidOperationException("secret");

            public void OnConnectionChanged(KitbagSession session)
            {
            }
        }
    }
}
