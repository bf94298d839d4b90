using System.Linq;
using Xunit;
using New = Kitbag.Tests.Versions.Ids.New;
using Old = Kitbag.Tests.Versions.Ids.Old;

namespace Kitbag.Tests
{
    /// <summary>References in unknown members of JSON that is read by a program in which no class is tracked.</summary>
    public class UnknownJsonIdsTests
    {
        [Theory]
        [InlineData("""{"First":{"$id":"1","Number":3},"Keeper":{"Id":1,"Of":{"$ref":"1"}}}""")]
        [InlineData("""{"Keeper":{"Id":1,"Of":{"Number":4,"Next":{"$ref":"1"}}},"First":{"$id":"1","Number":3}}""")]
        public void A_reference_to_an_object_whose_id_is_not_kept_is_lost(string json)
        {
            Old.World old = KitbagJson.Deserialize<Old.World>(json, out KitbagReadReport report);
            Assert.Contains("World.Keeper.Of", report.Findings.Where(f => f.Kind == KitbagReadFindingKind.MemberLost).Select(f => f.Path));
            New.World read = KitbagJson.Deserialize<New.World>(KitbagJson.Serialize(old));
            Assert.Equal(3, read.First!.Number);
            Assert.Equal(1, read.Keeper!.Id);
            Assert.Null(read.Keeper.Of);
        }

        [Theory]
        [InlineData("""{"First":{"Number":3},"Keeper":{"Id":1,"Of":{"$id":"1","Number":4,"Next":{"$ref":"1"}}}}""")]
        [InlineData("""{"First":{"Number":3},"Keeper":{"Id":1,"Other":{"$ref":"1"},"Of":{"$id":"1","Number":4}}}""")]
        [InlineData("""{"First":{"Number":3},"Keeper":{"Id":1,"Other":{"$ref":"#/Of"},"Of":{"$id":"1","Number":4}}}""")]
        public void Other_references_are_kept(string json)
        {
            Old.World old = KitbagJson.Deserialize<Old.World>(json, out KitbagReadReport report);
            Assert.DoesNotContain(KitbagReadFindingKind.MemberLost, report.Findings.Select(f => f.Kind));
            string text = KitbagJson.Serialize(old);
            foreach (string reference in new[] { "{\"$ref\":\"1\"}", "{\"$ref\":\"#/Of\"}" })
                Assert.Equal(json.Contains(reference), text.Contains(reference));
        }

        [Fact]
        public void References_between_members_that_are_all_kept_remain()
        {
            string json = KitbagJson.Serialize(Sample());
            New.World read = KitbagJson.Deserialize<New.World>(KitbagJson.Serialize(KitbagJson.Deserialize<Old.Empty>(json)));
            Assert.Same(read.First, read.Keeper!.Of);
        }

        private static New.World Sample()
        {
            var first = new New.Node { Number = 3 };
            return new New.World { First = first, Keeper = new New.Keeper { Id = 1, Of = first } };
        }
    }
}

namespace Kitbag.Tests.Versions.Ids.New
{
    public class World
    {
        public Node? First { get; set; }

        public Keeper? Keeper { get; set; }
    }

    public class Keeper
    {
        public int Id { get; set; }

        public Node? Of { get; set; }
    }

    public class Node
    {
        public int Number { get; set; }

        public Node? Next { get; set; }
    }
}

namespace Kitbag.Tests.Versions.Ids.Old
{
    public class World
    {
        public Node? First { get; set; }

        public Keeper? Keeper { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Keeper
    {
        public int Id { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Empty
    {
    }

    public class Node
    {
        public int Number { get; set; }
    }
}
