using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Kitbag.Tests
{
    using Newer = Versions.Texts.Newer;
    using Older = Versions.Texts.Older;

    /// <summary>Members that an older program keeps from a JSON text are read as the text would have been.</summary>
    public class UnknownJsonConventionsTests
    {
        private static string ThroughOlder(string json, KitbagJsonOptions options)
        {
            Older.World older = KitbagJson.Deserialize<Older.World>(json, options)!;
            return KitbagJson.Serialize(KitbagSerializer.Deserialize<Newer.World>(KitbagSerializer.Serialize(older)));
        }

        private static string Direct(string json, KitbagJsonOptions options) =>
            KitbagJson.Serialize(KitbagJson.Deserialize<Newer.World>(json, options));

        [Theory]
        [InlineData("{\"Id\":1,\"Mood\":\"very_high\",\"ByMood\":{\"very_high\":2}}", KitbagJsonNaming.AsDeclared,
            KitbagJsonNaming.SnakeCase)]
        [InlineData("{\"id\":1,\"mood\":\"VeryHigh\",\"part\":{\"deepName\":\"x\"}}", KitbagJsonNaming.CamelCase,
            KitbagJsonNaming.AsDeclared)]
        [InlineData("{\"id\":1,\"mood\":\"veryHigh\",\"part\":{\"deep_name\":\"x\"}}", KitbagJsonNaming.SnakeCase,
            KitbagJsonNaming.CamelCase)]
        [InlineData("{\"ID\":1,\"mOOD\":\"very_high\",\"part\":{\"deepname\":\"x\"}}", KitbagJsonNaming.AsDeclared,
            KitbagJsonNaming.SnakeCase, true)]
        [InlineData("{\"Id\":1,\"Size\":\"2.5\",\"Part\":{\"Sizes\":[\"3\",4]}}", KitbagJsonNaming.AsDeclared, KitbagJsonNaming.AsDeclared,
            false, true)]
        public void Are_remembered(string json, KitbagJsonNaming naming, KitbagJsonNaming enumNaming, bool caseInsensitive = false,
            bool numbersInStrings = false)
        {
            var options = new KitbagJsonOptions
            {
                Naming = naming,
                EnumNaming = enumNaming,
                CaseInsensitive = caseInsensitive,
                AllowNumbersInStrings = numbersInStrings,
            };
            Assert.NotEqual(Direct("{\"Id\":1,\"id\":1}", options), Direct(json, options));
            Assert.Equal(Direct(json, options), ThroughOlder(json, options));
        }

        [Fact]
        public void Trees_of_tracked_objects_are_read()
        {
            const string Json = "{\"Id\":1,\"Tree\":{\"V\":1,\"Kids\":[{\"V\":2,\"Kids\":[]},{\"V\":3}]}}";
            Assert.Contains("{\"V\":3,", Direct(Json, KitbagJsonOptions.Default));
            Assert.Equal(Direct(Json, KitbagJsonOptions.Default), ThroughOlder(Json, KitbagJsonOptions.Default));
        }

        [Fact]
        public void Errors_name_the_member()
        {
            var e = Assert.Throws<KitbagException>(() => ThroughOlder("{\"Id\":1,\"Mood\":\"Nope\"}", KitbagJsonOptions.Default));
            Assert.Equal("World.Mood", e.Path);
            Assert.Equal(1, e.Message.Split("Offset:").Length - 1);
        }

        // Each member counted for all.
        [Fact]
        public void Many_members_do_not_exceed_the_budget()
        {
            const string Json = "{\"Id\":1,\"A\":1,\"B\":2,\"C\":3,\"D\":4,\"E\":5,\"F\":6,\"G\":7,\"H\":8}";
            List<Older.World> older = Enumerable.Range(0, 20_000).Select(_ => KitbagJson.Deserialize<Older.World>(Json)!).ToList();
            List<Newer.World> newer = KitbagSerializer.Deserialize<List<Newer.World>>(KitbagSerializer.Serialize(older))!;
            Assert.All(newer, world => Assert.Equal((1, 8), (world.A, world.H)));
            Assert.Equal(20_000, newer.Count);
        }
    }
}

namespace Kitbag.Tests.Versions.Texts.Older
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public int Id { get; set; }
    }
}

namespace Kitbag.Tests.Versions.Texts.Newer
{
    public enum Mood
    {
        Low,
        VeryHigh,
    }

    public class Part
    {
        public string? DeepName { get; set; }

        public List<int> Sizes { get; set; } = new();
    }

    public class Tree
    {
        public int V { get; set; }

        public List<Tree> Kids { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public partial class World
    {
        public int Id { get; set; }

        public Mood Mood { get; set; }

        public Dictionary<Mood, int> ByMood { get; set; } = new();

        public Part? Part { get; set; }

        public double Size { get; set; }

        public Tree? Tree { get; set; }

        public int A { get; set; }

        public int B { get; set; }

        public int C { get; set; }

        public int D { get; set; }

        public int E { get; set; }

        public int F { get; set; }

        public int G { get; set; }

        public int H { get; set; }
    }
}
