using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Serialization;
using Kitbag.Dynamic;
using Xunit;
using New = Kitbag.Tests.Versions.JsonNames.New;
using Old = Kitbag.Tests.Versions.JsonNames.Old;

namespace Kitbag.Tests
{
    /// <summary>
    /// Members that attributes name otherwise in JSON: an older program that keeps them from a binary document writes their names in C#.
    /// </summary>
    public class UnknownJsonNamesTests
    {
        public static TheoryData<KitbagJsonOptions> Options => new()
        {
            KitbagJsonOptions.Default,
            KitbagJsonOptions.Text,
            new KitbagJsonOptions { Naming = KitbagJsonNaming.CamelCase, Duplicates = KitbagJsonDuplicates.Refuse },
            new KitbagJsonOptions { Naming = KitbagJsonNaming.SnakeCase, UnknownMembers = KitbagJsonUnknownMembers.Refuse },
        };

        private static New.Hero NewHero() => new New.Hero
        {
            Name = "Ada",
            GoldAmount = 5,
            Sub = new New.Sub { DeepValue = 7, Flat = 8 },
            Subs = [new New.Sub { DeepValue = 1 }],
            Places = new() { ["x"] = new New.Place { X = 2, Y = 3 } },
            Pet = new New.Dog { Age = 9 },
        };

        [Theory]
        [MemberData(nameof(Options))]
        public void Members_survive_in_all_formats(KitbagJsonOptions options)
        {
            New.Hero hero = NewHero();
            string expected = KitbagJson.Serialize(hero);
            Old.Hero old = KitbagSerializer.Deserialize<Old.Hero>(KitbagSerializer.Serialize(hero))!;
            string json = KitbagJson.Serialize(old, options);
            Assert.Equal(expected, KitbagJson.Serialize(KitbagJson.Deserialize<New.Hero>(json, out KitbagReadReport report, options)!));
            Assert.Empty(report.Findings);
            Old.Hero again = KitbagJson.Deserialize<Old.Hero>(json, options)!;
            Assert.Equal(expected, Rewritten(KitbagSerializer.Deserialize<New.Hero>(KitbagSerializer.Serialize(again))));
            Assert.Equal(expected, Rewritten(KitbagJson.Deserialize<New.Hero>(KitbagJson.Serialize(again, options), options)));
            string text = KitbagDocument.Parse(KitbagSerializer.Serialize(old)).ToJson(options);
            Assert.Equal(expected, Rewritten(KitbagJson.Deserialize<New.Hero>(text, options)));
        }

        private static string Rewritten(New.Hero? hero) => KitbagJson.Serialize(hero!);

        [Fact]
        public void Members_of_tracked_objects_survive()
        {
            New.Hero hero = NewHero();
            hero.Node = new New.Node { Number = 4, Next = new New.Node { Number = 6 } };
            Old.Hero old = KitbagSerializer.Deserialize<Old.Hero>(KitbagSerializer.Serialize(hero))!;
            Assert.Equal(KitbagJson.Serialize(hero), Rewritten(KitbagJson.Deserialize<New.Hero>(KitbagJson.Serialize(old))));
        }

        [Fact]
        public void Names_in_JSON_take_precedence_and_other_classes_have_no_further_names()
        {
            New.Swapped swapped = KitbagJson.Deserialize<New.Swapped>("""{"First":3,"Second":1,"third":2}""")!;
            Assert.Equal((1, 2), (swapped.First, swapped.Second));
            var once = new KitbagJsonOptions { Duplicates = KitbagJsonDuplicates.Refuse };
            Assert.Equal(1, KitbagJson.Deserialize<New.Swapped>("""{"Second":1,"First":3}""", once)!.First);
            Assert.Equal(0, KitbagJson.Deserialize<New.Sub>("""{"DeepValue":7}""")!.DeepValue);
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<New.Sub>("""{"DeepValue":7}""",
                new KitbagJsonOptions { UnknownMembers = KitbagJsonUnknownMembers.Refuse }));
        }
    }
}

namespace Kitbag.Tests.Versions.JsonNames.New
{
    [KitbagKeepUnknown]
    public partial class Hero
    {
        public string? Name { get; set; }

        [JsonPropertyName("gold")]
        public int GoldAmount { get; set; }

        public Sub? Sub { get; set; }

        public List<Sub>? Subs { get; set; }

        public Dictionary<string, Place>? Places { get; set; }

        public Node? Node { get; set; }

        public Pet? Pet { get; set; }
    }

    public class Sub
    {
        [JsonPropertyName("deep")]
        public int DeepValue { get; set; }

        public int Flat { get; set; }
    }

    public struct Place
    {
        [JsonPropertyName("across")]
        public int X { get; set; }

        [JsonPropertyName("down")]
        public int Y { get; set; }
    }

    public class Node
    {
        [JsonPropertyName("no")]
        public int Number { get; set; }

        [JsonPropertyName("then")]
        public Node? Next { get; set; }
    }

    public abstract class Pet
    {
        [JsonPropertyName("years")]
        public int Age { get; set; }
    }

    public class Dog : Pet
    {
    }

    [KitbagKeepUnknown]
    public partial class Swapped
    {
        [JsonPropertyName("Second")]
        public int First { get; set; }

        [JsonPropertyName("third")]
        public int Second { get; set; }
    }
}

namespace Kitbag.Tests.Versions.JsonNames.Old
{
    [KitbagKeepUnknown]
    public partial class Hero
    {
        public string? Name { get; set; }
    }
}
