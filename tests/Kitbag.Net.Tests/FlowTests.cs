using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO.Pipelines;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Xunit;

namespace Kitbag.Net.Tests
{
    /// <summary>A slow end slows the other one down, within bounded memory, and an end that is gone is detected.</summary>
    public class FlowTests
    {
        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public async Task A_slow_handler_slows_its_sender(bool tcp)
        {
            const int Size = 1000;
            var options = new KitbagSessionOptions { ReceiveWindow = 64 << 10, SendBuffer = 64 << 10 };
            var gate = new SemaphoreSlim(0);
            int handled = 0, sent = 0;
            KitbagHandlers server = new KitbagHandlers().OnRaw(async (session, header, payload) =>
            {
                await gate.WaitAsync();
                handled++;
            });
            await using Pair pair = await Pair.Begin(server: server, clientOptions: options, serverOptions: options,
                connect: tcp ? Pair.Tcp : Pair.InMemory);
            Task sending = Task.Run(async () =>
            {
                for (; sent < 1000; sent++)
                    await pair.Client.SendRawAsync(0, (output, state) => { }, new byte[Size]);
            });
            // A sender that waits continues when half of the buffer is free.
            await Waiting.Until(() =>
                Volatile.Read(ref sent) * Size >= options.SendBuffer && pair.Client.PendingBytes > options.SendBuffer / 2);
            await Task.Delay(50);
            Assert.False(sending.IsCompleted);
            // The sum of the buffers of both ends, which is the limit however long the handler takes.
            Assert.InRange(Volatile.Read(ref sent) * Size, options.SendBuffer, options.SendBuffer + options.ReceiveWindow + 2 * Size);
            gate.Release(1000);
            await sending.Soon();
            await pair.Client.CloseAsync().AsTask().Soon();
            Assert.Equal(1000, handled);
        }

        /// <summary>Both ends send more than fits into all buffers: handlers send while the window of the other end is full.</summary>
        [Fact]
        public async Task Handlers_that_send_and_wait_still_receive_acknowledgements()
        {
            const int Messages = 2000;
            var options = new KitbagSessionOptions { ReceiveWindow = 4096, SendBuffer = 2048 };
            int replies = 0;
            var done = new TaskCompletionSource();
            KitbagHandlers server = new KitbagHandlers().OnRaw((session, header, payload) =>
                session.SendRawAsync(0, (output, state) => { }, payload.ToArray()));
            KitbagHandlers client = new KitbagHandlers().OnRaw((session, header, payload) =>
            {
                if (++replies == Messages)
                    done.SetResult();
                return default;
            });
            await using Pair pair = await Pair.Begin(client, server, options, options);
            for (int i = 0; i < Messages; i++)
                await pair.Client.SendRawAsync(0, (output, state) => { }, new byte[i % 900]).AsTask().Soon();
            await done.Task.Soon();
        }

        /// <summary>
        /// Pipes reuse the memory of consumed bytes. The number of bytes that are held while a handler runs was computed from that memory,
        /// and was wrong if the memory had been returned: it was the number of all bytes received so far. Then nothing more was read, and
        /// both ends hung.
        /// </summary>
        [Fact]
        public async Task A_handler_that_works_does_not_stop_the_reading_of_a_connection_that_has_received_much()
        {
            const int Messages = 100;
            var options = new KitbagSessionOptions { ReceiveWindow = 1024, MaxFrame = 1024 };
            int handled = 0;
            var gate = new TaskCompletionSource();
            KitbagHandlers handlers = new KitbagHandlers().OnRaw((session, header, payload) =>
                ++handled < Messages ? default : new ValueTask(gate.Task));
            // Small segments, so that a message consumes several of them.
            var up = new Pipe(new PipeOptions(minimumSegmentSize: 16));
            var down = new Pipe();
            var peer = new RawPeer(new Pair.Ends(down.Reader, up.Writer));
            Task<KitbagSession> accepting = KitbagSession.AcceptAsync(new Pair.Ends(up.Reader, down.Writer), handlers, options);
            await peer.Send(new Hello(1 << 20, 1 << 20, [], 1, 0, []).Write().ToArray());
            KitbagSession server = await accepting.Soon();

            // The pipe is never empty: each message arrives together with the beginning of the next one.
            byte[] frame = new FrameBuilder().Begin(FrameKind.Message).Number(0).Number(0).Raw(new byte[96]).End().ToArray();
            await peer.Send(frame[..50]);
            for (int i = 1; i < Messages - 1; i++)
            {
                await peer.Send([.. frame[50..], .. frame[..50]]);
                await Waiting.Until(() => Volatile.Read(ref handled) == i);
            }
            // A message that is consumed, and one after it whose handler is running.
            await peer.Send([.. frame[50..], .. frame, .. frame[..50]]);
            await Waiting.Until(() => Volatile.Read(ref handled) == Messages);
            await peer.Send([.. frame[50..], 9, FrameKind.Ping, 1, 2, 3, 4, 5, 6, 7, 8]);
            while ((await peer.Receive()).Kind != FrameKind.Pong)
            {
            }
            Assert.Equal(Messages, handled);
            gate.SetResult();
            await Waiting.Until(() => Volatile.Read(ref handled) == Messages + 1);
            server.Abort();
        }

        /// <summary>
        /// While a handler is running, everything that is received stays in memory. The acknowledgement of each message, for which the
        /// handler waits, and the replies to its pings filled that memory; then nothing was read any more, and both ends hung.
        /// </summary>
        [Fact]
        public async Task A_handler_may_send_much_to_a_slow_peer()
        {
            const int Messages = 20_000;
            var options = new KitbagSessionOptions { ReceiveWindow = 16 << 10, MaxFrame = 16 << 10, MaxHeader = 1024 };
            int heard = 0;
            var done = new TaskCompletionSource();
            KitbagHandlers server = new KitbagHandlers().OnRaw(async (session, header, payload) =>
            {
                for (int i = 0; i < Messages; i++)
                    await session.SendRawAsync(0, (output, state) => { }, new byte[100]);
            });
            KitbagHandlers client = new KitbagHandlers().OnRaw(async (session, header, payload) =>
            {
                await Task.Yield();
                if (++heard == Messages)
                    done.SetResult();
            });
            await using Pair pair = await Pair.Begin(client, server, options, options);
            await pair.Client.SendRawAsync(0, (output, state) => { });
            await done.Task.Soon();
        }

        [Fact]
        public async Task A_peer_that_waits_gets_a_limited_number_of_acknowledgements()
        {
            const int Messages = 1000;
            var time = new FakeTime();
            var gate = new SemaphoreSlim(0);
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(
                new KitbagHandlers().OnRaw(async (session, header, payload) =>
                {
                    await gate.WaitAsync();
                    await Task.Yield();
                }),
                new KitbagSessionOptions { Time = time });
            byte[] frame = new FrameBuilder().Begin(FrameKind.Message).Number(0).Number(0).Raw(new byte[10]).End().ToArray();
            await peer.Send([.. Enumerable.Repeat(frame, Messages).SelectMany(f => f)]);
            await peer.Send(new FrameBuilder().Begin(FrameKind.Ping).Raw(new byte[8]));
            while ((await peer.Receive()).Kind != FrameKind.Pong)
            {
            }
            // A step that takes longer is acknowledged as well.
            time.Pass(TimeSpan.FromMilliseconds(100));
            gate.Release();
            Assert.Equal(frame.Length, await Acknowledged());
            gate.Release(Messages - 1);
            int count = 0;
            for (long position = 0; position < Messages * frame.Length; count++)
                position = await Acknowledged();
            Assert.InRange(count, 1, 20);
            server.Abort();

            async Task<long> Acknowledged()
            {
                (byte kind, byte[] body) = await peer.Receive();
                Assert.Equal(FrameKind.Ack, kind);
                return new BodyReader(new ReadOnlySequence<byte>(body), "ack").ReadNumber();
            }
        }

        [Fact]
        public async Task Frames_larger_than_the_window_pass_alone()
        {
            var options = new KitbagSessionOptions { ReceiveWindow = 4096 };
            var sizes = new List<long>();
            KitbagHandlers server = new KitbagHandlers().OnRaw(async (session, header, payload) =>
            {
                await Task.Yield();
                sizes.Add(payload.Length);
            });
            await using Pair pair = await Pair.Begin(server: server, serverOptions: options);
            int[] sent = [10, 100_000, 5, 4000, 4000, 20_000, 17_000, 100];
            foreach (int size in sent)
                await pair.Client.SendRawAsync(0, (output, state) => { }, new byte[size]).AsTask().Soon();
            await pair.Client.CloseAsync().AsTask().Soon();
            Assert.Equal(sent.Select(s => (long)s), sizes);
        }

        [Fact]
        public async Task A_sender_that_does_not_await_is_stopped_before_memory_runs_out()
        {
            var options = new KitbagSessionOptions { SendBuffer = 10_000, MaxSendBuffer = 100_000 };
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(options: options, window: 1024);
            var waiting = new List<ValueTask>();
            var refused = Assert.Throws<KitbagSessionException>(() =>
            {
                for (int i = 0; i < 1000; i++)
                    waiting.Add(server.SendRawAsync(0, (output, state) => { }, new byte[1000]));
            });
            Assert.Equal(KitbagCloseReason.LimitExceeded, refused.Reason);
            Assert.True(server.IsOpen);
            Assert.InRange(waiting.Count, 95, 105);
            server.Abort();
            foreach (ValueTask task in waiting.Where(t => !t.IsCompletedSuccessfully))
                await Assert.ThrowsAsync<KitbagSessionException>(() => task.AsTask().Soon());
        }

        [Fact]
        public async Task A_peer_that_reads_nothing_is_disconnected_after_a_timeout()
        {
            var time = new FakeTime();
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(
                options: new KitbagSessionOptions { Time = time, SendBuffer = 1000 }, window: 1024);
            ValueTask sending = default;
            for (int i = 0; i < 3; i++)
                sending = server.SendRawAsync(0, (output, state) => { }, new byte[900]);
            // The peer sends pings, but acknowledges nothing.
            for (int i = 0; i < 7; i++)
            {
                Assert.True(server.IsOpen);
                time.Pass(TimeSpan.FromSeconds(5));
                await peer.Send(new FrameBuilder().Begin(FrameKind.Ping).Raw(new byte[8]));
                while ((await peer.Receive()).Kind is not (FrameKind.Pong or 0))
                {
                }
                if (!server.IsOpen)
                    break;
            }
            Assert.Equal(KitbagCloseReason.SlowPeer, (await server.Completion.Soon()).Reason);
            Assert.Equal(KitbagCloseReason.SlowPeer,
                (await Assert.ThrowsAsync<KitbagSessionException>(() => sending.AsTask().Soon())).Reason);
        }

        [Fact]
        public async Task A_silent_peer_is_pinged_and_then_disconnected()
        {
            var time = new FakeTime();
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(options: new KitbagSessionOptions { Time = time });
            time.Pass(TimeSpan.FromSeconds(21));
            Assert.Equal(FrameKind.Ping, (await peer.Receive()).Kind);
            Assert.True(server.IsOpen);
            time.Pass(TimeSpan.FromSeconds(30));
            Assert.Equal(KitbagCloseReason.ConnectionLost, (await server.Completion.Soon()).Reason);
        }

        [Fact]
        public async Task A_peer_that_answers_stays()
        {
            var time = new FakeTime();
            // The server handles what was sent before Send returns. Otherwise the time may pass while it is still handling a frame, which
            // does not count as silence, so it would not send a ping.
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(
                options: new KitbagSessionOptions { Time = time }, scheduler: PipeScheduler.Inline);
            for (int i = 0; i < 20; i++)
            {
                time.Pass(TimeSpan.FromSeconds(20));
                (byte kind, byte[] value) = await peer.Receive();
                Assert.Equal(FrameKind.Ping, kind);
                // A ping of the peer also shows that it is alive, and the answer shows that the ping was received.
                await peer.Send(new FrameBuilder().Begin(FrameKind.Pong).Raw(value));
                await peer.Send(new FrameBuilder().Begin(FrameKind.Ping).Raw(value));
                while ((await peer.Receive()).Kind != FrameKind.Pong)
                    Assert.True(server.IsOpen);
            }
            Assert.True(server.IsOpen);
            server.Abort();
        }

        [Fact]
        public async Task A_frame_that_does_not_end_is_not_waited_for()
        {
            var time = new FakeTime();
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(
                options: new KitbagSessionOptions { Time = time, SilenceTimeout = TimeSpan.FromDays(1) });
            await peer.Send(100, FrameKind.Message);
            for (int i = 0; i < 1000 && !server.Completion.IsCompleted; i++)
            {
                if (i < 90)
                    await peer.Send((byte)0);
                await Task.Delay(1);
                time.Pass(TimeSpan.FromSeconds(5));
            }
            Assert.Equal(KitbagCloseReason.TimedOut, (await server.Completion.Soon()).Reason);
        }

        /// <summary>
        /// The timeout applies to each part of a large frame, so that a slow connection does not count as a peer that takes nothing.
        /// </summary>
        [Fact]
        public async Task A_large_payload_on_a_slow_line_is_not_given_up()
        {
            const int BytesPerSecond = 30_000;
            var time = new FakeTime();
            var heard = new TaskCompletionSource<long>();
            (IDuplexPipe client, IDuplexPipe server) = await Pair.InMemory();
            Task<KitbagSession> accepting = KitbagSession.AcceptAsync(server, new KitbagHandlers().OnRaw((session, header, payload) =>
            {
                heard.SetResult(payload.Length);
                return default;
            }));
            KitbagSession session = await KitbagSession.ConnectAsync(new SlowEnd(client, async size =>
            {
                await Task.Yield();
                time.Pass(TimeSpan.FromSeconds(size / BytesPerSecond));
            }), new KitbagHandlers(), new KitbagSessionOptions { Time = time, SilenceTimeout = TimeSpan.FromDays(1) });
            // It takes more than a minute, and a write may take 30 s.
            byte[] payload = new byte[3 << 20];
            await session.SendRawAsync(0, (output, state) => { }, payload).AsTask().Soon();
            Assert.Equal(payload.Length, await heard.Task.Soon());
            session.Abort();
            await accepting;
        }

        /// <summary>The time while a process is stopped, or a machine sleeps, does not count against the peer.</summary>
        [Fact]
        public async Task After_a_suspension_the_timeout_of_the_peer_starts_again()
        {
            var time = new FakeTime();
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(
                options: new KitbagSessionOptions { Time = time, SendBuffer = 0 }, window: 1024);
            await server.SendRawAsync(0, (output, state) => { }, new byte[900]);
            ValueTask sending = server.SendRawAsync(0, (output, state) => { }, new byte[900]);
            await peer.Send(100, FrameKind.Message);
            await Waiting.Until(() => server.PendingBytes > 0);
            time.Suspend(TimeSpan.FromHours(8));
            Assert.True(server.IsOpen);
            time.Pass(TimeSpan.FromSeconds(29));
            Assert.True(server.IsOpen);
            time.Pass(TimeSpan.FromSeconds(6));
            Assert.Equal(KitbagCloseReason.SlowPeer, (await server.Completion.Soon()).Reason);
            await Assert.ThrowsAsync<KitbagSessionException>(() => sending.AsTask().Soon());
        }

        /// <summary>Timeouts do not depend on the system clock.</summary>
        [Theory]
        [InlineData(-365)]
        [InlineData(365)]
        public async Task A_clock_that_is_set_changes_nothing(int days)
        {
            var time = new FakeTime();
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(options: new KitbagSessionOptions { Time = time });
            time.Pass(TimeSpan.FromSeconds(12));
            time.Offset = TimeSpan.FromDays(days);
            time.Pass(TimeSpan.FromSeconds(12));
            Assert.Equal(FrameKind.Ping, (await peer.Receive()).Kind);
            Assert.True(server.IsOpen);
            time.Pass(TimeSpan.FromSeconds(26));
            Assert.Equal(KitbagCloseReason.ConnectionLost, (await server.Completion.Soon()).Reason);
        }

        [Fact]
        public async Task A_misused_task_of_a_send_does_not_affect_other_sends()
        {
            var options = new KitbagSessionOptions { SendBuffer = 0 };
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(options: options, window: 1024);
            await server.SendRawAsync(0, (output, state) => { }, new byte[900]);
            ValueTask first = server.SendRawAsync(0, (output, state) => { }, new byte[900]);
            Assert.Throws<InvalidOperationException>(() => first.GetAwaiter().GetResult());
            ValueTask second = server.SendRawAsync(0, (output, state) => { }, new byte[900]);
            for (int i = 0; i < 3; i++)
            {
                while ((await peer.Receive()).Kind != FrameKind.Message)
                {
                }
                await peer.Send(new FrameBuilder().Begin(FrameKind.Ack).Number((i + 1) * 905));
            }
            await first.AsTask().Soon();
            await second.AsTask().Soon();
            Assert.Throws<InvalidOperationException>(() => first.GetAwaiter().GetResult());
            server.Abort();
        }
    }
}
