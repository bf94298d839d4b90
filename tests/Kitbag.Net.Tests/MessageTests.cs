using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO.Pipelines;
using System.Linq;
using System.Net;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Xunit;

namespace Kitbag.Net.Tests
{
    public class MessageTests
    {
        /// <summary>So handlers can send to all sessions, including the one of the message.</summary>
        [Fact]
        public async Task Sessions_are_known_to_the_server_before_their_first_message_is_handled()
        {
            KitbagServer? server = null;
            var isKnown = new TaskCompletionSource<bool>();
            KitbagHandlers handlers = new KitbagHandlers().OnRaw((session, header, payload) =>
            {
                isKnown.SetResult(server!.Sessions.Contains(session));
                return default;
            });
            server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), handlers);
            await using (server)
            {
                var peer = new RawPeer(await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port));
                // The message arrives together with the hello.
                ReadOnlyMemory<byte> message = new FrameBuilder().Begin(FrameKind.Message).Number(0).Number(0).End();
                await peer.Send([.. new Hello(1 << 20, 1 << 20, [], 1, 0, []).Write().Span, .. message.Span]);
                Assert.True(await isKnown.Task.Soon());
                peer.Leave();
            }
        }

        [Fact]
        public async Task Arrive_in_order_with_their_payloads()
        {
            var heard = new List<string>();
            var all = new TaskCompletionSource();
            KitbagHandlers handlers = new KitbagHandlers().On<Say>((session, say, payload) =>
            {
                heard.Add(say.Text + " " + string.Join(",", payload.ToArray()));
                if (heard.Count == 3)
                    all.SetResult();
                return default;
            });
            await using Pair pair = await Pair.Begin(server: handlers);
            await pair.Client.SendAsync(new Say("one"));
            await pair.Client.SendAsync(new Say("two"), new byte[] { 1, 2 });
            await pair.Client.SendAsync(new Say("three"), new byte[] { 1, 2, 3, 4 }, 1, 2);
            await all.Task.Soon();
            Assert.Equal(["one ", "two 1,2", "three 2,3"], heard);
        }

        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public async Task Echo_in_any_number_and_size(bool tcp)
        {
            const int Messages = 3_000;
            var random = new Random(1);
            int[] sizes = Enumerable.Range(0, Messages).Select(i => i % 100 == 0 ? random.Next(300_000) : random.Next(300)).ToArray();
            byte[] bytes = new byte[300_000];
            random.NextBytes(bytes);
            int next = 0;
            var done = new TaskCompletionSource();
            KitbagHandlers echo = new KitbagHandlers()
                .On<Count>((session, count, payload) => session.SendAsync(count, payload.ToArray()));
            KitbagHandlers client = new KitbagHandlers().On<Count>((session, count, payload) =>
            {
                Assert.Equal(next, count.Number);
                Assert.Equal(sizes[next], payload.Length);
                Assert.True(payload.ToArray().AsSpan().SequenceEqual(bytes.AsSpan(0, sizes[next])));
                if (++next == Messages)
                    done.SetResult();
                return default;
            });
            await using Pair pair = await Pair.Begin(client, echo, connect: tcp ? Pair.Tcp : Pair.InMemory);
            Task sending = Task.Run(async () =>
            {
                for (int i = 0; i < Messages; i++)
                    await pair.Client.SendAsync(new Count(i), bytes, 0, sizes[i]);
            });
            await Task.WhenAny(done.Task, pair.Client.Completion).Soon();
            Assert.True(done.Task.IsCompleted, pair.Client.Completion.IsCompleted ? (await pair.Client.Completion).ToString() : "");
            await sending.Soon();
        }

        [Fact]
        public async Task Messages_of_old_types_are_read_as_new_types_and_vice_versa()
        {
            var today = new TaskCompletionSource<Today.Order>();
            var yesterday = new TaskCompletionSource<Yesterday.Order>();
            KitbagHandlers server = new KitbagHandlers().On<Today.Order>((session, order) =>
            {
                today.SetResult(order);
                return session.SendAsync(new Today.Order { Id = 8, Amount = 9, Customer = { "Bob" }, Currency = "GBP" });
            });
            KitbagHandlers client = new KitbagHandlers().On<Yesterday.Order>((session, order) =>
            {
                yesterday.SetResult(order);
                return default;
            });
            await using Pair pair = await Pair.Begin(client, server);
            await pair.Client.SendAsync(new Yesterday.Order { Id = 7, Customer = "Ada", Amount = 3 });
            Today.Order got = await today.Task.Soon();
            Assert.Equal((7, "Ada", 3, "EUR"), (got.Id, got.Customer.Single(), got.Amount, got.Currency));
            Yesterday.Order back = await yesterday.Task.Soon();
            Assert.Equal((8, "Bob", 9), (back.Id, back.Customer, back.Amount));
        }
    }
}
