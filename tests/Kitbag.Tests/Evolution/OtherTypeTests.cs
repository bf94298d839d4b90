using System;
using System.Collections.Generic;
using Xunit;

#pragma warning disable CS0649 // fields that only a document sets

namespace Kitbag.Tests
{
    /// <summary>A document of an unrelated type is an error, not an object of defaults.</summary>
    public class OtherTypeTests
    {
        private static void Refused(string path, Action read)
        {
            var e = Assert.Throws<KitbagException>(read);
            Assert.Equal((KitbagErrorReason.SchemaMismatch, path), (e.Reason, e.Path));
            Assert.Contains("OtherTypeTests.Hero'", e.Message);
            Assert.Contains("OtherTypeTests.Tile", e.Message);
            Assert.Contains("no member in common", e.Message);
        }

        [Fact]
        public void Types_without_a_common_member_are_named()
        {
            var hero = new Hero { Name = "Ada", Level = 3 };
            Refused("OtherTypeTests.Tile", () => KitbagSerializer.Deserialize<Tile>(KitbagSerializer.Serialize(hero)));
            Refused("OtherTypeTests.TileRecord", () => KitbagSerializer.Deserialize<TileRecord>(KitbagSerializer.Serialize(hero)));
            Refused("$[]", () => KitbagSerializer.Deserialize<Tile[]>(KitbagSerializer.Serialize(new List<Hero> { hero })));
            Refused("OtherTypeTests.HoldsTile.Item",
                () => KitbagSerializer.Deserialize<HoldsTile>(KitbagSerializer.Serialize(new HoldsHero { Item = hero })));
        }

        [Fact]
        public void One_member_is_enough_and_so_is_the_name()
        {
            Assert.Equal(3, KitbagSerializer.Deserialize<OnlyLevel>(KitbagSerializer.Serialize(new Hero { Level = 3 })).Level);
            Assert.Equal(3, KitbagSerializer.Deserialize<Renamed>(KitbagSerializer.Serialize(new Hero { Level = 3 })).Rank);
            // All members of a class were replaced, but it is still that class.
            Assert.Equal(7, KitbagSerializer.Deserialize<Newer.Settings>(KitbagSerializer.Serialize(new Older.Settings
            {
                Volume = 3
            })).Brightness);
            // A type without members is compatible with every type.
            Assert.Equal(0, KitbagSerializer.Deserialize<Tile>(KitbagSerializer.Serialize(new Empty())).X);
            Assert.NotNull(KitbagSerializer.Deserialize<Empty>(KitbagSerializer.Serialize(new Hero())));
        }

        [Fact]
        public void A_concrete_type_found_by_its_former_name_is_that_type()
        {
            byte[] bytes = KitbagSerializer.Serialize<Older.Shape>(new Older.Circle { Radius = 4 });
            var shape = Assert.IsType<Newer.Disc>(KitbagSerializer.Deserialize<Newer.Shape>(bytes));
            Assert.Equal(1, shape.Diameter);
        }

        public class Hero
        {
            public string? Name { get; set; }
            public int Level;
        }

        public class Tile
        {
            public int X;
            public int Y;
        }

        public struct TileRecord
        {
            public int X;
            public int Y;
        }

        public class HoldsHero
        {
            public int Id;
            public Hero? Item;
        }

        public class HoldsTile
        {
            public int Id;
            public Tile? Item;
        }

        public class OnlyLevel
        {
            public int Level;
        }

        public class Renamed
        {
            [KitbagFormerName("Level")]
            public int Rank;
        }

        public class Empty
        {
        }

        public static class Older
        {
            public class Settings
            {
                public int Volume;
            }

            public abstract class Shape
            {
            }

            public sealed class Circle : Shape
            {
                public int Radius;
            }
        }

        public static class Newer
        {
            public class Settings
            {
                public int Brightness = 7;
            }

            public abstract class Shape
            {
            }

            [KitbagFormerName("OtherTypeTests.Older.Circle")]
            public sealed class Disc : Shape
            {
                public int Diameter = 1;
            }
        }
    }
}
