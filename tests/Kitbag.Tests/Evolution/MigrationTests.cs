using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Kitbag.Tests.Evolution
{
    /// <summary>What becomes of old documents where methods of the program say so, in all places of the table of changes.</summary>
    public class MigrationTests
    {
        private static readonly Change[] s_rows =
        {
            Row<int, Health>("number to a struct that is its memory").Reads(5, new Health(5, 5)).Reads(0, new Health(0, 0))
                .Refuses(-1, KitbagErrorReason.Refused),
            Row<long, Health>("a larger number").Reads(5, new Health(5, 5)).Refuses(1L << 40, KitbagErrorReason.OutOfRange),
            Row<int?, Health?>("number or null").Reads(5, new Health(5, 5)).Reads(null, (Health?)null),
            Row<int, Health?>("number to a nullable").Reads(5, new Health(5, 5)).Reads(0, new Health(0, 0)),
            Row<int?, Health>("number or null to what has none").Reads(5, new Health(5, 5)).Refuses(null),
            Row<string, Price>("text to a class").Reads("12 g", new Price { Amount = 12, Unit = "g" }).Reads(null, (Price?)null)
                .Refuses("", KitbagErrorReason.Refused),
            Row<HeroV2, Hero>("object to another").Reads(new HeroV2 { First = "A", Last = "B", Hp = 3 }, h => h!.Is("A", "B", 3, 0))
                .Reads(null, h => h == null).Refuses(new HeroV2 { Hp = -1 }, KitbagErrorReason.Refused),
            Row<HeroV1, Hero>("two steps").Reads(new HeroV1("A B", 3, 4), h => h!.Is("A", "B", 3, 4) && h.Calls == 1)
                .Reads(null, h => h == null).Refuses(new HeroV1("A B", -1, 4), KitbagErrorReason.Refused)
                .Refuses(new HeroV1("A", 3, 4), KitbagErrorReason.Refused),
            Row<HeroBefore, Hero>("before the first version").Reads(new HeroBefore("A B", 3), h => h!.Is("A", "B", 3, 0)),
            Row<HeroBetween, Hero>("between two").Reads(new HeroBetween("A B", 3, 4, 5), h => h!.Is("A", "B", 3, 4)),
            Row<HeroAfter, Hero>("after the last").Reads(new HeroAfter("A", "B", new Dictionary<string, int> { ["hp"] = 3 }, 1),
                h => h!.Is("A", "B", 3, 0) && h.Calls == 1),
            Row<Hero, Hero>("no other version").Reads(new Hero { First = "A", Last = "B", Stats = { ["hp"] = 3 } },
                h => h!.Is("A", "B", 3, 0) && h.Calls == 1),
            Row<PointV1, Place2>("memory to a struct with objects").Reads(new PointV1 { X = 1, Y = 2 }, p => (p.Name, p.Far) == ("1,2", 3))
                .Reads(default, p => p.Name == "0,0"),
            Row<PointV1?, Place2?>("memory or null").Reads(new PointV1 { X = 1 }, p => p!.Value.Name == "1,0").Reads(null, p => p == null),
            Row<ShapeV1, Shape>("object to a base class").Reads(new ShapeV1 { IsRound = true, Size = 3 }, s => ((Circle)s!).Radius == 3)
                .Reads(new ShapeV1 { Size = 4 }, s => ((Square)s!).Side == 4).Reads(null, s => s == null),
            Row<UnitV1, Unit>("members").Reads(
                new UnitV1 { Health = "abc", Rank = "high", Desire = "low", Gold = 2, Tags = "x,y", Old = true, Before = 5, After = 6 },
                u => (u!.Health, u.Rank, u.Wish, u.Gold, string.Join("|", u.Tags), u.Renamed, u.Before, u.After)
                    == (new Health(3, 100), Rank.High, Rank.Low, 20, "x|y", "yes", 5, 6)).Reads(null, u => u == null)
                .Reads(new UnitV1(), u => (u!.Health, u.Rank, u.Wish, u.Gold, u.Tags.Single(), u.Renamed)
                    == (new Health(0, 100), Rank.Low, Rank.Low, 0, "null", "no")),
            Row<UnitV2, Unit>("members of which one is what it is").Reads(
                new UnitV2 { Health = 9, Rank = Rank.High, Gold = 2, Tags = { "a" }, Renamed = "b" },
                u => (u!.Health, u.Rank, u.Wish, u.Gold, u.Tags.Single(), u.Renamed, u.Before)
                    == (new Health(9, 9), Rank.High, null, 2, "a", "b", 1)),
            Row<UnitV3, Unit>("another method for the same member").Reads(new UnitV3 { Gold = "1234" }, u => u!.Gold == 4),
            Row<CellV1, Cell2>("fields of memory").Reads(new CellV1(1.5, 'C', 7), new Cell2(3, 2, new Health(7, 7)))
                .Refuses(new CellV1(1.5, 'C', -7), KitbagErrorReason.Refused),
        };

        private static Change<TOld, TNew> Row<[KitbagRoot] TOld, [KitbagRoot] TNew>(string name) => new Change<TOld, TNew>(name);

        public static IEnumerable<object[]> Rows() => s_rows.Select(r => new object[] { r.Name });

        [Theory]
        [MemberData(nameof(Rows))]
        public void A_migration(string change)
        {
            Change row = s_rows.Single(r => r.Name == change);
            var failures = new List<string>();
            foreach (Cell cell in Cell.All.Where(c => !c.AsJson))
            {
                try
                {
                    row.Check(cell);
                }
                catch (Exception e)
                {
                    failures.Add(e is Xunit.Sdk.XunitException ? e.Message : row.Name + ", " + cell + ": " + e);
                }
            }
            Assert.True(failures.Count == 0, string.Join(Environment.NewLine, failures.Take(6)));
        }
    }
}
