using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Kept;
using Kitbag.Relay.Wire;
using Xunit;

namespace Kitbag.Relay.Tests.Rooms
{
    /// <summary>Peers that join later receive the past completely, once, and in order.</summary>
    public class PastTests
    {
        // A kept message is confirmed when it is stored; the relay itself reads it from the stream a little later.
        private static Task Reads(TestRelay relay, byte[] position)
        {
            KeptPosition read = Positions.Read(position);
            return Waiting.Until(() => relay.Node.Kept.Processed(RoomStream("one")) == read);
        }

        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public async Task The_last_messages_and_the_last_values(bool isKept)
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob");
            KitbagRoom room = await ada.Join("one", new KitbagRoomOptions { History = 3, Keys = 2, IsKept = isKept });
            await room.Keep("x1", Key("x"));
            await room.Keep("y1", Key("y"));
            await room.Keep("x2", Key("x"));
            byte[] last = [];
            for (int i = 1; i <= 4; i++)
                last = await room.Keep("m" + i);
            if (isKept)
                await Reads(relay, last);
            await bob.Join("one");
            await bob.WaitFor("live one");
            Assert.Equal(["y1 key y", "x2 key x", "m2", "m3", "m4"],
                bob.Events("message").Select(l => l.Replace("message ada: ", "").Replace(" (past)", "")));
            await room.Keep("now");
            await bob.WaitFor("message ada: now");
            Assert.Equal("message ada: now", bob.Events()[^1]);
        }

        [Fact]
        public async Task The_past_of_a_room_is_limited()
        {
            await using TestRelay relay = await TestRelay.Start(o => o.Limits.MaxHistoryBytes = 2000);
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob");
            KitbagRoom room = await ada.Join("one", new KitbagRoomOptions { History = 100 });
            for (int i = 0; i < 50; i++)
                await room.Keep("message number " + i);
            await bob.Join("one");
            await bob.WaitFor("live one");
            string[] heard = bob.Events("message");
            Assert.InRange(heard.Length, 5, 20);
            Assert.Equal("message ada: message number 49 (past)", heard[^1]);
        }

        /// <summary>A relay of a later version may have written to the stream. Nothing is known of the message but its position.</summary>
        [Theory]
        [InlineData(1 << 20)]
        [InlineData(0)]
        public async Task A_kept_message_that_cannot_be_read_is_a_gap(int tailBytes)
        {
            await using TestRelay relay = await TestRelay.Start(o => o.Limits.MaxTailBytes = tailBytes);
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob"), eve = await relay.Enter("eve");
            KitbagRoom room = await ada.Join("one", new KitbagRoomOptions { IsKept = true });
            await eve.Join("one");
            await room.Keep("m0");
            await relay.Node.Backplane.AppendAsync(RoomStream("one"), [2, 3, 111, 110, 101], default);
            byte[] last = await room.Keep("m1");
            await Reads(relay, last);
            string[] expected = ["message ada: m0", "gap Trimmed 0", "message ada: m1"];
            await eve.WaitForMessages(2);
            Assert.Equal(["live one", .. expected], eve.Events());
            await bob.Join("one", new KitbagRoomOptions { IsKept = true, Position = [0] });
            await bob.WaitFor("live one");
            Assert.Equal([.. expected, "live one"], bob.Events().Select(e => e.Replace(" (past)", "")));
        }

        [Theory]
        [InlineData(1 << 20)]
        [InlineData(2000)]
        [InlineData(0)]
        public async Task A_peer_with_a_position_gets_everything_kept_after_it_once_and_in_order(int tailBytes)
        {
            const int Before = 500, After = 500;
            await using TestRelay relay = await TestRelay.Start(o => o.Limits.MaxTailBytes = tailBytes);
            await using TestClient ada = await relay.Enter("ada");
            KitbagRoom room = await ada.Join("one", new KitbagRoomOptions { IsKept = true });
            var positions = new List<byte[]>();
            for (int i = 0; i < Before; i++)
                positions.Add(await room.Keep("m" + i));

            // Messages are sent while other peers catch up.
            Task sending = Task.Run(async () =>
            {
                for (int i = Before; i < Before + After; i++)
                    await room.Keep("m" + i);
            });
            var late = new List<TestClient>();
            foreach (int from in new[] { -1, 0, 1, 250, 499 })
            {
                TestClient client = await relay.Enter("late");
                late.Add(client);
                KitbagRoom his = await client.Join("one",
                    new KitbagRoomOptions { Position = from < 0 ? KitbagRoomOptions.FromBeginning : positions[from] });
                Assert.True(his.IsKept);
            }
            await sending.Soon();
            int at = 0;
            foreach (int from in new[] { -1, 0, 1, 250, 499 })
            {
                TestClient client = late[at++];
                await client.WaitForMessages(Before + After - 1 - from);
                Assert.Equal(Enumerable.Range(from + 1, Before + After - 1 - from).Select(i => "message ada: m" + i),
                    client.Events("message").Select(l => l.Replace(" (past)", "", StringComparison.Ordinal)));
                Assert.Empty(client.Events("gap"));
                await client.DisposeAsync();
            }
        }

        /// <summary>After a loss of power and a restart of all relays, only the peer knows that there were more messages.</summary>
        [Fact]
        public async Task A_position_after_the_end_of_the_stream_is_a_gap_and_later_messages_are_delivered()
        {
            var hub = new MemoryBackplaneHub();
            byte[] last = [];
            await using (TestRelay relay = await TestRelay.Start(null, new MemoryBackplane(hub)))
            {
                await using TestClient ada = await relay.Enter("ada");
                KitbagRoom room = await ada.Join("one", new KitbagRoomOptions { IsKept = true });
                for (int i = 0; i < 5; i++)
                    last = await room.Keep("m" + i);
            }
            hub.LoseEnd(RoomStream("one"), 2);
            await using TestRelay next = await TestRelay.Start(null, new MemoryBackplane(hub));
            await using TestClient bob = await next.Enter("bob"), eve = await next.Enter("eve");
            await bob.Join("one", new KitbagRoomOptions { IsKept = true, Position = last });
            await bob.WaitFor("live one");
            Assert.Equal(["gap Trimmed 0", "live one"], bob.Events());
            await (await eve.Join("one")).Keep("new");
            await bob.WaitFor("message eve: new");
        }

        [Theory]
        [InlineData("FFFF")]
        [InlineData("80")]
        [InlineData("01")]
        [InlineData("01010101")]
        [InlineData("01010101010101010101010101010101010101010101010101010101010101FF")]
        public async Task A_damaged_position_is_rejected_and_nothing_else_fails(string position)
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob");
            KitbagRoom other = await ada.Join("other");
            await bob.Join("other");
            var e = await Assert.ThrowsAsync<KitbagRoomException>(() => ada.Join("one",
                new KitbagRoomOptions { IsKept = true, Position = Convert.FromHexString(position) }));
            Assert.Equal(KitbagRoomFailure.BadPosition, e.Failure);
            Assert.Contains(position, e.Message, StringComparison.Ordinal);
            await other.SendText("still here");
            await bob.WaitFor("message ada: still here");
            Assert.Equal(1, ada.Client.Sessions);
            Assert.Empty(ada.Events("gap"));
            await ada.Join("one", new KitbagRoomOptions { IsKept = true, Position = KitbagRoomOptions.FromBeginning });
        }

        [Fact]
        public async Task Lost_messages_are_reported_as_a_gap()
        {
            var hub = new MemoryBackplaneHub();
            await using TestRelay relay = await TestRelay.Start(o => o.Limits.MaxTailBytes = 0, new MemoryBackplane(hub));
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob");
            KitbagRoom room = await ada.Join("one", new KitbagRoomOptions { IsKept = true });
            byte[] first = await room.Keep("m0");
            byte[] last = first;
            for (int i = 1; i < 10; i++)
                last = await room.Keep("m" + i);
            await Reads(relay, last);
            hub.Trim(RoomStream("one"), 3);
            await bob.Join("one", new KitbagRoomOptions { Position = first });
            await bob.WaitFor("live one");
            Assert.Equal(["gap Trimmed 0", "message ada: m7 (past)", "message ada: m8 (past)", "message ada: m9 (past)", "live one"],
                bob.Events());

            hub.Delete(RoomStream("one"));
            await bob.WaitFor("gap Trimmed 0");
            await Waiting.Until(() => bob.Events("gap").Length == 2);
            await room.Keep("of the new stream");
            await bob.WaitFor("message ada: of the new stream");
        }

        [Fact]
        public async Task A_message_that_is_sent_again_is_kept_once()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob");
            KitbagRoom room = await ada.Join("one", new KitbagRoomOptions { IsKept = true });
            await bob.Join("one");
            await room.Keep("first");
            for (int i = 0; i < 3; i++)
                await room.Place!.Session.SendRawAsync(new SendHeader(room.Place.Number, default, 50), SendHeader.Writer,
                    "again"u8.ToArray());
            await room.Keep("last");
            await bob.WaitFor("message ada: last");
            Assert.Equal(["message ada: first", "message ada: again", "message ada: last"], bob.Events("message"));
            await using TestClient late = await relay.Enter("late");
            await late.Join("one", new KitbagRoomOptions { Position = KitbagRoomOptions.FromBeginning });
            await late.WaitFor("live one");
            Assert.Equal(3, late.Events("message").Length);
        }

        /// <summary>
        /// A relay that was started later knows none or only some of the stored messages, and recognizes duplicates among them
        /// nevertheless.
        /// </summary>
        [Theory]
        [InlineData(0, false)]
        [InlineData(1, false)]
        [InlineData(2, false)]
        [InlineData(3, false)]
        [InlineData(100, false)]
        [InlineData(0, true)]
        [InlineData(1, true)]
        [InlineData(3, true)]
        [InlineData(300, true)]
        public async Task A_message_that_was_stored_twice_before_the_relay_was_started_is_delivered_once(int known, bool isContinued)
        {
            var hub = new MemoryBackplaneHub();
            byte[] position = KitbagRoomOptions.FromBeginning;
            await using (TestRelay relay = await TestRelay.Start(null, new MemoryBackplane(hub)))
            {
                await using TestClient ada = await relay.Enter("ada");
                KitbagRoom room = await ada.Join("one", new KitbagRoomOptions { IsKept = true });
                await SendAgain(room);
                for (int i = 0; i < 200; i++)
                    await room.SendText("early " + i);
                byte[] middle = await room.Keep("middle");
                if (isContinued)
                    position = middle;
                await SendAgain(room);
                await room.Keep("after");
                await SendAgain(room);
                await Reads(relay, await room.Keep("last"));
            }
            hub.KeptTail = known;
            await using TestRelay next = await TestRelay.Start(null, new MemoryBackplane(hub));
            await using TestClient late = await next.Enter("late");
            await late.Join("one", new KitbagRoomOptions { IsKept = true, Position = position });
            await late.WaitFor("live one");
            string[] messages = late.Events("message");
            Assert.Equal(["message ada: after (past)", "message ada: last (past)"], messages[^2..]);
            Assert.Equal(isContinued ? 2 : 204, messages.Length);
            Assert.Equal(isContinued ? 0 : 1, messages.Count(m => m.Contains("again", StringComparison.Ordinal)));

            static async Task SendAgain(KitbagRoom room) => await room.Place!.Session.SendRawAsync(
                new SendHeader(room.Place.Number, default, 50), SendHeader.Writer, "again"u8.ToArray());
        }

        [Fact]
        public async Task Kept_rooms_do_not_store_sheddable_messages_and_those_to_one_peer()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada"), bob = await relay.Enter("bob"), late = await relay.Enter("late");
            KitbagRoom room = await ada.Join("one", new KitbagRoomOptions { IsKept = true });
            await bob.Join("one");
            await room.SendText("cursor", new KitbagSend { IsSheddable = true });
            await room.SendText("to bob", new KitbagSend { To = bob.Id });
            await room.Keep("stroke");
            await bob.WaitFor("message ada: stroke");
            Assert.Equal(["message ada: cursor", "message ada: stroke", "message ada: to bob (to me)"], bob.Events("message").Order());
            await late.Join("one", new KitbagRoomOptions { Position = KitbagRoomOptions.FromBeginning });
            await late.WaitFor("live one");
            Assert.Equal(["message ada: stroke (past)"], late.Events("message"));
        }

        internal static int RoomStream(string room) =>
            Relay.Rooms.RoomTable.Hash(Encoding.UTF8.GetBytes(room), BackplaneSizes.Streams);

        private static KitbagSend Key(string key) => new() { Key = Encoding.UTF8.GetBytes(key) };
    }
}
