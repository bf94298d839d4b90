using System;
using System.Collections.Generic;
using System.IO.Pipelines;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Xunit;

namespace Kitbag.Net.Tests
{
    public class CloseTests
    {
        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public async Task Reason_arrives_after_everything_that_was_sent(bool tcp)
        {
            var heard = new List<int>();
            KitbagHandlers server = new KitbagHandlers().On<Count>(async (session, count) =>
            {
                if (count.Number % 100 == 0)
                    await Task.Yield();
                heard.Add(count.Number);
            });
            await using Pair pair = await Pair.Begin(server: server, connect: tcp ? Pair.Tcp : Pair.InMemory);
            for (int i = 0; i < 1000; i++)
                await pair.Client.SendAsync(new Count(i));
            await pair.Client.CloseAsync(KitbagCloseReason.GoingAway, "Good night.").AsTask().Soon();
            KitbagClose end = await pair.Server.Completion.Soon();
            Assert.Equal((KitbagCloseReason.GoingAway, "Good night.", true), (end.Reason, end.Message, end.IsByPeer));
            KitbagClose own = await pair.Client.Completion;
            Assert.Equal((KitbagCloseReason.GoingAway, 0), (own.Reason, own.UnconfirmedBytes));
            Assert.Equal(1000, heard.Count);
            var refused = Assert.Throws<KitbagSessionException>(() => { _ = pair.Client.SendAsync(new Count(1)); });
            Assert.Equal(KitbagCloseReason.GoingAway, refused.Reason);
        }

        [Fact]
        public async Task Without_a_message_is_explained_by_exceptions()
        {
            var never = new TaskCompletionSource<Answer>();
            KitbagHandlers server = new KitbagHandlers().OnRequest<Question, Answer>((session, question, cancellation) =>
                new ValueTask<Answer>(never.Task.WaitAsync(cancellation)));
            await using Pair pair = await Pair.Begin(server: server);
            Task<Answer> asked = pair.Client.RequestAsync<Question, Answer>(new Question(1));
            await pair.Client.CloseAsync().AsTask().Soon();
            await pair.Server.Completion.Soon();
            const string own = "The session was closed by this program.", other = "The session was closed by the peer.";
            Assert.Equal(own, (await Assert.ThrowsAsync<KitbagSessionException>(() => asked.Soon())).Message);
            Assert.Equal(own, Assert.Throws<KitbagSessionException>(() => { _ = pair.Client.SendAsync(new Count(1)); }).Message);
            Assert.Equal(other, Assert.Throws<KitbagSessionException>(() => { _ = pair.Server.SendAsync(new Count(1)); }).Message);
            Assert.Equal("Done: " + own, (await pair.Client.Completion).ToString());
            Assert.Equal("", (await pair.Server.Completion).Message);
        }

        [Fact]
        public async Task By_both_ends_at_once_is_one_close()
        {
            for (int i = 0; i < 50; i++)
            {
                Pair pair = await Pair.Begin(connect: Pair.Tcp);
                await Task.WhenAll(pair.Client.CloseAsync().AsTask(), pair.Server.CloseAsync().AsTask()).Soon();
                Assert.Equal(KitbagCloseReason.Done, (await pair.Client.Completion).Reason);
                Assert.Equal(KitbagCloseReason.Done, (await pair.Server.Completion).Reason);
            }
        }

        /// <summary>A session that was closed sends nothing more; a handler that replies then must not cause an error.</summary>
        [Fact]
        public async Task Handlers_that_reply_while_their_session_closes_do_not_break_it()
        {
            KitbagHandlers echo = new KitbagHandlers().On<Count>((session, count) => session.SendAsync(count));
            for (int i = 0; i < 20; i++)
            {
                Pair pair = await Pair.Begin(echo, echo, connect: Pair.Tcp);
                for (int k = 0; k < 100; k++)
                    await pair.Client.SendAsync(new Count(k));
                await pair.DisposeAsync();
                Assert.Equal(KitbagCloseReason.Done, (await pair.Client.Completion).Reason);
                Assert.Equal(KitbagCloseReason.Done, (await pair.Server.Completion).Reason);
            }
        }

        [Fact]
        public async Task A_peer_that_does_not_say_goodbye_is_not_waited_for_long()
        {
            var time = new FakeTime();
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin(options: new KitbagSessionOptions { Time = time });
            Task closing = server.CloseAsync().AsTask();
            Assert.Equal(FrameKind.Goodbye, (await peer.Receive()).Kind);
            time.Pass(TimeSpan.FromSeconds(4));
            Assert.False(closing.IsCompleted);
            time.Pass(TimeSpan.FromSeconds(2));
            await closing.Soon();
            Assert.Equal(KitbagCloseReason.Aborted, (await server.Completion).Reason);
        }

        [Fact]
        public async Task A_handler_that_throws_ends_the_session_without_details_for_the_peer()
        {
            KitbagHandlers server = new KitbagHandlers().On<Count>((session, count) => throw new InvalidOperationException("secret"));
            Pair pair = await Pair.Begin(server: server);
            await pair.Client.SendAsync(new Count(1));
            KitbagClose end = await pair.Server.Completion.Soon(), reported = await pair.Client.Completion.Soon();
            Assert.Equal(KitbagCloseReason.HandlerFailed, end.Reason);
            Assert.Equal("secret", end.Exception!.Message);
            Assert.Equal(KitbagCloseReason.HandlerFailed, reported.Reason);
            Assert.DoesNotContain("secret", reported.Message, StringComparison.Ordinal);
        }

        [Fact]
        public async Task A_type_without_handler_ends_the_session_unless_there_is_one_for_unknown_types()
        {
            Pair pair = await Pair.Begin();
            await pair.Client.SendAsync(new Say("hello"));
            KitbagClose end = await pair.Client.Completion.Soon();
            Assert.Equal((KitbagCloseReason.UnknownMessage, true), (end.Reason, end.IsByPeer));
            Assert.Contains("Say", end.Message, StringComparison.Ordinal);

            var name = new TaskCompletionSource<string>();
            KitbagHandlers server = new KitbagHandlers().OnUnknown((session, type, header, payload) =>
            {
                name.SetResult(type);
                return default;
            });
            await using Pair other = await Pair.Begin(server: server);
            await other.Client.SendAsync(new Say("hello"));
            Assert.Equal("Say", await name.Task.Soon());
        }

        [Fact]
        public async Task A_type_that_cannot_be_read_is_found_when_it_is_introduced()
        {
            KitbagHandlers server = new KitbagHandlers().On<Today.Odd>((session, odd) => default);
            Pair pair = await Pair.Begin(server: server);
            await pair.Client.SendAsync(new Yesterday.Odd());
            KitbagClose end = await pair.Client.Completion.Soon();
            Assert.Equal(KitbagCloseReason.BadMessage, end.Reason);
            Assert.Contains("Number", end.Message, StringComparison.Ordinal);
            // In the text, "this program" is the one that reads the message.
            KitbagClose own = await pair.Server.Completion.Soon();
            Assert.StartsWith("The document holds 'Guid'; this program", own.Message, StringComparison.Ordinal);
            Assert.Equal("The peer reports: " + own.Message, end.Message);
            Assert.Equal("BadMessage (by the peer): " + end.Message, end.ToString());
            Assert.Equal(end.Message, Assert.Throws<KitbagSessionException>(() => { _ = pair.Client.SendAsync(new Count(1)); }).Message);
        }

        /// <summary>After its goodbye, an end still acknowledges, so that the other end can send.</summary>
        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public async Task All_data_of_the_peer_arrives_even_if_it_exceeds_a_window(bool tcp)
        {
            int heard = 0;
            KitbagHandlers client = new KitbagHandlers().On<Count>((session, count) =>
            {
                heard++;
                return default;
            });
            await using Pair pair = await Pair.Begin(client, clientOptions: new KitbagSessionOptions { ReceiveWindow = 2000 },
                connect: tcp ? Pair.Tcp : Pair.InMemory);
            for (int i = 0; i < 10_000; i++)
                await pair.Server.SendAsync(new Count(i));
            await pair.Client.CloseAsync().AsTask().Soon();
            Assert.Equal(KitbagCloseReason.Done, (await pair.Client.Completion).Reason);
            Assert.Equal(KitbagCloseReason.Done, (await pair.Server.Completion.Soon()).Reason);
            Assert.Equal(10_000, heard);
        }

        /// <summary>The reason reaches a peer that is sending, although the socket is closed with unread bytes.</summary>
        [Fact]
        public async Task Senders_learn_why_the_session_has_ended()
        {
            for (int i = 0; i < 20; i++)
            {
                KitbagHandlers server = new KitbagHandlers().On<Count>((session, count) =>
                    count.Number == 1000 ? throw new InvalidOperationException("enough") : default);
                Pair pair = await Pair.Begin(server: server, connect: Pair.Tcp);
                Task sending = Task.Run(async () =>
                {
                    for (int k = 0; k < 1_000_000; k++)
                        await pair.Client.SendAsync(new Count(k));
                });
                Exception reported = await Record.ExceptionAsync(() => sending.Soon());
                Assert.Equal(KitbagCloseReason.HandlerFailed, Assert.IsType<KitbagSessionException>(reported).Reason);
                Assert.Equal(KitbagCloseReason.HandlerFailed, (await pair.Client.Completion.Soon()).Reason);
            }
        }

        [Fact]
        public async Task A_connection_that_breaks_ends_the_session()
        {
            (RawPeer peer, KitbagSession server) = await RawPeer.Begin();
            peer.Leave();
            Assert.Equal(KitbagCloseReason.ConnectionLost, (await server.Completion.Soon()).Reason);
            Assert.True(server.Ended.IsCancellationRequested);
        }

        /// <summary>An exception of a handler is a failure of the handler, even if it is an exception of the library.</summary>
        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public async Task An_exception_of_another_session_is_a_failure_of_the_handler(bool isAsynchronous)
        {
            Pair other = await Pair.Begin();
            other.Client.Abort();
            KitbagHandlers server = new KitbagHandlers().On<Count>(async (session, count) =>
            {
                if (isAsynchronous)
                    await Task.Delay(1);
                await other.Client.SendAsync(count);
            }).On<Say>((session, say) => other.Client.SendAsync(say));
            Pair pair = await Pair.Begin(server: server);
            if (isAsynchronous)
                await pair.Client.SendAsync(new Count(1));
            else
                await pair.Client.SendAsync(new Say("secret"));
            Assert.Equal(KitbagCloseReason.HandlerFailed, (await pair.Server.Completion.Soon()).Reason);
            KitbagClose reported = await pair.Client.Completion.Soon();
            Assert.Equal((KitbagCloseReason.HandlerFailed, "The peer reports: A handler failed."), (reported.Reason, reported.Message));
        }

        [Fact]
        public async Task A_document_that_a_handler_cannot_read_is_a_failure_of_the_handler()
        {
            KitbagHandlers server = new KitbagHandlers().On<Count>((session, count) =>
            {
                KitbagSerializer.Deserialize<Say>(new byte[] { 1, 2, 3 });
                return default;
            });
            Pair pair = await Pair.Begin(server: server);
            await pair.Client.SendAsync(new Count(1));
            Assert.Equal(KitbagCloseReason.HandlerFailed, (await pair.Client.Completion.Soon()).Reason);
        }

        [Fact]
        public async Task A_callback_of_the_end_that_throws_does_not_keep_it_from_ending()
        {
            Pair pair = await Pair.Begin();
            pair.Client.Ended.Register(() => throw new InvalidOperationException("callback"));
            pair.Client.Abort();
            Assert.Equal(KitbagCloseReason.Aborted, (await pair.Client.Completion.Soon()).Reason);
        }

        /// <summary>The payload is not sent, even if a handler is still running.</summary>
        [Fact]
        public async Task A_send_fails_with_its_session_while_a_handler_hangs()
        {
            var never = new TaskCompletionSource();
            var handling = new TaskCompletionSource();
            KitbagHandlers server = new KitbagHandlers().On<Count>((session, count) =>
            {
                handling.SetResult();
                return new ValueTask(never.Task);
            });
            (RawPeer peer, KitbagSession session) = await RawPeer.Begin(server, window: 1000);
            await peer.Send(new FrameBuilder().Begin(FrameKind.Schema).Number(1).Text("Count", 9).Raw(KitbagSchema.Of<Count>().Bytes));
            byte[] count = KitbagSerializer.Serialize(new Count(1), KitbagOptions.Bare);
            await peer.Send(new FrameBuilder().Begin(FrameKind.Message).Number(1).Number(count.Length).Raw(count));
            await handling.Task.Soon();
            Task sending = session.SendRawAsync(0, (output, state) => { }, new byte[200_000]).AsTask();
            Assert.False(sending.IsCompleted);
            session.Abort();
            await Assert.ThrowsAsync<KitbagSessionException>(() => sending.Soon());
            // The connection is closed for the peer, although its memory is still in use.
            await peer.ReceiveAll().Soon();
            never.SetResult();
        }

        [Fact]
        public async Task A_handler_that_aborts_its_session_is_the_last()
        {
            int handled = 0;
            KitbagHandlers server = new KitbagHandlers().On<Count>((session, count) =>
            {
                handled++;
                session.Abort();
                return default;
            });
            await using Pair pair = await Pair.Begin(server: server);
            // Some of them arrive at once; the session may be closed when the last ones are sent.
            Exception? reported = Record.Exception(() =>
            {
                for (int i = 0; i < 100; i++)
                    _ = pair.Client.SendAsync(new Count(i));
            });
            Assert.True(reported is null or KitbagSessionException, reported?.ToString());
            await pair.Server.Completion.Soon();
            await pair.Client.Completion.Soon();
            Assert.Equal(1, handled);
        }

        [Fact]
        public async Task A_handler_that_outlives_its_session_leaves_no_unobserved_exception()
        {
            var unobserved = new List<Exception>();
            EventHandler<UnobservedTaskExceptionEventArgs> observe = (sender, e) =>
            {
                lock (unobserved)
                    unobserved.AddRange(e.Exception.InnerExceptions);
            };
            TaskScheduler.UnobservedTaskException += observe;
            // Other tests, which run at the same time, have unobserved exceptions as well. The sessions cannot be compared: a reference to
            // one of them would keep the tasks of its handlers.
            var own = new object();
            for (int i = 0; i < 5; i++)
            {
                bool isOwn = i > 0;
                var gate = new TaskCompletionSource();
                var handling = new TaskCompletionSource();
                KitbagHandlers server = new KitbagHandlers().On<Count>(async (session, count) =>
                {
                    handling.SetResult();
                    await gate.Task;
                    if (!isOwn)
                        throw new InvalidOperationException("of a handler that outlives its session");
                    await session.SendAsync(count);
                });
                Pair pair = await Pair.Begin(server: server);
                pair.Server.State = pair.Client.State = own;
                await pair.Client.SendAsync(new Count(1));
                await handling.Task.Soon();
                pair.Server.Abort();
                gate.SetResult();
                await pair.Client.Completion.Soon();
            }
            // A failure of the program is not hidden, but the end of a session is not a failure.
            await Waiting.Until(() =>
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                lock (unobserved)
                    return unobserved.Exists(e => e.Message == "of a handler that outlives its session");
            });
            TaskScheduler.UnobservedTaskException -= observe;
            lock (unobserved)
                Assert.DoesNotContain(unobserved, e => (e as KitbagSessionException)?.ClosedSession?.State == own);
        }
    }
}
