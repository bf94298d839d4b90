using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Kitbag.Tests
{
    using Newer = Versions.Callbacks.Newer;
    using Older = Versions.Callbacks.Older;

    /// <summary>
    /// Callbacks of objects with kept members that the program knows: they are called once, when these members have been read as well.
    /// </summary>
    public class UnknownCallbacksTests
    {
        private static TTo Again<[KitbagRoot] TFrom, [KitbagRoot] TTo>(TFrom value) =>
            KitbagSerializer.Deserialize<TTo>(KitbagSerializer.Serialize(value))!;

        private static Newer.Hero Hero(int i) => new Newer.Hero
        {
            Health = i + 1,
            Names = { "a", "b" },
            Next = i == 0 ? null : new Newer.Squire { Names = { "a", "b" } },
        };

        [Theory]
        [InlineData(1)]
        [InlineData(2)]
        [InlineData(40)]
        public void Are_called_once_with_all_members(int count)
        {
            List<Newer.Hero> heroes = Enumerable.Range(0, count).Select(i => Hero(i % 3)).ToList();
            List<Newer.Hero> again = Again<List<Older.Hero>, List<Newer.Hero>>(Again<List<Newer.Hero>, List<Older.Hero>>(heroes));
            Assert.All(again, hero => Assert.Equal((1, 2), (hero.Calls, hero.NamesAtCall)));
            Assert.Equal(heroes.Sum(hero => hero.Depth), again.Sum(hero => hero.Depth));
            Assert.All(again.Where(hero => hero.Next != null), hero => Assert.Equal((1, 2), (hero.Next!.Calls, hero.Next.NamesAtCall)));
        }

        [Fact]
        public void Are_called_once_for_a_root_and_for_an_existing_object()
        {
            Older.Hero kept = Again<Newer.Hero, Older.Hero>(Hero(1));
            Newer.Hero again = Again<Older.Hero, Newer.Hero>(kept);
            Assert.Equal((1, 2, 1), (again.Calls, again.NamesAtCall, again.Next!.Calls));
            var target = new Newer.Hero();
            KitbagSerializer.Populate(KitbagSerializer.Serialize(kept), target);
            Assert.Equal((2, 2), (target.Health, target.NamesAtCall));
            Assert.Equal(1, target.Calls);
        }

        // Kept members follow objects that were never read by an older program as well.
        [Fact]
        public void Are_called_once_for_objects_without_kept_members()
        {
            List<Older.Hero> both = Again<List<Newer.Hero>, List<Older.Hero>>(new List<Newer.Hero> { Hero(0), Hero(1) });
            both.Add(new Older.Hero { Health = 7 });
            List<Newer.Hero> again = Again<List<Older.Hero>, List<Newer.Hero>>(both);
            Assert.Equal(new[] { (1, 2), (1, 2), (1, 0) }, again.Select(hero => (hero.Calls, hero.NamesAtCall)));
        }

        [Fact]
        public void Are_called_once_for_objects_that_hold_references()
        {
            var friend = new Newer.Friend { Name = "Bo" };
            var camps = new List<Newer.Camp> { new Newer.Camp { Size = 2, Friends = { friend, friend } }, new Newer.Camp { Size = 3 } };
            List<Newer.Camp> again = Again<List<Older.Camp>, List<Newer.Camp>>(Again<List<Newer.Camp>, List<Older.Camp>>(camps));
            Assert.Equal(new[] { (1, 2), (1, 0) }, again.Select(camp => (camp.Calls, camp.FriendsAtCall)));
            Assert.Same(again[0].Friends[0], again[0].Friends[1]);
            Newer.Camp one = Again<Older.Camp, Newer.Camp>(Again<Newer.Camp, Older.Camp>(camps[0]));
            Assert.Equal((1, 2), (one.Calls, one.FriendsAtCall));
        }
    }
}

namespace Kitbag.Tests.Versions.Callbacks.Older
{
    [KitbagKeepUnknown]
    public partial class Hero
    {
        public int Health { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Camp
    {
        public int Size { get; set; }
    }
}

namespace Kitbag.Tests.Versions.Callbacks.Newer
{
    [KitbagKeepUnknown]
    public partial class Hero : IKitbagDeserialized
    {
        public int Health { get; set; }

        public List<string> Names { get; set; } = new List<string>();

        // Of another class: a class that can reference itself is tracked.
        public Squire? Next { get; set; }

        [KitbagIgnore]
        public int Calls { get; private set; }

        [KitbagIgnore]
        public int NamesAtCall { get; private set; }

        [KitbagIgnore]
        public int Depth => Next == null ? 1 : 2;

        void IKitbagDeserialized.OnDeserialized()
        {
            Calls++;
            NamesAtCall = Names.Count;
        }
    }

    [KitbagKeepUnknown]
    public partial class Squire : IKitbagDeserialized
    {
        public List<string> Names { get; set; } = new List<string>();

        [KitbagIgnore]
        public int Calls { get; private set; }

        [KitbagIgnore]
        public int NamesAtCall { get; private set; }

        void IKitbagDeserialized.OnDeserialized()
        {
            Calls++;
            NamesAtCall = Names.Count;
        }
    }

    [KitbagSerializable(Tracked = true)]
    public class Friend
    {
        public string Name { get; set; } = "";
    }

    [KitbagKeepUnknown]
    public partial class Camp : IKitbagDeserialized
    {
        public int Size { get; set; }

        public List<Friend> Friends { get; set; } = new List<Friend>();

        [KitbagIgnore]
        public int Calls { get; private set; }

        [KitbagIgnore]
        public int FriendsAtCall { get; private set; }

        void IKitbagDeserialized.OnDeserialized()
        {
            Calls++;
            FriendsAtCall = Friends.Count(friend => friend.Name.Length != 0);
        }
    }
}
