using System;
using System.Collections.Generic;
using System.IO.Pipelines;
using System.Linq;
using System.Net.Http;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Configuration;
using Kitbag.Relay.Tool;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Options;
using Xunit;

namespace Kitbag.Relay.Tests.Hosting
{
    /// <summary>Tests the transports, the configuration, the monitoring and the shutdown of a relay.</summary>
    public class HostingTests
    {
        [Fact]
        public async Task Peers_by_tcp_tls_and_websocket_are_in_one_room()
        {
            string file = System.IO.Path.GetTempFileName();
            await System.IO.File.WriteAllBytesAsync(file, Certificate());
            try
            {
                await using TestRelay relay = await TestRelay.Start(o =>
                {
                    o.Tls = "127.0.0.1:0";
                    o.Https = "127.0.0.1:0";
                    o.Certificate = file;
                    o.Limits.HandshakeTimeout = TimeSpan.FromSeconds(1);
                });
                Uri[] addresses = [.. relay.Relay.HttpAddresses];
                int http = addresses.Single(a => a.Scheme == "http").Port;
                int tls = await TlsPort(addresses.Where(a => a.Scheme == "https").Select(a => a.Port));
                await using TestClient ada = await relay.Enter("ada");
                await using TestClient bob = await TestClient.Enter(
                    c => KitbagTransport.ConnectWebSocketAsync(new Uri("ws://127.0.0.1:" + http + "/kitbag"), c), "bob");
                await using TestClient eve = await TestClient.Enter(
                    c => KitbagTransport.ConnectTcpAsync("127.0.0.1", tls, Trusting(), c), "eve");
                KitbagRoom room = await ada.Join("one");
                await bob.Join("one");
                await eve.Join("one");
                await room.SendText(new string('a', 100_000));
                await bob.WaitForMessages(1);
                await eve.WaitForMessages(1);
                Assert.Equal(bob.Events("message"), eve.Events("message"));
            }
            finally
            {
                System.IO.File.Delete(file);
            }
        }

        /// <summary>
        /// The peer may have vanished, or be malicious. Without a hello, the first part of a request, or the response to the close frame of
        /// the WebSocket, the connection would be open until the relay is stopped, and delay that.
        /// </summary>
        [Theory]
        [InlineData("GET /kitbag HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: kitbag.1\r\n\r\n")]
        [InlineData("GET /kit")]
        public async Task A_connection_that_the_peer_does_not_use_or_close_is_closed(string request)
        {
            await using TestRelay relay = await TestRelay.Start(o => o.Limits.HandshakeTimeout = TimeSpan.FromMilliseconds(200));
            using var client = new TcpClient("127.0.0.1", relay.Relay.HttpAddresses[0].Port);
            NetworkStream stream = client.GetStream();
            await stream.WriteAsync(Encoding.ASCII.GetBytes(request));
            var answer = new byte[4096];
            try
            {
                while (await stream.ReadAsync(answer).AsTask().WaitAsync(TimeSpan.FromSeconds(20)) != 0)
                {
                }
            }
            catch (System.IO.IOException)
            {
                // It may also be reset.
            }
        }

        [Theory]
        [InlineData("http://localhost:80", false, "", true)]
        [InlineData("http://127.0.0.1", false, "", true)]
        [InlineData("https://example.org", false, "", false)]
        [InlineData("null", false, "", false)]
        [InlineData("https://example.org", true, "", true)]
        [InlineData("https://example.org", true, "https://example.org", true)]
        [InlineData("https://example.com", true, "https://example.org", false)]
        public async Task Only_pages_of_allowed_origins_may_connect(string origin, bool isOpen, string allowed, bool isAllowed)
        {
            await using TestRelay relay = await TestRelay.Start(o =>
            {
                o.Open = isOpen;
                o.Origins = allowed.Length == 0 ? [] : [allowed];
            });
            using var socket = new System.Net.WebSockets.ClientWebSocket();
            socket.Options.AddSubProtocol(KitbagTransport.SubProtocol);
            socket.Options.SetRequestHeader("Origin", origin);
            var address = new Uri("ws://127.0.0.1:" + relay.Relay.HttpAddresses.Single().Port + "/kitbag");
            Task connecting = socket.ConnectAsync(address, default).Soon();
            if (isAllowed)
                await connecting;
            else
                await Assert.ThrowsAsync<System.Net.WebSockets.WebSocketException>(() => connecting);
        }

        [Fact]
        public async Task A_relay_without_http_serves_none()
        {
            await using TestRelay relay = await TestRelay.Start(o => o.Http = "");
            Assert.Empty(relay.Relay.HttpAddresses);
            await using TestClient ada = await relay.Enter("ada");
        }

        [Fact]
        public async Task State_and_metrics_are_served()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob");
            KitbagRoom room = await ada.Join("one");
            await bob.Join("one");
            await room.Keep("hello");
            await bob.WaitFor("message ada: hello");
            using var http = new HttpClient { BaseAddress = relay.Relay.HttpAddresses.Single() };
            Assert.Equal("alive\n", await http.GetStringAsync("/health"));
            Assert.Equal("ready\n", await http.GetStringAsync("/ready"));
            string metrics = await http.GetStringAsync("/metrics");
            Assert.Contains("\nkitbag_relay_sessions 2\n", metrics, StringComparison.Ordinal);
            Assert.Contains("\nkitbag_relay_rooms 1\n", metrics, StringComparison.Ordinal);
            // 2 x enter, 2 x join, 1 x send.
            Assert.Contains("\nkitbag_relay_frames_in 5\n", metrics, StringComparison.Ordinal);
            Assert.Contains("# TYPE kitbag_relay_frames_in counter\n", metrics, StringComparison.Ordinal);
            Assert.Contains("\nkitbag_relay_drops{reason=\"slow_peer\"} 0\n", metrics, StringComparison.Ordinal);
            Assert.Equal(System.Net.HttpStatusCode.BadRequest, (await http.GetAsync("/kitbag")).StatusCode);
        }

        [Fact]
        public async Task A_relay_that_stops_says_goodbye_and_peers_reconnect_to_the_next_one()
        {
            TestRelay first = await TestRelay.Start();
            TestRelay current = first;
            await using TestClient ada = await TestClient.Enter(c => current.Connect(c), "ada");
            await using TestClient bob = await TestClient.Enter(c => current.Connect(c), "bob");
            KitbagRoom room = await ada.Join("one"), his = await bob.Join("one");
            await using TestRelay second = await TestRelay.Start();
            current = second;
            KitbagSession session = ada.Client.Session!;
            await first.DisposeAsync();
            KitbagClose close = await session.Completion.Soon();
            Assert.Equal(KitbagCloseReason.GoingAway, close.Reason);
            Assert.Matches("^again in [0-9]+ ms$", close.Message);
            await Waiting.Until(() => ada.Client.IsReady && bob.Client.IsReady && ada.Client.Sessions == 2 && bob.Client.Sessions == 2);
            await room.SendText("again");
            await bob.WaitFor("message ada: again");
            Assert.Contains("gap SessionLost 0", bob.Events());
            Assert.Equal(2, his.Peers.Count);
        }

        [Theory]
        [InlineData("http", "GET /health HTTP/1.1\r\nHost: x\r\nX-A")]
        [InlineData("http", "POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx")]
        [InlineData("https", "")]
        public async Task A_request_that_is_never_complete_does_not_delay_the_stop(string scheme, string request)
        {
            string file = System.IO.Path.GetTempFileName();
            await System.IO.File.WriteAllBytesAsync(file, Certificate());
            TestRelay relay = await TestRelay.Start(o =>
            {
                o.Https = "127.0.0.1:0";
                o.Certificate = file;
                o.DrainTime = o.Limits.HandshakeTimeout = TimeSpan.FromMinutes(5);
            });
            System.IO.File.Delete(file);
            using var client = new TcpClient("127.0.0.1", relay.Relay.HttpAddresses.Single(a => a.Scheme == scheme).Port);
            await client.GetStream().WriteAsync(Encoding.ASCII.GetBytes(request));
            // The relay has accepted the connection and read the bytes by then.
            await Task.Delay(300);
            await relay.DisposeAsync().AsTask().Soon();
        }

        [Fact]
        public async Task Confirmed_messages_reach_all_peers_once_although_the_relay_stops()
        {
            const int Peers = 6;
            TestRelay current = await TestRelay.Start();
            var clients = new List<TestClient>();
            var rooms = new List<KitbagRoom>();
            for (int i = 0; i < Peers; i++)
            {
                clients.Add(await TestClient.Enter(c => current.Connect(c), "p" + i));
                rooms.Add(await clients[i].Join("kept", new KitbagRoomOptions { IsKept = true }));
            }
            int stop = 0;
            Task<int>[] senders = [.. rooms.Select(room => Task.Run(async () =>
            {
                int n = 0;
                while (Volatile.Read(ref stop) == 0)
                    await room.Keep("k" + n++);
                return n;
            }))];
            for (int restart = 0; restart < 3; restart++)
            {
                await Task.Delay(100);
                TestRelay stopping = current;
                current = await TestRelay.Start();
                await stopping.DisposeAsync();
                await Waiting.Until(() => clients.TrueForAll(c => c.Client.IsReady) && rooms.TrueForAll(r => r.IsJoined));
            }
            Volatile.Write(ref stop, 1);
            int[] sent = await Task.WhenAll(senders).Soon();
            foreach (TestClient client in clients)
            {
                for (int i = 0; i < Peers; i++)
                {
                    if (client == clients[i])
                        continue;
                    string of = $"message p{i}: k";
                    await Waiting.Until(() => client.Events(of).Any(line => line.Split(' ')[2] == "k" + (sent[i] - 1)));
                    // A peer that reconnects later than another one gets the messages in between as past ones.
                    Assert.Equal(Enumerable.Range(0, sent[i]).Select(n => of + n), client.Events(of).Select(l => l.Replace(" (past)", "")));
                }
            }
            foreach (TestClient client in clients)
                await client.DisposeAsync();
            await current.DisposeAsync();
        }

        [Fact]
        public async Task A_client_whose_new_session_is_lost_at_once_begins_another_one()
        {
            TestRelay first = await TestRelay.Start();
            await using TestRelay second = await TestRelay.Start();
            int connections = 0;
            await using TestClient ada = await TestClient.Enter(async c =>
            {
                if (++connections == 1)
                    return await first.Connect(c);
                var socket = new System.Net.Sockets.Socket(System.Net.Sockets.SocketType.Stream, System.Net.Sockets.ProtocolType.Tcp);
                await socket.ConnectAsync(second.EndPoint, c);
                // The second connection is lost as soon as it has a session, before any answer.
                if (connections == 2)
                    _ = Waiting.Until(() => second.Node.HasPeers).ContinueWith(_ => socket.Shutdown(System.Net.Sockets.SocketShutdown.Both),
                        TaskScheduler.Default);
                return KitbagTransport.FromSocket(socket);
            }, "ada", new KitbagSessionOptions { Credentials = "ada"u8.ToArray(), RequestTimeout = TimeSpan.FromMinutes(5) });
            KitbagRoom room = await ada.Join("one");
            await first.DisposeAsync();
            await Waiting.Until(() => ada.Client.IsReady && ada.Client.Sessions >= 2 && room.IsJoined && connections >= 3);
            await room.Keep("again");
        }

        [Fact]
        public async Task A_relay_may_tell_peers_not_to_reconnect()
        {
            TestRelay relay = await TestRelay.Start(o => o.ComeBack = false);
            await using TestClient ada = await relay.Enter("ada");
            await relay.DisposeAsync();
            KitbagClose close = await ada.Client.Completion.Soon();
            Assert.Equal(KitbagCloseReason.GoingAway, close.Reason);
            await Assert.ThrowsAnyAsync<Exception>(() => ada.Join("one"));
        }

        /// <summary>The thread that accepts a connection may be slower than the one that handles the peer's first message.</summary>
        [Fact]
        public async Task A_peer_that_enters_before_its_connection_is_accepted_entirely_gets_a_goodbye()
        {
            TestRelay relay = await TestRelay.Start(o => o.ComeBack = false);
            await using TestClient ada = await TestClient.Enter(cancellation =>
            {
                Pipe requests = new(), answers = new();
                using (Continuations.Never())
                    _ = relay.Node.ServeAsync(new DuplexPipe(requests.Reader, answers.Writer));
                return Task.FromResult<IDuplexPipe>(new DuplexPipe(answers.Reader, requests.Writer));
            }, "ada");
            await relay.DisposeAsync();
            Assert.Equal(KitbagCloseReason.GoingAway, (await ada.Client.Completion.Soon()).Reason);
        }

        [Fact]
        public void All_errors_in_options_are_reported_together()
        {
            var options = new RelayOptions { Name = "", Tcp = "nowhere", Https = "0.0.0.0:1", Keys = ["short"], Broker = "http://x" };
            options.Limits.MaxMessage = 0;
            options.Limits.AwayTime = TimeSpan.Zero;
            string[] faults = [.. new RelayOptionsValidator().Validate(null, options).Failures!.Select(f => f.Split(':')[0])];
            Assert.Equal(["Name", "Tcp", "Certificate", "Keys", "Limits", "Limits", "Broker"], faults);
        }

        [Theory]
        [InlineData("127.0.0.1:1", false, true)]
        [InlineData("[::1]:1", false, true)]
        [InlineData("0.0.0.0:1", false, false)]
        [InlineData("0.0.0.0:1", true, true)]
        public void Everybody_is_admitted_only_if_the_options_specify_it(string tcp, bool isOpen, bool isRight)
        {
            var options = new RelayOptions { Tcp = tcp, Http = "", Open = isOpen };
            Assert.Equal(isRight, new RelayOptionsValidator().Validate(null, options).Succeeded);
        }

        [Fact]
        public void Command_line()
        {
            string key = CommandLine.MakeKey();
            string token = CommandLine.MakeToken(["--key", key, "--subject", "ada", "--rights", "join,send", "--rooms", "a,b*"]);
            var identity = new Relay.Identity.SignedTokens([Convert.FromBase64String(key)], TimeProvider.System)
                .Read(System.Text.Encoding.ASCII.GetBytes(token), out _);
            Assert.Equal("ada", identity!.Subject);
            Assert.Equal(["a", "b*"], identity.Rooms);
            Assert.Throws<FormatException>(() => CommandLine.MakeToken(["--key", key]));
            Assert.Throws<FormatException>(() => CommandLine.MakeToken(["--key", key, "--subject", "*"]));
            var configuration = CommandLine.Read(["--tcp", "127.0.0.1:5", "--limits.maxrooms=7", "--key", key]);
            Assert.Equal(("127.0.0.1:5", "7", key), (configuration["Tcp"], configuration["Limits:MaxRooms"], configuration["Keys:0"]));
            Assert.Throws<FormatException>(() => CommandLine.Read(["tcp"]));
            Assert.Equal("--key: expected at least 32 bytes in base64; 'kitbag-relay key' creates a key.",
                Assert.Throws<FormatException>(() => CommandLine.MakeToken(["--key", "abc", "--subject", "ada"])).Message);
            Assert.Equal("--limits.maxpeers: expected a whole number instead of 'abc'.", Assert.Throws<FormatException>(
                () => CommandLine.Bind(CommandLine.Read(["--limits.maxpeers", "abc"]), new RelayOptions())).Message);
            Assert.Equal("--limits.sendtimeout: expected a time such as 00:00:30 instead of 'abc'.", Assert.Throws<FormatException>(
                () => CommandLine.Bind(CommandLine.Read(["--limits.sendtimeout", "abc"]), new RelayOptions())).Message);
            var wrong = new RelayOptions { Http = "", Tcp = "x", Keys = { "abc" } };
            wrong.Limits.MaxPeers = 0;
            wrong.Limits.SendTimeout = TimeSpan.Zero;
            Assert.Equal(
                [
                    "--tcp: expected an address and a port such as 0.0.0.0:7420 instead of 'x'.",
                    "--key: each key must be at least 32 bytes in base64; 'kitbag-relay key' creates one.",
                    "--limits.maxpeers: the value must be at least 1.",
                    "--limits.sendtimeout: expected a positive time of at most 24 days, such as 00:00:30.",
                ], new RelayOptionsValidator().Validate(null, wrong).Failures!.Select(CommandLine.WithOptionNames));
            Assert.Equal("--tcp, --tls, --http, --https: at least one of them is required.",
                CommandLine.WithOptionNames("Tcp, Tls, Http, Https: at least one of them is required."));
        }

        [Theory]
        [InlineData("--limits.nope", "'limits.nope' is not a known option; limits are maxpeers, framespersecond,")]
        [InlineData("--limits.nope=", "'limits.nope' is not a known option; limits are maxpeers, framespersecond,")]
        [InlineData("--limits.maxpeers.x", "'limits.maxpeers.x' is not a known option; limits are")]
        [InlineData("--limits", "'limits' is not a known option; see --help.")]
        [InlineData("--nope", "'nope' is not a known option; see --help.")]
        [InlineData("--keys", "'keys' is not a known option; see --help.")]
        [InlineData("--tcp.port", "'tcp.port' is not a known option; see --help.")]
        public void Unknown_options_of_the_command_line_are_errors(string option, string message) => Assert.StartsWith(message,
            Assert.Throws<FormatException>(() => CommandLine.CheckNames(
                CommandLine.Read(option.EndsWith('=') ? [option] : [option, "3"]))).Message,
            StringComparison.Ordinal);

        [Theory]
        [InlineData("{\"limits\":{\"maxpers\":3}}", "'limits.maxpers' is not a known option")]
        [InlineData("{\"limits\":[3]}", "'limits.0' is not a known option")]
        [InlineData("{\"key\":\"abc\",\"limits\":{\"MaxPeers\":3,\"awaytime\":\"00:01:00\"},\"origins\":[],\"logs\":\"json\"}", null)]
        [InlineData("{\"key\":\"\"}", null, "")]
        [InlineData("{\"keys\":[\"abc\"],\"limits\":{},\"logging\":{\"loglevel\":{\"default\":\"Debug\"}}}", null)]
        public void Unknown_options_of_the_file_are_errors(string text, string? message, string key = "abc")
        {
            string file = System.IO.Path.GetTempFileName();
            System.IO.File.WriteAllText(file, text);
            try
            {
                IConfiguration read = CommandLine.Read(["--config", file]);
                Exception? error = Record.Exception(() => CommandLine.CheckNames(read));
                if (message == null)
                {
                    Assert.Null(error);
                    var options = new RelayOptions();
                    CommandLine.Bind(read, options);
                    Assert.Equal([key], options.Keys);
                }
                else
                    Assert.StartsWith(message, Assert.IsType<FormatException>(error).Message, StringComparison.Ordinal);
            }
            finally
            {
                System.IO.File.Delete(file);
            }
        }

        [Theory]
        [InlineData("missing", "--certificate: the file 'nope.pfx' does not exist.")]
        [InlineData("password", "is not in PKCS #12, or --certificatepassword is wrong.")]
        [InlineData("format", "is not in PKCS #12, or --certificatepassword is wrong.")]
        [InlineData("empty", "is not in PKCS #12, or --certificatepassword is wrong.")]
        [InlineData("no key", "does not contain the private key of the certificate.")]
        public async Task A_certificate_that_cannot_be_used_is_an_invalid_option(string fault, string message)
        {
            string file = System.IO.Path.GetTempFileName();
            await System.IO.File.WriteAllBytesAsync(file, fault switch
            {
                "password" => Certificate("sesame"),
                "format" => System.Text.Encoding.ASCII.GetBytes("-----BEGIN CERTIFICATE-----"),
                "no key" => Certificate(hasKey: false),
                _ => [],
            });
            try
            {
                var options = new RelayOptions { Tcp = "", Http = "", Tls = "127.0.0.1:0" };
                options.Certificate = fault == "missing" ? "nope.pfx" : file;
                var error = await Assert.ThrowsAsync<OptionsValidationException>(() => Relay.Hosting.KitbagRelay.StartAsync(options));
                Assert.Contains(message, CommandLine.WithOptionNames(error.Failures.Single()), StringComparison.Ordinal);
            }
            finally
            {
                System.IO.File.Delete(file);
            }
        }

        [Fact]
        public async Task An_address_that_is_in_use_is_reported_with_its_number()
        {
            await using TestRelay first = await TestRelay.Start();
            string used = first.EndPoint.ToString();
            var error = await Assert.ThrowsAsync<System.IO.IOException>(() => TestRelay.Start(o => o.Tcp = used));
            Assert.StartsWith("Failed to bind to address " + used + ": ", error.Message, StringComparison.Ordinal);
        }

        [Fact]
        public void A_certificate_of_the_broker_that_cannot_be_used_is_an_invalid_option()
        {
            string file = System.IO.Path.GetTempFileName();
            try
            {
                Assert.Equal(["BrokerCertificate: the file '" + file + "' does not contain a certificate in PEM."],
                    new RelayOptionsValidator().Validate(null, new RelayOptions { BrokerCertificate = file }).Failures);
            }
            finally
            {
                System.IO.File.Delete(file);
            }
        }

        // One of the two TLS listeners serves HTTP.
        private static async Task<int> TlsPort(IEnumerable<int> ports)
        {
            foreach (int port in ports)
            {
                using var client = new System.Net.Sockets.TcpClient("127.0.0.1", port);
                await using var stream = new SslStream(client.GetStream());
                await stream.AuthenticateAsClientAsync(Trusting());
                await stream.WriteAsync("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"u8.ToArray());
                var answer = new byte[4];
                if (await stream.ReadAsync(answer).AsTask().Soon() == 0 || answer[0] != 'H')
                    return port;
            }
            throw new InvalidOperationException("No listener with TLS was found.");
        }

        private static SslClientAuthenticationOptions Trusting() => new()
        {
            TargetHost = "localhost",
            RemoteCertificateValidationCallback = (sender, certificate, chain, errors) => true,
        };

        private static byte[] Certificate(string? password = null, bool hasKey = true)
        {
            using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
            var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
            DateTimeOffset now = DateTimeOffset.UtcNow;
            using X509Certificate2 certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
            using X509Certificate2 exported = hasKey ? certificate : X509CertificateLoader.LoadCertificate(certificate.RawData);
            return exported.Export(X509ContentType.Pkcs12, password);
        }

        private sealed record DuplexPipe(PipeReader Input, PipeWriter Output) : IDuplexPipe;

        /// <summary>A context whose continuations are never run.</summary>
        private sealed class Continuations : SynchronizationContext, IDisposable
        {
            private readonly SynchronizationContext? _old = Current;

            public static Continuations Never()
            {
                var context = new Continuations();
                SetSynchronizationContext(context);
                return context;
            }

            public override void Post(SendOrPostCallback d, object? state)
            {
            }

            public void Dispose() => SetSynchronizationContext(_old);
        }
    }
}
