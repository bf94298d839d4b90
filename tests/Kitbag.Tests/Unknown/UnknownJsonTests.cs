using System.Linq;
using Xunit;
using First = Kitbag.Tests.Versions.First;
using Second = Kitbag.Tests.Versions.Second;
using Third = Kitbag.Tests.Versions.Third;

namespace Kitbag.Tests
{
    /// <summary>Unknown members are kept in JSON as well: from binary to text, text to text, text to binary.</summary>
    public class UnknownJsonTests
    {
        public static TheoryData<KitbagJsonOptions> Options => new()
        {
            KitbagJsonOptions.Default,
            KitbagJsonOptions.Text,
            new KitbagJsonOptions { Naming = KitbagJsonNaming.CamelCase, EnumsByName = true },
            new KitbagJsonOptions { Naming = KitbagJsonNaming.SnakeCase, OmitDefaults = true },
        };

        private static void AssertSame(Third.World expected, Third.World? actual) =>
            Assert.Equal(KitbagJson.Serialize(expected), KitbagJson.Serialize(actual!));

        [Theory]
        [MemberData(nameof(Options))]
        public void Members_kept_from_a_document_are_written_as_text(KitbagJsonOptions options)
        {
            Third.World world = UnknownMembersTests.NewWorld(10);
            First.World old = KitbagSerializer.Deserialize<First.World>(KitbagSerializer.Serialize(world))!;
            string json = KitbagJson.Serialize(old, options);
            AssertSame(world, KitbagJson.Deserialize<Third.World>(json, options));
            Second.World between = KitbagJson.Deserialize<Second.World>(json, options)!;
            Assert.Equal(42, between.Seed);
            AssertSame(world, KitbagJson.Deserialize<Third.World>(KitbagJson.Serialize(between, options), options));
        }

        [Theory]
        [MemberData(nameof(Options))]
        public void Members_kept_from_a_text_are_written_as_text_and_as_a_document(KitbagJsonOptions options)
        {
            Third.World world = UnknownMembersTests.NewWorld(10);
            First.World old = KitbagJson.Deserialize<First.World>(KitbagJson.Serialize(world, options), options)!;
            Assert.Equal(3, old.KitbagUnknownMembers.Names.Count);
            AssertSame(world, KitbagJson.Deserialize<Third.World>(KitbagJson.Serialize(old, options), options));
            byte[] bytes = KitbagSerializer.Serialize(old);
            AssertSame(world, KitbagSerializer.Deserialize<Third.World>(bytes));
            First.World again = KitbagSerializer.Deserialize<First.World>(bytes)!;
            Assert.Equal(KitbagJson.Serialize(old, options), KitbagJson.Serialize(again, options));
            Second.World between = KitbagSerializer.Deserialize<Second.World>(bytes)!;
            Assert.Equal(42, between.Seed);
            Assert.Single(between.KitbagUnknownMembers.Names);
            Assert.Equal(3, between.Items[3].Level);
            AssertSame(world, KitbagSerializer.Deserialize<Third.World>(KitbagSerializer.Serialize(between)));
        }

        [Fact]
        public void Text_is_not_changed()
        {
            const string Text = "{\"Name\":\"n\",\"Count\":1,\"Big\":12345678901234567890123,\"Exact\":1.50,"
                + "\"Deep\":{\"a\":[1,null,{\"b\":true}]}}";
            var item = KitbagJson.Deserialize<First.Item>(Text)!;
            // Unknown members are written in the order of their names.
            Assert.Equal("{\"Name\":\"n\",\"Count\":1,\"Big\":12345678901234567890123,\"Deep\":{\"a\":[1,null,{\"b\":true}]},"
                    + "\"Exact\":1.50}",
                KitbagJson.Serialize(item));
        }

        [Fact]
        public void A_member_that_became_known_is_read_and_not_kept()
        {
            var item = KitbagJson.Deserialize<First.Item>("{\"Name\":\"n\",\"Count\":1,\"Level\":5}")!;
            var second = KitbagSerializer.Deserialize<Second.Item>(KitbagSerializer.Serialize(item))!;
            Assert.Equal(5, second.Level);
            Assert.True(second.KitbagUnknownMembers.IsEmpty);
            second.Level = 6;
            var back = KitbagSerializer.Deserialize<Second.Item>(KitbagSerializer.Serialize(
                KitbagSerializer.Deserialize<First.Item>(KitbagSerializer.Serialize(second))!))!;
            Assert.Equal(6, back.Level);
        }

        [Fact]
        public void Names_that_clash_are_those_of_the_type()
        {
            var item = KitbagJson.Deserialize<First.Item>("{\"Name\":\"n\",\"Count\":1,\"Level\":5,\"level\":6}")!;
            Assert.Equal(2, item.KitbagUnknownMembers.Names.Count);
            Assert.Equal("{\"Name\":\"n\",\"Count\":1,\"Level\":5,\"level\":6}",
                KitbagJson.Serialize(item).Replace("\"Count\":1,\"Name\":\"n\"", "\"Name\":\"n\",\"Count\":1"));
            Assert.All(item.KitbagUnknownMembers.Names.ToArray(), name => Assert.Equal("level", name, ignoreCase: true));
        }
    }
}
