using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Xunit;

namespace Kitbag.Net.Tests
{
    /// <summary>Tests requests that wait because <see cref="KitbagSessionOptions.MaxRequests"/> others are running.</summary>
    public class WaitingRequestTests
    {
        /// <summary>The responses do not fit into the send buffers, and more requests are sent than run at a time.</summary>
        [Fact]
        public async Task Do_not_block_responses_in_the_other_direction()
        {
            KitbagHandlers Answering() => new KitbagHandlers().OnRequest<Question, Say>(async (session, question, cancellation) =>
            {
                await Task.Yield();
                return new Say(new string((char)('a' + question.Number % 26), 20_000));
            });
            await using Pair pair = await Pair.Begin(Answering(), Answering(), connect: Pair.Tcp);
            Task<Say[]> AskAsync(KitbagSession session) => Task.WhenAll(Enumerable.Range(0, 300)
                .Select(i => session.RequestAsync<Question, Say>(new Question(i), Timeout.InfiniteTimeSpan)));
            Say[][] answers = await Task.WhenAll(AskAsync(pair.Client), AskAsync(pair.Server)).Soon();
            Assert.All(answers, a => Assert.Equal(Enumerable.Range(0, 300).Select(i => (char)('a' + i % 26)), a.Select(s => s.Text[0])));
        }

        [Theory]
        [InlineData(1 << 20)]
        [InlineData(2048)] // Only a few requests may wait; the others stay in the receive buffer.
        public async Task Are_started_in_order_with_messages(int window)
        {
            List<int> started = [];
            using var gate = new SemaphoreSlim(0);
            int inHandlers = 0;
            void Start(int number)
            {
                Assert.Equal(1, Interlocked.Increment(ref inHandlers));
                started.Add(number);
                Thread.SpinWait(1000);
                Interlocked.Decrement(ref inHandlers);
            }
            KitbagHandlers server = new KitbagHandlers()
                .OnRequest<Question, Answer>(async (session, question, cancellation) =>
                {
                    Start(question.Number);
                    await gate.WaitAsync(cancellation);
                    return new Answer(question.Number);
                })
                .On<Count>((session, count) =>
                {
                    Start(count.Number);
                    return default;
                });
            await using Pair pair = await Pair.Begin(server: server,
                serverOptions: new KitbagSessionOptions { MaxRequests = 3, ReceiveWindow = window });
            List<Task<Answer>> asked = [];
            for (int i = 0; i < 200; i++)
            {
                if (i % 20 == 19)
                    _ = pair.Client.SendAsync(new Count(i)).AsTask();
                else
                    asked.Add(pair.Client.RequestAsync<Question, Answer>(new Question(i)));
            }
            await Waiting.Until(() => Volatile.Read(ref started).Count >= 3);
            Assert.Equal([0, 1, 2], started);
            gate.Release(500);
            await Task.WhenAll(asked).Soon();
            await Waiting.Until(() => Volatile.Read(ref started).Count == 200);
            Assert.Equal(Enumerable.Range(0, 200), started);
        }

        [Fact]
        public async Task Are_not_handled_once_canceled()
        {
            List<int> started = [];
            using var gate = new SemaphoreSlim(0);
            KitbagHandlers server = new KitbagHandlers().OnRequest<Question, Answer>(async (session, question, cancellation) =>
            {
                started.Add(question.Number);
                await gate.WaitAsync(CancellationToken.None);
                return new Answer(question.Number);
            });
            KitbagHandlers client = new KitbagHandlers().OnRequest<Question, Answer>((session, question, cancellation) => default);
            await using Pair pair = await Pair.Begin(client, server, serverOptions: new KitbagSessionOptions { MaxRequests = 1 });
            using var giveUp = new CancellationTokenSource();
            Task<Answer> first = pair.Client.RequestAsync<Question, Answer>(new Question(1));
            Task<Answer> second = pair.Client.RequestAsync<Question, Answer>(new Question(2), null, giveUp.Token);
            Task<Answer> third = pair.Client.RequestAsync<Question, Answer>(new Question(3));
            await Waiting.Until(() => Volatile.Read(ref started).Count == 1);
            giveUp.Cancel();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => second.Soon());
            // The client sends this response after the cancellation, and neither waits for requests.
            await pair.Server.RequestAsync<Question, Answer>(new Question(0)).Soon();
            gate.Release(3);
            await Task.WhenAll(first, third).Soon();
            Assert.Equal([1, 3], started);
        }

        /// <summary>A small request may be a large object.</summary>
        [Fact]
        public async Task Are_kept_as_they_were_sent()
        {
            using var gate = new SemaphoreSlim(0);
            KitbagHandlers server = new KitbagHandlers().OnRequest<Counted, Answer>(async (session, question, cancellation) =>
            {
                await gate.WaitAsync(cancellation);
                return new Answer(question.Number);
            }).OnRequest<Question, Answer>((session, question, cancellation) => default);
            await using Pair pair = await Pair.Begin(server: server, serverOptions: new KitbagSessionOptions { MaxRequests = 1 });
            Counted[] questions = Enumerable.Range(0, 20).Select(i => new Counted { Number = i }).ToArray();
            int created = Counted.Created;
            Task<Answer>[] asked = questions.Select(q => pair.Client.RequestAsync<Counted, Answer>(q)).ToArray();
            Task<Answer> last = pair.Client.RequestAsync<Question, Answer>(new Question(1));
            await Waiting.Until(() => pair.Server.WaitingRequests == 20);
            Assert.Equal(created + 1, Counted.Created);
            gate.Release(20);
            Answer[] answers = await Task.WhenAll(asked).Soon();
            Assert.Equal(Enumerable.Range(0, 20), answers.Select(a => a.Number));
            await last.Soon();
        }

        [Fact]
        public async Task End_the_session_if_they_cannot_be_read()
        {
            using var gate = new SemaphoreSlim(0);
            KitbagHandlers handlers = new KitbagHandlers().OnRequest<Say, Answer>(async (session, say, cancellation) =>
            {
                await gate.WaitAsync(cancellation);
                return default;
            });
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(handlers, new KitbagSessionOptions { MaxRequests = 1 });
            byte[] schema = KitbagSchema.Of<Say>().Bytes.ToArray(), say = KitbagSerializer.Serialize(new Say("hello"), KitbagOptions.Bare);
            await peer.Send(new FrameBuilder().Begin(FrameKind.Schema).Number(1).Text("Say", 9).Raw(schema));
            await peer.Send(new FrameBuilder().Begin(FrameKind.Request).Number(1).Number(1).Raw(say));
            await peer.Send(new FrameBuilder().Begin(FrameKind.Request).Number(2).Number(1).Byte(0xFF));
            await Waiting.Until(() => server.WaitingRequests == 1);
            Assert.True(server.IsOpen);
            gate.Release();
            KitbagClose end = await server.Completion.Soon();
            Assert.Equal(KitbagCloseReason.BadMessage, end.Reason);
            (byte kind, byte[] body) = (await peer.ReceiveAll()).Last();
            Assert.Equal((FrameKind.Goodbye, (byte)KitbagCloseReason.BadMessage), (kind, body[0]));
        }

        [Theory]
        [InlineData(false, false)]
        [InlineData(true, false)]
        [InlineData(false, true)]
        [InlineData(true, true)]
        public async Task Do_not_keep_the_session_of_a_peer_that_is_gone(bool sendsMessage, bool closes)
        {
            var started = new TaskCompletionSource();
            KitbagHandlers server = new KitbagHandlers()
                .OnRequest<Question, Answer>(async (session, question, cancellation) =>
                {
                    started.TrySetResult();
                    await Task.Delay(Timeout.Infinite, cancellation);
                    return default;
                })
                .On<Count>((session, count) => default);
            Pair pair = await Pair.Begin(server: server, serverOptions: new KitbagSessionOptions { MaxRequests = 1 },
                clientOptions: new KitbagSessionOptions { CloseTimeout = TimeSpan.FromMilliseconds(100) }, connect: Pair.Tcp);
            Task<Answer>[] asked = Enumerable.Range(0, 3)
                .Select(i => pair.Client.RequestAsync<Question, Answer>(new Question(i))).ToArray();
            if (sendsMessage)
                await pair.Client.SendAsync(new Count(1));
            await started.Task.Soon();
            if (closes)
                await pair.Client.CloseAsync().AsTask().Soon();
            else
                pair.Client.Abort();
            await pair.Server.Completion.Soon();
            foreach (Task<Answer> one in asked)
                await Assert.ThrowsAsync<KitbagSessionException>(() => one.Soon());
        }

        [Fact]
        public async Task And_messages_behind_them_do_not_keep_the_connection_of_an_ended_session()
        {
            var started = new TaskCompletionSource();
            KitbagHandlers server = new KitbagHandlers()
                .OnRequest<Question, Answer>(async (session, question, cancellation) =>
                {
                    started.TrySetResult();
                    await Task.Delay(Timeout.Infinite, cancellation);
                    return default;
                })
                .On<Count>((session, count) => throw new InvalidOperationException("A request before it was not started."));
            Pair pair = await Pair.Begin(server: server, serverOptions: new KitbagSessionOptions { MaxRequests = 1 });
            Task<Answer>[] asked = Enumerable.Range(0, 3)
                .Select(i => pair.Client.RequestAsync<Question, Answer>(new Question(i))).ToArray();
            await pair.Client.SendAsync(new Count(1));
            await started.Task.Soon();
            pair.Server.Abort();
            Assert.Equal(KitbagCloseReason.Aborted, (await pair.Server.Completion.Soon()).Reason);
            Assert.Equal(KitbagCloseReason.ConnectionLost, (await pair.Client.Completion.Soon()).Reason);
            foreach (Task<Answer> one in asked)
                await Assert.ThrowsAsync<KitbagSessionException>(() => one.Soon());
        }
    }
}
