using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Kitbag.Tests
{
    using Middle = Versions.CasesOption.Middle;
    using New = Versions.CasesOption.New;
    using Old = Versions.CasesOption.Old;

    /// <summary><see cref="KitbagOptions.UnknownCases"/> applies to members that an older program kept, too.</summary>
    public class UnknownCasesOptionTests
    {
        private static readonly KitbagOptions
            s_asNull = new KitbagOptions { UnknownCases = KitbagUnknownCases.ReadAsNull },
            s_drop = new KitbagOptions { UnknownCases = KitbagUnknownCases.Drop };

        private static New.World NewWorld(int count)
        {
            var world = new New.World();
            for (int i = 0; i < count; i++)
            {
                world.Heroes.Add(new New.Hero
                {
                    Name = "h" + i,
                    One = i % 2 == 0 ? new New.Fresh { X = i } : new New.Known { Y = i },
                    All = { new New.Known { Y = i }, new New.Fresh { X = i }, new New.Known { Y = -i } },
                    Bag = new New.Bag { One = new New.Fresh { X = i } },
                });
            }
            return world;
        }

        private static TTo Read<[KitbagRoot] TFrom, [KitbagRoot] TTo>(TFrom value, KitbagOptions? options = null) =>
            KitbagSerializer.Deserialize<TTo>(KitbagSerializer.Serialize(value), options)!;

        private static Old.World Keep(New.World world, bool fromJson) => fromJson
            ? KitbagJson.Deserialize<Old.World>(KitbagJson.Serialize(world))!
            : Read<New.World, Old.World>(world);

        public static TheoryData<int, bool> Cases => new TheoryData<int, bool> { { 1, false }, { 20, false }, { 1, true }, { 20, true } };

        private static void AssertRefused(Old.World old) => Assert.Equal(KitbagErrorReason.SchemaMismatch,
            Assert.Throws<KitbagException>(() => Read<Old.World, Middle.World>(old)).Reason);

        // In different orders, so that no plan of one option is used for another one.
        [Theory]
        [MemberData(nameof(Cases))]
        public void The_option_applies_to_kept_members(int count, bool fromJson)
        {
            New.World world = NewWorld(count);
            Old.World old = Keep(world, fromJson);
            for (int round = 0; round < 2; round++)
            {
                foreach (KitbagOptions options in round == 0 ? new[] { s_asNull, s_drop } : new[] { s_drop, s_asNull })
                {
                    Middle.World direct = Read<New.World, Middle.World>(world, options);
                    Middle.World kept = Read<Old.World, Middle.World>(old, options);
                    Assert.Equal(KitbagJson.Serialize(direct), KitbagJson.Serialize(kept));
                    Assert.Equal(options == s_drop ? 2 : 3, kept.Heroes[0].All.Count);
                    Assert.Null(kept.Heroes[0].One);
                }
                AssertRefused(old);
            }
        }

        [Theory]
        [MemberData(nameof(Cases))]
        public void The_option_applies_to_what_a_migration_creates(int count, bool fromJson)
        {
            Old.World old = Keep(NewWorld(count), fromJson);
            List<Middle.Later> Read(KitbagOptions? options) =>
                KitbagSerializer.Deserialize<List<Middle.Later>>(KitbagSerializer.Serialize(old.Heroes), options)!;
            // Requires code for JSON.
            Assert.Contains("h0", KitbagJson.Serialize(Read(s_drop)));
            Assert.All(Read(s_drop), hero => Assert.Equal(2, hero.All.Count));
            Assert.All(Read(s_asNull), hero => Assert.Equal(3, hero.All.Count));
            Assert.Throws<KitbagException>(() => Read(null));
        }

        // The older program lacks the class of the rooms, which refer to each other.
        [Theory]
        [InlineData(1)]
        [InlineData(20)]
        public void The_option_applies_to_objects_of_classes_that_the_older_program_lacks(int count)
        {
            New.World world = NewWorld(count);
            for (int i = 0; i < count; i++)
                world.Rooms.Add(new New.Room { Next = world.Rooms.LastOrDefault(), All = world.Heroes[i].All });
            Old.World old = Keep(world, false);
            Assert.All(Read<Old.World, Middle.World>(old, s_drop).Rooms, room => Assert.Equal(2, room.All.Count));
            Assert.All(Read<Old.World, Middle.World>(old, s_asNull).Rooms, room => Assert.Equal(3, room.All.Count));
            Assert.Equal(count, Read<Old.World, Middle.World>(old, s_drop).Rooms.Count);
            AssertRefused(old);
        }
    }
}

namespace Kitbag.Tests.Versions.CasesOption.Old
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Hero> Heroes { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public partial class Hero
    {
        public string Name { get; set; } = "";
    }
}

namespace Kitbag.Tests.Versions.CasesOption.Middle
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Hero> Heroes { get; set; } = new();

        public List<Room> Rooms { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public partial class Hero
    {
        public string Name { get; set; } = "";

        public Base? One { get; set; }

        public List<Base?> All { get; set; } = new();

        public Bag? Bag { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class HeroV1
    {
        public string Name { get; set; } = "";
    }

    [KitbagKeepUnknown]
    public partial class Later
    {
        public string Text { get; set; } = "";

        public List<Base?> All { get; set; } = new();

        [KitbagMigration]
        private static Later From(HeroV1 old) => new Later { Text = old.Name };
    }

    public class Room
    {
        public Room? Next { get; set; }

        public List<Base?> All { get; set; } = new();
    }

    public class Bag
    {
        public Base? One { get; set; }
    }

    public abstract class Base
    {
    }

    public class Known : Base
    {
        public int Y { get; set; }
    }
}

namespace Kitbag.Tests.Versions.CasesOption.New
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Hero> Heroes { get; set; } = new();

        public List<Room> Rooms { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public partial class Hero
    {
        public string Name { get; set; } = "";

        public Base? One { get; set; }

        public List<Base?> All { get; set; } = new();

        public Bag? Bag { get; set; }
    }

    public class Room
    {
        public Room? Next { get; set; }

        public List<Base?> All { get; set; } = new();
    }

    public class Bag
    {
        public Base? One { get; set; }
    }

    public abstract class Base
    {
    }

    public class Known : Base
    {
        public int Y { get; set; }
    }

    public class Fresh : Base
    {
        public int X { get; set; }
    }
}
