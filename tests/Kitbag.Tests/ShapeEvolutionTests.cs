using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.TestCases;
using Xunit;
using static Kitbag.Tests.EvolutionPlaces;

#pragma warning disable CS0649 // fields that only a document sets

namespace Kitbag.Tests
{
    /// <summary>
    /// Documents of types whose constructors, initializers, bases or names have changed: as a root, a member, items in rows and in
    /// columns, in binary and in JSON.
    /// </summary>
    public class ShapeEvolutionTests
    {
        public class Row<T>
        {
            public T? Items { get; set; }
        }

        [Fact]
        public void Classes_records_and_structs_read_each_other()
        {
            Reads<OldHero, HeroRecord>(new OldHero { Name = "Ada", Level = 3 }, "Ada 3 none", h => h.Name + " " + h.Level + " " + h.Title);
            Reads<OldHero, HeroStruct>(new OldHero { Name = "Ada", Level = 3 }, "Ada 3", h => h.Name + " " + h.Level);
            Reads<HeroStruct, OldHero>(new HeroStruct("Ada", 3), "Ada 3", h => h.Name + " " + h.Level);
            Reads<HeroRecord, OldHero>(new HeroRecord("Ada", 3, "Dr"), "Ada 3", h => h.Name + " " + h.Level);
        }

        [Fact]
        public void A_parameter_with_a_default_may_be_missing_and_one_without_may_not()
        {
            Reads<OnlyName, HeroRecord>(new OnlyName { Name = "Ada" }, "Ada 1 none", h => h.Name + " " + h.Level + " " + h.Title);
            Refuses<OnlyLevel, HeroRecord>(new OnlyLevel { Level = 5 }, "Name");
        }

        [Fact]
        public void Required_members_must_be_present_and_init_members_keep_their_initializer()
        {
            Reads<OnlyName, Strict>(new OnlyName { Name = "Ada" }, "Ada 7 a,b",
                s => s.Name + " " + s.Level + " " + string.Join(',', s.Tags));
            Refuses<OnlyLevel, Strict>(new OnlyLevel { Level = 5 }, "Name");
            // The values of initializers are not shared between objects.
            Strict[] two = KitbagSerializer.Deserialize<Strict[]>(KitbagSerializer.Serialize(new[] { new OnlyName { Name = "a" },
                new OnlyName { Name = "b" } }));
            Assert.NotSame(two[0].Tags, two[1].Tags);
        }

        [Fact]
        public void Arrays_are_read_as_inline_arrays_that_are_not_shorter()
        {
            Reads<Row<int[]>, Row<Quad>>(new Row<int[]> { Items = [1, 2, 3] }, "1 2 3 0", Show);
            Reads<Row<long[]>, Row<Quad>>(new Row<long[]> { Items = [1, 2, 3, 4] }, "1 2 3 4", Show);
            Reads<Row<Quad>, Row<int[]>>(new Row<Quad> { Items = Quad.Of(2) }, "0 2 4 6", row => string.Join(' ', row.Items!));
            byte[] five = KitbagSerializer.Serialize(new Row<int[]> { Items = [1, 2, 3, 4, 5] });
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Row<Quad>>(five));
            Assert.Equal((KitbagErrorReason.OutOfRange, "ShapeEvolutionTests.Row<Quad>.Items"), (e.Reason, e.Path));
            Assert.Contains("it has 5 elements, and the type has 4", e.Message, StringComparison.Ordinal);

            static string Show(Row<Quad> row) => string.Join(' ', row.Items[0], row.Items[1], row.Items[2], row.Items[3]);
        }

        [Fact]
        public void Former_names_are_understood()
        {
            Reads<OldNames, NewNames>(new OldNames { Title = "x", Points = 4 }, "x 4", n => n.Name + " " + n.Score);
            Reads<NewNames, OldNamesToo>(new NewNames { Name = "x", Score = 4 }, "x", n => n.Title!);
            Reads<OldNames, RenamedRecord>(new OldNames { Title = "x" }, "x", n => n.Name);
            var e = Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Deserialize<NewNames>(KitbagSerializer.Serialize(new BothNames { Name = "n", Title = "t" })));
            Assert.Contains("both 'Title' and 'Name'", e.Message);
        }

        [Fact]
        public void A_class_that_became_a_base_class()
        {
            // Documents from before there were derived classes are read, and programs without derived classes read newer documents.
            Reads<OldHero, Walker>(new OldHero { Name = "Ada", Level = 3 }, "Walker Ada 3",
                w => w.GetType().Name + " " + w.Name + " " + w.Level);
            byte[] document = KitbagSerializer.Serialize(new List<Walker> { new Walker { Name = "w" },
                new Walker { Name = "v", Level = 2 } });
            Assert.Equal("w0v2", string.Concat(KitbagSerializer.Deserialize<List<WalkerAlone>>(document).Select(w => w.Name + w.Level)));
            document = KitbagSerializer.Serialize(Enumerable.Range(0, 20).Select(i => new Walker { Level = i }).ToArray());
            Assert.Equal(190, KitbagSerializer.Deserialize<WalkerAlone[]>(document).Sum(w => w.Level));
            document = KitbagSerializer.Serialize(new List<Walker> { new Walker(), new Rider() });
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<List<WalkerAlone>>(document));
            Assert.Equal((KitbagErrorReason.SchemaMismatch, "$[1]"), (e.Reason, e.Path));
            Assert.Contains("Rider", e.Message);
        }

        [Fact]
        public void Cases_added_removed_and_renamed()
        {
            byte[] document = KitbagSerializer.Serialize(new OldScene
            {
                All = new List<OldPart?> { new OldWheel { Size = 3 }, null, new OldAxle { Length = 4 } },
                One = new OldWheel { Size = 5 }
            });
            NewScene scene = KitbagSerializer.Deserialize<NewScene>(document);
            Assert.Equal((3, 4, 5), (((NewWheel)scene.All![0]!).Size, ((Shaft)scene.All[2]!).Length, ((NewWheel)scene.One!).Size));
            Assert.Null(scene.All[1]);

            document = KitbagSerializer.Serialize(new V2.Herd
            {
                All = new List<V2.Beast?> { new V2.Cow { Milk = 1 }, null, new V2.Yak() },
                One = new V2.Yak()
            });
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<V1.Herd>(document));
            Assert.Equal((KitbagErrorReason.SchemaMismatch, "Herd.All[2]"), (e.Reason, e.Path));
            Assert.Contains("Yak", e.Message);
            // An unknown case is no error if no value has it.
            V1.Herd herd = KitbagSerializer.Deserialize<V1.Herd>(KitbagSerializer.Serialize(new V2.Herd { One = new V2.Cow { Milk = 1 } }));
            Assert.Equal(1, ((V1.Cow)herd.One!).Milk);
        }

        [Fact]
        public void Removed_members_are_skipped()
        {
            var old = new Scenery
            {
                Shape = new TestCases.Cube { Side = 2, Label = "l" },
                Tools = Enumerable.Range(0, 12).Select(i => i % 2 == 0
                ? (TestCases.ITool)new TestCases.Nail { Metal = "m" + i } : new TestCases.Saw(i)).ToList(),
                After = 9
            };
            Reads<Scenery, AfterOnly>(old, "9", a => a.After.ToString(System.Globalization.CultureInfo.InvariantCulture));
        }

        [Fact]
        public void Values_that_the_program_refuses_are_errors_with_their_path()
        {
            byte[] document = KitbagSerializer.Serialize(new[] { new OnlyLevel { Level = 1 }, new OnlyLevel { Level = -1 } });
            foreach (Action read in new Action[]
            {
                () => KitbagSerializer.Deserialize<Checked[]>(document),
                () => KitbagJson.Deserialize<Checked[]>("[{\"Level\":1},{\"Level\":-1}]"),
            })
            {
                var e = Assert.Throws<KitbagException>(read);
                Assert.Equal((KitbagErrorReason.Refused, "$[1]"), (e.Reason, e.Path[..4]));
                Assert.IsType<ArgumentOutOfRangeException>(e.InnerException);
            }
        }

        [Fact]
        public void Base_classes_can_be_populated()
        {
            var square = new TestCases.Square { Side = 9, Label = "old" };
            KitbagSerializer.Populate<TestCases.Square>(KitbagSerializer.Serialize(new TestCases.Square { Side = 2, Label = "new" }),
                square);
            Assert.Equal((2, "new"), (square.Side, square.Label));
            KitbagJson.Populate("{\"Side\":5}", square);
            KitbagJson.Populate("{\"Label\":\"j\",\"$type\":\"square\"}", square);
            Assert.Equal((5, "j"), (square.Side, square.Label));
            TestCases.Square cube = new TestCases.Cube { Depth = 1 };
            KitbagSerializer.Populate(KitbagSerializer.Serialize<TestCases.Square>(new TestCases.Cube { Depth = 4, Side = 3 }), cube);
            Assert.Equal((3, 4), (cube.Side, ((TestCases.Cube)cube).Depth));
            Assert.Contains("cannot populate",
                Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Populate(KitbagSerializer.Serialize<TestCases.Square>(new TestCases.Cube()), square)).Message);
            Assert.Contains("cannot populate",
                Assert.Throws<KitbagException>(() => KitbagJson.Populate("{\"$type\":\"cube\"}", square)).Message);
            Assert.Equal(5, square.Side);
        }

        [Fact]
        public void Members_that_can_be_set_only_during_creation_cannot_be_populated()
        {
            var note = new TestCases.Note("old");
            Assert.Equal(KitbagErrorReason.NotSupported,
                Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Populate(KitbagSerializer.Serialize(new TestCases.Note("new")), note)).Reason);
            Assert.Equal(KitbagErrorReason.NotSupported,
                Assert.Throws<KitbagException>(() => KitbagJson.Populate("{\"Text\":\"new\"}", note)).Reason);
            Assert.Equal("old", note.Text);
        }

        public class OldHero
        {
            public string? Name { get; set; }
            public int Level;
        }

        public sealed record HeroRecord(string Name, int Level = 1, string Title = "none");

        public sealed record RenamedRecord([KitbagFormerName("Title")] string Name);

        public readonly record struct HeroStruct(string? Name, int Level);

        public class OnlyName
        {
            public string? Name { get; set; }
        }

        public class OnlyLevel
        {
            public int Level { get; set; }
        }

        public sealed class Strict
        {
            public required string Name { get; init; }
            public int Level { get; init; } = 7;
            public List<string> Tags { get; init; } = new List<string> { "a", "b" };
        }

        public class OldNames
        {
            public string? Title;
            public int Points { get; set; }
        }

        public class NewNames
        {
            [KitbagFormerName("Caption")]
            [KitbagFormerName("Title")]
            public string? Name { get; set; }

            [KitbagFormerName("Points")]
            public int Score { get; set; }
        }

        public class OldNamesToo
        {
            [KitbagFormerName("Name")]
            public string? Title;
        }

        public class BothNames
        {
            public string? Name;
            public string? Title;
        }

        public class Walker
        {
            public string? Name;
            public int Level;
        }

        public sealed class Rider : Walker
        {
        }

        public sealed class WalkerAlone
        {
            public string? Name;
            public int Level;
        }

        public abstract class OldPart
        {
        }

        public sealed class OldWheel : OldPart
        {
            public int Size;
        }

        public sealed class OldAxle : OldPart
        {
            public int Length;
        }

        public class OldScene
        {
            public List<OldPart?>? All;
            public OldPart? One;
        }

        public abstract class NewPart
        {
        }

        [KitbagFormerName("ShapeEvolutionTests.OldWheel")]
        public sealed class NewWheel : NewPart
        {
            public long Size;
        }

        [KitbagFormerName("ShapeEvolutionTests.OldAxle")]
        public sealed class Shaft : NewPart
        {
            public int Length;
        }

        public class NewScene
        {
            public List<NewPart?>? All;
            public NewPart? One;
        }

        public class Scenery
        {
            public TestCases.Shape? Shape;
            public List<TestCases.ITool>? Tools;
            public int After;
        }

        public class AfterOnly
        {
            public int After;
        }

        public sealed class Checked
        {
            public Checked(int level)
            {
                Level = level < 0 ? throw new ArgumentOutOfRangeException(nameof(level)) : level;
            }

            public int Level { get; }
        }
    }
}

namespace Kitbag.Tests.V1
{
    public abstract class Beast
    {
    }

    public sealed class Cow : Beast
    {
        public int Milk;
    }

    public class Herd
    {
        public List<Beast?>? All;
        public Beast? One;
    }
}

namespace Kitbag.Tests.V2
{
    public abstract class Beast
    {
    }

    public sealed class Cow : Beast
    {
        public long Milk;
    }

    public sealed class Yak : Beast
    {
        public int Wool;
    }

    public class Herd
    {
        public List<Beast?>? All;
        public Beast? One;
    }
}
