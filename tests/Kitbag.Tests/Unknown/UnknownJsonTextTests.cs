using System;
using System.Collections.Generic;
using System.Text.Json;
using Kitbag.Dynamic;
using Xunit;
using New = Kitbag.Tests.Versions.Sorted.New;
using Old = Kitbag.Tests.Versions.Sorted.Old;

namespace Kitbag.Tests
{
    /// <summary>Kept members that refer to tracked objects, in entries that the text format sorts.</summary>
    public class UnknownJsonTextTests
    {
        private static New.Root Sample(Random random)
        {
            var nodes = new New.Node[5];
            for (int i = 0; i < nodes.Length; i++)
                nodes[i] = new New.Node { Number = random.Next(1, 1_000_000_000) };
            New.Node Any() => nodes[random.Next(nodes.Length)];
            string Key() => new string((char)('a' + random.Next(26)), random.Next(1, 30));
            var root = new New.Root();
            for (int i = 0; i < 4; i++)
            {
                nodes[i].Next = random.Next(2) == 0 ? Any() : null;
                root.Nodes[Key()] = Any();
                root.Items[Key()] = new New.Item { Id = i, Of = Any() };
                root.Set.Add(new New.Item { Id = random.Next(1000), Of = Any() });
                root.Pairs[new New.Item { Id = random.Next(1000), Of = Any() }] = Key();
            }
            return root;
        }

        // Sets and dictionaries whose keys are no text keep the order of their elements, which reading does not change.
        private static string TextOf(New.Root root) => KitbagJson.Serialize(root, KitbagJsonOptions.Text);

        [Fact]
        public void The_text_is_the_same_graph()
        {
            for (int seed = 0; seed < 200; seed++)
            {
                string expected = TextOf(Sample(new Random(seed)));
                byte[] bytes = KitbagSerializer.Serialize(KitbagJson.Deserialize<New.Root>(expected, KitbagJsonOptions.Text));
                AssertText(expected, KitbagJson.Serialize(KitbagSerializer.Deserialize<Old.Root>(bytes)!, KitbagJsonOptions.Text));
                AssertText(expected, KitbagJson.Serialize(KitbagSerializer.Deserialize<Old.Empty>(bytes)!, KitbagJsonOptions.Text));
                AssertText(expected, KitbagDocument.Parse(bytes).ToJson(KitbagJsonOptions.Text));
                byte[] kept = KitbagSerializer.Serialize(KitbagSerializer.Deserialize<Old.Root>(bytes));
                AssertText(expected, KitbagDocument.Parse(kept).ToJson(KitbagJsonOptions.Text));
            }
        }

        private static void AssertText(string expected, string text)
        {
            using (JsonDocument.Parse(text))
                Assert.Equal(expected, TextOf(KitbagJson.Deserialize<New.Root>(text, KitbagJsonOptions.Text)!));
        }
    }
}

namespace Kitbag.Tests.Versions.Sorted.New
{
    [KitbagKeepUnknown]
    public partial class Root
    {
        public Dictionary<string, Node> Nodes { get; set; } = new Dictionary<string, Node>();

        public Dictionary<string, Item> Items { get; set; } = new Dictionary<string, Item>();

        public HashSet<Item> Set { get; set; } = new HashSet<Item>();

        public Dictionary<Item, string> Pairs { get; set; } = new Dictionary<Item, string>();
    }

    [KitbagKeepUnknown]
    public partial class Item
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

namespace Kitbag.Tests.Versions.Sorted.Old
{
    [KitbagKeepUnknown]
    public partial class Root
    {
        public Dictionary<string, Item> Items { get; set; } = new Dictionary<string, Item>();

        public HashSet<Item> Set { get; set; } = new HashSet<Item>();

        public Dictionary<Item, string> Pairs { get; set; } = new Dictionary<Item, string>();
    }

    [KitbagKeepUnknown]
    public partial class Empty
    {
    }

    [KitbagKeepUnknown]
    public partial class Item
    {
        public int Id { get; set; }
    }
}
