using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Pipelines;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;
using Xunit;

namespace Kitbag.Net.Tests
{
    /// <summary>Operations of rooms that are canceled, and the reasons for which sessions with a relay are lost.</summary>
    public class RoomCancellationTests
    {
        private static readonly CancellationToken s_canceled = new(canceled: true);

        [Fact]
        public async Task A_token_that_is_already_canceled_does_nothing()
        {
            await using var relay = new FakeRelay();
            await using KitbagRoomClient client = await relay.Enter();
            KitbagRoom room = await client.JoinAsync("one").Soon();
            int received = relay.Received.Length;
            Func<Task>[] operations =
            [
                () => client.JoinAsync("two", cancellationToken: s_canceled),
                () => client.ListAsync("", s_canceled),
                () => room.SendBytesAsync(new byte[1], default, s_canceled).AsTask(),
                () => room.SendAsync(new Say("hello"), default, s_canceled).AsTask(),
                () => room.SendBytesConfirmedAsync(new byte[1], default, s_canceled),
                () => room.SendConfirmedAsync(new Say("hello"), default, s_canceled),
                () => room.DescribeAsync(new byte[1], s_canceled),
                () => room.DescribeMeAsync(new byte[1], s_canceled),
                () => room.RemoveAsync("peer", default, s_canceled),
                () => room.HandOverAsync("peer", s_canceled),
                () => room.LeaveAsync(s_canceled),
            ];
            foreach (Func<Task> operation in operations)
                await Assert.ThrowsAnyAsync<OperationCanceledException>(() => operation().Soon());
            Assert.True(room.IsJoined);
            // The next request is the first that the relay receives.
            await room.LeaveAsync().Soon();
            Assert.Equal([RoomOp.Leave], relay.Received.Skip(received).Select(r => r.Op));
            await client.JoinAsync("two").Soon();
        }

        [Fact]
        public async Task Requests_do_not_wait_for_the_relay_when_they_are_canceled()
        {
            await using var relay = new FakeRelay();
            await using KitbagRoomClient client = await relay.Enter();
            KitbagRoom room = await client.JoinAsync("one").Soon();
            relay.OnQuestion = (_, _, _, _) => true;
            Func<CancellationToken, Task>[] operations =
            [
                c => client.ListAsync("", c),
                c => room.DescribeAsync(new byte[1], c),
                c => room.DescribeMeAsync(new byte[1], c),
                c => room.RemoveAsync("peer", default, c),
                c => room.HandOverAsync("peer", c),
                c => room.LeaveAsync(c),
            ];
            foreach (Func<CancellationToken, Task> operation in operations)
            {
                using var cancellation = new CancellationTokenSource();
                int received = relay.Received.Length;
                Task running = operation(cancellation.Token);
                await Waiting.Until(() => relay.Received.Length > received);
                Assert.False(running.IsCompleted);
                cancellation.Cancel();
                var error = await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running.Soon());
                Assert.Equal(cancellation.Token, error.CancellationToken);
            }
            Assert.False(room.IsJoined);
            relay.OnQuestion = null;
            await client.JoinAsync("one").Soon();
            Assert.Equal(1, client.Sessions);
        }

        /// <summary>The relay answers the join after it was canceled.</summary>
        [Fact]
        public async Task A_room_whose_join_is_canceled_is_left()
        {
            await using var relay = new FakeRelay();
            await using KitbagRoomClient client = await relay.Enter();
            long held = 0, left = 0;
            relay.OnQuestion = (_, op, request, rest) =>
            {
                if (op == RoomOp.Join)
                    held = request;
                if (op == RoomOp.Leave)
                    left = rest.ReadNumber();
                return op == RoomOp.Join;
            };
            using var cancellation = new CancellationTokenSource();
            Task joining = client.JoinAsync("one", null, cancellation.Token);
            await Waiting.Until(() => Volatile.Read(ref held) != 0);
            cancellation.Cancel();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => joining.Soon());
            relay.SendJoined(1, held, 77);
            await Waiting.Until(() => Volatile.Read(ref left) == 77);
            relay.OnQuestion = null;
            Assert.True((await client.JoinAsync("one").Soon()).IsJoined);
        }

        /// <summary>A join that was not sent is not remembered, because the relay does not respond to it.</summary>
        [Fact]
        public async Task A_join_that_is_canceled_in_the_send_buffer_leaves_nothing()
        {
            await using var relay = new FakeRelay();
            Task writing = Task.CompletedTask;
            await using KitbagRoomClient client = await KitbagRoomClient.ConnectAsync(
                async c => new SlowEnd(await relay.Connect(c), _ => Volatile.Read(ref writing)), new KitbagRoomHandlers(),
                new KitbagSessionOptions { SendBuffer = 100 }).Soon();
            KitbagRoom room = await client.JoinAsync("one").Soon();
            var gate = new TaskCompletionSource();
            Volatile.Write(ref writing, gate.Task);
            // The first fills the connection, the second the send buffer.
            Task[] sends = [.. Enumerable.Range(0, 2).Select(_ => room.SendBytesAsync(new byte[1000]).AsTask())];
            await Waiting.Until(() => client.Session!.Log.Taken > 1000);
            for (int i = 0; i < 5; i++)
            {
                using var cancellation = new CancellationTokenSource();
                Task joining = client.JoinAsync("two", null, cancellation.Token);
                Assert.False(joining.IsCompleted);
                cancellation.Cancel();
                await Assert.ThrowsAnyAsync<OperationCanceledException>(() => joining.Soon());
                Assert.Equal(0, client.Unwanted);
            }
            gate.SetResult();
            await Task.WhenAll(sends).Soon();
            await client.JoinAsync("three").Soon();
            Assert.Equal(2, relay.Received.Count(r => r.Op == RoomOp.Join));

            // The relay may respond to one that was sent.
            relay.OnQuestion = (_, op, _, _) => op == RoomOp.Join;
            using var later = new CancellationTokenSource();
            Task sent = client.JoinAsync("four", null, later.Token);
            await Waiting.Until(() => relay.Received.Count(r => r.Op == RoomOp.Join) == 3);
            later.Cancel();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => sent.Soon());
            Assert.Equal(1, client.Unwanted);
        }

        /// <summary>The relay regards both requests as one membership, which must not be left because the first one was canceled.</summary>
        [Fact]
        public async Task A_room_that_is_joined_again_after_its_join_was_canceled_is_not_left()
        {
            await using var relay = new FakeRelay();
            await using KitbagRoomClient client = await relay.Enter();
            var held = new List<long>();
            relay.OnQuestion = (_, op, request, _) =>
            {
                lock (held)
                {
                    if (op == RoomOp.Join)
                        held.Add(request);
                }
                return op == RoomOp.Join;
            };
            using var cancellation = new CancellationTokenSource();
            Task canceled = client.JoinAsync("one", null, cancellation.Token);
            await Waiting.Until(() => Held() == 1);
            cancellation.Cancel();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => canceled.Soon());
            Task<KitbagRoom> joining = client.JoinAsync("one");
            await Waiting.Until(() => Held() == 2);
            relay.SendJoined(1, held[0], 77);
            relay.SendJoined(1, held[1], 77);
            KitbagRoom room = await joining.Soon();
            await room.DescribeAsync(new byte[1]).Soon();
            Assert.DoesNotContain(relay.Received, r => r.Op == RoomOp.Leave);
            await room.LeaveAsync().Soon();
            Assert.Contains(relay.Received, r => r.Op == RoomOp.Leave);

            int Held()
            {
                lock (held)
                    return held.Count;
            }
        }

        [Fact]
        public async Task A_room_that_is_left_while_other_rooms_are_joined_again_is_not_joined_again()
        {
            await using var relay = new FakeRelay();
            await using KitbagRoomClient client = await relay.Enter();
            await client.JoinAsync("one").Soon();
            KitbagRoom two = await client.JoinAsync("two").Soon();
            long held = 0;
            var names = new List<string>();
            relay.OnQuestion = (session, op, request, rest) =>
            {
                if (op != RoomOp.Join)
                    return false;
                names.Add(rest.ReadText(RoomLimits.Name));
                Volatile.Write(ref held, request);
                return true;
            };
            relay.Cut(1);
            await Waiting.Until(() => Volatile.Read(ref held) != 0);
            await two.LeaveAsync().Soon();
            relay.SendJoined(2, held, 77);
            await Waiting.Until(() => client.IsReady);
            Assert.Equal(["one"], names);
        }

        [Fact]
        public async Task Operations_do_not_wait_for_a_session_when_they_are_canceled()
        {
            await using var relay = new FakeRelay();
            await using KitbagRoomClient client = await relay.Enter();
            KitbagRoom room = await client.JoinAsync("one").Soon();
            // The second session is never ready.
            relay.OnQuestion = (session, _, _, _) => session == 2;
            relay.Cut(1);
            await Waiting.Until(() => !client.IsReady);
            using var cancellation = new CancellationTokenSource();
            Task[] running =
            [
                client.JoinAsync("two", null, cancellation.Token),
                client.ListAsync("", cancellation.Token),
                room.SendBytesAsync(new byte[1], default, cancellation.Token).AsTask(),
                room.SendBytesConfirmedAsync(new byte[1], default, cancellation.Token),
                room.DescribeAsync(new byte[1], cancellation.Token),
            ];
            Assert.DoesNotContain(running, t => t.IsCompleted);
            cancellation.Cancel();
            foreach (Task task in running)
                await Assert.ThrowsAnyAsync<OperationCanceledException>(() => task.Soon());
            Assert.DoesNotContain(relay.Received, r => r.Op == RoomOp.Send);
            client.Abort();
        }

        [Fact]
        public async Task A_confirmation_is_not_awaited_when_it_is_canceled_and_the_next_message_has_its_turn()
        {
            await using var relay = new FakeRelay();
            await using KitbagRoomClient client = await relay.Enter();
            KitbagRoom room = await client.JoinAsync("one").Soon();
            using var cancellation = new CancellationTokenSource();
            // The fake relay confirms no messages. Only so many may wait.
            var waiting = new List<Task>();
            for (int i = 1; i < RoomLimits.Unconfirmed; i++)
                waiting.Add(room.SendBytesConfirmedAsync(new byte[1], default, i == 1 ? cancellation.Token : default));
            using var other = new CancellationTokenSource();
            Task without = room.SendBytesConfirmedAsync(new byte[1], default, other.Token);
            Task next = room.SendBytesConfirmedAsync(new byte[1]);
            await Waiting.Until(() => Sent() == RoomLimits.Unconfirmed - 1);
            other.Cancel();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => without.Soon());
            cancellation.Cancel();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting[0].Soon());
            await Waiting.Until(() => Sent() == RoomLimits.Unconfirmed);
            Task last = room.SendBytesConfirmedAsync(new byte[1]);
            // Those that wait for their turn learn why the client has ended, too.
            await client.DisposeAsync().AsTask().Soon();
            foreach (Task task in waiting.Skip(1).Append(next))
                await Assert.ThrowsAsync<KitbagRoomException>(() => task.Soon());
            await Assert.ThrowsAsync<KitbagSessionException>(() => last.Soon());

            int Sent() => relay.Received.Count(r => r.Op == RoomOp.Send);
        }

        [Fact]
        public async Task Why_a_session_was_lost_is_reported()
        {
            await using var relay = new FakeRelay();
            var reasons = new List<KitbagClose>();
            KitbagRoomClient? reporter = null;
            KitbagRoomHandlers handlers = new KitbagRoomHandlers().OnDisconnected((from, close) =>
            {
                reporter = from;
                lock (reasons)
                    reasons.Add(close);
                // It must not matter.
                throw new InvalidOperationException("A handler that fails.");
            });
            int connections = 0;
            KitbagRoomClient client = await KitbagRoomClient.ConnectAsync(
                c => ++connections == 2 ? throw new IOException("No network.") : relay.Connect(c), handlers,
                new KitbagSessionOptions()).Soon();
            KitbagRoom room = await client.JoinAsync("one").Soon();
            relay.OnQuestion = (session, op, _, _) =>
            {
                if (op == RoomOp.Describe)
                    _ = relay.Close(session, KitbagCloseReason.GoingAway, "again in 0 ms");
                return op == RoomOp.Describe;
            };
            var failure = await Assert.ThrowsAsync<KitbagRoomException>(() => room.DescribeAsync(new byte[1]).Soon());
            Assert.Equal(KitbagRoomFailure.SessionLost, failure.Failure);
            Assert.Equal(KitbagCloseReason.GoingAway, Assert.IsType<KitbagSessionException>(failure.InnerException).Reason);
            Assert.EndsWith("again in 0 ms", failure.Message, StringComparison.Ordinal);
            await Waiting.Until(() => client.IsReady && client.Sessions == 2);
            _ = relay.Close(2, KitbagCloseReason.NotAllowed, "Enough.");
            KitbagClose end = await client.Completion.Soon();
            Assert.Equal((KitbagCloseReason.NotAllowed, "Enough."), (end.Reason, end.Message));
            Assert.Same(client, reporter);
            Assert.Equal(
            [
                (KitbagCloseReason.GoingAway, "again in 0 ms", true),
                (KitbagCloseReason.ConnectionLost, "No network.", false),
                (KitbagCloseReason.NotAllowed, "Enough.", true),
            ], reasons.Select(r => (r.Reason, r.Message, r.IsByPeer)));
            Assert.IsType<IOException>(reasons[1].Exception);
            Assert.Equal(KitbagCloseReason.NotAllowed,
                (await Assert.ThrowsAsync<KitbagSessionException>(() => client.JoinAsync("two").Soon())).Reason);
        }

        [Fact]
        public async Task The_end_of_a_client_that_the_program_ends_is_not_reported()
        {
            await using var relay = new FakeRelay();
            int reports = 0;
            var handlers = new KitbagRoomHandlers().OnDisconnected((_, _) => reports++);
            await (await relay.Enter(handlers)).DisposeAsync().AsTask().Soon();
            KitbagRoomClient client = await relay.Enter(handlers);
            client.Abort();
            await client.Completion.Soon();
            Assert.Equal(0, reports);
        }

        [Fact]
        public async Task A_relay_that_does_not_answer_is_named_as_the_reason()
        {
            await using var relay = new FakeRelay();
            var time = new FakeTime();
            await using KitbagRoomClient client = await KitbagRoomClient.ConnectAsync(relay.Connect, new KitbagRoomHandlers(),
                new KitbagSessionOptions { Time = time, RequestTimeout = TimeSpan.FromSeconds(3) }).Soon();
            relay.OnQuestion = (_, op, _, _) => op == RoomOp.Join;
            int timers = time.Timers;
            Task joining = client.JoinAsync("one");
            await Waiting.Until(() => time.Timers > timers);
            time.Pass(TimeSpan.FromSeconds(4));
            var failure = await Assert.ThrowsAsync<KitbagRoomException>(() => joining.Soon());
            Assert.Equal((KitbagRoomFailure.SessionLost, "The relay did not respond within 3 s."), (failure.Failure, failure.Message));
            Assert.IsType<TimeoutException>(failure.InnerException);
        }

        /// <summary>The program has left the room, so it is not told that the room is closed when it cannot be joined again.</summary>
        [Fact]
        public async Task A_room_that_was_left_is_not_reported_as_removed()
        {
            await using var relay = new FakeRelay();
            int removed = 0;
            await using KitbagRoomClient client = await relay.Enter(new KitbagRoomHandlers().OnRemoved((_, _) => removed++));
            KitbagRoom room = await client.JoinAsync("one").Soon();
            long held = 0;
            relay.OnQuestion = (session, op, request, _) =>
            {
                if (op == RoomOp.Join)
                    held = request;
                return op == RoomOp.Join;
            };
            relay.Cut(1);
            await Waiting.Until(() => Volatile.Read(ref held) != 0);
            await room.LeaveAsync().Soon();
            await Waiting.Until(() => client.IsReady);
            Assert.Equal(0, removed);
        }
    }
}
