using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace Kitbag.Net.Tests
{
    public class RequestTests
    {
        [Fact]
        public async Task Are_answered_each_by_its_own_answer()
        {
            KitbagHandlers server = new KitbagHandlers().OnRequest<Question, Answer>(async (session, question, cancellation) =>
            {
                if (question.Number % 3 == 0)
                    await Task.Yield();
                return new Answer(question.Number * 2);
            });
            await using Pair pair = await Pair.Begin(server: server);
            Task<Answer>[] asked = Enumerable.Range(0, 500)
                .Select(i => pair.Client.RequestAsync<Question, Answer>(new Question(i))).ToArray();
            Answer[] answers = await Task.WhenAll(asked).Soon();
            Assert.Equal(Enumerable.Range(0, 500).Select(i => i * 2), answers.Select(a => a.Number));
        }

        /// <summary>The requester learns only that the request failed, so the exception would otherwise be lost.</summary>
        [Theory]
        [InlineData("throws")]
        [InlineData("throws later")]
        [InlineData("returns null")]
        public async Task That_fail_are_reported_to_the_program_of_the_handler(string failure)
        {
            var reported = new List<(KitbagSession Session, string Type, Exception Exception)>();
            KitbagHandlers server = new KitbagHandlers()
                .OnRequest<Question, Say>(async (session, question, cancellation) =>
                {
                    if (failure == "throws later")
                        await Task.Yield();
                    return failure == "returns null" ? null! : throw new InvalidOperationException("of the handler");
                })
                .OnRequestFailed((session, type, exception) => reported.Add((session, type, exception)));
            await using Pair pair = await Pair.Begin(server: server);
            var failed = await Assert.ThrowsAsync<KitbagRemoteException>(() =>
                pair.Client.RequestAsync<Question, Say>(new Question(1)).Soon());
            Assert.Equal("The request failed. KitbagHandlers.OnRequestFailed of the peer gets the exception.", failed.Message);
            (KitbagSession of, string name, Exception reason) = Assert.Single(reported);
            Assert.Equal((pair.Server, nameof(Question)), (of, name));
            if (failure == "returns null")
                Assert.Equal("The handler of requests of the type 'Question' returned null, but a response of the type 'Say' cannot be "
                    + "null. Return an object with a member that may be null, or throw a KitbagRemoteException, whose message and code the "
                    + "requester gets.", Assert.IsType<KitbagException>(reason).Message);
            else
                Assert.Equal("of the handler", Assert.IsType<InvalidOperationException>(reason).Message);
            Assert.True(pair.Server.IsOpen);
        }

        [Fact]
        public async Task That_are_rejected_or_canceled_are_not_reported()
        {
            var handling = new TaskCompletionSource();
            var reported = new List<Exception>();
            KitbagHandlers server = new KitbagHandlers()
                .OnRequest<Question, Answer>(async (session, question, cancellation) =>
                {
                    if (question.Number == 0)
                        throw new KitbagRemoteException("No such number.");
                    handling.SetResult();
                    await Task.Delay(Timeout.Infinite, cancellation);
                    return new Answer(0);
                })
                .OnRequestFailed((session, type, exception) => reported.Add(exception));
            await using (Pair pair = await Pair.Begin(server: server))
            {
                await Assert.ThrowsAsync<KitbagRemoteException>(() =>
                    pair.Client.RequestAsync<Question, Answer>(new Question(0)).Soon());
                using var source = new CancellationTokenSource();
                Task<Answer> asked = pair.Client.RequestAsync<Question, Answer>(new Question(1), cancellationToken: source.Token);
                await handling.Task.Soon();
                await source.CancelAsync();
                await Assert.ThrowsAnyAsync<OperationCanceledException>(() => asked.Soon());
            }
            Assert.Empty(reported);
        }

        [Theory]
        [InlineData(false, "of the handler")]
        [InlineData(true, "of the report")]
        public async Task That_fail_and_cannot_be_reported_are_unobserved_exceptions(bool hasReport, string message)
        {
            var unobserved = new List<Exception>();
            EventHandler<UnobservedTaskExceptionEventArgs> observe = (sender, e) =>
            {
                lock (unobserved)
                    unobserved.AddRange(e.Exception.InnerExceptions);
            };
            TaskScheduler.UnobservedTaskException += observe;
            KitbagHandlers server = new KitbagHandlers().OnRequest<Question, Answer>((session, question, cancellation) =>
                throw new InvalidOperationException("of the handler"));
            if (hasReport)
                server.OnRequestFailed((session, type, exception) => throw new InvalidOperationException("of the report"));
            await using (Pair pair = await Pair.Begin(server: server))
            {
                await Assert.ThrowsAsync<KitbagRemoteException>(() =>
                    pair.Client.RequestAsync<Question, Answer>(new Question(1)).Soon());
                Assert.True(pair.Server.IsOpen);
            }
            await Waiting.Until(() =>
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                lock (unobserved)
                    return unobserved.Exists(e => e.Message == message);
            });
            TaskScheduler.UnobservedTaskException -= observe;
        }

        [Fact]
        public async Task Of_old_types_are_answered_by_new_types()
        {
            KitbagHandlers server = new KitbagHandlers().OnRequest<Today.Price, Today.Quote>((session, price, cancellation) =>
                ValueTask.FromResult(new Today.Quote(price.Item.Length * price.Pieces, "EUR")));
            await using Pair pair = await Pair.Begin(server: server);
            Yesterday.Quote quote = await pair.Client.RequestAsync<Yesterday.Price, Yesterday.Quote>(new Yesterday.Price("lamp")).Soon();
            Assert.Equal(4, quote.Cents);
        }

        /// <summary>
        /// The cancellation arrives while another handler delays the request, and takes effect when the request is handled.
        /// </summary>
        [Fact]
        public async Task Are_canceled_even_if_they_have_not_started()
        {
            var gate = new TaskCompletionSource();
            var canceled = new TaskCompletionSource();
            KitbagHandlers server = new KitbagHandlers()
                .On<Say>((session, say) => new ValueTask(gate.Task))
                .OnRequest<Question, Answer>(async (session, question, cancellation) =>
                {
                    cancellation.Register(canceled.SetResult);
                    await canceled.Task;
                    return new Answer(0);
                });
            await using Pair pair = await Pair.Begin(server: server);
            await pair.Client.SendAsync(new Say("wait"));
            using var source = new CancellationTokenSource();
            Task<Answer> asked = pair.Client.RequestAsync<Question, Answer>(new Question(1), TimeSpan.FromMinutes(5), source.Token);
            await source.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => asked);
            // Meanwhile, the server reads ahead.
            await Task.Delay(100);
            gate.SetResult();
            await canceled.Task.Soon();
        }

        /// <summary>The answer arrives after the message whose handler waits for it.</summary>
        [Fact]
        public async Task Can_be_awaited_by_a_handler_of_the_same_session()
        {
            var heard = new TaskCompletionSource<int>();
            KitbagHandlers client = new KitbagHandlers().On<Count>(async (session, count) =>
                heard.SetResult((await session.RequestAsync<Question, Answer>(new Question(count.Number))).Number));
            KitbagHandlers server = new KitbagHandlers().OnRequest<Question, Answer>((session, question, cancellation) =>
                ValueTask.FromResult(new Answer(question.Number + 1)));
            await using Pair pair = await Pair.Begin(client, server);
            await pair.Server.SendAsync(new Count(5));
            await pair.Server.SendAsync(new Say("is not handled before"));
            Assert.Equal(6, await heard.Task.Soon());
        }

        /// <summary>The request that is sent back waits for a running message handler, but not for a running request handler.</summary>
        [Fact]
        public async Task Can_be_sent_back_by_the_peer_if_no_message_handler_waits()
        {
            var heard = new TaskCompletionSource<string>();
            KitbagHandlers client = new KitbagHandlers()
                .On<Say>(async (session, say) =>
                {
                    Exception? failure = await Record.ExceptionAsync(() =>
                        session.RequestAsync<Question, Answer>(new Question(1), TimeSpan.FromSeconds(1)));
                    heard.SetResult(failure?.GetType().Name ?? "");
                })
                .OnRequest<Say, Answer>((session, say, cancellation) =>
                    new ValueTask<Answer>(session.RequestAsync<Question, Answer>(new Question(1), cancellationToken: cancellation)))
                .OnRequest<Count, Answer>((session, count, cancellation) => ValueTask.FromResult(new Answer(count.Number)));
            KitbagHandlers server = new KitbagHandlers().OnRequest<Question, Answer>(async (session, question, cancellation) =>
                await session.RequestAsync<Count, Answer>(new Count(question.Number + 1), cancellationToken: cancellation));
            await using Pair pair = await Pair.Begin(client, server);
            await pair.Server.SendAsync(new Say("ask"));
            Assert.Equal(nameof(TimeoutException), await heard.Task.Soon());
            Assert.Equal(2, (await pair.Server.RequestAsync<Say, Answer>(new Say("ask")).Soon()).Number);
        }

        [Fact]
        public async Task Fail_only_with_the_error_that_the_handler_reports()
        {
            KitbagHandlers server = new KitbagHandlers().OnRequest<Question, Answer>((session, question, cancellation) =>
                throw (question.Number == 1 ? new KitbagRemoteException("No such thing.", 404) : new InvalidOperationException("secret")));
            await using Pair pair = await Pair.Begin(server: server);
            var error = await Assert.ThrowsAsync<KitbagRemoteException>(
                () => pair.Client.RequestAsync<Question, Answer>(new Question(1)).Soon());
            Assert.Equal(("No such thing.", 404), (error.Message, error.Code));
            var untold = await Assert.ThrowsAsync<KitbagRemoteException>(
                () => pair.Client.RequestAsync<Question, Answer>(new Question(2)).Soon());
            Assert.DoesNotContain("secret", untold.Message, StringComparison.Ordinal);
            var nobody = await Assert.ThrowsAsync<KitbagRemoteException>(() => pair.Client.RequestAsync<Say, Answer>(new Say("?")).Soon());
            Assert.Contains("Say", nobody.Message, StringComparison.Ordinal);
            Assert.True(pair.Client.IsOpen);
        }

        [Fact]
        public async Task End_after_their_timeout_and_the_handler_is_notified()
        {
            var time = new FakeTime();
            var canceled = new TaskCompletionSource();
            KitbagHandlers server = new KitbagHandlers().OnRequest<Question, Answer>(async (session, question, cancellation) =>
            {
                using CancellationTokenRegistration registration = cancellation.Register(canceled.SetResult);
                await canceled.Task;
                return default;
            });
            await using Pair pair = await Pair.Begin(server: server, clientOptions: new KitbagSessionOptions { Time = time });
            Task<Answer> asked = pair.Client.RequestAsync<Question, Answer>(new Question(1), TimeSpan.FromSeconds(2));
            time.Pass(TimeSpan.FromSeconds(1.9));
            Assert.False(asked.IsCompleted);
            time.Pass(TimeSpan.FromSeconds(0.2));
            await Assert.ThrowsAsync<TimeoutException>(() => asked.Soon());
            await canceled.Task.Soon();
        }

        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public async Task Without_a_timeout_end_when_they_are_canceled_or_the_session_ends(bool isOfOptions)
        {
            var time = new FakeTime();
            KitbagHandlers server = new KitbagHandlers().OnRequest<Question, Answer>(async (session, question, cancellation) =>
            {
                await Task.Delay(Timeout.Infinite, cancellation);
                return default;
            });
            var options = new KitbagSessionOptions
            {
                Time = time,
                HeartbeatInterval = TimeSpan.FromDays(20),
                RequestTimeout = isOfOptions ? Timeout.InfiniteTimeSpan : TimeSpan.FromSeconds(30),
            };
            await using Pair pair = await Pair.Begin(server: server, clientOptions: options);
            TimeSpan? timeout = isOfOptions ? null : Timeout.InfiniteTimeSpan;
            using var source = new CancellationTokenSource();
            Task<Answer> canceled = pair.Client.RequestAsync<Question, Answer>(new Question(1), timeout, source.Token);
            Task<Answer> ended = pair.Client.RequestAsync<Question, Answer>(new Question(2), timeout);
            time.Pass(TimeSpan.FromDays(1));
            Assert.False(canceled.IsCompleted || ended.IsCompleted);
            await source.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => canceled.Soon());
            Assert.False(ended.IsCompleted);
            pair.Client.Abort();
            await Assert.ThrowsAsync<KitbagSessionException>(() => ended.Soon());
        }

        [Fact]
        public async Task Can_be_given_up()
        {
            var begun = new TaskCompletionSource();
            var canceled = new TaskCompletionSource();
            KitbagHandlers server = new KitbagHandlers().OnRequest<Question, Answer>(async (session, question, cancellation) =>
            {
                using CancellationTokenRegistration registration = cancellation.Register(canceled.SetResult);
                begun.SetResult();
                await Task.Delay(Timeout.Infinite, cancellation);
                return default;
            });
            await using Pair pair = await Pair.Begin(server: server);
            using var giveUp = new CancellationTokenSource();
            Task<Answer> asked = pair.Client.RequestAsync<Question, Answer>(new Question(1), null, giveUp.Token);
            await begun.Task.Soon();
            giveUp.Cancel();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => asked.Soon());
            await canceled.Task.Soon();
        }

        [Fact]
        public async Task Are_handled_a_set_number_at_a_time()
        {
            int running = 0, maximum = 0;
            var gate = new SemaphoreSlim(0);
            KitbagHandlers server = new KitbagHandlers().OnRequest<Question, Answer>(async (session, question, cancellation) =>
            {
                int now = Interlocked.Increment(ref running);
                maximum = Math.Max(maximum, now);
                await gate.WaitAsync(cancellation);
                Interlocked.Decrement(ref running);
                return new Answer(question.Number);
            });
            await using Pair pair = await Pair.Begin(server: server, serverOptions: new KitbagSessionOptions { MaxRequests = 3 });
            Task<Answer>[] asked = Enumerable.Range(0, 20)
                .Select(i => pair.Client.RequestAsync<Question, Answer>(new Question(i))).ToArray();
            await Waiting.Until(() => Volatile.Read(ref running) == 3);
            gate.Release(20);
            await Task.WhenAll(asked).Soon();
            Assert.Equal(3, maximum);
        }

        [Fact]
        public async Task End_with_the_session()
        {
            KitbagHandlers server = new KitbagHandlers().OnRequest<Question, Answer>(async (session, question, cancellation) =>
            {
                await Task.Delay(Timeout.Infinite, cancellation);
                return default;
            });
            Pair pair = await Pair.Begin(server: server);
            Task<Answer> asked = pair.Client.RequestAsync<Question, Answer>(new Question(1));
            pair.Client.Abort();
            var ended = await Assert.ThrowsAsync<KitbagSessionException>(() => asked.Soon());
            Assert.Equal(KitbagCloseReason.Aborted, ended.Reason);
            Assert.Equal(KitbagCloseReason.ConnectionLost, (await pair.Server.Completion.Soon()).Reason);
        }
    }
}
