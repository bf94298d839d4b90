using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Dynamic;
using Xunit;
using Middle = Kitbag.Tests.Versions.Quests.Middle;
using New = Kitbag.Tests.Versions.Quests.New;
using Old = Kitbag.Tests.Versions.Quests.Old;

namespace Kitbag.Tests
{
    /// <summary>Unknown members that refer to objects of classes that the older program lacks: these objects survive in it.</summary>
    public class UnknownObjectsTests
    {
        private static New.World NewWorld(int count)
        {
            var world = new New.World();
            for (int i = 0; i < count; i++)
            {
                world.Rooms.Add(new New.Room { Id = i });
                world.Quests.Add(i % 3 == 2 ? new New.Hunt { Title = "q" + i, Prey = i } : new New.Quest { Title = "q" + i });
            }
            for (int i = 0; i < count; i++)
            {
                New.Quest quest = world.Quests[i];
                world.Rooms[i].Exit = world.Rooms[(i + 1) % count];
                world.Rooms[i].Quest = i % 2 == 0 ? quest : null;
                quest.Next = world.Quests[(i + 1) % count];
                quest.Where = world.Rooms[count - 1 - i];
                quest.Steps = Enumerable.Range(0, i % 4).Select(k => new New.Step { Of = quest, Number = k }).ToList();
                quest.Done = quest.Steps.Count == 0 ? null : new Dictionary<New.Step, bool> { [quest.Steps[0]] = true };
                quest.Rewards = i % 5 == 0 ? new Dictionary<string, int> { ["gold"] = i } : null;
            }
            world.Active = world.Quests[count / 2];
            // Only quests refer to this room.
            world.Quests[0].Where!.Hidden = new New.Room { Id = -1, Quest = new New.Quest { Title = "hidden", Next = world.Active } };
            return world;
        }

        private static void AssertComplete(New.World world, int count)
        {
            Assert.Equal((count, count), (world.Rooms.Count, world.Quests.Count));
            Assert.Same(world.Quests[count / 2], world.Active);
            for (int i = 0; i < count; i++)
            {
                New.Quest quest = world.Quests[i];
                Assert.Equal(("q" + i, i % 3 == 2 ? i : null), (quest.Title, (quest as New.Hunt)?.Prey));
                Assert.Same(world.Rooms[(i + 1) % count], world.Rooms[i].Exit);
                Assert.Same(i % 2 == 0 ? quest : null, world.Rooms[i].Quest);
                Assert.Same(world.Quests[(i + 1) % count], quest.Next);
                Assert.Same(world.Rooms[count - 1 - i], quest.Where);
                Assert.Equal(i % 4, quest.Steps!.Count);
                Assert.Equal(Enumerable.Range(0, i % 4), quest.Steps.Select(step => step.Number));
                Assert.All(quest.Steps, step => Assert.Same(quest, step.Of));
                Assert.True(quest.Steps.Count == 0 ? quest.Done == null : quest.Done![quest.Steps[0]]);
                Assert.Equal(i % 5 == 0 ? i : null, quest.Rewards?["gold"]);
                Assert.Equal(1, quest.Completed);
            }
            New.Room hidden = world.Quests[0].Where!.Hidden!;
            Assert.Equal((-1, "hidden"), (hidden.Id, hidden.Quest!.Title));
            Assert.Same(world.Active, hidden.Quest.Next);
        }

        private static TTo Pass<TFrom, TTo>(TFrom value) => KitbagSerializer.Deserialize<TTo>(KitbagSerializer.Serialize(value))!;

        [Theory]
        [InlineData(1)]
        [InlineData(2)]
        [InlineData(7)]
        [InlineData(40)]
        [InlineData(5000)]
        public void Three_programs_pass_one_graph_around(int count)
        {
            New.World world = NewWorld(count);
            Old.World old = Pass<New.World, Old.World>(world);
            AssertComplete(Pass<Old.World, New.World>(old), count);
            Old.World again = Pass<Old.World, Old.World>(Pass<Old.World, Old.World>(old));
            AssertComplete(Pass<Old.World, New.World>(again), count);
            Middle.World middle = Pass<Old.World, Middle.World>(again);
            Assert.Equal(("q" + count / 2, "q" + (count / 2 + 1) % count), (middle.Active!.Title, middle.Active.Next!.Title));
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
            old.Rooms.Reverse();
            old.Rooms.InsertRange(0, new[] { new Old.Room { Id = 100 }, new Old.Room { Id = 101 } });
            New.World world = Pass<Old.World, New.World>(Pass<Old.World, Old.World>(old));
            world.Rooms.RemoveRange(0, 2);
            world.Rooms.Reverse();
            AssertComplete(world, count);
        }

        [Fact]
        public void Removed_objects_remain_while_a_quest_refers_to_them()
        {
            Old.World old = Pass<New.World, Old.World>(NewWorld(10));
            old.Rooms.Clear();
            New.World world = Pass<Old.World, New.World>(old);
            Assert.Equal(Enumerable.Range(0, 10).Reverse(), world.Quests.Select(quest => quest.Where!.Id));
        }

        [Fact]
        public void Objects_of_two_documents_are_written_together()
        {
            Old.World first = Pass<New.World, Old.World>(NewWorld(9)), second = Pass<New.World, Old.World>(NewWorld(12));
            var merged = new Old.World();
            merged.Rooms.AddRange(first.Rooms.Zip(second.Rooms, (a, b) => new[] { a, b }).SelectMany(pair => pair));
            New.World world = Pass<Old.World, New.World>(merged);
            for (int i = 0; i < 9; i += 2)
            {
                New.Quest one = world.Rooms[2 * i].Quest!, other = world.Rooms[2 * i + 1].Quest!;
                Assert.Equal(("q" + i, "q" + i), (one.Title, other.Title));
                Assert.Same(world.Rooms[2 * (8 - i)], one.Where);
                Assert.Equal(11 - i, other.Where!.Id);
                Assert.NotSame(one, other);
                if (i > 0)
                    Assert.Same(one.Next!.Next, i == 8 ? one.Next.Next : world.Rooms[2 * i + 4].Quest);
            }
        }

        [Fact]
        public void A_part_of_the_graph_has_what_it_refers_to()
        {
            Old.World old = Pass<New.World, Old.World>(NewWorld(8));
            New.Room room = Pass<Old.Room, New.Room>(old.Rooms[2]);
            Assert.Equal(("q2", 5, "q3"), (room.Quest!.Title, room.Quest.Where!.Id, room.Quest.Next!.Title));
            Assert.Same(room, room.Quest.Next.Next!.Next!.Where);
        }

        [Fact]
        public void The_older_program_writes_JSON()
        {
            Old.World old = Pass<New.World, Old.World>(NewWorld(12));
            AssertComplete(KitbagJson.Deserialize<New.World>(KitbagJson.Serialize(old))!, 12);
        }

        [Fact]
        public void A_KitbagDocument_has_the_objects()
        {
            Old.World old = Pass<New.World, Old.World>(NewWorld(6));
            KitbagDocument document = KitbagDocument.Parse(KitbagSerializer.Serialize(old));
            document.Verify();
            AssertComplete(KitbagJson.Deserialize<New.World>(document.ToJson())!, 6);
            KitbagNode active = document.Root.Unknown["Active"];
            Assert.Equal("q3", active["Title"].GetString());
            Assert.Equal("q4", active["Next"]["Title"].GetString());
            Assert.Equal(2, active["Where"]["Id"].GetInt64());
            Assert.Equal("q3", document.Find(active.Identity!)["Title"].GetString());
            Assert.True(document.TrackedObjects.Single(type => type.Key == "$unknown").Value > 6);
            document.Set("Rooms[1].Id", 1);
            AssertComplete(KitbagSerializer.Deserialize<New.World>(document.ToBytes())!, 6);
        }

        [Fact]
        public void A_report_names_the_members_as_kept()
        {
            KitbagSerializer.Deserialize<Old.World>(KitbagSerializer.Serialize(NewWorld(3)), out KitbagReadReport report);
            Assert.True(report.IsComplete, report.ToString());
        }

        [Fact]
        public void A_chain_of_unknown_objects_may_be_deep()
        {
            const int Depth = 20_000;
            var world = new New.World { Active = new New.Quest { Title = "0" } };
            New.Quest last = world.Active;
            for (int i = 1; i < Depth; i++)
                last = last.Next = new New.Quest { Title = "" + i };
            Old.World old = Pass<New.World, Old.World>(world);
            New.World again = Pass<Old.World, New.World>(Pass<Old.World, Old.World>(old));
            int count = 0;
            for (New.Quest? quest = again.Active; quest != null; quest = quest.Next)
                Assert.Equal("" + count++, quest.Title);
            Assert.Equal(Depth, count);
        }

        [Fact]
        public void An_existing_object_is_populated()
        {
            Old.World old = Pass<New.World, Old.World>(NewWorld(5));
            var world = new New.World();
            KitbagSerializer.Populate(KitbagSerializer.Serialize(old), world);
            AssertComplete(world, 5);
            var target = new Old.World();
            KitbagSerializer.Populate(KitbagSerializer.Serialize(NewWorld(5)), target);
            AssertComplete(Pass<Old.World, New.World>(target), 5);
        }

        // A document of which the older program knows no tracked class.
        private static New.Save NewSave(int count)
        {
            New.World world = NewWorld(count);
            var save = new New.Save { Name = "s", Active = world.Active };
            for (int i = 0; i < count; i++)
                save.Players.Add(new New.Player { Name = "p" + i, Quests = new[] { world.Quests[i], world.Quests[(i + 1) % count] } });
            return save;
        }

        private static void AssertComplete(New.Save save, int count)
        {
            var world = new New.World { Active = save.Active, Quests = save.Players.ConvertAll(player => player.Quests![0]) };
            world.Rooms = world.Quests.ConvertAll(quest => quest.Where!);
            world.Rooms.Reverse();
            AssertComplete(world, count);
            Assert.Equal("s", save.Name);
            for (int i = 0; i < count; i++)
            {
                Assert.Equal("p" + i, save.Players[i].Name);
                Assert.Same(world.Quests[(i + 1) % count], save.Players[i].Quests![1]);
            }
        }

        [Theory]
        [InlineData(1)]
        [InlineData(2)]
        [InlineData(30)]
        [InlineData(5000)]
        public void A_program_without_any_tracked_class_keeps_a_graph(int count)
        {
            Old.Save old = Pass<New.Save, Old.Save>(NewSave(count));
            AssertComplete(Pass<Old.Save, New.Save>(old), count);
            AssertComplete(Pass<Old.Save, New.Save>(Pass<Old.Save, Old.Save>(Pass<Old.Save, Old.Save>(old))), count);
            AssertComplete(KitbagJson.Deserialize<New.Save>(KitbagJson.Serialize(old))!, count);
            var options = new KitbagOptions { Checksum = true };
            byte[] document = KitbagSerializer.Serialize(old, options);
            AssertComplete(KitbagSerializer.Deserialize<New.Save>(document, options)!, count);
            var save = new New.Save();
            KitbagSerializer.Populate(document, save);
            AssertComplete(save, count);
            KitbagDocument read = KitbagDocument.Parse(document);
            read.Verify();
            read.Set("Name", "s");
            AssertComplete(KitbagSerializer.Deserialize<New.Save>(read.ToBytes())!, count);
        }

        [Fact]
        public void Documents_of_trees_have_objects_only_if_there_are_any()
        {
            const int FlagsAt = 4, HasUnknownObjects = 32;
            Old.Save old = Pass<New.Save, Old.Save>(NewSave(3));
            byte[] plain = KitbagSerializer.Serialize(new Old.Save { Name = "s" });
            Assert.Equal(0, plain[FlagsAt]);
            byte[] kept = KitbagSerializer.Serialize(old);
            Assert.Equal(HasUnknownObjects, kept[FlagsAt]);
            KitbagDocument document = KitbagDocument.Parse(kept);
            Assert.Equal("q1", document.Root.Unknown["Active"]["Title"].GetString());
            Assert.Equal("$unknown", Assert.Single(document.TrackedObjects).Key);
            Assert.Equal(kept.Length, document.Sizes().Bytes);
            // The header says that objects follow, and none do.
            plain[FlagsAt] = HasUnknownObjects;
            Assert.Equal(KitbagErrorReason.Malformed,
                Assert.ThrowsAny<KitbagException>(() => KitbagSerializer.Deserialize<Old.Save>(plain)).Reason);
            Assert.ThrowsAny<KitbagException>(() => KitbagDocument.Parse(plain).Verify());
            // A bare body has no flag for unknown objects.
            var bare = new KitbagOptions { Schema = KitbagSchemaMode.Bare };
            Old.Save lost = KitbagSerializer.Deserialize<Old.Save>(KitbagSerializer.Serialize(old, bare), bare)!;
            Assert.Null(Pass<Old.Save, New.Save>(lost).Active);
        }

        // The oldest program knows no teams. The next one knows them, but not the rooms to which their members refer, and so on.
        [Theory]
        [InlineData(3)]
        [InlineData(60)]
        [InlineData(5000)]
        public void Unknown_values_contain_unknown_members(int count)
        {
            var world = new Versions.Teams.Third.World { Rooms = Enumerable.Range(0, count).Select(i => Room(i)).ToList() };
            for (int i = 0; i < count; i++)
            {
                world.Teams.Add(new Versions.Teams.Third.Team
                {
                    Name = "t" + i,
                    Leader = new Versions.Teams.Third.Member { Name = "l" + i, Home = world.Rooms[i], Next = world.Rooms[(i + 1) % count] },
                });
            }
            world.Teams[0].Quest = new Versions.Teams.Third.Quest { Title = "q", In = world.Rooms[count - 1] };
            world.Teams[0].Quest!.Next = world.Teams[0].Quest;
            var third = Pass<Versions.Teams.Third.World, Versions.Teams.Second.World>(world);
            var first = Pass<Versions.Teams.Second.World, Versions.Teams.First.World>(third);
            for (int pass = 0; pass < 3; pass++)
            {
                first.Rooms.Reverse();
                first.Rooms.Insert(0, new Versions.Teams.First.Room { Id = -pass });
                AssertTeams(Pass<Versions.Teams.First.World, Versions.Teams.Third.World>(first), count);
                var second = Pass<Versions.Teams.First.World, Versions.Teams.Second.World>(first);
                AssertTeams(Pass<Versions.Teams.Second.World, Versions.Teams.Third.World>(second), count);
                AssertTeams(KitbagJson.Deserialize<Versions.Teams.Third.World>(KitbagJson.Serialize(second))!, count);
                AssertTeams(KitbagJson.Deserialize<Versions.Teams.Third.World>(KitbagJson.Serialize(first))!, count);
                KitbagDocument document = KitbagDocument.Parse(KitbagSerializer.Serialize(first));
                document.Set("Rooms[0].Id", -pass);
                AssertTeams(KitbagSerializer.Deserialize<Versions.Teams.Third.World>(document.ToBytes())!, count);
                first = pass == 0 ? Pass<Versions.Teams.Second.World, Versions.Teams.First.World>(second)
                    : Pass<Versions.Teams.First.World, Versions.Teams.First.World>(first);
            }
        }

        private static Versions.Teams.Third.Room Room(int id) => new Versions.Teams.Third.Room { Id = id };

        private static void AssertTeams(Versions.Teams.Third.World world, int count)
        {
            Dictionary<int, Versions.Teams.Third.Room> rooms = world.Rooms.Where(room => room.Id >= 0).GroupBy(room => room.Id)
                .ToDictionary(same => same.Key, same => same.Last());
            var all = new HashSet<Versions.Teams.Third.Room>(world.Rooms);
            Assert.Equal(count, world.Teams.Count);
            for (int i = 0; i < count; i++)
            {
                Assert.Equal(("t" + i, "l" + i), (world.Teams[i].Name, world.Teams[i].Leader!.Name));
                Assert.Equal((i, (i + 1) % count), (world.Teams[i].Leader!.Home!.Id, world.Teams[i].Leader!.Next!.Id));
                Assert.Contains(world.Teams[i].Leader!.Home!, all);
                if (i != 0)
                    Assert.Same(rooms[i], world.Teams[i].Leader!.Home);
            }
            Assert.Equal("q", world.Teams[0].Quest!.Title);
            Assert.Same(world.Teams[0].Quest, world.Teams[0].Quest!.Next);
            Assert.Same(rooms[count - 1], world.Teams[0].Quest!.In);
        }

        [Fact]
        public void Damaged_unknown_members_of_unknown_values()
        {
            var world = new Versions.Teams.Third.World { Rooms = { Room(1), Room(2) } };
            world.Teams.Add(new Versions.Teams.Third.Team { Leader = new Versions.Teams.Third.Member { Home = world.Rooms[1] } });
            world.Teams.Add(new Versions.Teams.Third.Team { Quest = new Versions.Teams.Third.Quest { In = world.Rooms[0] } });
            var second = Pass<Versions.Teams.Third.World, Versions.Teams.Second.World>(world);
            var first = Pass<Versions.Teams.Second.World, Versions.Teams.First.World>(second);
            DamagedVersions.Try<Versions.Teams.First.World, Versions.Teams.Second.World, Versions.Teams.Third.World>(
                KitbagSerializer.Serialize(first), 1);
        }

        [Theory]
        [InlineData(3)]
        [InlineData(9)]
        public void Damaged(int count)
        {
            byte[] newest = KitbagSerializer.Serialize(NewWorld(count));
            byte[] kept = KitbagSerializer.Serialize(KitbagSerializer.Deserialize<Old.World>(newest));
            byte[] middle = KitbagSerializer.Serialize(KitbagSerializer.Deserialize<Middle.World>(kept));
            foreach (byte[] document in new[] { newest, kept, middle })
                DamagedVersions.Try<Old.World, Middle.World, New.World>(document, count);
        }

        [Theory]
        [InlineData(1)]
        [InlineData(6)]
        public void Damaged_tree(int count)
        {
            byte[] newest = KitbagSerializer.Serialize(NewSave(count));
            byte[] kept = KitbagSerializer.Serialize(KitbagSerializer.Deserialize<Old.Save>(newest));
            foreach (byte[] document in new[] { newest, kept })
                DamagedVersions.Try<Old.Save, Old.Save, New.Save>(document, count);
        }

        [Fact]
        public void The_objects_count_against_the_budget()
        {
            byte[] kept = KitbagSerializer.Serialize(Pass<New.World, Old.World>(NewWorld(2000)));
            var options = new KitbagOptions { Limits = new KitbagLimits { MaxAllocation = 100_000 } };
            Assert.Equal(KitbagErrorReason.LimitExceeded,
                Assert.ThrowsAny<KitbagException>(() => KitbagSerializer.Deserialize<Old.World>(kept, options)).Reason);
            Assert.Equal(KitbagErrorReason.LimitExceeded,
                Assert.ThrowsAny<KitbagException>(() => KitbagSerializer.Deserialize<New.World>(kept, options)).Reason);
        }
    }
}

namespace Kitbag.Tests.Versions.Quests.New
{
    [KitbagKeepUnknown]
    public partial class Save
    {
        public string Name { get; set; } = "";

        public List<Player> Players { get; set; } = new();

        public Quest? Active { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Player
    {
        public string Name { get; set; } = "";

        public Quest[]? Quests { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Room> Rooms { get; set; } = new();

        public List<Quest> Quests { get; set; } = new();

        public Quest? Active { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Room
    {
        public int Id { get; set; }

        public Room? Exit { get; set; }

        public Room? Hidden { get; set; }

        public Quest? Quest { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Quest : IKitbagDeserialized
    {
        public string Title { get; set; } = "";

        public Quest? Next { get; set; }

        public Room? Where { get; set; }

        public List<Step>? Steps { get; set; }

        public Dictionary<Step, bool>? Done { get; set; }

        public Dictionary<string, int>? Rewards { get; set; }

        [KitbagIgnore]
        public int Completed { get; private set; }

        void IKitbagDeserialized.OnDeserialized()
        {
            Completed++;
        }
    }

    public partial class Hunt : Quest
    {
        public int Prey { get; set; }
    }

    public class Step
    {
        public Quest? Of { get; set; }

        public int Number { get; set; }
    }
}

namespace Kitbag.Tests.Versions.Quests.Middle
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Room> Rooms { get; set; } = new();

        public Quest? Active { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Room
    {
        public int Id { get; set; }

        public Room? Exit { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Quest
    {
        public string Title { get; set; } = "";

        public Quest? Next { get; set; }
    }

    public partial class Hunt : Quest
    {
    }
}

namespace Kitbag.Tests.Versions.Quests.Old
{
    [KitbagKeepUnknown]
    public partial class Save
    {
        public string Name { get; set; } = "";

        public List<Player> Players { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public partial class Player
    {
        public string Name { get; set; } = "";
    }

    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Room> Rooms { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public partial class Room
    {
        public int Id { get; set; }

        public Room? Exit { get; set; }
    }
}

namespace Kitbag.Tests.Versions.Teams.Third
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Room> Rooms { get; set; } = new();

        public List<Team> Teams { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public partial class Team
    {
        public string Name { get; set; } = "";

        public Member? Leader { get; set; }

        public Quest? Quest { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Member
    {
        public string Name { get; set; } = "";

        public Room? Home { get; set; }

        public Room? Next { get; set; }
    }

    public class Quest
    {
        public string Title { get; set; } = "";

        public Quest? Next { get; set; }

        public Room? In { get; set; }
    }

    public class Room
    {
        public int Id { get; set; }

        public Room? Exit { get; set; }
    }
}

namespace Kitbag.Tests.Versions.Teams.Second
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Room> Rooms { get; set; } = new();

        public List<Team> Teams { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public partial class Team
    {
        public string Name { get; set; } = "";

        public Member? Leader { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Member
    {
        public string Name { get; set; } = "";
    }

    public class Room
    {
        public int Id { get; set; }

        public Room? Exit { get; set; }
    }
}

namespace Kitbag.Tests.Versions.Teams.First
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Room> Rooms { get; set; } = new();
    }

    public class Room
    {
        public int Id { get; set; }

        public Room? Exit { get; set; }
    }
}
