using System.Collections.Generic;
using System.Linq;
using Kitbag.Dynamic;
using Xunit;
using Bare = Kitbag.Tests.Versions.Armory.Bare;
using Half = Kitbag.Tests.Versions.Armory.Half;
using Middle = Kitbag.Tests.Versions.Armory.Middle;
using New = Kitbag.Tests.Versions.Armory.New;
using Old = Kitbag.Tests.Versions.Armory.Old;

namespace Kitbag.Tests
{
    /// <summary>
    /// Objects of unknown classes that refer to tracked objects: a stand-in keeps the references, and the program that has the class reads
    /// them as references to the same objects.
    /// </summary>
    public class StandInReferencesTests
    {
        private static New.World NewWorld(int count)
        {
            var world = new New.World();
            for (int i = 0; i < count; i++)
                world.Rooms.Add(new New.Room { Id = i });
            for (int i = 0; i < count; i++)
            {
                New.Room room = world.Rooms[i], next = world.Rooms[(i + 1) % count];
                room.Next = next;
                New.Item item = (i % 4) switch
                {
                    0 => new New.Bow
                    {
                        Owner = next,
                        All = new List<New.Room> { room, next, room },
                        Steps = new Dictionary<New.Room, int> { [next] = i },
                        Quest = new New.Quest { Title = "q" + i, Where = next },
                        Quiver = new New.Quiver { Arrows = i, From = next, Mark = "m" + i },
                    },
                    1 => new New.Sling { Pouch = new New.Quiver { Arrows = i, From = next, Mark = null } },
                    2 => new New.Sword { Edge = next },
                    _ => new New.Stone { Weight = i },
                };
                (item.Name, item.Place) = ("i" + i, room);
                item.Bag = i % 3 == 0 ? null : new New.Bag { Size = i, Origin = next };
                world.Items.Add(item);
            }
            world.Worn = world.Items[0];
            world.ByName = world.Items.ToDictionary(item => item.Name, item => item);
            world.Chests.Add(new New.Chest { Items = world.Items.ToArray() });
            world.Chests[0].Next = world.Chests[0];
            return world;
        }

        private static void AssertComplete(New.World world, int count)
        {
            Assert.Equal((count, count, count), (world.Rooms.Count, world.Items.Count, world.ByName.Count));
            New.Chest chest = Assert.Single(world.Chests);
            Assert.Same(chest, chest.Next);
            Assert.Equal(count, chest.Items!.Length);
            AssertItem(world, world.Worn!, 0, count);
            for (int i = 0; i < count; i++)
            {
                Assert.Equal(i, world.Rooms[i].Id);
                AssertItem(world, world.Items[i], i, count);
                AssertItem(world, world.ByName["i" + i], i, count);
                AssertItem(world, chest.Items[i], i, count);
            }
        }

        private static void AssertItem(New.World world, New.Item item, int i, int count)
        {
            New.Room room = world.Rooms[i], next = world.Rooms[(i + 1) % count];
            Assert.Equal("i" + i, item.Name);
            Assert.Same(room, item.Place);
            Assert.Equal(i % 3 == 0 ? null : i, item.Bag?.Size);
            Assert.Same(i % 3 == 0 ? null : next, item.Bag?.Origin);
            Assert.True(item.KitbagUnknownMembers.IsEmpty);
            switch (i % 4)
            {
                case 0:
                    var bow = Assert.IsType<New.Bow>(item);
                    Assert.Same(next, bow.Owner);
                    Assert.Equal(new[] { room, next, room }, bow.All);
                    Assert.Equal(i, bow.Steps[next]);
                    Assert.Equal("q" + i, bow.Quest!.Title);
                    Assert.Same(next, bow.Quest.Where);
                    Assert.Equal((i, "m" + i), (bow.Quiver!.Arrows, bow.Quiver.Mark));
                    Assert.Same(next, bow.Quiver.From);
                    Assert.Equal(1, bow.StepsAtEnd);
                    break;
                case 1:
                    var sling = Assert.IsType<New.Sling>(item);
                    Assert.Equal((i, null), (sling.Pouch!.Arrows, sling.Pouch.Mark));
                    Assert.Same(next, sling.Pouch.From);
                    break;
                case 2:
                    Assert.Same(next, Assert.IsType<New.Sword>(item).Edge);
                    break;
                default:
                    Assert.Equal(i, Assert.IsType<New.Stone>(item).Weight);
                    break;
            }
        }

        private static TTo Pass<TFrom, TTo>(TFrom value) => KitbagSerializer.Deserialize<TTo>(KitbagSerializer.Serialize(value))!;

        [Theory]
        [InlineData(1)]
        [InlineData(2)]
        [InlineData(12)]
        [InlineData(40)]
        [InlineData(3000)]
        public void References_are_restored(int count)
        {
            New.World world = NewWorld(count);
            Old.World old = Pass<New.World, Old.World>(world);
            Assert.IsType<Old.Other>(old.Worn);
            AssertComplete(Pass<Old.World, New.World>(old), count);
            AssertComplete(Pass<Old.World, New.World>(Pass<Old.World, Old.World>(old)), count);
        }

        [Theory]
        [InlineData(1)]
        [InlineData(2)]
        [InlineData(12)]
        [InlineData(40)]
        public void Programs_of_several_versions_pass_one_graph_around(int count)
        {
            New.World world = NewWorld(count);
            Middle.World middle = Pass<New.World, Middle.World>(world);
            Assert.Equal("i0", Assert.IsType<Middle.Bow>(middle.Worn).Name);
            AssertComplete(Pass<Middle.World, New.World>(middle), count);
            AssertComplete(Pass<Old.World, New.World>(Pass<Middle.World, Old.World>(middle)), count);
            AssertComplete(Pass<Middle.World, New.World>(Pass<Old.World, Middle.World>(Pass<New.World, Old.World>(world))), count);
            middle = Pass<Old.World, Middle.World>(Pass<Old.World, Old.World>(Pass<Middle.World, Old.World>(middle)));
            AssertComplete(Pass<Middle.World, New.World>(middle), count);
        }

        [Theory]
        [InlineData(1)]
        [InlineData(12)]
        [InlineData(40)]
        public void A_program_without_any_tracked_class_keeps_the_references(int count)
        {
            New.World world = NewWorld(count);
            Bare.World bare = Pass<New.World, Bare.World>(world);
            Assert.Equal("i0", Assert.IsType<Bare.Other>(bare.Items[0]).Name);
            AssertComplete(Pass<Bare.World, New.World>(bare), count);
            AssertComplete(Pass<Old.World, New.World>(Pass<Bare.World, Old.World>(Pass<Bare.World, Bare.World>(bare))), count);
            AssertComplete(Pass<Middle.World, New.World>(Pass<Bare.World, Middle.World>(Pass<Middle.World, Bare.World>(
                Pass<New.World, Middle.World>(world)))), count);
        }

        [Fact]
        public void The_older_program_changes_the_graph()
        {
            Old.World old = Pass<New.World, Old.World>(NewWorld(12));
            old.Items.Reverse();
            old.Rooms.Reverse();
            old.Rooms.Insert(0, new Old.Room { Id = 100 });
            old.Items.RemoveAt(11);
            old.Items.Insert(3, old.Worn!);
            New.World world = Pass<Old.World, New.World>(Pass<Old.World, Old.World>(old));
            world.Rooms.RemoveAt(0);
            world.Rooms.Reverse();
            New.Item moved = world.Items[3];
            world.Items.RemoveAt(3);
            world.Items.Reverse();
            world.Items.Insert(0, moved);
            AssertComplete(world, 12);
        }

        [Theory]
        [InlineData(1)]
        [InlineData(12)]
        public void The_older_program_writes_JSON(int count)
        {
            New.World world = NewWorld(count);
            AssertComplete(KitbagJson.Deserialize<New.World>(KitbagJson.Serialize(Pass<New.World, Old.World>(world)))!, count);
            AssertComplete(KitbagJson.Deserialize<New.World>(KitbagJson.Serialize(Pass<New.World, Bare.World>(world)))!, count);
            Middle.World middle = Pass<New.World, Middle.World>(world);
            AssertComplete(KitbagJson.Deserialize<New.World>(KitbagJson.Serialize(Pass<Middle.World, Old.World>(middle)))!, count);
        }

        [Fact]
        public void A_program_without_any_tracked_class_keeps_the_text_of_references()
        {
            string json = KitbagJson.Serialize(Pass<New.World, Bare.World>(NewWorld(12)));
            Bare.World bare = KitbagJson.Deserialize<Bare.World>(json)!;
            AssertComplete(KitbagJson.Deserialize<New.World>(KitbagJson.Serialize(bare))!, 12);
            // In a document, each text stands alone.
            KitbagException e = Assert.Throws<KitbagException>(() => Pass<Bare.World, New.World>(bare));
            Assert.Equal(KitbagErrorReason.Malformed, e.Reason);
            Assert.StartsWith("What another version of the program wrote of its members cannot be read: Found a \"$ref\" to ", e.Message);
        }

        [Fact]
        public void Stand_ins_in_JSON_have_no_other_members()
        {
            var options = new KitbagJsonOptions { UnknownMembers = KitbagJsonUnknownMembers.Refuse };
            const string Text = "{\"Items\":[{\"$type\":\"Other\",\"Name\":\"i0\",\"$case\":\"Stone\",\"Weight\":3},"
                + "{\"$type\":\"Other\",\"$case\":\"Never\",\"Name\":\"i1\",\"Deep\":{\"$case\":\"Stone\"}}]}";
            New.World world = KitbagJson.Deserialize<New.World>(Text, options)!;
            Assert.Equal(3, Assert.IsType<New.Stone>(world.Items[0]).Weight);
            Assert.True(world.Items[0].KitbagUnknownMembers.IsEmpty);
            Assert.Contains("\"Name\":\"i1\",\"Place\":null,\"Bag\":null,\"$case\":\"Never\",\"Deep\":{\"$case\":\"Stone\"}}",
                KitbagJson.Serialize(world));
            var target = new New.Stone { Name = "before" };
            KitbagJson.Populate("{\"$type\":\"Other\",\"$case\":\"Stone\",\"Weight\":4}", (New.Item)target, options);
            Assert.Equal(("before", 4, true), (target.Name, target.Weight, target.KitbagUnknownMembers.IsEmpty));
            Assert.Equal(KitbagErrorReason.SchemaMismatch, Assert.Throws<KitbagException>(() => KitbagJson.Populate(
                "{\"$type\":\"Other\",\"$case\":\"Sword\"}", (New.Item)target)).Reason);
        }

        [Fact]
        public void Existing_objects_are_populated()
        {
            Old.World old = Pass<New.World, Old.World>(NewWorld(9));
            var world = new New.World();
            KitbagSerializer.Populate(KitbagSerializer.Serialize(old), world);
            AssertComplete(world, 9);
            var target = new Old.World();
            KitbagSerializer.Populate(KitbagSerializer.Serialize(NewWorld(9)), target);
            AssertComplete(Pass<Old.World, New.World>(target), 9);
            var stand = new New.Stand { Held = { Name = "s" } };
            ((New.Stone)stand.Held).Weight = 7;
            New.Stand again = Pass<Old.Stand, New.Stand>(Pass<New.Stand, Old.Stand>(stand));
            Assert.Equal(("s", 7), (again.Held.Name, ((New.Stone)again.Held).Weight));
        }

        [Fact]
        public void Two_stand_ins_of_different_documents_are_written_together()
        {
            Old.World first = Pass<New.World, Old.World>(NewWorld(8)), second = Pass<New.World, Old.World>(NewWorld(8));
            var merged = new Old.World { Items = first.Items.Zip(second.Items, (a, b) => new[] { a, b }).SelectMany(two => two).ToList() };
            New.World world = Pass<Old.World, New.World>(merged);
            var bows = world.Items.OfType<New.Bow>().ToList();
            Assert.Equal(4, bows.Count);
            Assert.NotSame(bows[0].Owner, bows[1].Owner);
            Assert.All(bows, bow => Assert.Same(bow.Owner, bow.All[1]));
            Assert.Same(bows[0].All[0].Next, bows[0].Owner);
        }

        [Fact]
        public void A_document_without_such_objects_omits_the_references()
        {
            // It has rooms, but not in its items.
            Half.World half = Pass<New.World, Half.World>(NewWorld(8));
            AssertComplete(Pass<Half.World, New.World>(half), 8);
            var bow = Assert.IsType<New.Bow>(Pass<Half.Item, New.Item>(half.Items[4]));
            Assert.Equal(("i4", null, null), (bow.Name, bow.Place, bow.Owner));
            Assert.Equal((4, null), (bow.Quiver?.Arrows ?? 4, bow.Quiver?.From));
            // A program without tracked classes has objects of unknown classes only.
            Bare.World bare = Pass<New.World, Bare.World>(NewWorld(8));
            bow = Assert.IsType<New.Bow>(Pass<Bare.Item, New.Item>(bare.Items[4]));
            Assert.Equal(("i4", 4, 5), (bow.Name, bow.Place!.Id, bow.Owner!.Id));
            Assert.Same(bow.Place.Next, bow.Owner);
        }

        [Theory]
        [InlineData(3)]
        [InlineData(9)]
        public void Damaged(int count)
        {
            byte[] kept = KitbagSerializer.Serialize(Pass<Middle.World, Old.World>(Pass<New.World, Middle.World>(NewWorld(count))));
            DamagedVersions.Try<Old.World, Middle.World, New.World>(kept, count);
        }

        [Fact]
        public void The_objects_count_against_the_budget()
        {
            byte[] kept = KitbagSerializer.Serialize(Pass<New.World, Old.World>(NewWorld(2000)));
            var options = new KitbagOptions { Limits = new KitbagLimits { MaxAllocation = 400_000 } };
            Assert.Equal(KitbagErrorReason.LimitExceeded,
                Assert.ThrowsAny<KitbagException>(() => KitbagSerializer.Deserialize<New.World>(kept, options)).Reason);
        }
    }
}

namespace Kitbag.Tests.Versions.Armory.New
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Room> Rooms { get; set; } = new();

        public List<Item> Items { get; set; } = new();

        public Item? Worn { get; set; }

        public Dictionary<string, Item> ByName { get; set; } = new();

        public List<Chest> Chests { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public partial class Room
    {
        public int Id { get; set; }

        public Room? Next { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Chest
    {
        public Item[]? Items { get; set; }

        public Chest? Next { get; set; }
    }

    public class Stand
    {
        public Item Held { get; } = new Stone();
    }

    [KitbagKeepUnknown]
    public abstract partial class Item
    {
        public string Name { get; set; } = "";

        public Room? Place { get; set; }

        public Bag? Bag { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Bag
    {
        public int Size { get; set; }

        public Room? Origin { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Quiver
    {
        public int Arrows { get; set; }

        public Room? From { get; set; }

        public string? Mark { get; set; }
    }

    public class Quest
    {
        public string Title { get; set; } = "";

        public Room? Where { get; set; }

        public Quest? Next { get; set; }
    }

    public class Sword : Item
    {
        public Room? Edge { get; set; }
    }

    public class Stone : Item
    {
        public int Weight { get; set; }
    }

    public class Sling : Item
    {
        public Quiver? Pouch { get; set; }
    }

    public class Bow : Item, IKitbagDeserialized
    {
        public Room? Owner { get; set; }

        public List<Room> All { get; set; } = new();

        public Dictionary<Room, int> Steps { get; set; } = new();

        public Quest? Quest { get; set; }

        public Quiver? Quiver { get; set; }

        [KitbagIgnore]
        public int StepsAtEnd { get; set; }

        void IKitbagDeserialized.OnDeserialized() => StepsAtEnd = Steps.Count;
    }

    [KitbagKeepUnknown(Cases = true)]
    public class Other : Item
    {
    }
}

namespace Kitbag.Tests.Versions.Armory.Middle
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Room> Rooms { get; set; } = new();

        public List<Item> Items { get; set; } = new();

        public Item? Worn { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Room
    {
        public int Id { get; set; }

        public Room? Next { get; set; }
    }

    [KitbagKeepUnknown]
    public abstract partial class Item
    {
        public string Name { get; set; } = "";

        public Bag? Bag { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Bag
    {
        public int Size { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Quiver
    {
        public int Arrows { get; set; }
    }

    public class Sword : Item
    {
    }

    public class Sling : Item
    {
        public Quiver? Pouch { get; set; }
    }

    public class Bow : Item
    {
        public Quiver? Quiver { get; set; }

        public Room? Owner { get; set; }
    }

    [KitbagKeepUnknown(Cases = true)]
    public class Other : Item
    {
    }
}

namespace Kitbag.Tests.Versions.Armory.Old
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Room> Rooms { get; set; } = new();

        public List<Item> Items { get; set; } = new();

        public Item? Worn { get; set; }

        public Dictionary<string, Item> ByName { get; set; } = new();

        public List<Chest> Chests { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public partial class Room
    {
        public int Id { get; set; }

        public Room? Next { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Chest
    {
        public Item[]? Items { get; set; }

        public Chest? Next { get; set; }
    }

    public class Stand
    {
        public Item? Held { get; set; }
    }

    [KitbagKeepUnknown]
    public abstract partial class Item
    {
        public string Name { get; set; } = "";

        public Room? Place { get; set; }

        public Bag? Bag { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Bag
    {
        public int Size { get; set; }
    }

    public class Sword : Item
    {
    }

    [KitbagKeepUnknown(Cases = true)]
    public class Other : Item
    {
    }
}

namespace Kitbag.Tests.Versions.Armory.Bare
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Item> Items { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public abstract partial class Item
    {
        public string Name { get; set; } = "";
    }

    public class Sword : Item
    {
    }

    [KitbagKeepUnknown(Cases = true)]
    public class Other : Item
    {
    }
}

namespace Kitbag.Tests.Versions.Armory.Half
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Room> Rooms { get; set; } = new();

        public List<Item> Items { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public partial class Room
    {
        public int Id { get; set; }

        public Room? Next { get; set; }
    }

    [KitbagKeepUnknown]
    public abstract partial class Item
    {
        public string Name { get; set; } = "";
    }

    public class Sword : Item
    {
    }

    [KitbagKeepUnknown(Cases = true)]
    public class Other : Item
    {
    }
}
