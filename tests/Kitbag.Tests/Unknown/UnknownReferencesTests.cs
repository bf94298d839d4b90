using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;
using Middle = Kitbag.Tests.Versions.Places.Middle;
using New = Kitbag.Tests.Versions.Places.New;
using Old = Kitbag.Tests.Versions.Places.Old;

namespace Kitbag.Tests
{
    /// <summary>Unknown members that refer to tracked objects: the objects and their identity survive in the older program.</summary>
    public class UnknownReferencesTests
    {
        internal static New.World NewWorld(int count)
        {
            var world = new New.World();
            for (int i = 0; i < count; i++)
                world.Rooms.Add(new New.Room { Id = i, Text = "t" + i });
            for (int i = 0; i < count; i++)
            {
                New.Room room = world.Rooms[i];
                room.Next = world.Rooms[(i + 1) % count];
                room.Back = world.Rooms[(i + count - 1) % count];
                room.Near = new List<New.Room> { room, world.Rooms[count - 1 - i] };
                room.Marks = new Dictionary<string, New.Room?> { ["first"] = world.Rooms[0], ["none"] = null };
                room.Steps = new Dictionary<New.Room, int> { [room] = i };
                world.Heroes.Add(new New.Hero
                {
                    Name = "h" + i,
                    Home = i % 3 == 0 ? null : room,
                    Bag = new New.Bag { From = room, Count = i },
                    Pet = i % 2 == 0 ? new New.Dog { Id = i, Kennel = room } : new New.Cat { Id = i },
                });
                world.Beasts.Add(world.Heroes[i].Pet!);
            }
            world.Start = world.Rooms[count / 2];
            // Only unknown members refer to these two.
            world.Hidden = new New.Room { Id = -1, Back = new New.Room { Id = -2, Next = world.Rooms[0] } };
            return world;
        }

        private static void AssertComplete(New.World world, int count)
        {
            Assert.Same(world.Rooms[count / 2], world.Start);
            Assert.Equal((-1, -2), (world.Hidden!.Id, world.Hidden.Back!.Id));
            Assert.Same(world.Rooms[0], world.Hidden.Back.Next);
            for (int i = 0; i < count; i++)
            {
                New.Room room = world.Rooms[i];
                Assert.Equal((i, "t" + i), (room.Id, room.Text));
                Assert.Same(world.Rooms[(i + 1) % count], room.Next);
                Assert.Same(world.Rooms[(i + count - 1) % count], room.Back);
                Assert.Equal(2, room.Near!.Count);
                Assert.Same(room, room.Near[0]);
                Assert.Same(world.Rooms[count - 1 - i], room.Near[1]);
                Assert.Same(world.Rooms[0], room.Marks!["first"]);
                Assert.Null(room.Marks["none"]);
                Assert.Equal(i, room.Steps![room]);
                New.Hero hero = world.Heroes[i];
                Assert.Equal("h" + i, hero.Name);
                Assert.Same(i % 3 == 0 ? null : room, hero.Home);
                Assert.Equal(i, hero.Bag!.Value.Count);
                Assert.Same(room, hero.Bag.Value.From);
                Assert.Same(world.Beasts[i], hero.Pet);
                Assert.Same(i % 2 == 0 ? room : null, (hero.Pet as New.Dog)?.Kennel);
            }
        }

        private static TTo Pass<TFrom, TTo>(TFrom value) => KitbagSerializer.Deserialize<TTo>(KitbagSerializer.Serialize(value))!;

        [Theory]
        [InlineData(1)]
        [InlineData(5)]
        [InlineData(40)]
        [InlineData(5000)]
        public void Three_programs_pass_one_graph_around(int count)
        {
            New.World world = NewWorld(count);
            Old.World old = Pass<New.World, Old.World>(world);
            AssertComplete(Pass<Old.World, New.World>(old), count);
            AssertComplete(Pass<Old.World, New.World>(Pass<Old.World, Old.World>(old)), count);
            Middle.World middle = Pass<Old.World, Middle.World>(old);
            Assert.Same(middle.Rooms[0], middle.Rooms[0].Near![0]);
            AssertComplete(Pass<Middle.World, New.World>(middle), count);
            AssertComplete(Pass<Old.World, New.World>(Pass<Middle.World, Old.World>(Pass<New.World, Middle.World>(world))), count);
            AssertComplete(Pass<Middle.World, New.World>(Pass<Old.World, Middle.World>(Pass<Middle.World, Old.World>(middle))), count);
        }

        [Theory]
        [InlineData(4)]
        [InlineData(30)]
        public void The_older_program_changes_the_graph(int count)
        {
            Old.World old = Pass<New.World, Old.World>(NewWorld(count));
            // The indexes of all objects change: some are inserted before them, others are moved.
            old.Rooms.Reverse();
            old.Rooms.InsertRange(0, new[] { new Old.Room { Id = 100 }, new Old.Room { Id = 101 } });
            old.Heroes.Reverse();
            old.Beasts.Reverse();
            Old.Hero gone = old.Heroes[0];
            old.Heroes.RemoveAt(0);
            New.World world = Pass<Old.World, New.World>(old);
            world.Rooms.RemoveRange(0, 2);
            world.Rooms.Reverse();
            world.Beasts.Reverse();
            world.Heroes.Reverse();
            // The removed hero is written in another document, and put back at its place.
            old.Heroes.Clear();
            old.Heroes.Add(gone);
            New.World other = Pass<Old.World, New.World>(old);
            Assert.Same(other.Rooms[2], other.Heroes[0].Home ?? other.Rooms[2]);
            world.Heroes.Add(other.Heroes[0]);
            world.Heroes[count - 1] = new New.Hero
            {
                Name = other.Heroes[0].Name,
                Home = other.Heroes[0].Home == null ? null : world.Rooms[count - 1],
                Bag = new New.Bag { From = world.Rooms[count - 1], Count = count - 1 },
                Pet = world.Beasts[count - 1],
            };
            AssertComplete(world, count);
        }

        [Fact]
        public void A_removed_object_is_written_while_something_refers_to_it()
        {
            Old.World old = Pass<New.World, Old.World>(NewWorld(10));
            old.Rooms.RemoveAt(5);
            old.Rooms[4].Next = null;
            New.World world = Pass<Old.World, New.World>(old);
            Assert.Equal(5, world.Start!.Id);
            Assert.Same(world.Rooms[4], world.Start.Back);
            Assert.DoesNotContain(world.Start, world.Rooms);
        }

        [Fact]
        public void Objects_of_two_documents_are_written_together()
        {
            Old.World first = Pass<New.World, Old.World>(NewWorld(9)), second = Pass<New.World, Old.World>(NewWorld(12));
            Old.World merged = Pass<New.World, Old.World>(new New.World());
            merged.Rooms = first.Rooms.Zip(second.Rooms, (one, other) => new[] { one, other }).SelectMany(pair => pair).ToList();
            New.World world = Pass<Old.World, New.World>(merged);
            for (int i = 0; i < 9; i++)
            {
                Assert.Same(world.Rooms[2 * i], world.Rooms[2 * ((i + 1) % 9)].Back);
                if (i > 0)
                    Assert.Same(world.Rooms[2 * i - 1], world.Rooms[2 * i + 1].Back);
                Assert.Same(world.Rooms[0], world.Rooms[2 * i].Marks!["first"]);
                Assert.Same(world.Rooms[1], world.Rooms[2 * i + 1].Marks!["first"]);
            }
        }

        [Fact]
        public void The_older_program_writes_JSON()
        {
            Old.World old = Pass<New.World, Old.World>(NewWorld(12));
            AssertComplete(KitbagJson.Deserialize<New.World>(KitbagJson.Serialize(old))!, 12);
        }

        [Fact]
        public void A_document_without_such_objects_omits_the_members()
        {
            Old.World old = Pass<New.World, Old.World>(NewWorld(10));
            New.Hero hero = Pass<Old.Hero, New.Hero>(old.Heroes[1]);
            Assert.Equal(("h1", null, null), (hero.Name, hero.Home, hero.Bag));
            hero = KitbagJson.Deserialize<New.Hero>(KitbagJson.Serialize(old.Heroes[1]))!;
            Assert.Equal(("h1", 1), (hero.Name, hero.Home!.Id));
            Assert.Same(hero.Home, hero.Bag!.Value.From);
            // The members of this one object are lost; those of the others are not.
            old.Heroes[1] = Pass<Old.Hero, Old.Hero>(old.Heroes[1]);
            New.World world = Pass<Old.World, New.World>(old);
            Assert.Null(world.Heroes[1].Bag);
            Assert.Same(world.Rooms[2], world.Heroes[2].Bag!.Value.From);
            Assert.Same(world.Rooms[7], world.Heroes[7].Home);
        }

        // The class of the ship's cargo has no references in the version between.
        [Fact]
        public void A_version_between_knows_other_members_of_an_object_with_references()
        {
            var port = new New.Port { Id = 3 };
            port.Next = port;
            var ship = new New.Ship
            {
                Ports = { port },
                Cargo = new New.Cargo { Tons = 5, From = port },
                Holds = new List<New.Cargo?> { new() { Tons = 6, From = port }, null },
            };
            Middle.Ship middle = Pass<Old.Ship, Middle.Ship>(Pass<New.Ship, Old.Ship>(ship));
            Assert.Equal((5, 6), (middle.Cargo!.Tons, middle.Holds![0]!.Tons));
            foreach (New.Ship again in new[]
            {
                Pass<Middle.Ship, New.Ship>(middle), KitbagJson.Deserialize<New.Ship>(KitbagJson.Serialize(middle))!,
                Pass<Old.Ship, New.Ship>(Pass<Middle.Ship, Old.Ship>(middle)),
            })
            {
                Assert.Equal((5, 6), (again.Cargo!.Tons, again.Holds![0]!.Tons));
                Assert.Same(again.Ports[0], again.Cargo.From);
                Assert.Same(again.Ports[0], again.Holds[0]!.From);
                Assert.Null(again.Holds[1]);
            }
        }

        [Fact]
        public void A_report_names_the_members_as_kept()
        {
            KitbagSerializer.Deserialize<Old.World>(KitbagSerializer.Serialize(NewWorld(3)), out KitbagReadReport report);
            Assert.True(report.IsComplete);
            Assert.Equal(11, report.Findings.Count(f => f.Kind == KitbagReadFindingKind.MemberKept));
        }

        [Fact]
        public void A_chain_of_unknown_references_may_be_deep()
        {
            const int Depth = 20_000;
            var world = new New.World { Start = new New.Room { Id = 0 } };
            New.Room last = world.Start;
            for (int i = 1; i < Depth; i++)
                last = last.Back = new New.Room { Id = i };
            New.World again = Pass<Old.World, New.World>(Pass<New.World, Old.World>(world));
            int count = 0;
            for (New.Room? room = again.Start; room != null; room = room.Back)
                Assert.Equal(count++, room.Id);
            Assert.Equal(Depth, count);
        }

        [Fact]
        public void A_class_that_is_stored_by_value_gets_copies()
        {
            Old.World old = Pass<New.World, Old.World>(NewWorld(6));
            Versions.Places.Copied.World copied = Pass<Old.World, Versions.Places.Copied.World>(old);
            Assert.Equal(3, copied.Start!.Id);
            Assert.NotSame(copied.Rooms[3], copied.Start);
        }

        [Theory]
        [InlineData(3)]
        [InlineData(9)]
        public void Damaged(int count)
        {
            New.World world = NewWorld(count);
            // Only unknown members form cycles.
            byte[] newest = KitbagSerializer.Serialize(world), kept = KitbagSerializer.Serialize(Pass<New.World, Old.World>(world));
            foreach (byte[] document in new[] { newest, kept })
                DamagedVersions.Try<Old.World, Middle.World, New.World>(document, count);
        }

        [Fact]
        public void A_list_of_objects_counts_against_the_budget()
        {
            byte[] kept = KitbagSerializer.Serialize(Pass<New.World, Old.World>(NewWorld(2000)));
            var options = new KitbagOptions { Limits = new KitbagLimits { MaxAllocation = 100_000 } };
            Assert.Equal(KitbagErrorReason.LimitExceeded,
                Assert.ThrowsAny<KitbagException>(() => KitbagSerializer.Deserialize<Old.World>(kept, options)).Reason);
        }

        // The schema of the block, the list of objects (type 1 + 0; two references), and the column.
        [Fact]
        public void Golden()
        {
            var world = new New.Short.World { Rooms = { new New.Short.Room { Id = 5 }, new New.Short.Room { Id = 6 } } };
            world.Start = world.Rooms[1];
            byte[] document = KitbagSerializer.Serialize(Pass<New.Short.World, Old.Short.World>(world));
            Assert.Contains(Kept, Convert.ToHexString(document), StringComparison.Ordinal);
            Assert.Same(Pass<Old.Short.World, New.Short.World>(Pass<New.Short.World, Old.Short.World>(world)) is var again
                ? again.Rooms[1] : null, again.Start);
        }

        private const string Kept = "0100000001000000";
    }
}

namespace Kitbag.Tests.Versions.Places.New
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Hero> Heroes { get; set; } = new();

        public List<Room> Rooms { get; set; } = new();

        public List<Beast> Beasts { get; set; } = new();

        public Room? Start { get; set; }

        public Room? Hidden { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Hero
    {
        public string Name { get; set; } = "";

        public Room? Home { get; set; }

        public Bag? Bag { get; set; }

        public Beast? Pet { get; set; }
    }

    public struct Bag
    {
        public Room? From { get; set; }

        public int Count { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Room
    {
        public int Id { get; set; }

        public Room? Next { get; set; }

        public Room? Back { get; set; }

        public List<Room>? Near { get; set; }

        public Dictionary<string, Room?>? Marks { get; set; }

        public Dictionary<Room, int>? Steps { get; set; }

        public string? Text { get; set; }
    }

    [KitbagKeepUnknown]
    public abstract partial class Beast
    {
        public int Id { get; set; }

        public Beast? Other { get; set; }
    }

    public partial class Dog : Beast
    {
        public Room? Kennel { get; set; }
    }

    public partial class Cat : Beast
    {
    }
}

namespace Kitbag.Tests.Versions.Places.Middle
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Hero> Heroes { get; set; } = new();

        public List<Room> Rooms { get; set; } = new();

        public List<Beast> Beasts { get; set; } = new();

        public Room? Hidden { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Hero
    {
        public string Name { get; set; } = "";

        public Beast? Pet { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Room
    {
        public int Id { get; set; }

        public Room? Next { get; set; }

        public List<Room>? Near { get; set; }

        public string? Text { get; set; }
    }

    [KitbagKeepUnknown]
    public abstract partial class Beast
    {
        public int Id { get; set; }

        public Beast? Other { get; set; }
    }

    public partial class Dog : Beast
    {
    }

    public partial class Cat : Beast
    {
    }
}

namespace Kitbag.Tests.Versions.Places.Old
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Hero> Heroes { get; set; } = new();

        public List<Room> Rooms { get; set; } = new();

        public List<Beast> Beasts { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public partial class Hero
    {
        public string Name { get; set; } = "";
    }

    [KitbagKeepUnknown]
    public partial class Room
    {
        public int Id { get; set; }

        public Room? Next { get; set; }
    }

    [KitbagKeepUnknown]
    public abstract partial class Beast
    {
        public int Id { get; set; }

        public Beast? Other { get; set; }
    }

    public partial class Dog : Beast
    {
    }

    public partial class Cat : Beast
    {
    }
}

namespace Kitbag.Tests.Versions.Places.Copied
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Room> Rooms { get; set; } = new();

        public Room? Start { get; set; }
    }

    [KitbagSerializable(Tracked = false)]
    public class Room
    {
        public int Id { get; set; }

        public List<Room>? Inner { get; set; }
    }
}

namespace Kitbag.Tests.Versions.Places.New.Short
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Room> Rooms { get; set; } = new();

        public Room? Start { get; set; }
    }

    public class Room
    {
        public int Id { get; set; }

        public Room? Next { get; set; }
    }
}

namespace Kitbag.Tests.Versions.Places.Old.Short
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Room> Rooms { get; set; } = new();
    }

    public class Room
    {
        public int Id { get; set; }

        public Room? Next { get; set; }
    }
}

namespace Kitbag.Tests.Versions.Places.New
{
    [KitbagKeepUnknown]
    public partial class Port
    {
        public int Id { get; set; }

        public Port? Next { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Ship
    {
        public List<Port> Ports { get; set; } = new();

        public Cargo? Cargo { get; set; }

        public List<Cargo?>? Holds { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Cargo
    {
        public int Tons { get; set; }

        public Port? From { get; set; }
    }
}

namespace Kitbag.Tests.Versions.Places.Middle
{
    [KitbagKeepUnknown]
    public partial class Port
    {
        public int Id { get; set; }

        public Port? Next { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Ship
    {
        public List<Port> Ports { get; set; } = new();

        public Cargo? Cargo { get; set; }

        public List<Cargo?>? Holds { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Cargo
    {
        public int Tons { get; set; }
    }
}

namespace Kitbag.Tests.Versions.Places.Old
{
    [KitbagKeepUnknown]
    public partial class Port
    {
        public int Id { get; set; }

        public Port? Next { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Ship
    {
        public List<Port> Ports { get; set; } = new();
    }
}
