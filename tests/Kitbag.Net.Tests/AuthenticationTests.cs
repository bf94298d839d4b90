using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.IO.Pipelines;
using System.Linq;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Xunit;

namespace Kitbag.Net.Tests
{
    /// <summary>What a server knows about the client of a session: its user and its endpoint.</summary>
    public class AuthenticationTests
    {
        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public async Task A_session_has_the_user_before_its_first_message_is_handled(bool isAsynchronous)
        {
            var handled = new TaskCompletionSource<object?>();
            var opened = new TaskCompletionSource<object?>();
            KitbagHandlers handlers = new KitbagHandlers().On<Say>((session, say) =>
            {
                handled.SetResult(session.State);
                return default;
            });
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), handlers, isAsynchronous
                ? new KitbagSessionOptions
                {
                    AuthenticateAsync = async (client, cancellation) =>
                    {
                        await Task.Yield();
                        return SetUser(client);
                    },
                }
                : new KitbagSessionOptions { Authenticate = SetUser });
            server.Opened += session => opened.SetResult(session.State);
            await using KitbagSession client = await KitbagSession.ConnectAsync(await ConnectTcpAsync(server), new KitbagHandlers(),
                new KitbagSessionOptions { Credentials = Encoding.UTF8.GetBytes("Ada") });
            await client.SendAsync(new Say("hello"));
            Assert.Equal(new User("Ada"), await handled.Task.Soon());
            Assert.Equal(new User("Ada"), await opened.Task.Soon());
            Assert.Null(client.State);
        }

        /// <summary>
        /// The hello of the first client has usually arrived when its connection is accepted, because many others are accepted before it.
        /// </summary>
        [Fact]
        public async Task Authentication_that_blocks_does_not_delay_other_clients()
        {
            using var release = new ManualResetEventSlim();
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), new KitbagHandlers(),
                new KitbagSessionOptions
                {
                    Authenticate = client =>
                    {
                        if (client.Credentials.Length != 0)
                            release.Wait();
                        return null;
                    },
                });
            var sockets = new List<Socket>();
            try
            {
                for (int i = 0; i < 200; i++)
                {
                    var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
                    sockets.Add(socket);
                    socket.Connect(server.EndPoint);
                    if (i == 150)
                        socket.Send(new Hello(1 << 20, 1 << 20, [], 0, 0, [1]).Write().Span);
                }
                KitbagSession other = await KitbagSession.ConnectAsync(await ConnectTcpAsync(server), new KitbagHandlers()).Soon();
                other.Abort();
            }
            finally
            {
                release.Set();
                sockets.ForEach(socket => socket.Dispose());
            }
        }

        [Fact]
        public async Task A_session_that_is_resumed_keeps_its_state_and_has_the_new_endpoint()
        {
            var seen = new ConcurrentQueue<(KitbagSession? Resumed, EndPoint? EndPoint, EndPoint? Old)>();
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), new KitbagHandlers(),
                new KitbagSessionOptions
                {
                    ResumeTimeout = TimeSpan.FromSeconds(60),
                    Authenticate = client =>
                    {
                        seen.Enqueue((client.ResumedSession, client.RemoteEndPoint, client.ResumedSession?.RemoteEndPoint));
                        return SetUser(client);
                    },
                });
            await using var network = new CutNetwork(server.EndPoint.Port, 7, random => int.MaxValue);
            await using KitbagSession client = await KitbagSession.ConnectAsync(
                cancellation => KitbagTransport.ConnectTcpAsync("127.0.0.1", network.Port, null, cancellation), new KitbagHandlers(),
                new KitbagSessionOptions { ResumeTimeout = TimeSpan.FromSeconds(60), Credentials = Encoding.UTF8.GetBytes("Ada") });
            await Waiting.Until(() => server.Sessions.Count == 1);
            KitbagSession session = server.Sessions.Single();
            object? state = session.State;
            EndPoint? first = session.RemoteEndPoint;
            Assert.Equal(new User("Ada"), state);

            network.Cut();
            await Waiting.Until(() => seen.Count == 2 && client.IsConnected && session.IsConnected);
            Assert.Same(state, session.State);
            Assert.Equal([(null, first, null), (session, session.RemoteEndPoint, first)], seen);
            Assert.NotEqual(first, session.RemoteEndPoint);

            await client.CloseAsync().AsTask().Soon();
            Assert.Equal(seen.Last().EndPoint, session.RemoteEndPoint);
        }

        [Fact]
        public async Task Another_user_cannot_resume_a_session()
        {
            int calls = 0;
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), new KitbagHandlers(),
                new KitbagSessionOptions
                {
                    ResumeTimeout = TimeSpan.FromSeconds(60),
                    Authenticate = client =>
                    {
                        calls++;
                        SetUser(client);
                        return client.ResumedSession is { } old && !client.State!.Equals(old.State)
                            ? "The session belongs to another user."
                            : null;
                    },
                });
            byte[] ada = Encoding.UTF8.GetBytes("Ada"), bob = Encoding.UTF8.GetBytes("Bob");
            var first = new RawPeer(await ConnectTcpAsync(server));
            await first.Send(new Hello(1 << 20, 1 << 20, [], 1, 0, ada).Write().ToArray());
            byte[] token = (await first.Receive()).Body[^18..^1].Skip(1).ToArray();
            await Waiting.Until(() => server.Sessions.Count == 1);

            var second = new RawPeer(await ConnectTcpAsync(server));
            await second.Send(new Hello(1 << 20, 1 << 20, token, 2, 0, bob).Write().ToArray());
            (byte kind, byte[] body) = await second.Receive();
            Assert.Equal((FrameKind.Refuse, (byte)KitbagCloseReason.NotAllowed), (kind, body[0]));
            KitbagSession session = server.Sessions.Single();
            Assert.Equal(new User("Ada"), session.State);
            Assert.True(session.IsConnected);

            var third = new RawPeer(await ConnectTcpAsync(server));
            await third.Send(new Hello(1 << 20, 1 << 20, token, 3, 0, ada).Write().ToArray());
            Assert.Equal(FrameKind.Welcome, (await third.Receive()).Kind);
            Assert.Same(session, server.Sessions.Single());

            // There is no session that a client with a wrong token could resume, so it is not authenticated.
            token[3] ^= 1;
            var fourth = new RawPeer(await ConnectTcpAsync(server));
            await fourth.Send(new Hello(1 << 20, 1 << 20, token, 4, 0, ada).Write().ToArray());
            (kind, body) = await fourth.Receive();
            Assert.Equal((FrameKind.Refuse, (byte)KitbagCloseReason.UnknownSession), (kind, body[0]));
            Assert.Equal(3, calls);
            session.Abort();
        }

        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public async Task The_endpoint_of_a_tcp_session(bool isSecure)
        {
            using X509Certificate2 certificate = TransportTests.Certificate();
            EndPoint? authenticated = null;
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), new KitbagHandlers(),
                new KitbagSessionOptions
                {
                    Authenticate = client =>
                    {
                        authenticated = client.RemoteEndPoint;
                        return null;
                    },
                }, isSecure ? new SslServerAuthenticationOptions { ServerCertificate = certificate } : null);
            await using KitbagSession client = await KitbagSession.ConnectAsync(await KitbagTransport.ConnectTcpAsync("127.0.0.1",
                server.EndPoint.Port, !isSecure ? null : new SslClientAuthenticationOptions
                {
                    TargetHost = "localhost",
                    RemoteCertificateValidationCallback = (sender, shown, chain, errors) => true,
                }), new KitbagHandlers());
            await Waiting.Until(() => server.Sessions.Count == 1);
            var ofClient = Assert.IsType<IPEndPoint>(server.Sessions.Single().RemoteEndPoint);
            Assert.Equal(IPAddress.Loopback, ofClient.Address);
            Assert.NotEqual(server.EndPoint.Port, ofClient.Port);
            Assert.Equal(ofClient, authenticated);
            var ofServer = Assert.IsType<IPEndPoint>(client.RemoteEndPoint);
            Assert.Equal((IPAddress.Loopback, server.EndPoint.Port), (ofServer.Address.MapToIPv4(), ofServer.Port));
        }

        [Fact]
        public async Task The_endpoint_of_streams_and_web_sockets_is_what_the_program_specifies()
        {
            var endPoint = new IPEndPoint(IPAddress.Parse("192.0.2.1"), 7);
            foreach (EndPoint? given in new[] { endPoint, null })
            {
                (Socket client, Socket server) = await Pair.Sockets();
                WebSocket one = WebSocket.CreateFromStream(new NetworkStream(client, true), new WebSocketCreationOptions());
                WebSocket other = WebSocket.CreateFromStream(new NetworkStream(server, true),
                    new WebSocketCreationOptions { IsServer = true });
                await using Pair pair = await Pair.Begin(connect: () => Task.FromResult(
                    (KitbagTransport.FromWebSocket(one, given), KitbagTransport.FromWebSocket(other, given))));
                Assert.Same(given, pair.Client.RemoteEndPoint);
                Assert.Same(given, pair.Server.RemoteEndPoint);
            }
            (Socket near, Socket far) = await Pair.Sockets();
            await using Pair streams = await Pair.Begin(connect: () => Task.FromResult((
                KitbagTransport.FromStream(new NetworkStream(near, true), endPoint),
                KitbagTransport.FromStream(new NetworkStream(far, true)))));
            Assert.Same(endPoint, streams.Client.RemoteEndPoint);
            Assert.Null(streams.Server.RemoteEndPoint);
            await using Pair pipes = await Pair.Begin();
            Assert.Null(pipes.Client.RemoteEndPoint);
        }

        private static Task<IDuplexPipe> ConnectTcpAsync(KitbagServer server) =>
            KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port);

        private static string? SetUser(KitbagAuthenticationContext client)
        {
            client.State = new User(Encoding.UTF8.GetString(client.Credentials.Span));
            return null;
        }

        private sealed record User(string Name);
    }
}
