using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Kitbag.Tests.Evolution
{
    /// <summary>Migration methods, in all places of the table of changes.</summary>
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

        // JSON has no schema: rows with another result there have separate tests.
        private static readonly string[] s_inBinaryOnly = { "members", "fields of memory" };

        public static IEnumerable<object[]> Rows() => s_rows.Select(r => new object[] { r.Name, false })
            .Concat(s_rows.Where(r => !s_inBinaryOnly.Contains(r.Name)).Select(r => new object[] { r.Name, true }));

        [Theory]
        [MemberData(nameof(Rows))]
        public void A_migration(string change, bool asJson)
        {
            Change row = s_rows.Single(r => r.Name == change);
            var failures = new List<string>();
            // Keys in JSON are names, which are not migrated.
            foreach (Cell cell in Cell.All.Where(c => c.AsJson == asJson && !(asJson && c.Place == Place.MapKey)))
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

        [Fact]
        public void Members_in_json_are_distinguished_by_their_first_character()
        {
            Unit read = KitbagJson.Deserialize<Unit>(
                "{\"Health\":\"abc\",\"Desire\":\"high\",\"Gold\":\"1234\",\"Old\":true,\"Tags\":[\"x\"],\"Rank\":7,\"After\":6}");
            Assert.Equal((new Health(3, 100), Rank.High, 4L, "yes", "x", Rank.High, 6),
                (read.Health, read.Wish, read.Gold, read.Renamed, read.Tags.Single(), read.Rank, read.After));
            // JSON that the present type can be read from is not migrated.
            Unit own = KitbagJson.Deserialize<Unit>("{\"Health\":{\"Current\":1,\"Max\":2},\"Gold\":5,\"Renamed\":\"text\",\"Wish\":1}");
            Assert.Equal((new Health(1, 2), 5L, "text", Rank.Low), (own.Health, own.Gold, own.Renamed, own.Wish));
            Assert.Equal(new Health(8, 8), KitbagJson.Deserialize<Unit>("{\"Health\":8}").Health);
            var camel = new KitbagJsonOptions { Naming = KitbagJsonNaming.CamelCase };
            Assert.Equal(Rank.High, KitbagJson.Deserialize<Unit>("{\"desire\":\"high\"}", camel).Wish);
        }

        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public void Dictionaries_whose_keys_become_objects(bool asJson)
        {
            Quests From(QuestsV1 old) => asJson
                ? KitbagJson.Deserialize<Quests>(KitbagJson.Serialize(old))
                : KitbagSerializer.Deserialize<Quests>(KitbagSerializer.Serialize(old));
            Quests read = From(new QuestsV1 { Flags = { ["a"] = 1 }, Seen = { new Flag("s", 2), new Flag("t") } });
            Assert.Equal(new Dictionary<Flag, int> { [new Flag("migrated")] = 1, [new Flag("a", 7)] = 1 }, read.Flags);
            Assert.Equal(new[] { new Flag("s", 2), new Flag("t") }, read.Seen.Keys);
            read = From(new QuestsV1());
            Assert.Equal(new Flag("migrated"), Assert.Single(read.Flags).Key);
            Assert.Empty(read.Seen);
        }

        [Theory]
        [InlineData(KitbagJsonFormat.Compact)]
        [InlineData(KitbagJsonFormat.Text)]
        public void Dictionaries_with_objects_as_keys_are_not_migrated_from_current_json(KitbagJsonFormat format)
        {
            var options = new KitbagJsonOptions { Format = format };
            var quests = new Quests { Flags = { [new Flag("a", 1)] = 2 }, Seen = { [new Flag("b", 3)] = false } };
            Quests read = KitbagJson.Deserialize<Quests>(KitbagJson.Serialize(quests, options), options);
            Assert.Equal(quests.Flags, read.Flags);
            Assert.Equal(quests.Seen, read.Seen);
            read = KitbagJson.Deserialize<Quests>(KitbagJson.Serialize(new Quests(), options), options);
            Assert.Empty(read.Flags);
            Assert.Empty(read.Seen);
        }

        public struct Total
        {
            public int Sum { get; set; }

            [KitbagMigration]
            private static Total Of(List<int> old) => new Total { Sum = old.Sum() };
        }

        public class TotalsV1
        {
            public List<int>? First { get; set; }

            public Memory<int>? Second { get; set; }
        }

        public class Totals
        {
            public Total? First { get; set; }

            public Total? Second { get; set; }
        }

        [Fact]
        public void Collections_that_become_a_nullable_struct()
        {
            var old = new TotalsV1 { First = [1, 2], Second = new[] { 3, 4 } };
            foreach (Totals read in new[]
            {
                KitbagSerializer.Deserialize<Totals>(KitbagSerializer.Serialize(old)),
                KitbagSerializer.Deserialize<List<Totals>>(KitbagSerializer.Serialize(Enumerable.Repeat(old, 9).ToList()))[8],
                KitbagJson.Deserialize<Totals>(KitbagJson.Serialize(old)),
            })
                Assert.Equal((3, 7), (read.First!.Value.Sum, read.Second!.Value.Sum));
            Assert.Null(KitbagSerializer.Deserialize<Totals>(KitbagSerializer.Serialize(new TotalsV1())).First);
        }

        [Fact]
        public void An_object_without_members_is_an_empty_dictionary_with_objects_as_keys()
        {
            Quests read = KitbagJson.Deserialize<Quests>("{\"Places\":{ }}");
            Assert.Empty(read.Places!);
            Assert.Empty(KitbagJson.Deserialize<Dictionary<Flag, int>>("{}"));
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Quests>("{\"Places\":{\"a\":1}}"));
            Assert.StartsWith("Found an object where an array is expected", e.Message, StringComparison.Ordinal);
        }

        [Fact]
        public void Null_in_json_is_migrated_if_the_present_type_has_none()
        {
            Assert.Equal(-1, KitbagJson.Deserialize<Mortal>("{\"Age\":null}").Age);
            Assert.Equal(5, KitbagJson.Deserialize<Mortal>("{\"Age\":5}").Age);
            // Null of the present type remains null, although the method would accept it.
            Assert.Null(KitbagJson.Deserialize<Mortal>("{\"Name\":null}").Name);
            Assert.Equal("7", KitbagJson.Deserialize<Mortal>("{\"Name\":7}").Name);
            Assert.Equal("Age -1, none", KitbagJson.Deserialize<Level[]>("[null]")[0].Text);
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Health[]>("[5,null]"));
            Assert.Equal("$[1]", e.Path);
        }

        [Fact]
        public void Objects_in_json_are_distinguished_by_the_names_of_their_members()
        {
            Assert.True(KitbagJson.Deserialize<Hero>("{\"Mp\":4,\"Name\":\"A B\",\"Hp\":3}").Is("A", "B", 3, 4));
            Assert.True(KitbagJson.Deserialize<Hero>("{\"Name\":\"A B\",\"Hp\":1}").Is("A", "B", 1, 0));
            Assert.True(KitbagJson.Deserialize<Hero>("{\"First\":\"A\",\"Last\":\"B\",\"Hp\":3}").Is("A", "B", 3, 0));
            // If both types have all names of the text, it is read as the present type.
            Assert.Equal(("A", 0), (KitbagJson.Deserialize<Hero>("{\"First\":\"A\"}").First,
                KitbagJson.Deserialize<Hero>("{}").Stats.Count));
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Hero[]>("[null,{\"Name\":\"A B\",\"Hp\":-1}]"));
            Assert.Equal((KitbagErrorReason.Refused, "$[1]"), (e.Reason, e.Path));
            Assert.Contains("'Hero.FromV2'", e.Message);
        }

        [Fact]
        public void Own_json_is_read_as_before()
        {
            var unit = new Unit { Health = new Health(1, 2), Rank = Rank.High, Wish = Rank.Low, Renamed = "r", Tags = { "t" } };
            foreach (KitbagJsonOptions options in new[] { new KitbagJsonOptions(), new KitbagJsonOptions { OmitDefaults = true } })
            {
                string text = KitbagJson.Serialize(unit, options);
                Assert.Equal(text, KitbagJson.Serialize(KitbagJson.Deserialize<Unit>(text, options), options));
                string hero = KitbagJson.Serialize(new Hero { First = "A" }, options);
                Assert.True(KitbagJson.Deserialize<Hero>(hero, options).Is("A", "", 0, 0));
            }
            Shape shape = KitbagJson.Deserialize<Shape>(KitbagJson.Serialize<Shape>(new Circle { Radius = 3 }));
            Assert.Equal(3, Assert.IsType<Circle>(shape).Radius);
        }

        [Fact]
        public void A_report_names_the_method()
        {
            KitbagSerializer.Deserialize<Hero>(KitbagSerializer.Serialize(new HeroV1("A B", 1, 2)), out KitbagReadReport whole);
            KitbagReadFinding one = Assert.Single(whole.Findings);
            Assert.Equal("Hero.FromV2", one.Method);
            Assert.EndsWith(": the class HeroV1 becomes the class Hero by 'Hero.FromV2'; it may reject values.", one.ToString());
            Assert.True(whole.IsComplete);
            KitbagSerializer.Deserialize<Unit>(KitbagSerializer.Serialize(new UnitV1()), out KitbagReadReport members);
            Assert.Contains("Unit.Health: string becomes the struct Health by 'Unit.OfMember'; it may reject values.",
                members.Findings.Select(f => f.ToString()));
        }

        [Fact]
        public void A_failure_has_its_path_and_names_the_method()
        {
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<List<Hero>>(KitbagSerializer.Serialize(
                Enumerable.Range(0, 20).Select(i => new HeroV1("A B", i == 13 ? -1 : 1, 0)).ToList())));
            Assert.Equal(KitbagErrorReason.Refused, e.Reason);
            Assert.Equal("$[13]", e.Path);
            Assert.Contains("'Hero.FromV2' rejected the value: System.InvalidOperationException, dead", e.Message);
            Assert.IsType<InvalidOperationException>(e.InnerException);
            Assert.True(e.Offset > 0);
        }

        [Fact]
        public void A_method_is_called_once_for_each_value_however_reading_ends()
        {
            Counted.Calls = 0;
            byte[] good = KitbagSerializer.Serialize(Enumerable.Range(0, 20).ToArray());
            Assert.Equal(20, KitbagSerializer.Deserialize<Counted[]>(good).Length);
            Assert.Equal(20, Counted.Calls);
            Counted.Calls = 0;
            byte[] bad = KitbagSerializer.Serialize(Enumerable.Range(81, 20).ToArray());
            Assert.Equal("$[19]", Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Counted[]>(bad)).Path);
            Assert.Equal(20, Counted.Calls);
            Counted.Calls = 0;
            var holder = new CountedHolder();
            KitbagSerializer.Populate(KitbagSerializer.Serialize(new CountedHolderV1 { One = 3, Many = { 1, 2 } }), holder);
            Assert.Equal((3, 2, 3), (holder.One.Value, holder.Many.Count, Counted.Calls));
            var e = Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Populate(KitbagSerializer.Serialize(new CountedHolderV1 { One = 3, Many = { 1, 100 } }), holder));
            Assert.Equal("CountedHolderV1.Many[1]", e.Path);
            Assert.Equal((3, 2), (holder.One.Value, holder.Many.Count));
        }

        [Fact]
        public void An_object_is_populated_with_the_result_of_a_migration()
        {
            var hero = new Hero { First = "X", Stats = { ["old"] = 1 } };
            KitbagSerializer.Populate(KitbagSerializer.Serialize(new HeroV1("A B", 3, 4)), hero);
            Assert.True(hero.Is("A", "B", 3, 4));
            Assert.DoesNotContain("old", hero.Stats.Keys);
        }

        [Fact]
        public void An_object_is_populated_from_json_with_the_result_of_a_migration()
        {
            var hero = new Hero { First = "X", Stats = { ["old"] = 1 } };
            KitbagJson.Populate("{\"Name\":\"A B\",\"Hp\":3,\"Mp\":4}", hero);
            Assert.True(hero.Is("A", "B", 3, 4));
            Assert.DoesNotContain("old", hero.Stats.Keys);
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Populate("{\"Name\":\"C D\",\"Hp\":-1}", hero));
            Assert.Equal((KitbagErrorReason.Refused, "Hero"), (e.Reason, e.Path));
            Assert.True(hero.Is("A", "B", 3, 4));
            // Text of the present type sets only the members that it has.
            KitbagJson.Populate("{\"First\":\"E\"}", hero);
            Assert.True(hero.Is("E", "B", 3, 4));
        }

        [Fact]
        public void Members_of_tracked_objects_are_migrated()
        {
            NodeV1 first = new NodeV1 { Level = "abc" }, second = new NodeV1 { Level = "x", Next = first };
            first.Next = second;
            foreach (int count in new[] { 1, 20 })
            {
                Node[] nodes = KitbagSerializer.Deserialize<Node[]>(KitbagSerializer.Serialize(
                    Enumerable.Range(0, count).SelectMany(_ => new[] { first, second }).ToArray()));
                Assert.Same(nodes[0], nodes[1].Next);
                Assert.Same(nodes[1], nodes[0].Next);
                Assert.Equal((3, 1), (nodes[0].Level.Now, nodes[1].Level.Now));
            }
        }

        [Fact]
        public void A_migration_of_tracked_objects_gets_complete_objects()
        {
            NodeV1 node = new NodeV1 { Level = "abc" };
            node.Next = node;
            node.Friends = Enumerable.Repeat(node, 3).ToList();
            Node read = KitbagSerializer.Deserialize<Node>(KitbagSerializer.Serialize(node));
            Assert.Same(read, read.Next);
            Assert.Equal("3,3,3", read.Friends);
        }

        [Fact]
        public void Damaged_documents_are_refused_as_any_others()
        {
            foreach (byte[] document in new[]
            {
                KitbagSerializer.Serialize(Enumerable.Range(0, 12).Select(i => new UnitV1 { Health = "h" + i, Gold = i, Tags = "a,b" })
                    .ToArray()),
                KitbagSerializer.Serialize(new UnitV1 { Health = "h", Tags = "a" }),
                KitbagSerializer.Serialize(Enumerable.Range(0, 12).Select(i => new CellV1(i, 'C', i)).ToArray()),
            })
            {
                for (int length = 0; length < document.Length; length++)
                    Read(document.AsSpan(0, length).ToArray(), mayRead: false);
                for (int bit = 0; bit < document.Length * 8; bit++)
                {
                    byte[] changed = (byte[])document.Clone();
                    changed[bit >> 3] ^= (byte)(1 << (bit & 7));
                    Read(changed, mayRead: true);
                }
            }
        }

        private static void Read(byte[] bytes, bool mayRead)
        {
            foreach (Action read in new Action[]
            {
                () => KitbagSerializer.Deserialize<Unit[]>(bytes),
                () => KitbagSerializer.Deserialize<Unit>(bytes),
                () => KitbagSerializer.Deserialize<Cell2[]>(bytes),
            })
            {
                try
                {
                    read();
                    Assert.True(mayRead, "A document that is cut short was read.");
                }
                catch (KitbagException e)
                {
                    Assert.NotEqual(KitbagErrorReason.Defect, e.Reason);
                    Assert.True(e.Offset >= 0, e.ToString());
                }
            }
        }

        [Fact]
        public void The_results_of_migrations_are_charged_to_the_budget()
        {
            byte[] document = KitbagSerializer.Serialize(new int[10_000]);
            var options = new KitbagOptions { Limits = new KitbagLimits { MaxAllocation = 200_000 } };
            Assert.Equal(10_000, KitbagSerializer.Deserialize<int[]>(document, options).Length);
            Assert.Equal(KitbagErrorReason.LimitExceeded,
                Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Boxed[]>(document, options)).Reason);
        }
    }
}
