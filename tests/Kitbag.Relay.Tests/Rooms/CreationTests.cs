using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Backplane;
using Xunit;

namespace Kitbag.Relay.Tests.Rooms
{
    /// <summary>Rooms that several relays have created because they did not know of each other's room.</summary>
    public class CreationTests
    {
        [Theory]
        [InlineData(-1)]
        [InlineData(0)]
        [InlineData(1)]
        public async Task The_room_that_was_created_first_is_the_room_of_all(int laterBy)
        {
            await using var relays = new SeparateRelays(0, laterBy, 2);
            await relays.Start();
            TestClient[] clients = [await relays.Enter(0, "ada"), await relays.Enter(1, "bob"), await relays.Enter(2, "cem")];
            KitbagRoom[] rooms = await Task.WhenAll(clients.Select((c, i) =>
                c.Join("one", new KitbagRoomOptions { RoomMetadata = [(byte)('a' + i)], History = i == 0 ? 0 : 5 })));
            Assert.Equal(clients.Select(c => c.Id), rooms.Select(r => r.Owner));
            relays.Connect();

            // At the same time, the ids of the relays decide.
            int first = laterBy != 0 ? (laterBy < 0 ? 1 : 0) : relays[0].Node.Relay.CompareTo(relays[1].Node.Relay) < 0 ? 0 : 1;
            string about = ((char)('a' + first)).ToString();
            foreach (KitbagRoom room in rooms)
                await Waiting.Until(() => (room.Owner, room.Metadata[0], room.Peers.Count) == (clients[first].Id, (byte)about[0], 3));
            await rooms[2].SendText("before");
            await clients[0].WaitFor("message cem: before");
            await clients[1].WaitFor("message cem: before");
            for (int i = 0; i < rooms.Length; i++)
            {
                TestClient late = await relays.Enter(i, "late" + i);
                KitbagRoom room = await late.Join("one");
                await late.WaitFor("live one");
                Assert.Equal((clients[first].Id, about[0]), (room.Owner, (char)room.Metadata[0]));
                Assert.Equal(first == 0 ? [] : ["message cem: before (past)"], late.Events("message"));
            }
            Assert.All(clients.Where((_, i) => i != first),
                c => Assert.Contains("room of " + clients[first].Id[..3] + ": " + about, c.Events()));
            Assert.Empty(clients[first].Events("room of"));
            Assert.All(clients, c => Assert.Empty(c.Events("removed")));
        }

        public static TheoryData<KitbagRoomOptions, KitbagRoomOptions, bool> Settings() => new()
        {
            { new() { Password = "a" }, new() { Password = "b" }, false },
            { new() { Password = "a" }, new(), false },
            { new() { Password = "a" }, new() { Password = "a" }, true },
            { new(), new() { Password = "b" }, true },
            { new() { Password = "a", NeedsTicket = true }, new() { Password = "a" }, false },
            { new() { IsKept = true }, new(), false },
            { new(), new() { IsKept = true }, false },
            { new(), new() { MustCreate = true }, false },
            { new() { MustCreate = true }, new(), true },
        };

        /// <summary>A peer of the later room stays if the earlier room would have let it in.</summary>
        [Theory]
        [MemberData(nameof(Settings))]
        public async Task Peers_of_the_later_room_that_may_not_be_in_the_earlier_one_are_removed(KitbagRoomOptions earlier,
            KitbagRoomOptions later, bool mayStay)
        {
            await using var relays = new SeparateRelays(1, 2, 0);
            await relays.Start();
            TestClient ada = await relays.Enter(0, "ada"), bob = await relays.Enter(1, "bob");
            KitbagRoom[] rooms = await Task.WhenAll(ada.Join("one", earlier), bob.Join("one", later));
            relays.Connect();
            if (mayStay)
            {
                foreach (KitbagRoom room in rooms)
                    await Waiting.Until(() => (room.Owner, room.Peers.Count) == (ada.Id, 2));
                Assert.Empty(bob.Events("removed"));
            }
            else
            {
                await bob.WaitFor("removed RoomClosed");
                await ada.Client.ListAsync().Soon();
                Assert.Equal([ada.Id], rooms[0].Peers.Select(p => p.Id));
                Assert.False(rooms[1].IsJoined);
                if (earlier.Password.Length != 0)
                    Assert.Equal(KitbagRoomFailure.NotAllowed, await RoomTests.Failure(() => bob.Join("one", later)));
                else
                    Assert.Equal((ada.Id, earlier.IsKept), ((await bob.Join("one")).Owner, rooms[0].IsKept));
            }
            Assert.Equal(ada.Id, rooms[0].Owner);
            Assert.Equal((1, 0), (ada.Client.Sessions, ada.Events("removed").Length));
        }

        /// <summary>The owner of a room may be known only after another relay has described the room.</summary>
        [Fact]
        public async Task A_relay_learns_the_owner_from_the_relay_of_the_owner_in_any_order()
        {
            var hub = new MemoryBackplaneHub();
            MemoryBackplane[] planes = [new(hub), new(hub), new(hub)];
            await using TestRelay first = await TestRelay.Start(null, planes[0]), second = await TestRelay.Start(null, planes[1]);
            await using TestRelay third = await TestRelay.Start(null, planes[2]);
            await using TestClient ada = await first.Enter("ada"), bob = await second.Enter("bob"), cem = await third.Enter("cem");
            await ada.Join("one");
            await bob.Join("one");
            using var frozen = new Freeze(planes[0]);
            Task<KitbagRoom> joining = cem.Join("one");
            await Waiting.Until(() => third.Node.Rooms.Find("one")?.Settings != null);
            frozen.Dispose();
            KitbagRoom room = await joining;
            await Waiting.Until(() => room.Owner == ada.Id);
        }

        /// <summary>Relays that receive nothing from each other, with clocks that stand still, until they are connected.</summary>
        private sealed class SeparateRelays(params int[] clocks) : IAsyncDisposable
        {
            private readonly MemoryBackplaneHub _hub = new();
            private readonly List<TestRelay> _relays = [];
            private readonly List<TestClient> _clients = [];
            private List<Freeze> _frozen = [];

            public TestRelay this[int relay] => _relays[relay];

            public async Task Start()
            {
                var planes = new List<MemoryBackplane>();
                foreach (int clock in clocks)
                {
                    planes.Add(new MemoryBackplane(_hub));
                    _relays.Add(await TestRelay.Start(null, planes[^1], new StoppedClock(clock)));
                }
                _frozen = planes.ConvertAll(p => new Freeze(p));
            }

            public async Task<TestClient> Enter(int relay, string name)
            {
                _clients.Add(await _relays[relay].Enter(name));
                return _clients[^1];
            }

            public void Connect() => _frozen.ForEach(f => f.Dispose());

            public async ValueTask DisposeAsync()
            {
                Connect();
                foreach (TestClient client in _clients)
                    await client.DisposeAsync();
                foreach (TestRelay relay in _relays)
                    await relay.DisposeAsync();
            }
        }

        private sealed class StoppedClock(int milliseconds) : TimeProvider
        {
            public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch.AddDays(20_000).AddMilliseconds(milliseconds);
        }
    }
}
