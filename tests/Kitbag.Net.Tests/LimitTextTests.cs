using System;
using System.Buffers;
using System.IO.Pipelines;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Xunit;

namespace Kitbag.Net.Tests
{
    /// <summary>A message about a limit must name the option that sets it.</summary>
    public class LimitTextTests
    {
        private static readonly KitbagHandlers s_handlers = new KitbagHandlers().On<Say>((session, say) => default);

        [Fact]
        public async Task Sending_names_the_option()
        {
            var small = new KitbagSessionOptions { MaxFrame = 10_000, MaxHeader = 5_000, SendBuffer = 0, MaxPendingRequests = 0 };
            await using Pair pair = await Pair.Begin(server: s_handlers, clientOptions: small);
            KitbagSession session = pair.Client;
            string header = await Text(() => session.SendAsync(new Say(new string('a', 6_000))));
            Assert.Contains("exceeds the limit of 5000 bytes, KitbagSessionOptions.MaxHeader.", header, StringComparison.Ordinal);
            const string frame =
                " exceeds the limit of 10000 bytes. That is the smaller one of KitbagSessionOptions.MaxFrame at both ends.";
            var bytes = new byte[20_000];
            Assert.EndsWith(frame, await Text(() => session.SendAsync(new Say(""), bytes)), StringComparison.Ordinal);
            Assert.EndsWith(frame, await Text(() => session.SendAsync(new Say(""), new ReadOnlySequence<byte>(bytes))),
                StringComparison.Ordinal);
            Assert.EndsWith(frame, await Text(() => session.SendAsync(new Say(new string('a', 500_000)))), StringComparison.Ordinal);
            string requests = await Text(async () => await session.RequestAsync<Question, Answer>(new Question(1)));
            Assert.Contains("More than 0 requests (KitbagSessionOptions.MaxPendingRequests)", requests, StringComparison.Ordinal);
            Assert.True(session.IsOpen);
        }

        [Fact]
        public async Task Receiving_names_the_option_from_the_view_of_the_receiver()
        {
            var small = new KitbagSessionOptions { MaxHeader = 5_000, MaxTypes = 1 };
            (string server, string client) = await EndOf(small, session => session.SendAsync(new Say(new string('a', 6_000))));
            Assert.StartsWith("A header of 6", server, StringComparison.Ordinal);
            Assert.Contains("exceeds the limit of 5000 bytes, KitbagSessionOptions.MaxHeader.", server, StringComparison.Ordinal);
            Assert.Equal("The peer reports: " + server, client);

            (server, client) = await EndOf(small, async session =>
            {
                await session.SendAsync(new Say(""));
                await session.SendAsync(new Count(1));
            });
            Assert.Equal("A session may introduce at most 1 types, KitbagSessionOptions.MaxTypes.", server);
            Assert.Equal("The peer reports: " + server, client);

            (server, client) = await EndOf(new KitbagSessionOptions { MaxTypes = 0 }, session => session.SendAsync(new Say("")));
            Assert.Equal("This end accepts only raw messages (KitbagSessionOptions.MaxTypes is 0), as every relay does. The client of a "
                + "relay is KitbagRoomClient.", server);
            Assert.Equal("The peer reports: " + server, client);
        }

        [Fact]
        public async Task A_frame_names_the_option_only_after_the_handshake()
        {
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(s_handlers, new KitbagSessionOptions { MaxFrame = 2_000 });
            await peer.Send(0x80, 0x80, 0x01);
            Assert.Equal("A frame of 16384 bytes exceeds the limit of 2000 bytes, KitbagSessionOptions.MaxFrame.",
                (await server.Completion.Soon()).Message);

            (IDuplexPipe client, IDuplexPipe end) = await Pair.InMemory();
            Task<KitbagSession> accepting = KitbagSession.AcceptAsync(end, s_handlers);
            await client.Output.WriteAsync(new FrameBuilder().Begin(FrameKind.Hello).Raw(Handshake.Magic).Raw(new byte[10_000]).End());
            var error = await Assert.ThrowsAsync<KitbagSessionException>(() => accepting.Soon());
            Assert.DoesNotContain("MaxFrame", error.Message, StringComparison.Ordinal);
            Assert.Contains("exceeds the limit of 8192 bytes for the handshake.", error.Message, StringComparison.Ordinal);
        }

        // Returns how a session ends at the server and at the client.
        private static async Task<(string Server, string Client)> EndOf(KitbagSessionOptions server,
            Func<KitbagSession, ValueTask> send)
        {
            Pair pair = await Pair.Begin(server: s_handlers, serverOptions: server);
            await send(pair.Client);
            KitbagClose client = await pair.Client.Completion.Soon();
            Assert.Equal((KitbagCloseReason.LimitExceeded, true), (client.Reason, client.IsByPeer));
            return ((await pair.Server.Completion.Soon()).Message, client.Message);
        }

        private static async Task<string> Text(Func<ValueTask> action)
        {
            var error = await Assert.ThrowsAsync<KitbagSessionException>(async () => await action());
            Assert.Equal(KitbagCloseReason.LimitExceeded, error.Reason);
            return error.Message;
        }
    }
}
