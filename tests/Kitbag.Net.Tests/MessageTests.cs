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

        /// <summary>
        /// The payload that a handler receives may consist of several segments, and its memory is reused after the handler has finished.
        /// </summary>
        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public async Task Payloads_in_segments_are_sent_and_copied(bool canResume)
        {
            var options = new KitbagSessionOptions { ResumeTimeout = canResume ? TimeSpan.FromMinutes(1) : TimeSpan.Zero };
            var heard = new List<byte[]>();
            var all = new TaskCompletionSource();
            int[] sizes = [0, 1, 200, 5_000, 70_000, 1_000_000, 3];
            KitbagHandlers echo = new KitbagHandlers().On<Count>((session, count, payload) =>
            {
                byte[] bytes = payload.ToArray();
                ValueTask sent = session.SendAsync(count, Segments(bytes, 1000));
                Array.Clear(bytes);
                return sent;
            });
            KitbagHandlers replies = new KitbagHandlers().On<Count>((session, count, payload) =>
            {
                heard.Add(payload.ToArray());
                if (heard.Count == sizes.Length)
                    all.SetResult();
                return default;
            });
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), echo, options);
            await using KitbagSession client = await KitbagSession.ConnectAsync(
                c => KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port, null, c), replies, options);
            byte[][] payloads = sizes.Select(size => Enumerable.Range(size, size).Select(i => (byte)(i * 7)).ToArray()).ToArray();
            foreach (byte[] payload in payloads)
                await client.SendAsync(new Count(payload.Length), payload);
            await all.Task.Soon();
            Assert.Equal(payloads, heard);
        }

        [Theory]
        [InlineData(10_001)]
        [InlineData(9_999)]
        public async Task A_payload_in_segments_that_is_too_long_is_not_sent(int length)
        {
            var heard = new TaskCompletionSource<int>();
            KitbagHandlers server = new KitbagHandlers().On<Count>((session, count, payload) =>
            {
                heard.SetResult(count.Number);
                return default;
            });
            await using Pair pair = await Pair.Begin(server: server, clientOptions: new KitbagSessionOptions { MaxFrame = 10_000 });
            var error = await Assert.ThrowsAsync<KitbagSessionException>(async () =>
                await pair.Client.SendAsync(new Count(1), Segments(new byte[length], 1000)));
            Assert.Equal(KitbagCloseReason.LimitExceeded, error.Reason);
            await pair.Client.SendAsync(new Count(2), Segments(new byte[9_000], 1000));
            Assert.Equal(2, await heard.Task.Soon());
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

        private static ReadOnlySequence<byte> Segments(byte[] bytes, int size)
        {
            var first = new Segment(bytes.AsMemory(0, Math.Min(size, bytes.Length)), 0);
            Segment last = first;
            for (int at = size; at < bytes.Length; at += size)
                last = last.Add(bytes.AsMemory(at, Math.Min(size, bytes.Length - at)));
            return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
        }

        private sealed class Segment : ReadOnlySequenceSegment<byte>
        {
            public Segment(ReadOnlyMemory<byte> memory, long index)
            {
                Memory = memory;
                RunningIndex = index;
            }

            public Segment Add(ReadOnlyMemory<byte> memory)
            {
                var next = new Segment(memory, RunningIndex + Memory.Length);
                Next = next;
                return next;
            }
        }
    }
}
