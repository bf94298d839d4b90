using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Kitbag.Tests
{
    using Current = Versions.FormerNames.Current;
    using Oldest = Versions.FormerNames.Oldest;
    using Previous = Versions.FormerNames.Previous;

    /// <summary>
    /// Members that the previous version has under another name, at the same place, and the oldest version not at all: what is kept under
    /// the current name is read, wherever it comes from.
    /// </summary>
    public class UnknownFormerNamesTests
    {
        private static readonly KitbagJsonOptions s_refusing = new KitbagJsonOptions { Duplicates = KitbagJsonDuplicates.Refuse };

        private static TTo Pass<[KitbagRoot] TFrom, [KitbagRoot] TTo>(TFrom value, bool asJson)
        {
            if (!asJson)
                return KitbagSerializer.Deserialize<TTo>(KitbagSerializer.Serialize(value))!;
            string json = KitbagJson.Serialize(value);
            TTo result = KitbagJson.Deserialize<TTo>(json)!;
            Assert.Equal(KitbagJson.Serialize(result), KitbagJson.Serialize(KitbagJson.Deserialize<TTo>(json, s_refusing)!));
            return result;
        }

        private static Current.World NewWorld(int count)
        {
            var world = new Current.World();
            for (int i = 0; i < count; i++)
                world.Saves.Add(new Current.Save { Name = "s" + i, Num = 7 + i, Health = 0.5 + i });
            world.Node = new Current.Node { Num = 5, Marks = { [new Current.Node { Num = 6 }] = 1 } };
            return world;
        }

        private static string TextOf(Current.World world) => KitbagJson.Serialize(world);

        [Theory]
        [InlineData(1, false)]
        [InlineData(20, false)]
        [InlineData(1, true)]
        [InlineData(20, true)]
        public void Members_come_back_from_the_previous_version(int count, bool asJson)
        {
            Current.World world = NewWorld(count);
            if (asJson)
                world.Node = null;
            Previous.World previous = Pass<Current.World, Previous.World>(world, asJson);
            Assert.Equal((0, 100), (previous.Saves[0].OldNum, previous.Saves[0].Hp));
            Assert.Equal(TextOf(world), TextOf(Pass<Previous.World, Current.World>(previous, asJson)));
        }

        // Each step in documents (0) and in JSON (1).
        public static IEnumerable<object[]> Steps() =>
            from count in new[] { 1, 20 }
            from steps in Enumerable.Range(0, 16)
            select new object[] { count, steps };

        [Theory]
        [MemberData(nameof(Steps))]
        public void Members_come_back_from_the_oldest_version_after_the_previous_one(int count, int steps)
        {
            Current.World world = NewWorld(count);
            if (steps != 0)
                world.Node = null;
            bool IsJson(int step) => (steps >> step & 1) != 0;
            Previous.World previous = Pass<Current.World, Previous.World>(world, IsJson(0));
            Oldest.World oldest = Pass<Previous.World, Oldest.World>(previous, IsJson(1));
            oldest = Pass<Oldest.World, Oldest.World>(oldest, IsJson(2));
            Current.World again = Pass<Oldest.World, Current.World>(oldest, IsJson(3));
            Assert.Equal(TextOf(world), TextOf(again));
            // What was kept under the former names is not kept any longer.
            Assert.Equal(default, again.Saves[0].Unknown);
            Current.World last = Pass<Current.World, Current.World>(again, false);
            Assert.Equal(TextOf(world), TextOf(last));
        }

        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public void A_value_that_the_previous_version_changed_is_read_if_there_is_no_other(bool asJson)
        {
            var world = new Previous.World { Saves = { new Previous.Save { Name = "a", OldNum = 3, Hp = 40 } } };
            Oldest.World oldest = Pass<Previous.World, Oldest.World>(world, asJson);
            Current.Save save = Pass<Oldest.World, Current.World>(oldest, asJson).Saves[0];
            Assert.Equal((3, 4.0), (save.Num, save.Health));
        }

        // The program with the name between knew the oldest name, but not the current one; its own value was kept by the one before.
        [Fact]
        public void Of_two_former_names_the_one_that_was_kept_for_longer_is_read()
        {
            var middle = new Current.Middle { Label = "middle" };
            Previous.Middle previous = Pass<Current.Middle, Previous.Middle>(middle, false);
            Oldest.Middle oldest = Pass<Previous.Middle, Oldest.Middle>(previous, false);
            Assert.Equal("middle", Pass<Oldest.Middle, Current.Last>(oldest, false).Title);
        }

        // No program with these types wrote such a document.
        [Fact]
        public void A_document_with_both_names_is_refused()
        {
            var strange = new Current.Strange { Name = "a", Num = 1, OldNum = 2 };
            KitbagException e = Assert.Throws<KitbagException>(() => Pass<Current.Strange, Current.Save>(strange, false));
            Assert.Equal(KitbagErrorReason.SchemaMismatch, e.Reason);
        }

        [Theory]
        [InlineData("""{"OldNum":2,"Num":1}""", 1)]
        [InlineData("""{"Num":1,"OldNum":2}""", 1)]
        [InlineData("""{"Name":"a","Num":1,"New":[{}],"OldNum":2,"OldNum":3,"Name":"b"}""", 1)]
        [InlineData("""{ "OldNum" : 2 , "Name" : null, "Num" :1, "OldNum":4}""", 1)]
        [InlineData("""{"OldNum":2,"OldNum":3}""", 3)]
        [InlineData("""{"Num":2,"Num":3}""", 3)]
        public void The_current_name_in_JSON_is_read(string json, int expected)
        {
            Assert.Equal(expected, KitbagJson.Deserialize<Current.Save>(json)!.Num);
            Assert.Equal(expected, KitbagJson.Deserialize<Current.Node>(json.Replace("Name", "Other"))!.Num);
        }

        [Theory]
        [InlineData("""{"Hp":20,"Health":1}""", 1)]
        [InlineData("""{"Health":1,"Hp":20}""", 1)]
        [InlineData("""{"Hp":20}""", 2)]
        public void The_current_name_in_JSON_is_read_instead_of_that_of_a_migration(string json, double expected) =>
            Assert.Equal(expected, KitbagJson.Deserialize<Current.Save>(json)!.Health);

        [Fact]
        public void A_name_that_occurs_twice_is_refused_if_the_options_say_so()
        {
            foreach (string json in new[] { """{"Num":1,"Num":2}""", """{"OldNum":1,"OldNum":2}""", """{"OldNum":1,"Num":2,"Num":2}""" })
                Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Current.Save>(json, s_refusing));
        }
    }
}

namespace Kitbag.Tests.Versions.FormerNames.Oldest
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Save> Saves { get; set; } = new();

        public Node? Node { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Save
    {
        public string? Name { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Node
    {
        public Dictionary<Node, int> Marks { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public partial class Middle
    {
        public int Other { get; set; }
    }
}

namespace Kitbag.Tests.Versions.FormerNames.Previous
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Save> Saves { get; set; } = new();

        public Node? Node { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Save
    {
        public string? Name { get; set; }

        public int OldNum { get; set; }

        public int Hp { get; set; } = 100;
    }

    [KitbagKeepUnknown]
    public partial class Node
    {
        public int OldNum { get; set; }

        public Dictionary<Node, int> Marks { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public partial class Middle
    {
        public int Other { get; set; }

        public string Name { get; set; } = "nobody";
    }
}

namespace Kitbag.Tests.Versions.FormerNames.Current
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public List<Save> Saves { get; set; } = new();

        public Node? Node { get; set; }
    }

    public partial class Save
    {
        public KitbagUnknown Unknown { get; set; }

        public string? Name { get; set; }

        [KitbagFormerName("OldNum")]
        public int Num { get; set; }

        public double Health { get; set; }

        [KitbagMigration(nameof(Health), From = "Hp")]
        private static double FromHp(int hp) => hp / 10.0;
    }

    [KitbagKeepUnknown]
    public partial class Node
    {
        [KitbagFormerName("OldNum")]
        public int Num { get; set; }

        public Dictionary<Node, int> Marks { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public partial class Middle
    {
        public int Other { get; set; }

        [KitbagFormerName("Name")]
        public string Label { get; set; } = "none";
    }

    [KitbagKeepUnknown]
    public partial class Last
    {
        public int Other { get; set; }

        [KitbagFormerName("Name")]
        [KitbagFormerName("Label")]
        public string Title { get; set; } = "unnamed";
    }

    [KitbagKeepUnknown]
    public partial class Strange
    {
        public string? Name { get; set; }

        public int Num { get; set; }

        public int OldNum { get; set; }
    }
}
