using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Kitbag.Tests
{
    using First = Versions.Renamed.First;
    using Second = Versions.Renamed.Second;
    using Third = Versions.Renamed.Third;

    /// <summary>
    /// Members that were renamed or migrated: an older program stores what a new object has under the old name, and keeps the value under
    /// the new one, which must be read.
    /// </summary>
    public partial class UnknownRenamedTests
    {
        private static readonly Third.Hero s_hero =
            new Third.Hero { Title = "Ada", Health = 9, Friends = { new Third.Hero { Title = "Bo" } } };

        private static TTo Again<[KitbagRoot] TFrom, [KitbagRoot] TTo>(TFrom value) =>
            KitbagSerializer.Deserialize<TTo>(KitbagSerializer.Serialize(value))!;

        [Fact]
        public void The_value_under_the_new_name_is_read_after_an_older_program_saved()
        {
            Third.Hero again = Again<First.Hero, Third.Hero>(Again<Third.Hero, First.Hero>(s_hero));
            Assert.Equal(KitbagJson.Serialize(s_hero), KitbagJson.Serialize(again));
        }

        // Second reads what it wrote itself, which First kept, and stores it under its own name.
        [Fact]
        public void The_value_under_a_former_name_is_read_if_the_document_has_an_older_one()
        {
            var hero = new Second.Hero { Label = "Ada", Power = 9 };
            Third.Hero again = Again<First.Hero, Third.Hero>(Again<Second.Hero, First.Hero>(hero));
            Assert.Equal(("Ada", 9), (again.Title, again.Health));
        }

        [KitbagKeepUnknown]
        public partial class Archer
        {
            public string Name { get; set; } = "";

            [KitbagFormerName("Target")]
            public int Goal { get; set; }
        }

        // The older program had no value for the member, which was nullable then.
        [Theory]
        [InlineData("""{"Name":"Ada","Target":null,"Goal":7}""")]
        [InlineData("""{"Name":"Ada","Goal":7,"Target":null}""")]
        [InlineData("""{"Target":"none","Goal":7,"Name":"Ada"}""")]
        public void A_value_under_a_former_name_in_JSON_is_skipped_if_it_is_not_read(string json)
        {
            Archer archer = KitbagJson.Deserialize<Archer>(json)!;
            Assert.Equal(("Ada", 7), (archer.Name, archer.Goal));
        }

        [Fact]
        public void A_value_that_a_newer_program_stores_under_the_current_name_is_read()
        {
            First.Hero old = Again<Third.Hero, First.Hero>(s_hero);
            Third.Hero hero = Again<First.Hero, Third.Hero>(old);
            hero.Title = "Changed";
            Assert.Equal("Changed", Again<First.Hero, Third.Hero>(Again<Third.Hero, First.Hero>(hero)).Title);
            Assert.Equal("Old", Again<First.Hero, Third.Hero>(new First.Hero { Name = "Old" }).Title);
        }

        // The type in the older documents keeps unknown members, too.
        [Theory]
        [InlineData(1)]
        [InlineData(3)]
        public void What_the_migration_of_a_type_creates_gets_the_kept_members(int count)
        {
            var all = Enumerable.Range(0, count).Select(i => new Second.Player { First = "F" + i, Last = "L" + i, Score = i }).ToList();
            List<First.Player> old = Again<List<Second.Player>, List<First.Player>>(all);
            Assert.Equal("nobody", old[0].Name);
            List<Second.Player> again = Again<List<First.Player>, List<Second.Player>>(old);
            Assert.Equal(KitbagJson.Serialize(all), KitbagJson.Serialize(again));
            Second.Player one = Again<First.Player, Second.Player>(old[count - 1]);
            Assert.Equal(KitbagJson.Serialize(all[count - 1]), KitbagJson.Serialize(one));
            Assert.Equal("Jo", Again<First.Player, Second.Player>(new First.Player { Name = "Jo Do" }).First);
        }

        [Fact]
        public void Objects_in_columns_are_read_in_the_same_way()
        {
            var all = Enumerable.Range(0, 20).Select(i => new Third.Hero { Title = "T" + i, Health = i }).ToList();
            List<Third.Hero> again = Again<List<First.Hero>, List<Third.Hero>>(Again<List<Third.Hero>, List<First.Hero>>(all));
            Assert.Equal(KitbagJson.Serialize(all), KitbagJson.Serialize(again));
        }
    }
}

namespace Kitbag.Tests.Versions.Renamed.First
{
    [KitbagKeepUnknown]
    public partial class Hero
    {
        public string Name { get; set; } = "nobody";

        public int Hp { get; set; } = 1;

        public List<Hero> Friends { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public partial class Player
    {
        public string Name { get; set; } = "nobody";

        public int Score { get; set; }
    }
}

namespace Kitbag.Tests.Versions.Renamed.Second
{
    // The form of the first version.
    [KitbagKeepUnknown]
    public partial class PlayerV1
    {
        public string Name { get; set; } = "";

        public int Score { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Player
    {
        public string First { get; set; } = "";

        public string Last { get; set; } = "";

        public int Score { get; set; }

        [KitbagMigration]
        private static Player From(PlayerV1 old) => new Player { First = old.Name.Split(' ')[0], Last = old.Name, Score = old.Score };
    }

    [KitbagKeepUnknown]
    public partial class Hero
    {
        [KitbagFormerName("Name")]
        public string Label { get; set; } = "none";

        [KitbagFormerName("Hp")]
        public int Power { get; set; } = 2;

        public List<Hero> Friends { get; set; } = new();
    }
}

namespace Kitbag.Tests.Versions.Renamed.Third
{
    [KitbagKeepUnknown]
    public partial class Hero
    {
        [KitbagFormerName("Label")]
        [KitbagFormerName("Name")]
        public string Title { get; set; } = "unnamed";

        [KitbagFormerName("Power")]
        public double Health { get; set; } = 3;

        public List<Hero> Friends { get; set; } = new();

        [KitbagMigration(nameof(Health), From = "Hp")]
        private static double FromHp(int hp) => hp * 10;
    }
}
