using System;
using System.Collections.Generic;
using Kitbag.Tests.Versions.Second;

// Three versions of a program. The second adds members to the first, the third to the second.
namespace Kitbag.Tests.Versions.First
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public string Name { get; set; } = "";

        public List<Item> Items { get; set; } = new();

        public Item? Held { get; set; }

        public Node? Root { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Item
    {
        public string Name { get; set; } = "";

        public int Count { get; set; }

        public Item Copy() => (Item)MemberwiseClone();
    }

    [KitbagKeepUnknown]
    public partial class Node
    {
        public int Id { get; set; }

        public Node? Next { get; set; }
    }
}

namespace Kitbag.Tests.Versions.Second
{
    public enum Rarity
    {
        Common,
        Rare,
    }

    public class Rune
    {
        public string Sign { get; set; } = "";

        public double Power { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class World
    {
        public string Name { get; set; } = "";

        public List<Item> Items { get; set; } = new();

        public Item? Held { get; set; }

        public Node? Root { get; set; }

        public int Seed { get; set; } = 7;

        public Dictionary<string, int> Scores { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public partial class Item
    {
        public string Name { get; set; } = "";

        public int Count { get; set; }

        public int Level { get; set; } = 1;

        public Rarity Rarity { get; set; }

        public double? Weight { get; set; }

        public List<Rune> Runes { get; set; } = new();

        public Guid Key { get; set; }

        public bool IsMagic { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Node
    {
        public int Id { get; set; }

        public Node? Next { get; set; }

        public string? Label { get; set; }
    }
}

namespace Kitbag.Tests.Versions.Third
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public string Name { get; set; } = "";

        public List<Item> Items { get; set; } = new();

        public Item? Held { get; set; }

        public Node? Root { get; set; }

        public int Seed { get; set; } = 7;

        public Dictionary<string, int> Scores { get; set; } = new();

        public DateTime Saved { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Item
    {
        public string Name { get; set; } = "";

        public int Count { get; set; }

        public int Level { get; set; } = 1;

        public Rarity Rarity { get; set; }

        public double? Weight { get; set; }

        public List<Rune> Runes { get; set; } = new();

        public Guid Key { get; set; }

        public bool IsMagic { get; set; }

        public string Owner { get; set; } = "nobody";

        public long Price { get; set; } = -1;
    }
}
