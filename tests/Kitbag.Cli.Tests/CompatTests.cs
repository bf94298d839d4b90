using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Cli.Schemas;
using Kitbag.Schemas;
using Xunit;

namespace Kitbag.Cli.Tests
{
    namespace First
    {
        public enum Class { Fighter, Mage, Thief }

        public class Item
        {
            public string Name { get; set; } = "";
            public int Damage { get; set; }
        }

        public class Hero
        {
            public string Title { get; set; } = "";
            public int Gold { get; set; }
            public Class Class { get; set; }
            public int Target { get; set; }
            public int? Mount { get; set; }
            public Item? Weapon { get; set; }
            public double Speed { get; set; }
            public string Word { get; set; } = "";
            public List<Item> Items { get; set; } = [];
            public Dictionary<string, int> Prices { get; set; } = [];
        }
    }

    namespace Second
    {
        public enum Class { Ranger, Fighter, Mage = 7 }

        public class Item
        {
            public string Name { get; set; } = "";
            public byte Damage { get; set; }
            public bool IsMagic { get; set; }
        }

        public class Hero
        {
            public string Name { get; set; } = "";
            public long Gold { get; set; }
            public Class Class { get; set; }
            public int? Target { get; set; }
            public int Mount { get; set; }
            public List<Item> Weapon { get; set; } = [];
            public float Speed { get; set; }
            public int Word { get; set; }
            public Item? Items { get; set; }
            public Dictionary<string, int> Prices { get; set; } = [];
        }
    }

    namespace Renamed
    {
        /// <summary>Like <see cref="First.Item"/>, with a renamed member and a new one.</summary>
        public sealed class Item
        {
            public string Name { get; set; } = "";
            public int Harm { get; set; }
            public bool IsMagic { get; set; }
        }
    }

    /// <summary>The findings of `compat` agree with reading by the other schema.</summary>
    public sealed class CompatTests
    {
        private static IReadOnlyList<Finding> Compare<[KitbagRoot(Json = false)] TOld, [KitbagRoot(Json = false)] TNew>() =>
            Finding.Compare(KitbagSchema.Parse(KitbagSchema.Of<TOld>().Bytes).Root,
                KitbagSchema.Parse(KitbagSchema.Of<TNew>().Bytes).Root);

        [Theory]
        [InlineData("Hero.Title", FindingKind.Lost)]
        [InlineData("Hero.Name", FindingKind.Added)]
        [InlineData("Hero.Gold", FindingKind.Converted)]
        [InlineData("Hero.Target", FindingKind.Converted)]
        [InlineData("Hero.Mount", FindingKind.RefusedByValue)]
        [InlineData("Hero.Weapon", FindingKind.Converted)]
        [InlineData("Hero.Speed", FindingKind.RefusedByValue)]
        [InlineData("Hero.Word", FindingKind.Refused)]
        [InlineData("Hero.Items", FindingKind.RefusedByValue)]
        [InlineData("Item.Damage", FindingKind.RefusedByValue)]
        [InlineData("Item.IsMagic", FindingKind.Added)]
        [InlineData("Class.Fighter", FindingKind.Converted)]
        [InlineData("Class.Mage", FindingKind.Converted)]
        [InlineData("Class.Thief", FindingKind.Converted)]
        [InlineData("Class.Ranger", FindingKind.Added)]
        public void Each_change_has_its_finding(string path, object kind) =>
            Assert.Contains(Compare<First.Hero, Second.Hero>(), f => f.Path == path && f.Kind == (FindingKind)kind);

        [Fact]
        public void Unchanged_types_are_not_reported()
        {
            Assert.DoesNotContain(Compare<First.Hero, Second.Hero>(), f => f.Path.StartsWith("Hero.Prices", StringComparison.Ordinal));
            Assert.Empty(Compare<First.Hero, First.Hero>());
            Assert.Empty(Compare<Link, Link>());
            Assert.Empty(Compare<Game.World, Game.World>());
        }

        /// <summary>A list that reaches itself without an object in between.</summary>
        public sealed class Nodes : List<Nodes>
        {
        }

        [Fact]
        public void Collections_that_reach_themselves_are_compared()
        {
            Assert.Empty(Compare<Nodes, Nodes>());
            Assert.NotEmpty(Compare<int, Nodes>());
            Assert.NotEmpty(Compare<Nodes, int>());
            Assert.NotEmpty(Compare<Nodes, List<int>>());
        }

        [Fact]
        public void The_exit_code_tells_whether_something_is_lost()
        {
            using var folder = new TemporaryFolder();
            System.IO.File.WriteAllBytes(folder["a.kit"], KitbagSerializer.Serialize(new First.Item()));
            System.IO.File.WriteAllBytes(folder["b.kit"], KitbagSerializer.Serialize(new Second.Item()));
            System.IO.File.WriteAllBytes(folder["c.schema"], KitbagSchema.Of<First.Item>().Bytes.ToArray());
            Assert.Equal(0, ToolRun.Of(folder.Path, "compat", "a.kit", "c.schema").ExitCode);
            Assert.Equal(1, ToolRun.Of(folder.Path, "compat", "a.kit", "b.kit").ExitCode);
            ToolRun back = ToolRun.Of(folder.Path, "compat", "b.kit", "a.kit", "--json");
            Assert.Equal(1, back.ExitCode);
            Assert.Contains("\"lost\"", back.Output, StringComparison.Ordinal);
        }

        // For all pairs of types of members, the comparison reports an error if and only if reading fails.
        [Fact]
        public void Types_are_reported_as_incompatible_exactly_if_reading_fails()
        {
            byte[][] schemas = [.. OneMember.Schemas];
            var wrong = new List<string>();
            foreach (byte[] old in schemas)
            {
                foreach (byte[] @new in schemas)
                {
                    KitbagSchema a = KitbagSchema.Parse(old), b = KitbagSchema.Parse(@new);
                    bool isRefused = SchemaComparison.Compare(a.Root, b.Root).Any(f => f.Kind == FindingKind.Refused);
                    if (isRefused == OneMember.CanRead(a, b.Fingerprint))
                        wrong.Add(a.Root.Members[0].Type + " to " + b.Root.Members[0].Type + ": compat says "
                            + (isRefused ? "refused" : "read"));
                }
            }
            Assert.Empty(wrong);
        }
    }
}
