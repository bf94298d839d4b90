using System;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;
using Xunit;

namespace Kitbag.Net.Tests
{
    /// <summary>Tests the client for rooms with a relay that the test controls.</summary>
    public class RoomClientTests
    {
        /// <summary>The numbers of rooms are valid in one session only: in the next one, the same number may be another room.</summary>
        [Fact]
        public async Task Nothing_is_sent_in_a_new_session_before_the_room_is_joined_in_it()
        {
            await using var relay = new FakeRelay();
            await using KitbagRoomClient client = await relay.Enter();
            KitbagRoom one = await client.JoinAsync("one").Soon();
            await client.JoinAsync("other").Soon();
            long held = 0;
            int joins = 0;
            relay.OnQuestion = (session, op, request, _) =>
            {
                // The second session joins one room, and is lost when it requests the other; the request in the third one is not answered
                // yet.
                if (op != RoomOp.Join || ++joins == 1)
                    return false;
                if (session == 2)
                    relay.Cut(2);
                else
                    held = request;
                return true;
            };
            relay.Cut(1);
            await Waiting.Until(() => held != 0);
            Task sending = one.SendBytesAsync(new byte[1]).AsTask();
            await Task.Delay(100);
            Assert.DoesNotContain(relay.Received, h => h.Op == RoomOp.Send);
            relay.OnQuestion = null;
            relay.SendJoined(3, held, 77);
            await sending.Soon();
            await Waiting.Until(() => relay.Received.Contains((3, RoomOp.Send, 77)));
        }

        [Fact]
        public async Task A_room_that_is_left_while_its_session_is_lost_is_not_left_under_its_old_number()
        {
            await using var relay = new FakeRelay();
            await using KitbagRoomClient client = await relay.Enter();
            KitbagRoom one = await client.JoinAsync("one").Soon();
            relay.Cut(1);
            await Record.ExceptionAsync(() => one.LeaveAsync().Soon());
            await Waiting.Until(() => client.IsReady && client.Sessions == 2);
            await client.JoinAsync("other").Soon();
            Assert.DoesNotContain(relay.Received, h => h.Session == 2 && h.Op == RoomOp.Leave);
        }

        /// <summary>The relay answers the join after the client has left the room.</summary>
        [Fact]
        public async Task A_room_that_is_left_while_it_is_joined_again_is_left_at_the_relay()
        {
            await using var relay = new FakeRelay();
            await using KitbagRoomClient client = await relay.Enter();
            KitbagRoom one = await client.JoinAsync("one").Soon();
            long held = 0, left = 0;
            relay.OnQuestion = (session, op, request, rest) =>
            {
                if (op == RoomOp.Join)
                    held = request;
                if (op == RoomOp.Leave)
                    left = rest.ReadNumber();
                return op == RoomOp.Join;
            };
            relay.Cut(1);
            await Waiting.Until(() => held != 0);
            await one.LeaveAsync().Soon();
            relay.SendJoined(2, held, 77);
            await Waiting.Until(() => left == 77);
            Assert.False(one.IsJoined);
        }

        /// <summary>A message to be kept waited until the room, which was left, was joined again.</summary>
        [Fact]
        public async Task A_message_to_be_kept_in_a_room_that_was_left_is_rejected()
        {
            await using var relay = new FakeRelay();
            await using KitbagRoomClient client = await relay.Enter();
            relay.OnQuestion = (session, op, request, _) =>
            {
                if (op == RoomOp.Join)
                    relay.Send(session, new FrameBuilder().Begin(RoomOp.Joined).Number(request).Number(7).Byte(0).Byte(1)
                        .Text("owner~12345678", 96).Bytes([]).Number(0));
                return op == RoomOp.Join;
            };
            KitbagRoom room = await client.JoinAsync("one", new KitbagRoomOptions { IsKept = true }).Soon();
            Assert.True(room.IsKept);
            await room.LeaveAsync().Soon();
            var failure = await Assert.ThrowsAsync<KitbagRoomException>(() => room.SendBytesConfirmedAsync(new byte[1]).Soon());
            Assert.Equal(KitbagRoomFailure.NotInRoom, failure.Failure);
        }

        [Fact]
        public async Task A_server_that_is_not_a_relay_is_reported_as_such()
        {
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), new KitbagHandlers());
            var error = await Assert.ThrowsAsync<KitbagSessionException>(() => KitbagRoomClient.ConnectAsync(
                c => KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port, null, c), new KitbagRoomHandlers(),
                new KitbagSessionOptions()).Soon());
            Assert.Equal((KitbagCloseReason.UnknownMessage,
                "The server is not a relay. The peer reports: There is no handler for raw messages."), (error.Reason, error.Message));
        }

        [Fact]
        public async Task A_relay_that_ends_the_first_session_is_reported_with_its_reason()
        {
            await using var relay = new FakeRelay();
            relay.OnQuestion = (session, op, number, body) =>
            {
                _ = relay.Close(session, KitbagCloseReason.NotAllowed, "Not today.");
                return true;
            };
            var error = await Assert.ThrowsAsync<KitbagSessionException>(() => relay.Enter());
            Assert.Equal((KitbagCloseReason.NotAllowed, "Not today."), (error.Reason, error.Message));
        }

        /// <summary>A relay may know a room before it knows the peer that owns it.</summary>
        [Fact]
        public async Task A_room_without_an_owner_that_is_joined_again_has_a_gap()
        {
            await using var relay = new FakeRelay();
            relay.OnQuestion = (session, op, request, _) =>
            {
                if (op == RoomOp.Join)
                    relay.SendJoined(session, request, request, owner: "");
                return op == RoomOp.Join;
            };
            List<KitbagGapCause> gaps = [];
            await using KitbagRoomClient client = await relay.Enter(new KitbagRoomHandlers().OnGap((_, gap) => gaps.Add(gap.Cause)));
            KitbagRoom room = await client.JoinAsync("one").Soon();
            Assert.Empty(gaps);
            for (int session = 1; session <= 2; session++)
            {
                relay.Cut(session);
                await Waiting.Until(() => client.IsReady && client.Sessions == session + 1);
                Assert.Equal(Enumerable.Repeat(KitbagGapCause.SessionLost, session), gaps);
            }
            Assert.Equal(("", true), (room.Owner, room.IsJoined));
        }

        [Fact]
        public async Task A_relay_that_breaks_the_protocol_is_disconnected_with_that_reason()
        {
            await using var relay = new FakeRelay();
            await using KitbagRoomClient client = await relay.Enter();
            KitbagRoom room = await client.JoinAsync("one").Soon();
            byte[][] headers =
            [
                [],
                [RoomOp.Message],
                [RoomOp.Message, 0x80],
                [RoomOp.Message, 0, 0, RoomLimits.Peer + 1],
                [RoomOp.Message, 0, RoomFlags.HasKey, 1, (byte)'a', RoomLimits.Key + 1],
                [RoomOp.Peer, 0, 1],
                [RoomOp.Gap, 0],
                [RoomOp.Failure, 0],
                [RoomOp.Failure, 0, 8, 0],
            ];
            foreach (byte[] header in headers)
            {
                int session = client.Sessions;
                if (header.Length > 1 && header[1] == 0 && header[0] != RoomOp.Failure)
                    header[1] = (byte)relay.Received.Last(h => h.Op == RoomOp.Join).Number;
                relay.Send(session, header);
                await Waiting.Until(() => client.IsReady && client.Sessions > session && room.IsJoined);
            }
            Assert.False(client.Completion.IsCompleted);
        }

        /// <summary>Otherwise one peer could end the sessions of all others.</summary>
        [Theory]
        [InlineData(true)]
        [InlineData(false)]
        public async Task A_message_that_cannot_be_read_is_reported_and_skipped(bool isReported)
        {
            await using var relay = new FakeRelay();
            var read = new TaskCompletionSource<string>();
            List<string> unreadable = [];
            KitbagRoomHandlers handlers = new KitbagRoomHandlers().On<Say>((room, say, message) =>
            {
                read.TrySetResult(say.Text);
                return default;
            });
            if (isReported)
            {
                handlers.OnUnreadable((room, message, error) =>
                    unreadable.Add(room.Name + " " + message.From + " " + message.Payload.Length + " " + error.Reason));
            }
            await using KitbagRoomClient client = await relay.Enter(handlers);
            await client.JoinAsync("one").Soon();
            long number = relay.Received.Last(h => h.Op == RoomOp.Join).Number;
            void Send(byte[] document) => relay.Send(1, new FrameBuilder().Message(number, 0, "peer"u8, default, default),
                [(byte)'K', (byte)'T', 3, .. "Say"u8, .. document]);
            Send([1, 2, 3]);
            Send(KitbagSerializer.Serialize(new Other.Say(5)));
            Send(KitbagSerializer.Serialize(new Say("hello")));
            Assert.Equal("hello", await read.Task.Soon());
            Assert.True(client.IsReady);
            Assert.Equal(1, client.Sessions);
            Assert.Equal(isReported ? ["one peer 9 NotKitbag", "one peer 29 SchemaMismatch"] : Array.Empty<string>(), unreadable);
        }

        /// <summary>Like any other handler of the program.</summary>
        [Fact]
        public async Task A_handler_of_unreadable_messages_that_throws_ends_the_client()
        {
            await using var relay = new FakeRelay();
            var failure = new InvalidOperationException("The log is full.");
            await using KitbagRoomClient client = await relay.Enter(new KitbagRoomHandlers()
                .On<Say>((_, _, _) => default)
                .OnUnreadable((_, _, _) => throw failure));
            await client.JoinAsync("one").Soon();
            long number = relay.Received.Last(h => h.Op == RoomOp.Join).Number;
            relay.Send(1, new FrameBuilder().Message(number, 0, "peer"u8, default, default), [(byte)'K', (byte)'T', 3, .. "Say"u8, 1]);
            KitbagClose close = await client.Completion.Soon();
            Assert.Equal(KitbagCloseReason.HandlerFailed, close.Reason);
            Assert.Same(failure, close.Exception);
        }

        /// <summary>The relay ends sessions at any moment of a send.</summary>
        [Fact]
        public async Task Sends_wait_for_the_next_session_while_one_ends()
        {
            await using var relay = new FakeRelay();
            await using KitbagRoomClient client = await relay.Enter();
            KitbagRoom room = await client.JoinAsync("one").Soon();
            bool isOver = false;
            async Task SendAsync()
            {
                while (!Volatile.Read(ref isOver))
                    await room.SendBytesAsync(new byte[1]);
            }
            Task sending = Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(SendAsync)));
            for (int session = 1; session <= 8 && !sending.IsFaulted; session++)
            {
                await relay.Close(session, KitbagCloseReason.GoingAway, "again in 0 ms").AsTask().Soon();
                await Waiting.Until(() => client.IsReady && client.Sessions == session + 1);
            }
            Volatile.Write(ref isOver, true);
            await sending.Soon();
        }

        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public async Task Messages_that_wait_for_a_session_are_sent_in_the_order_of_the_calls(bool isConfirmed)
        {
            const int Messages = 2 * RoomLimits.Unconfirmed;
            int most = isConfirmed ? RoomLimits.Unconfirmed - 1 : Messages;
            await using var relay = new FakeRelay();
            await using KitbagRoomClient client = await relay.Enter();
            KitbagRoom room = await client.JoinAsync("one").Soon();
            long held = 0;
            relay.OnQuestion = (session, op, request, _) =>
            {
                if (op == RoomOp.Join)
                    held = request;
                return op == RoomOp.Join;
            };
            relay.Cut(1);
            await Waiting.Until(() => held != 0);
            using var cancellation = new CancellationTokenSource();
            var sends = new List<Task>();
            for (int i = 0; i < Messages; i++)
            {
                // Every third one is canceled while it waits.
                CancellationToken token = i % 3 == 2 ? cancellation.Token : default;
                byte[] payload = BitConverter.GetBytes(i);
                sends.Add(isConfirmed ? room.SendBytesConfirmedAsync(payload, cancellationToken: token)
                    : room.SendBytesAsync(payload, cancellationToken: token).AsTask());
            }
            cancellation.Cancel();
            relay.SendJoined(2, held, 77);
            int[] expected = Enumerable.Range(0, Messages).Where(i => i % 3 != 2).Take(most).ToArray();
            await Waiting.Until(() => relay.Payloads.Length == expected.Length);
            Assert.Equal(expected, relay.Payloads.Select(p => BitConverter.ToInt32(p)));
            List<Task> canceled = sends.Where((_, i) => i % 3 == 2).ToList();
            await Waiting.Until(() => canceled.All(send => send.IsCompleted));
            Assert.All(canceled, send => Assert.True(send.IsCanceled));
            await client.DisposeAsync().AsTask().Soon();
            foreach (Task send in sends.Except(canceled))
            {
                if (isConfirmed)
                    await Assert.ThrowsAnyAsync<Exception>(() => send.Soon());
                else
                    await send.Soon();
            }
        }

        /// <summary>The relay may have been restarted with smaller limits.</summary>
        [Fact]
        public async Task A_kept_message_that_is_too_long_for_the_next_relay_fails_alone()
        {
            await using var first = new FakeRelay();
            await using var second = new FakeRelay(new KitbagSessionOptions { MaxFrame = 10_000 });
            foreach (FakeRelay relay in new[] { first, second })
            {
                relay.OnQuestion = (session, op, request, _) =>
                {
                    if (op == RoomOp.Join)
                        relay.SendJoined(session, request, 1, isKept: true);
                    return op == RoomOp.Join;
                };
            }
            FakeRelay current = first;
            await using KitbagRoomClient client = await KitbagRoomClient.ConnectAsync(c => current.Connect(c), new KitbagRoomHandlers(),
                new KitbagSessionOptions()).Soon();
            KitbagRoom room = await client.JoinAsync("one").Soon();
            Task tooLong = room.SendBytesConfirmedAsync(new byte[20_000]), other = room.SendBytesConfirmedAsync(new byte[100]);
            await Waiting.Until(() => first.Payloads.Length == 2);
            current = second;
            first.Cut(1);
            KitbagSessionException failure = await Assert.ThrowsAsync<KitbagSessionException>(() => tooLong.Soon());
            Assert.Equal(KitbagCloseReason.LimitExceeded, failure.Reason);
            Assert.Contains("10000", failure.Message, StringComparison.Ordinal);
            await Waiting.Until(() => second.Payloads.Length == 1);
            Assert.Equal(100, second.Payloads[0].Length);
            await Waiting.Until(() => client.IsReady);
            Assert.False(client.Completion.IsCompleted || other.IsCompleted);
            await client.DisposeAsync().AsTask().Soon();
            await Assert.ThrowsAsync<KitbagSessionException>(() => other.Soon());
        }

        [Theory]
        [InlineData(RoomOp.Done)]
        [InlineData(RoomOp.Rooms)]
        [InlineData(RoomOp.Entered)]
        public async Task An_answer_of_another_kind_ends_the_session(byte answer)
        {
            await using var relay = new FakeRelay();
            await using KitbagRoomClient client = await relay.Enter();
            relay.OnQuestion = (session, op, request, _) =>
            {
                if (op != RoomOp.Join)
                    return false;
                relay.Send(session, new FrameBuilder().Begin(answer).Number(request).Number(0).Number(0).Number(0));
                return true;
            };
            var failure = await Assert.ThrowsAsync<KitbagRoomException>(() => client.JoinAsync("one").Soon());
            Assert.Equal(KitbagRoomFailure.SessionLost, failure.Failure);
            relay.OnQuestion = null;
            await Waiting.Until(() => client.IsReady && client.Sessions == 2);
            await client.JoinAsync("one").Soon();
        }
    }
}
