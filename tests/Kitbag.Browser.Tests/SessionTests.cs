using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Net.WebSockets;
using System.Text.Json.Nodes;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Browser.Tests.Chromium;
using Kitbag.Net;
using Xunit;

namespace Kitbag.Browser.Tests
{
    public record Question(int Number);

    public record Answer(int Number, string Text);

    /// <summary>Tests the JavaScript client of samples/Rooms in a browser, with sessions of Kitbag.Net.</summary>
    [Collection(BrowserTests.Name)]
    public sealed class SessionTests
    {
        // Starts a session in the page. 'heard' collects what it receives, and 'ended' the reason of its end.
        private const string Connect = """
            (async (options = {}) => {
                window.kitbag = await import("/kitbag.js");
                window.heard = [];
                window.ended = null;
                window.connections = [];
                window.int = bytes => new DataView(bytes.buffer, bytes.byteOffset).getInt32(0, true);
                window.bytesOf = number => new Uint8Array(Int32Array.of(number).buffer);
                window.session = await kitbag.KitbagSession.connect(`ws://${location.host}/kitbag`, {
                    onmessage: header => { heard.push(int(header)); },
                    onconnection: isConnected => connections.push(isConnected),
                    ...options,
                });
                session.closed.then(close => ended = close);
            })
            """;

        private readonly Chromium.Browser _browser;

        public SessionTests(BrowserFixture fixture) => _browser = fixture.Browser;

        [Fact]
        public async Task Messages_in_both_directions_have_their_headers_and_payloads()
        {
            var handlers = new KitbagHandlers().OnRaw((session, header, payload) =>
                session.SendRawAsync(header.ToArray(), (writer, bytes) => writer.Write(bytes), payload.ToArray()));
            var sessions = new Sessions(handlers);
            await using Site site = await Site.StartAsync(sessions.ServeAsync);
            Page page = await OpenAsync(site, """
                {
                    onmessage: (header, payload) => {
                        const size = int(header);
                        heard.push(size === payload.length && payload.every((byte, at) => byte === (at * 7 + size & 255)));
                    }
                }
                """);
            int[] sizes = [0, 1, 127, 128, 16_383, 16_384, 70_000, 900_000, 3, 2_500_000, 5];
            await page.EvaluateAsync("(async () => { for (const size of [" + string.Join(",", sizes) + "])" +
                "await session.sendRaw(bytesOf(size), Uint8Array.from({ length: size }, (_, at) => at * 7 + size)); })()");
            await page.WaitForAsync("heard.length === " + sizes.Length);
            Assert.True(await page.EvaluateAsync<bool>("heard.every(x => x)"));

            await page.EvaluateAsync("session.close()");
            KitbagClose close = await sessions.Last.Completion.Soon();
            Assert.Equal((KitbagCloseReason.Done, 0L), (close.Reason, close.UnconfirmedBytes));
            Assert.Equal("""{"reason":0,"message":"","byPeer":false}""", await page.EvaluateAsync<string>("JSON.stringify(ended)"));
            Assert.Empty(page.Errors);
        }

        [Fact]
        public async Task Requests_are_answered_fail_and_are_given_up()
        {
            int canceled = 0;
            var handlers = new KitbagHandlers().OnRequest<Question, Answer>(async (session, question, cancellation) =>
            {
                if (question.Number == 404)
                    throw new KitbagRemoteException("No such thing.", 404);
                if (question.Number == 0)
                {
                    await using CancellationTokenRegistration _ = cancellation.Register(() => Interlocked.Increment(ref canceled));
                    await Task.Delay(Timeout.Infinite, cancellation);
                }
                return new Answer(question.Number, "yes");
            }).On<Question>((session, question) => session.SendAsync(new Answer(question.Number, "told")));
            var sessions = new Sessions(handlers);
            await using Site site = await Site.StartAsync(sessions.ServeAsync);
            Page page = await OpenAsync(site, "{ onmessage: (header, payload, type) => { heard.push(type, [...header]); } }");
            await page.EvaluateAsync("window.question = { name: 'Question', schema: Uint8Array.of(" +
                string.Join(",", KitbagSchema.Of<Question>().Bytes.ToArray()) + ") }");
            string asked = await page.EvaluateAsync<string>("""
                (async () => {
                    const question = number => session.request(window.question, Uint8Array.of(BYTES(number)), 300).then(
                        ({ type, value }) => type + [...value], error => error.name + (error.code ?? error.reason) + error.message);
                    return (await Promise.all([question(7), question(404), question(0), question(8)])).join("\n");
                })()
                """.Replace("BYTES(number)", "...({" + string.Join(",", new[] { 7, 404, 0, 8 }.Select(n => n + ": [" +
                    string.Join(",", KitbagSerializer.Serialize(new Question(n), KitbagOptions.Bare)) + "]")) + "})[number]",
                    StringComparison.Ordinal));
            Assert.Equal(
                "Answer" + Text(new Answer(7, "yes")) + "\nRemoteError404No such thing.\n" +
                "KitbagError8The request was not answered in time.\nAnswer" + Text(new Answer(8, "yes")), asked);
            await WaitAsync(() => Volatile.Read(ref canceled) == 1);

            // The same type in a message, and a request to the page, which does not answer requests.
            await page.EvaluateAsync("session.send(question, Uint8Array.of(" +
                string.Join(",", KitbagSerializer.Serialize(new Question(9), KitbagOptions.Bare)) + "))");
            await page.WaitForAsync("heard.length === 2");
            Assert.Equal("Answer," + Text(new Answer(9, "told")), await page.EvaluateAsync<string>("heard.join()"));
            await Assert.ThrowsAsync<KitbagRemoteException>(() => sessions.Last.RequestAsync<Question, Answer>(new Question(1)).Soon());
            Assert.Empty(page.Errors);
        }

        [Fact]
        public async Task Unauthorized_requests_get_an_error()
        {
            var sessions = new Sessions(new KitbagHandlers(), new KitbagSessionOptions
            {
                Authenticate = client => client.Credentials.Span.SequenceEqual("sésame"u8) ? null : "You have no ticket.",
            });
            await using Site site = await Site.StartAsync(sessions.ServeAsync);
            Page page = await _browser.OpenAsync(site.Blank);
            Assert.Equal("KitbagError 10 You have no ticket.", await page.EvaluateAsync<string>(
                Connect + "().then(() => 'in', e => [e.name, e.reason, e.message].join(' '))"));
            Assert.Equal("in", await page.EvaluateAsync<string>(Connect + "({ credentials: 'sésame' }).then(() => 'in')"));
            site.IsDown = true;
            Assert.Equal(64, await page.EvaluateAsync<int>(Connect + "().catch(e => e.reason)"));
        }

        [Fact]
        public async Task The_goodbye_of_the_server_comes_after_everything_that_it_sent()
        {
            var sessions = new Sessions(new KitbagHandlers());
            await using Site site = await Site.StartAsync(sessions.ServeAsync);
            // Slow handlers: the server has ended before the last of them.
            Page page = await OpenAsync(site, """
                { onmessage: async header => { await new Promise(done => setTimeout(done, 5)); heard.push(int(header)); } }
                """);
            for (int i = 0; i < 50; i++)
                await SendAsync(sessions.Last, i);
            await sessions.Last.CloseAsync(KitbagCloseReason.GoingAway, "Back in a moment.").AsTask().Soon();
            await page.WaitForAsync("ended");
            Assert.Equal("""{"reason":1,"message":"Back in a moment.","byPeer":true}""",
                await page.EvaluateAsync<string>("JSON.stringify(ended)"));
            Assert.Equal(Enumerable.Range(0, 50), await HeardAsync(page));
            Assert.Equal(0, (await sessions.Last.Completion).UnconfirmedBytes);
            Assert.Empty(page.Errors);
        }

        [Fact]
        public async Task A_slow_page_holds_back_the_server_and_loses_nothing()
        {
            const int Window = 16 * 1024, Count = 400;
            var sessions = new Sessions(new KitbagHandlers(), new KitbagSessionOptions { SendBuffer = 0 });
            await using Site site = await Site.StartAsync(sessions.ServeAsync);
            Page page = await OpenAsync(site, """
                {
                    window: 16384,
                    onmessage: async header => {
                        heard.push(int(header));
                        if (heard.length === 3)
                            await new Promise(go => window.go = go);
                    }
                }
                """);
            Task sending = Task.Run(async () =>
            {
                byte[] payload = new byte[1000];
                for (int i = 0; i < Count; i++)
                    await SendAsync(sessions.Last, i, payload);
            });
            await page.WaitForAsync("window.go");
            await Task.Delay(200);
            Assert.False(sending.IsCompleted);
            Assert.InRange(sessions.Last.BytesSent, 1, Window + 4 * 1024);
            await page.EvaluateAsync("go()");
            await sending.Soon();
            await page.WaitForAsync("heard.length === " + Count);
            Assert.Equal(Enumerable.Range(0, Count), await HeardAsync(page));
        }

        [Fact]
        public async Task A_slow_server_holds_back_the_page_and_loses_nothing()
        {
            const int Count = 3000;
            var heard = new List<int>();
            var gate = new TaskCompletionSource();
            var handlers = new KitbagHandlers().OnRaw(async (session, header, payload) =>
            {
                heard.Add(BinaryPrimitives.ReadInt32LittleEndian(header.ToArray()));
                if (heard.Count == 5)
                    await gate.Task;
            });
            var sessions = new Sessions(handlers, new KitbagSessionOptions { ReceiveWindow = 8 * 1024 });
            await using Site site = await Site.StartAsync(sessions.ServeAsync);
            Page page = await OpenAsync(site, "{ sendBuffer: 4096 }");
            await page.EvaluateAsync("""
                window.sent = 0;
                (async () => { for (; sent < COUNT; sent++) await session.sendRaw(bytesOf(sent), new Uint8Array(100)); })();
                1
                """.Replace("COUNT", Count.ToString(null, null), StringComparison.Ordinal));
            await WaitAsync(() => heard.Count == 5);
            await Task.Delay(200);
            Assert.InRange(await page.EvaluateAsync<int>("sent"), 5, (8 + 4) * 1024 / 100);
            gate.SetResult();
            await WaitAsync(() => heard.Count == Count);
            Assert.Equal(Enumerable.Range(0, Count), heard);

            // Sends that are not awaited are rejected before the page runs out of memory.
            Assert.Equal("4 Too much data is waiting to be sent: await the promises of earlier sends.", await page.EvaluateAsync<string>("""
                try { for (let i = 0; i < 100; i++) session.sendRaw(bytesOf(i), new Uint8Array(1 << 20)); }
                catch (e) { e.reason + " " + e.message }
                """));
            Assert.Empty(page.Errors);
        }

        [Theory]
        [InlineData(1)]
        [InlineData(2)]
        public async Task Nothing_is_lost_or_duplicated_however_often_the_connection_is_cut(int seed)
        {
            const int Count = 3000;
            var heard = new List<int>();
            int answered = 0;
            var handlers = new KitbagHandlers().OnRaw(async (session, header, payload) =>
            {
                heard.Add(BinaryPrimitives.ReadInt32LittleEndian(header.ToArray()));
                if (heard.Count % 100 == 0)
                    await Task.Delay(3);
            }).OnRequest<Question, Answer>((session, question, cancellation) =>
            {
                answered++;
                return new ValueTask<Answer>(new Answer(question.Number, "once"));
            });
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), handlers, s_resumable);
            var opened = new TaskCompletionSource<KitbagSession>();
            server.Opened += opened.SetResult;
            var bridge = new Bridge(server.EndPoint.Port, seed, random => random.Next(100, 30_000));
            await using Site site = await Site.StartAsync(bridge.ServeAsync);
            Page page = await OpenAsync(site, """
                {
                    onmessage: async header => {
                        heard.push(int(header));
                        if (heard.length % 100 === 0)
                            await new Promise(done => setTimeout(done, 3));
                    }
                }
                """);
            await page.EvaluateAsync("window.question = { name: 'Question', schema: Uint8Array.of(" +
                string.Join(",", KitbagSchema.Of<Question>().Bytes.ToArray()) + ") }");
            KitbagSession session = await opened.Task.Soon();
            Task sending = Task.Run(async () =>
            {
                for (int i = 0; i < Count; i++)
                    await SendAsync(session, i, new byte[i % 200]);
            });
            int answers = await page.EvaluateAsync<int>("""
                (async () => {
                    let answers = 0;
                    for (let i = 0; i < COUNT; i++) {
                        await session.sendRaw(bytesOf(i), new Uint8Array(i % 200));
                        if (i % 100 === 0)
                            session.request(question, Uint8Array.of(QUESTION)).then(() => answers++);
                        if (i % 20 === 0)
                            await new Promise(done => setTimeout(done, 1));
                    }
                    while (answers < COUNT / 100 || heard.length < COUNT)
                        await new Promise(done => setTimeout(done, 10));
                    return answers;
                })()
                """.Replace("COUNT", Count.ToString(null, null), StringComparison.Ordinal).Replace("QUESTION",
                    string.Join(",", KitbagSerializer.Serialize(new Question(1), KitbagOptions.Bare)), StringComparison.Ordinal));
            await sending.Soon();
            await WaitAsync(() => heard.Count == Count);
            Assert.Equal(Enumerable.Range(0, Count), heard);
            Assert.Equal(Enumerable.Range(0, Count), await HeardAsync(page));
            Assert.Equal((Count / 100, Count / 100), (answers, answered));
            Assert.InRange(site.Connections, 10, 10_000);
            Assert.Single(server.Sessions);
            Assert.True(await page.EvaluateAsync<bool>("connections.every((isConnected, at) => isConnected === (at % 2 === 0))"));
        }

        [Fact]
        public async Task A_silent_connection_is_closed_and_the_client_waits_for_an_absent_server()
        {
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0),
                new KitbagHandlers().OnRaw((session, header, payload) =>
                    session.SendRawAsync(header.ToArray(), (writer, bytes) => writer.Write(bytes))), s_resumable);
            var bridge = new Bridge(server.EndPoint.Port, 1, random => int.MaxValue);
            await using Site site = await Site.StartAsync(bridge.ServeAsync);
            Page page = await OpenAsync(site, "{ heartbeat: 90, silence: 300, handshakeTimeout: 300 }");
            bridge.IsBlack = true;
            await page.EvaluateAsync("session.sendRaw(bytesOf(1))");
            await page.WaitForAsync("!session.isConnected");
            // The client reconnects while bytes are discarded, so nobody answers; then there is no server at all.
            site.IsDown = true;
            bridge.IsBlack = false;
            await page.EvaluateAsync("session.sendRaw(bytesOf(2))");
            await Task.Delay(300);
            site.IsDown = false;
            await page.WaitForAsync("heard.length === 2");
            Assert.Equal(new[] { 1, 2 }, await HeardAsync(page));

            // The goodbye of a server that shuts down is not a lost connection.
            await server.DisposeAsync();
            await page.WaitForAsync("ended");
            Assert.Equal(1, await page.EvaluateAsync<int>("ended.reason"));
        }

        [Fact]
        public async Task A_session_that_is_unknown_to_the_server_ends_with_that_reason()
        {
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), new KitbagHandlers(), s_resumable);
            await using Site site = await Site.StartAsync(new Bridge(server.EndPoint.Port, 1, random => int.MaxValue).ServeAsync);
            Page page = await OpenAsync(site, "{}");
            await WaitAsync(() => server.Sessions.Count == 1);
            site.IsDown = true;
            site.Cut();
            await WaitAsync(() => !server.Sessions.First().IsConnected);
            server.Sessions.First().Abort();
            site.IsDown = false;
            await page.WaitForAsync("ended");
            Assert.Equal((int)KitbagCloseReason.UnknownSession, await page.EvaluateAsync<int>("ended.reason"));
            Assert.Equal("KitbagError11", await page.EvaluateAsync<string>(
                "try { session.sendRaw(bytesOf(1)) } catch (e) { e.name + e.reason }"));
        }

        [Fact]
        public async Task A_page_gives_up_when_its_time_is_over()
        {
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), new KitbagHandlers(), s_resumable);
            await using Site site = await Site.StartAsync(new Bridge(server.EndPoint.Port, 1, random => int.MaxValue).ServeAsync);
            Page page = await OpenAsync(site, "{ resumeTimeout: 700 }");
            site.IsDown = true;
            site.Cut();
            await page.EvaluateAsync("window.waits = session.sendRaw(bytesOf(1), new Uint8Array(2000000)).catch(e => e.reason); 1");
            await page.WaitForAsync("ended");
            Assert.Equal((int)KitbagCloseReason.ConnectionLost, await page.EvaluateAsync<int>("ended.reason"));
            Assert.Equal((int)KitbagCloseReason.ConnectionLost, await page.EvaluateAsync<int>("waits"));
        }

        [Fact]
        public async Task A_handler_that_throws_ends_the_session_at_both_ends()
        {
            var sessions = new Sessions(new KitbagHandlers());
            await using Site site = await Site.StartAsync(sessions.ServeAsync);
            Page page = await OpenAsync(site, "{ onmessage: () => { throw new Error('secret'); } }");
            await SendAsync(sessions.Last, 1);
            KitbagClose close = await sessions.Last.Completion.Soon();
            Assert.Equal((KitbagCloseReason.HandlerFailed, "The peer reports: A handler failed.", true),
                (close.Reason, close.Message, close.IsByPeer));
            await page.WaitForAsync("ended");
            Assert.Contains("secret", Assert.Single(page.Errors), StringComparison.Ordinal);
        }

        /// <summary>Bytes of servers that violate the protocol, and the reason that the client sends.</summary>
        [Theory]
        [InlineData("00", 2)]
        [InlineData("80 00", 2)]
        [InlineData("FF FF FF FF FF FF FF FF FF", 2)]
        [InlineData("FF FF FF 7F 11", 4)]
        [InlineData("01 32", 2)]
        [InlineData("02 04 01", 2)]
        [InlineData("02 06 05", 2)]
        [InlineData("04 11 01 01 AA", 2)]
        [InlineData("04 11 00 02 AA", 2)]
        [InlineData("04 10 02 01 41", 2)]
        [InlineData("01 02", 2)]
        public async Task Bytes_that_break_the_protocol_end_the_session_with_a_reason(string hex, int reason)
        {
            var received = new TaskCompletionSource<byte[]>();
            await using Site site = await Site.StartAsync(socket => PlayAsync(socket, received, hex));
            Page page = await OpenAsync(site, "{ resumeTimeout: 0 }");
            await page.WaitForAsync("ended");
            Assert.Equal((reason, false), (await page.EvaluateAsync<int>("ended.reason"), await page.EvaluateAsync<bool>("ended.byPeer")));
            byte[] last = await received.Task.Soon();
            Assert.Equal((7, reason), (last[1], last[2]));
        }

        [Fact]
        public async Task Frames_that_the_protocol_allows_are_skipped_or_answered()
        {
            var received = new TaskCompletionSource<byte[]>();
            // An extension, a cancellation, an answer that nobody waits for, a pong, and an empty goodbye after a ping.
            await using Site site = await Site.StartAsync(socket => PlayAsync(socket, received,
                "03 C8 01 02 02 15 07 03 13 07 00 09 05 01 02 03 04 05 06 07 08 09 04 01 02 03 04 05 06 07 08"));
            Page page = await OpenAsync(site, "{ resumeTimeout: 0 }");
            // The handled 7 bytes are acknowledged, then the ping is answered.
            Assert.Equal("02060709050102030405060708", Convert.ToHexStringLower(await received.Task.Soon()));
            Assert.True(await page.EvaluateAsync<bool>("ended === null || ended.reason === 64"));
        }

        private static readonly KitbagSessionOptions s_resumable = new() { ResumeTimeout = TimeSpan.FromSeconds(60) };

        private async Task<Page> OpenAsync(Site site, string options)
        {
            Page page = await _browser.OpenAsync(site.Blank);
            await page.EvaluateAsync(Connect + "(" + options + ")");
            return page;
        }

        private static async Task<int[]> HeardAsync(Page page) =>
            (await page.EvaluateAsync("heard"))!.AsArray().Select(n => n!.GetValue<int>()).ToArray();

        private static ValueTask SendAsync(KitbagSession session, int number, byte[]? payload = null) =>
            session.SendRawAsync(number, (writer, value) =>
            {
                BinaryPrimitives.WriteInt32LittleEndian(writer.GetSpan(4), value);
                writer.Advance(4);
            }, payload);

        private static string Text(Answer answer) => string.Join(",", KitbagSerializer.Serialize(answer, KitbagOptions.Bare));

        private static async Task WaitAsync(Func<bool> condition)
        {
            DateTime end = DateTime.UtcNow.AddSeconds(60);
            while (!condition())
            {
                Assert.True(DateTime.UtcNow < end, "The condition did not become true.");
                await Task.Delay(5);
            }
        }

        // Accepts a client, sends it some bytes, and records the last bytes that it sends or, if there are none, the first ones.
        private static async Task PlayAsync(WebSocket socket, TaskCompletionSource<byte[]> received, string hex)
        {
            byte[] buffer = new byte[8192];
            await socket.ReceiveAsync(buffer, CancellationToken.None);
            byte[] welcome = [0x0B, 0x02, 0x01, 0x80, 0x80, 0x40, 0x80, 0x80, 0x80, 0x02, 0x00, 0x00];
            await socket.SendAsync(welcome.Concat(Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal))).ToArray(),
                WebSocketMessageType.Binary, true, CancellationToken.None);
            var heard = new List<byte>();
            while (true)
            {
                WebSocketReceiveResult result = await socket.ReceiveAsync(buffer, CancellationToken.None);
                heard.AddRange(buffer.AsSpan(0, result.Count));
                if (result.MessageType == WebSocketMessageType.Close || heard.Count >= 13 && heard[0] == 2)
                    break;
            }
            received.SetResult([.. heard]);
        }

        /// <summary>Serves sessions on WebSockets, one after the other.</summary>
        private sealed class Sessions(KitbagHandlers handlers, KitbagSessionOptions? options = null)
        {
            private KitbagSession? _last;

            public KitbagSession Last => _last!;

            public async Task ServeAsync(WebSocket socket)
            {
                try
                {
                    _last = await KitbagSession.AcceptAsync(KitbagTransport.FromWebSocket(socket), handlers, options);
                }
                catch (KitbagSessionException)
                {
                    return;
                }
                await _last.Completion;
            }
        }
    }
}
