using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.IO.Pipelines;
using System.Linq;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Xunit;

namespace Kitbag.Net.Tests
{
    /// <summary>
    /// A send that is canceled while it waits is not sent, and a message that is being sent is complete. The session is not affected.
    /// </summary>
    public class CancellationTests
    {
        private static readonly CancellationToken s_canceled = new(canceled: true);

        [Fact]
        public async Task A_token_that_is_already_canceled_sends_nothing()
        {
            var heard = new List<int>();
            await using Pair pair = await Pair.Begin(server: new KitbagHandlers().On<Count>((session, count) =>
            {
                heard.Add(count.Number);
                return default;
            }));
            KitbagSession session = pair.Client;
            byte[] payload = new byte[10];
            await Canceled(session.SendAsync(new Count(1), cancellationToken: s_canceled));
            await Canceled(session.SendAsync(new Count(2), payload, 0, 10, s_canceled));
            await Canceled(session.SendAsync(new Count(3), new ReadOnlySequence<byte>(payload), s_canceled));
            await Canceled(session.SendRawAsync(4, (output, state) => { }, payload, s_canceled));
            await session.SendAsync(new Count(5));
            await session.CloseAsync().AsTask().Soon();
            Assert.Equal([5], heard);
        }

        [Theory]
        [InlineData(100)]
        [InlineData(20_000)]
        public async Task A_message_that_waits_in_the_buffer_is_removed(int size)
        {
            var options = new KitbagSessionOptions { SendBuffer = 3000 };
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(options: options, window: 1024);
            // The peer acknowledges nothing, so these fill its window, and the buffer.
            ValueTask[] before = [.. Enumerable.Range(0, 4).Select(i => Send(server, i, 1000))];
            using var cancellation = new CancellationTokenSource();
            ValueTask canceled = Send(server, 4, size, cancellation.Token), after = Send(server, 5, 100), last = Send(server, 6, 20_000);
            long written = server.Log.Written;
            Assert.False(canceled.IsCompleted);
            cancellation.Cancel();
            var error = await Assert.ThrowsAnyAsync<OperationCanceledException>(() => canceled.AsTask().Soon());
            Assert.Equal(cancellation.Token, error.CancellationToken);
            Assert.InRange(written - server.Log.Written, size, size + 20);
            Assert.Equal([0, 1, 2, 3, 5, 6], await Numbers(peer, 6));
            foreach (ValueTask sent in before.Append(after).Append(last))
                await sent.AsTask().Soon();
            Assert.True(server.IsOpen);
            server.Abort();
        }

        [Fact]
        public async Task A_message_that_is_being_sent_is_not_removed_and_its_sender_no_longer_waits_for_space()
        {
            var options = new KitbagSessionOptions { SendBuffer = 100 };
            var written = new TaskCompletionSource();
            (KitbagSession session, Task<KitbagSession> other, List<int> heard) = await Slow(options, () => written.Task);
            using var cancellation = new CancellationTokenSource();
            ValueTask sending = Send(session, 1, 1000, cancellation.Token);
            await Waiting.Until(() => session.Log.Taken == session.Log.Written);
            Assert.False(sending.IsCompleted);
            cancellation.Cancel();
            await sending.AsTask().Soon();
            written.SetResult();
            await Send(session, 2, 10).AsTask().Soon();
            await session.CloseAsync().AsTask().Soon();
            await (await other).Completion.Soon();
            Assert.Equal([1, 2], heard);
        }

        [Fact]
        public async Task The_memory_of_a_payload_that_is_being_sent_is_in_use_until_it_is_written()
        {
            var written = new TaskCompletionSource();
            (KitbagSession session, Task<KitbagSession> other, List<int> heard) = await Slow(new KitbagSessionOptions(),
                () => written.Task);
            using var cancellation = new CancellationTokenSource();
            ValueTask sending = Send(session, 1, 100_000, cancellation.Token);
            await Waiting.Until(() => session.Log.Taken != 0);
            cancellation.Cancel();
            Assert.False(sending.IsCompleted);
            written.SetResult();
            await sending.AsTask().Soon();
            await session.CloseAsync().AsTask().Soon();
            await (await other).Completion.Soon();
            Assert.Equal([1], heard);
        }

        /// <summary>A token may be canceled by the code of the program that runs while a message is serialized.</summary>
        [Fact]
        public async Task A_send_can_be_canceled_while_another_message_is_serialized()
        {
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(options: new KitbagSessionOptions { SendBuffer = 1000 },
                window: 1024);
            ValueTask first = Send(server, 0, 1000);
            using var cancellation = new CancellationTokenSource();
            ValueTask canceled = Send(server, 1, 1000, cancellation.Token);
            ValueTask second = server.SendRawAsync(2, (output, number) =>
            {
                cancellation.Cancel();
                WriteNumber(output, number);
            });
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => canceled.AsTask().Soon());
            Assert.Equal([0, 2], await Numbers(peer, 2));
            await first.AsTask().Soon();
            await second.AsTask().Soon();
            server.Abort();
        }

        /// <summary>Space that a canceled message frees is given to other senders that wait.</summary>
        [Fact]
        public async Task Canceling_makes_space_for_others()
        {
            (_, KitbagSession server) = await RawPeer.Begin(options: new KitbagSessionOptions { SendBuffer = 10_000 }, window: 1024);
            await Send(server, 0, 2000);
            await Waiting.Until(() => server.PendingBytes == 0);
            using var cancellation = new CancellationTokenSource();
            ValueTask canceled = Send(server, 1, 12_000, cancellation.Token), waiting = Send(server, 2, 10);
            Assert.False(waiting.IsCompleted);
            cancellation.Cancel();
            await waiting.AsTask().Soon();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => canceled.AsTask().Soon());
            server.Abort();
        }

        /// <summary>Exactly the messages whose sends were not canceled arrive, whatever is canceled when.</summary>
        [Theory]
        [InlineData(1)]
        [InlineData(2)]
        [InlineData(3)]
        [InlineData(4)]
        public async Task Canceled_messages_are_lost_and_no_others(int seed)
        {
            var random = new Random(seed);
            var heard = new List<int>();
            var options = new KitbagSessionOptions { ReceiveWindow = random.Next(1024, 40_000), SendBuffer = random.Next(1000, 100_000) };
            await using Pair pair = await Pair.Begin(server: Recording(heard, seed), clientOptions: options, serverOptions: options,
                connect: seed % 2 == 0 ? Pair.Tcp : Pair.InMemory);
            (List<int> sent, int canceled) = await SendAndCancel(pair.Client, random, 2000);
            await pair.Client.CloseAsync().AsTask().Soon();
            Assert.Equal(sent, heard);
            Assert.InRange(canceled, 1, 1999);
        }

        /// <summary>The same, while connections are cut: the positions of both ends must not diverge.</summary>
        [Theory]
        [InlineData(1)]
        [InlineData(2)]
        [InlineData(3)]
        [InlineData(4)]
        public async Task Canceled_messages_are_lost_and_no_others_while_connections_are_cut(int seed)
        {
            var random = new Random(seed);
            var heard = new List<int>();
            var options = new KitbagSessionOptions
            {
                ResumeTimeout = TimeSpan.FromSeconds(60),
                ReceiveWindow = random.Next(1024, 40_000),
                SendBuffer = random.Next(1000, 100_000),
            };
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), Recording(heard, seed), options);
            await using var network = new CutNetwork(server.EndPoint.Port, seed, r => r.Next(2_000, 300_000));
            KitbagSession client = await KitbagSession.ConnectAsync(
                c => KitbagTransport.ConnectTcpAsync("127.0.0.1", network.Port, null, c), new KitbagHandlers(), options).Soon();
            (List<int> sent, int canceled) = await SendAndCancel(client, random, 1000);
            // Closing is not resumed.
            await Waiting.Until(() => Count() >= sent.Count);
            Assert.Equal(sent, heard);
            Assert.InRange(canceled, 1, 999);
            Assert.True(network.Connections > 1);
            client.Abort();

            int Count()
            {
                lock (heard)
                    return heard.Count;
            }
        }

        [Theory]
        [InlineData(true)]
        [InlineData(false)]
        public async Task Closing_with_a_token_ends_the_session_at_once(bool isCanceledBefore)
        {
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(options: new KitbagSessionOptions { Time = new FakeTime() });
            using var cancellation = new CancellationTokenSource();
            if (isCanceledBefore)
                cancellation.Cancel();
            Task closing = server.CloseAsync(cancellationToken: cancellation.Token).AsTask();
            if (!isCanceledBefore)
            {
                Assert.Equal(FrameKind.Goodbye, (await peer.Receive()).Kind);
                Assert.False(closing.IsCompleted);
                cancellation.Cancel();
            }
            await closing.Soon();
            Assert.Equal(KitbagCloseReason.Aborted, (await server.Completion).Reason);
            Assert.Empty(await peer.ReceiveAll());
        }

        private static Task Canceled(ValueTask sent) => Assert.ThrowsAnyAsync<OperationCanceledException>(() => sent.AsTask().Soon());

        // Sends messages of random sizes, of which many wait at the same time, and cancels some. Returns the numbers of the messages whose
        // sends were completed.
        private static async Task<(List<int> Sent, int Canceled)> SendAndCancel(KitbagSession session, Random random, int messages)
        {
            var sent = new List<int>();
            var running = new List<(int Number, Task Task, CancellationTokenSource Cancellation)>();
            int canceled = 0;
            for (int i = 0; i < messages; i++)
            {
                int size = random.Next(10) switch { 0 => random.Next(16_000, 120_000), 1 => 0, _ => random.Next(2000) };
                var cancellation = new CancellationTokenSource();
                running.Add((i, Send(session, i, size, cancellation.Token).AsTask(), cancellation));
                if (random.Next(2) == 0)
                    Cancel(running[random.Next(running.Count)].Cancellation);
                while (running.Count > 30)
                    await Take(random.Next(running.Count));
            }
            while (running.Count != 0)
                await Take(0);
            sent.Sort();
            return (sent, canceled);

            void Cancel(CancellationTokenSource cancellation)
            {
                if (random.Next(2) == 0)
                    cancellation.Cancel();
                else
                    _ = Task.Run(cancellation.Cancel);
            }

            async Task Take(int index)
            {
                (int number, Task task, _) = running[index];
                running.RemoveAt(index);
                try
                {
                    await task.Soon();
                    sent.Add(number);
                }
                catch (OperationCanceledException)
                {
                    canceled++;
                }
            }
        }

        // A receiver that is slow at times. A message whose content is wrong is recorded as -1.
        private static KitbagHandlers Recording(List<int> heard, int seed)
        {
            var random = new Random(seed);
            return new KitbagHandlers().OnRaw((session, header, payload) =>
            {
                byte[] bytes = header.ToArray(), content = payload.ToArray();
                int number = BinaryPrimitives.ReadInt32LittleEndian(bytes);
                lock (heard)
                    heard.Add(content.All(b => b == (byte)number) ? number : -1);
                return random.Next(20) == 0 ? new ValueTask(Task.Delay(1)) : default;
            });
        }

        private static ValueTask Send(KitbagSession session, int number, int size, CancellationToken cancellation = default)
        {
            byte[] payload = new byte[size];
            payload.AsSpan().Fill((byte)number);
            return session.SendRawAsync(number, WriteNumber, payload, cancellation);
        }

        private static void WriteNumber(IBufferWriter<byte> output, int number)
        {
            BinaryPrimitives.WriteInt32LittleEndian(output.GetSpan(4), number);
            output.Advance(4);
        }

        // A session whose writes wait for a task.
        private static async Task<(KitbagSession Session, Task<KitbagSession> Other, List<int> Heard)> Slow(KitbagSessionOptions options,
            Func<Task> write)
        {
            var heard = new List<int>();
            (IDuplexPipe client, IDuplexPipe server) = await Pair.InMemory();
            Task<KitbagSession> accepting = KitbagSession.AcceptAsync(server, Recording(heard, 1));
            bool isConnected = false;
            KitbagSession session = await KitbagSession.ConnectAsync(
                new SlowEnd(client, _ => Volatile.Read(ref isConnected) ? write() : Task.CompletedTask), new KitbagHandlers(), options);
            Volatile.Write(ref isConnected, true);
            return (session, accepting, heard);
        }

        // Receives messages, acknowledges everything, and returns their numbers.
        private static async Task<List<int>> Numbers(RawPeer peer, int count)
        {
            var numbers = new List<int>();
            long position = 0;
            while (numbers.Count < count)
            {
                (byte kind, byte[] body) = await peer.Receive();
                if (kind != FrameKind.Message)
                    continue;
                numbers.Add(BinaryPrimitives.ReadInt32LittleEndian(body.AsSpan(2)));
                position += Varint.Length(body.Length + 1) + 1 + body.Length;
                await peer.Send(new FrameBuilder().Begin(FrameKind.Ack).Number(position));
            }
            return numbers;
        }
    }
}
