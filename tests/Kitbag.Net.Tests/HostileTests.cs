using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.IO.Pipelines;
using System.Linq;
using System.Net;
using System.Text;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Xunit;

namespace Kitbag.Net.Tests
{
    /// <summary>Invalid data of a peer ends the session with a reason.</summary>
    public class HostileTests
    {
        private static readonly KitbagHandlers s_handlers = new KitbagHandlers()
            .On<Say>((session, say) => default)
            .OnRaw((session, header, payload) => default)
            .OnRequest<Question, Answer>((session, question, cancellation) => ValueTask.FromResult(new Answer(question.Number)));

        // A test fails if it waits for the end of the handshake.
        private static readonly KitbagSessionOptions s_patient = new() { HandshakeTimeout = TimeSpan.FromHours(1) };

        // Valid frames of a client after its hello.
        private static readonly byte[] s_conversation = Conversation();

        [Fact]
        public async Task Random_bytes_instead_of_a_hello()
        {
            for (int seed = 0; seed < 300; seed++)
            {
                (IDuplexPipe client, IDuplexPipe server) = await Pair.InMemory();
                byte[] bytes = Random(seed, 200);
                await client.Output.WriteAsync(bytes);
                client.Output.Complete();
                var refused = await Assert.ThrowsAsync<KitbagSessionException>(() => KitbagSession.AcceptAsync(server, s_handlers).Soon());
                Assert.Contains(refused.Reason, new[]
                {
                    KitbagCloseReason.Protocol, KitbagCloseReason.Version, KitbagCloseReason.LimitExceeded,
                    KitbagCloseReason.ConnectionLost,
                });
            }
        }

        /// <summary>The connection stays open: a peer that uses another protocol may wait for a reply.</summary>
        [Theory]
        [InlineData("GET / HTTP/1.1\r\n\r\n", "as an HTTP client does")]
        [InlineData("PO", "as an HTTP client does")]
        [InlineData("\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00FC", "TLS")]
        [InlineData("\u0010\u0001KB_", "")]
        [InlineData("\u0010\u0002", "")]
        public async Task A_client_of_another_protocol_is_recognized_by_its_first_bytes(string start, string hint)
        {
            (IDuplexPipe client, IDuplexPipe server) = await Pair.InMemory();
            await client.Output.WriteAsync(Encoding.Latin1.GetBytes(start));
            var refused = await Assert.ThrowsAsync<KitbagSessionException>(() =>
                KitbagSession.AcceptAsync(server, s_handlers, s_patient).Soon());
            Assert.Equal(KitbagCloseReason.Protocol, refused.Reason);
            Assert.StartsWith("The peer does not use this protocol.", refused.Message, StringComparison.Ordinal);
            Assert.Contains(hint, refused.Message, StringComparison.Ordinal);
        }

        [Theory]
        [InlineData("HTTP/1.1 400 Bad Request\r\n\r\n", "as an HTTP server does")]
        [InlineData("\u0015\u0003\u0003\u0000\u0002\u0002\u0046", "TLS")]
        [InlineData("\u0010\u0001", "")]
        public async Task A_server_of_another_protocol_is_recognized_by_its_first_bytes(string start, string hint)
        {
            (IDuplexPipe client, IDuplexPipe server) = await Pair.InMemory();
            await server.Output.WriteAsync(Encoding.Latin1.GetBytes(start));
            var refused = await Assert.ThrowsAsync<KitbagSessionException>(() =>
                KitbagSession.ConnectAsync(client, s_handlers, s_patient).Soon());
            Assert.Equal(KitbagCloseReason.Protocol, refused.Reason);
            Assert.StartsWith("The peer does not use this protocol.", refused.Message, StringComparison.Ordinal);
            Assert.Contains(hint, refused.Message, StringComparison.Ordinal);
        }

        /// <summary>A refusal of 21 bytes with reason 3 starts with the same bytes as an alert of TLS.</summary>
        [Fact]
        public async Task A_refusal_is_not_taken_for_TLS()
        {
            (IDuplexPipe client, IDuplexPipe server) = await Pair.InMemory();
            var refusal = new Goodbye(KitbagCloseReason.Version, "Only version 2 now.".Substring(0, 18));
            ReadOnlyMemory<byte> frame = refusal.Write(FrameKind.Refuse);
            Assert.Equal(new byte[] { 0x15, 3, 3 }, frame.Slice(0, 3).ToArray());
            await server.Output.WriteAsync(frame);
            var refused = await Assert.ThrowsAsync<KitbagSessionException>(() => KitbagSession.ConnectAsync(client, s_handlers).Soon());
            Assert.Equal(KitbagCloseReason.Version, refused.Reason);
        }

        [Fact]
        public async Task Random_bytes_after_the_hello()
        {
            for (int seed = 0; seed < 500; seed++)
                await EndsWithAReason(Random(seed, 200));
        }

        [Fact]
        public async Task A_conversation_that_breaks_off_anywhere()
        {
            for (int length = 0; length < s_conversation.Length; length++)
            {
                KitbagClose end = await EndsWithAReason(s_conversation.AsSpan(0, length).ToArray());
                Assert.Equal(KitbagCloseReason.ConnectionLost, end.Reason);
            }
        }

        [Fact]
        public async Task A_conversation_with_changed_bytes()
        {
            for (int seed = 0; seed < 1000; seed++)
            {
                var random = new Random(seed);
                byte[] bytes = s_conversation.ToArray();
                for (int changes = random.Next(1, 4); changes > 0; changes--)
                    bytes[random.Next(bytes.Length)] ^= (byte)(1 << random.Next(8));
                await EndsWithAReason(bytes);
            }
        }

        [Fact]
        public async Task A_conversation_byte_by_byte()
        {
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(s_handlers);
            foreach (byte b in s_conversation)
                await peer.Send(b);
            await peer.Send(new FrameBuilder().Begin(FrameKind.Goodbye).Byte(0).Text("", 0));
            Assert.Equal(KitbagCloseReason.Done, (await server.Completion.Soon()).Reason);
            List<(byte Kind, byte[] Body)> heard = await peer.ReceiveAll();
            Assert.Equal([FrameKind.Schema, FrameKind.Answer, FrameKind.Goodbye], heard.Select(f => f.Kind).Where(k => k != FrameKind.Ack
                && k != FrameKind.Pong));
        }

        public static TheoryData<string, byte[], KitbagCloseReason> Frames()
        {
            byte[] schema = KitbagSchema.Of<Say>().Bytes.ToArray();
            return new TheoryData<string, byte[], KitbagCloseReason>
            {
                { "no kind", [0], KitbagCloseReason.Protocol },
                { "a length that does not end", Enumerable.Repeat((byte)0xFF, 12).ToArray(), KitbagCloseReason.Protocol },
                { "a length in two forms", [0x81, 0x00, 99], KitbagCloseReason.Protocol },
                { "a length above the limit", [0x80, 0x80, 0x80, 0x80, 0x01], KitbagCloseReason.LimitExceeded },
                { "a kind that is not known", [1, 99], KitbagCloseReason.Protocol },
                { "a second hello", new Hello(1 << 20, 1 << 20, [], 1, 0, []).Write().ToArray(), KitbagCloseReason.Protocol },
                {
                    "a type that was not introduced", Bytes(b => b.Begin(FrameKind.Message).Number(7).Number(0)),
                    KitbagCloseReason.Protocol
                },
                {
                    "a header longer than the frame", Bytes(b => b.Begin(FrameKind.Message).Number(0).Number(5)),
                    KitbagCloseReason.Protocol
                },
                {
                    "a header one byte longer than the frame",
                    Bytes(b => b.Begin(FrameKind.Message).Number(0).Number(200).Raw(new byte[199])), KitbagCloseReason.Protocol
                },
                { "a message without fields", Bytes(b => b.Begin(FrameKind.Message)), KitbagCloseReason.Protocol },
                {
                    "a header above the limit",
                    Bytes(b => b.Begin(FrameKind.Message).Number(0).Number((1 << 20) + 1).Raw(new byte[(1 << 20) + 1])),
                    KitbagCloseReason.LimitExceeded
                },
                { "an acknowledgement of what was not sent", Bytes(b => b.Begin(FrameKind.Ack).Number(9)), KitbagCloseReason.Protocol },
                { "a ping without value", Bytes(b => b.Begin(FrameKind.Ping)), KitbagCloseReason.Protocol },
                { "a ping with more", Bytes(b => b.Begin(FrameKind.Ping).Raw(new byte[9])), KitbagCloseReason.Protocol },
                {
                    "a type out of order", Bytes(b => b.Begin(FrameKind.Schema).Number(2).Text("Say", 9).Raw(schema)),
                    KitbagCloseReason.Protocol
                },
                { "type 0", Bytes(b => b.Begin(FrameKind.Schema).Number(0).Text("Say", 9).Raw(schema)), KitbagCloseReason.Protocol },
                { "a schema of nothing", Bytes(b => b.Begin(FrameKind.Schema).Number(1).Text("Say", 9)), KitbagCloseReason.BadMessage },
                {
                    "a name that is too long",
                    Bytes(b => b.Begin(FrameKind.Schema).Number(1).Text(new string('x', 600), 600).Raw(schema)), KitbagCloseReason.Protocol
                },
                {
                    "a message that cannot be read",
                    [
                        .. Bytes(b => b.Begin(FrameKind.Schema).Number(1).Text("Say", 9).Raw(schema)),
                        .. Bytes(b => b.Begin(FrameKind.Message).Number(1).Number(1).Byte(0xFF)),
                    ],
                    KitbagCloseReason.BadMessage
                },
            };
        }

        [Theory]
        [MemberData(nameof(Frames))]
        public async Task Frames_that_break_a_rule(string what, byte[] bytes, KitbagCloseReason reason)
        {
            var options = new KitbagSessionOptions { ReceiveWindow = 2 << 20 };
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(s_handlers, options);
            await peer.Send(bytes);
            KitbagClose end = await server.Completion.Soon();
            Assert.True(end.Reason == reason, what + ": " + end);
            // The peer that broke the rule receives the reason.
            (byte kind, byte[] body) = (await peer.ReceiveAll()).Last();
            Assert.Equal((FrameKind.Goodbye, (byte)reason), (kind, body[0]));
        }

        [Fact]
        public async Task Unknown_extension_frames_are_skipped()
        {
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(s_handlers);
            await peer.Send(Bytes(b => b.Begin(200).Number(5)));
            await peer.Send(new Goodbye(KitbagCloseReason.Done, "").Write().ToArray());
            Assert.Equal(KitbagCloseReason.Done, (await server.Completion.Soon()).Reason);
        }

        [Fact]
        public async Task More_types_than_the_limit()
        {
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(s_handlers, new KitbagSessionOptions { MaxTypes = 3 });
            byte[] schema = KitbagSchema.Of<Say>().Bytes.ToArray();
            for (int i = 1; i <= 4; i++)
                await peer.Send(new FrameBuilder().Begin(FrameKind.Schema).Number(i).Text("T" + i, 9).Raw(schema));
            Assert.Equal(KitbagCloseReason.LimitExceeded, (await server.Completion.Soon()).Reason);
        }

        [Fact]
        public async Task More_bytes_of_schemas_than_the_limit()
        {
            byte[] schema = KitbagSchema.Of<Say>().Bytes.ToArray();
            var options = new KitbagSessionOptions { Limits = new KitbagLimits { MaxSchemaBytes = 3 * schema.Length } };
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(s_handlers, options);
            for (int i = 1; i <= 4; i++)
            {
                Assert.True(server.IsOpen);
                await peer.Send(new FrameBuilder().Begin(FrameKind.Schema).Number(i).Text("T" + i, 9).Raw(schema));
            }
            Assert.Equal(KitbagCloseReason.LimitExceeded, (await server.Completion.Soon()).Reason);
        }

        /// <summary>Bytes within a frame would be read as the lengths of frames.</summary>
        [Theory]
        [InlineData(1)]
        [InlineData(5)]
        [InlineData(70_000)]
        public async Task A_position_within_a_frame_is_refused(long position)
        {
            var opened = new TaskCompletionSource<KitbagSession>();
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), s_handlers,
                new KitbagSessionOptions { ResumeTimeout = TimeSpan.FromSeconds(60) });
            server.Opened += session => opened.SetResult(session);
            (RawPeer first, byte[] token) = await BeginAsync(server);
            KitbagSession session = await opened.Task.Soon();
            await session.SendRawAsync(0, (output, state) => { }, Enumerable.Repeat((byte)0xFF, 1000).ToArray());
            await session.SendRawAsync(0, (output, state) => { }, new byte[100_000]);
            await first.Receive();
            await first.Receive();

            foreach ((long generation, long at, byte kind) in new[] { (2, position, FrameKind.Refuse), (3, 1005L, FrameKind.Welcome) })
            {
                var next = new RawPeer(await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port));
                await next.Send(new Hello(1, 1 << 20, token, generation, at, []).Write().ToArray());
                Assert.Equal(kind, (await next.Receive()).Kind);
            }
            session.Abort();
        }

        [Fact]
        public async Task An_answer_that_breaks_a_rule_fails_the_request_with_the_session()
        {
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(s_handlers);
            Task<Answer> answer = server.RequestAsync<Question, Answer>(new Question(1), TimeSpan.FromDays(1));
            await peer.Send(new FrameBuilder().Begin(FrameKind.Answer).Number(1).Number(9));
            var e = await Assert.ThrowsAsync<KitbagSessionException>(() => answer.Soon());
            Assert.Equal(KitbagCloseReason.Protocol, e.Reason);
        }

        [Fact]
        public async Task A_schema_longer_than_the_peer_accepts_is_refused_and_nothing_else()
        {
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(s_handlers, maxFrame: 12);
            for (int i = 0; i < 2; i++)
                Assert.Equal(KitbagCloseReason.LimitExceeded,
                    Assert.Throws<KitbagSessionException>(() => { _ = server.SendAsync(new Say("hello")); }).Reason);
            await server.SendRawAsync(0, (output, state) => { }, new byte[5]);
            Assert.Equal(FrameKind.Message, (await peer.Receive()).Kind);
        }

        [Fact]
        public async Task More_than_the_window()
        {
            var gate = new TaskCompletionSource();
            KitbagHandlers handlers = new KitbagHandlers().OnRaw((session, header, payload) => new ValueTask(gate.Task));
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(handlers, new KitbagSessionOptions { ReceiveWindow = 4096 });
            for (int i = 0; i < 5; i++)
                await peer.Send(new FrameBuilder().Begin(FrameKind.Message).Number(0).Number(0).Raw(new byte[1000]));
            Assert.Equal(KitbagCloseReason.Protocol, (await server.Completion.Soon()).Reason);
            gate.SetResult();
        }

        /// <summary>A peer that sends pings without reading gets few answers, and does not cause more memory to be used.</summary>
        [Fact]
        public async Task Endless_pings_get_few_answers()
        {
            const int Pings = 200_000;
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(s_handlers);
            byte[] pings = Enumerable.Repeat(Bytes(b => b.Begin(FrameKind.Ping).Raw(new byte[8])), 1000).SelectMany(p => p).ToArray();
            for (int i = 0; i < Pings / 1000; i++)
                await peer.Send(pings);
            await peer.Send(new Goodbye(KitbagCloseReason.Done, "").Write().ToArray());
            List<(byte Kind, byte[] Body)> heard = await peer.ReceiveAll();
            Assert.Equal(FrameKind.Goodbye, heard[^1].Kind);
            Assert.InRange(heard.Count(f => f.Kind == FrameKind.Pong), 1, Pings / 20);
        }

        [Fact]
        public async Task Nothing_after_connecting()
        {
            var time = new FakeTime();
            (IDuplexPipe client, IDuplexPipe server) = await Pair.InMemory();
            Task<KitbagSession> accepting = KitbagSession.AcceptAsync(server, s_handlers, new KitbagSessionOptions { Time = time });
            await client.Output.WriteAsync(new byte[] { 20, 1 });
            time.Pass(TimeSpan.FromSeconds(11));
            Assert.Equal(KitbagCloseReason.TimedOut, (await Assert.ThrowsAsync<KitbagSessionException>(() => accepting.Soon())).Reason);
        }

        private static async Task<(RawPeer Peer, byte[] Token)> BeginAsync(KitbagServer server)
        {
            var peer = new RawPeer(await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port));
            await peer.Send(new Hello(1 << 20, 1 << 20, [], 1, 0, []).Write().ToArray());
            return (peer, (await peer.Receive()).Body[^17..^1]);
        }

        private static async Task<KitbagClose> EndsWithAReason(byte[] bytes)
        {
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(s_handlers);
            try
            {
                await peer.Send(bytes);
            }
            catch (InvalidOperationException)
            {
                // The connection was closed after the first frames.
            }
            peer.Leave();
            return await server.Completion.Soon();
        }

        private static byte[] Conversation()
        {
            var all = new MemoryStream();
            all.Write(Bytes(b => b.Begin(FrameKind.Schema).Number(1).Text("Say", 99).Raw(KitbagSchema.Of<Say>().Bytes)));
            byte[] say = KitbagSerializer.Serialize(new Say("hello"), KitbagOptions.Bare);
            all.Write(Bytes(b => b.Begin(FrameKind.Message).Number(1).Number(say.Length).Raw(say).Raw(new byte[20])));
            all.Write(Bytes(b => b.Begin(FrameKind.Ping).Raw(new byte[8])));
            all.Write(Bytes(b => b.Begin(FrameKind.Message).Number(0).Number(3).Raw(new byte[300])));
            all.Write(Bytes(b => b.Begin(FrameKind.Schema).Number(2).Text("Question", 99).Raw(KitbagSchema.Of<Question>().Bytes)));
            byte[] question = KitbagSerializer.Serialize(new Question(3), KitbagOptions.Bare);
            all.Write(Bytes(b => b.Begin(FrameKind.Request).Number(1).Number(2).Raw(question)));
            all.Write(Bytes(b => b.Begin(FrameKind.Cancel).Number(1)));
            all.Write(Bytes(b => b.Begin(FrameKind.Ack).Number(0)));
            return all.ToArray();
        }

        private static byte[] Bytes(Func<FrameBuilder, FrameBuilder> build) => build(new FrameBuilder()).End().ToArray();

        private static byte[] Random(int seed, int maxLength)
        {
            var random = new Random(seed);
            byte[] bytes = new byte[random.Next(1, maxLength)];
            random.NextBytes(bytes);
            // Half of them begin like a valid frame.
            if (seed % 2 == 0)
                bytes[0] = (byte)random.Next(1, bytes.Length + 1);
            return bytes;
        }
    }
}
