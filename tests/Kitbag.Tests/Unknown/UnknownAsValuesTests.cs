using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Kitbag.Tests
{
    using Middle = Versions.AsValues.Middle;
    using New = Versions.AsValues.New;
    using Old = Versions.AsValues.Old;

    /// <summary>
    /// An older program keeps objects of a class that is tracked in the newest version, and a version between has the class without
    /// tracking: it reads the objects as values, like those that the newest version wrote.
    /// </summary>
    public class UnknownAsValuesTests
    {
        private static TTo Pass<[KitbagRoot] TFrom, [KitbagRoot] TTo>(TFrom value) =>
            KitbagSerializer.Deserialize<TTo>(KitbagSerializer.Serialize(value))!;

        private static New.World NewWorld(int count)
        {
            var world = new New.World();
            for (int i = 0; i < count; i++)
            {
                var quest = new New.Quest { Title = "q" + i, Place = new New.Place { Name = "p" + i }, Number = i };
                world.Heroes.Add(new New.Hero
                {
                    Name = "h" + i,
                    Main = i % 5 == 4 ? null : quest,
                    Quests = { quest, new New.Quest { Title = "r" + i, Goal = new New.Hunt { Prey = "wolf" + i } } },
                    Bag = new New.Bag { Quest = quest },
                    Named = { ["a" + i] = quest },
                    Goal = new New.Hunt { Prey = "bear" + i },
                    Legacy = i,
                });
            }
            world.Chief = world.Heroes[0];
            return world;
        }

        private static string TextOf<[KitbagRoot] T>(T world) => KitbagJson.Serialize(world);

        [Theory]
        [InlineData(1)]
        [InlineData(5)]
        [InlineData(40)]
        [InlineData(5000)]
        public void Objects_that_an_older_program_kept_are_read_as_values(int count)
        {
            New.World world = NewWorld(count);
            Middle.World direct = Pass<New.World, Middle.World>(world);
            Middle.World middle = Pass<Old.World, Middle.World>(Pass<New.World, Old.World>(world));
            Assert.Equal("q0", middle.Heroes[0].Main!.Title);
            Assert.Equal("bear0", ((Middle.Hunt)middle.Heroes[0].Goal!).Prey);
            Assert.Equal(TextOf(Pass<Middle.World, New.World>(direct)), TextOf(Pass<Middle.World, New.World>(middle)));
        }

        // The order of the members does not matter, so each hero is read alone here.
        [Fact]
        public void Objects_of_single_heroes_are_read_as_values()
        {
            New.World world = NewWorld(3);
            world.Heroes.RemoveRange(1, 2);
            Middle.World middle = Pass<Old.World, Middle.World>(Pass<Old.World, Old.World>(Pass<New.World, Old.World>(world)));
            Assert.Equal("p0", middle.Chief!.Main!.Place!.Name);
            Assert.Equal("q0", middle.Chief.Named["a0"].Title);
            Assert.Equal(0, middle.Chief.Named["a0"].Number);
        }

        // Members of the heroes that the version between lacks are kept, whenever they are read.
        [Fact]
        public void Other_members_are_still_kept()
        {
            New.World world = NewWorld(12);
            Middle.World middle = Pass<Old.World, Middle.World>(Pass<New.World, Old.World>(world));
            Assert.Equal(new[] { "Legacy", "Nick" }, middle.Heroes[0].Unknown.Names.OrderBy(name => name));
            New.World again = Pass<Middle.World, New.World>(middle);
            Assert.Equal(Enumerable.Range(0, 12), again.Heroes.Select(hero => hero.Legacy));
            Assert.Equal(Enumerable.Range(0, 12), Pass<Old.World, New.World>(Pass<Middle.World, Old.World>(middle))
                .Heroes.Select(hero => hero.Legacy));
        }

        // What the older program has itself and the version between lacks comes from the document directly, before the kept members.
        [Fact]
        public void Members_that_the_document_has_directly_are_kept_as_well()
        {
            Old.World old = Pass<New.World, Old.World>(NewWorld(12));
            for (int i = 0; i < 12; i++)
                old.Heroes[i].Nick = "n" + i;
            Middle.World middle = Pass<Old.World, Middle.World>(old);
            Assert.Equal(new[] { "Legacy", "Nick" }, middle.Heroes[3].Unknown.Names.OrderBy(name => name));
            Assert.Equal(Enumerable.Range(0, 12).Select(i => "n" + i),
                Pass<Middle.World, Old.World>(middle).Heroes.Select(hero => hero.Nick));
        }

        [Fact]
        public void A_class_between_keeps_what_it_lacks_of_the_objects()
        {
            Middle.World middle = Pass<Old.World, Middle.World>(Pass<New.World, Old.World>(NewWorld(9)));
            New.World again = Pass<Middle.World, New.World>(middle);
            Assert.Equal("wolf3", ((New.Hunt)again.Heroes[3].Quests[1].Goal!).Prey);
        }
    }
}

namespace Kitbag.Tests.Versions.AsValues.Old
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Hero> Heroes { get; set; } = new();

        public Hero? Chief { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Hero
    {
        public string Name { get; set; } = "";

        public string Nick { get; set; } = "";
    }
}

namespace Kitbag.Tests.Versions.AsValues.Middle
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Hero> Heroes { get; set; } = new();

        public Hero? Chief { get; set; }
    }

    public class Hero
    {
        public KitbagUnknown Unknown { get; set; }

        public string Name { get; set; } = "";

        public Quest? Main { get; set; }

        public List<Quest> Quests { get; set; } = new();

        public Bag? Bag { get; set; }

        public Dictionary<string, Quest> Named { get; set; } = new();

        public Goal? Goal { get; set; }
    }

    public class Bag
    {
        public Quest? Quest { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Quest
    {
        public string Title { get; set; } = "";

        public Place? Place { get; set; }

        public int Number { get; set; } = -1;
    }

    public class Place
    {
        public string Name { get; set; } = "";
    }

    public abstract class Goal
    {
    }

    public class Hunt : Goal
    {
        public string Prey { get; set; } = "";
    }
}

namespace Kitbag.Tests.Versions.AsValues.New
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Hero> Heroes { get; set; } = new();

        public Hero? Chief { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Hero
    {
        public string Name { get; set; } = "";

        public Quest? Main { get; set; }

        public List<Quest> Quests { get; set; } = new();

        public Bag? Bag { get; set; }

        public Dictionary<string, Quest> Named { get; set; } = new();

        public Goal? Goal { get; set; }

        public int Legacy { get; set; }

        public string Nick { get; set; } = "";
    }

    public class Bag
    {
        public Quest? Quest { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Quest
    {
        public string Title { get; set; } = "";

        public Quest? Next { get; set; }

        public Place? Place { get; set; }

        public Goal? Goal { get; set; }

        public int Number { get; set; } = -1;
    }

    public class Place
    {
        public string Name { get; set; } = "";

        public Place? Parent { get; set; }
    }

    public abstract class Goal
    {
        public Goal? Other { get; set; }
    }

    public class Hunt : Goal
    {
        public string Prey { get; set; } = "";
    }
}
