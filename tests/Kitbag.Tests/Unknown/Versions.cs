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

namespace Kitbag.Tests.Versions.Numbers
{
    [KitbagKeepUnknown]
    public partial class Older
    {
        public int A { get; set; }

        public int D { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Between
    {
        public int A { get; set; }

        public double B { get; set; }

        public int D { get; set; }

        public long E { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Newer
    {
        public int A { get; set; }

        public double B { get; set; }

        public bool C { get; set; }

        public int D { get; set; }

        public long E { get; set; }

        public byte F { get; set; }
    }
}

// The newer version has members with references to tracked objects that the older one lacks.
namespace Kitbag.Tests.Versions.Linked
{
    public class Room
    {
        public int Id { get; set; }

        public List<Room>? Next { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Older
    {
        public string? Name { get; set; }

        public Room? First { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Newer
    {
        public string? Name { get; set; }

        public Room? First { get; set; }

        public Dictionary<string, Room>? Marked { get; set; }

        public int Seed { get; set; }
    }
}

// Known and unknown members alternate in a row.
namespace Kitbag.Tests.Versions.Alternating
{
    public abstract class Known
    {
        public int M01 { get; set; }
        public int M02 { get; set; }
        public int M03 { get; set; }
        public int M04 { get; set; }
        public int M05 { get; set; }
        public int M06 { get; set; }
        public int M07 { get; set; }
        public int M08 { get; set; }
        public int M09 { get; set; }
        public int M10 { get; set; }
        public int M11 { get; set; }
        public int M12 { get; set; }
        public int M13 { get; set; }
        public int M14 { get; set; }
        public int M15 { get; set; }
        public int M16 { get; set; }
        public int M17 { get; set; }
        public int M18 { get; set; }
        public int M19 { get; set; }
        public int M20 { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class Older : Known
    {
    }

    [KitbagKeepUnknown]
    public partial class Newer : Known
    {
        public string? M01X { get; set; }
        public double M02X { get; set; }
        public long? M03X { get; set; }
        public bool M04X { get; set; }
        public Guid M05X { get; set; }
        public int M06X { get; set; }
        public string? M07X { get; set; }
        public double M08X { get; set; }
        public long? M09X { get; set; }
        public bool M10X { get; set; }
        public Guid M11X { get; set; }
        public int M12X { get; set; }
        public string? M13X { get; set; }
        public double M14X { get; set; }
        public long? M15X { get; set; }
        public bool M16X { get; set; }
        public Guid M17X { get; set; }
        public int M18X { get; set; }
        public string? M19X { get; set; }
        public double M20X { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class NewerNumbers : Known
    {
        public uint M01X { get; set; }
        public double M02X { get; set; }
        public long? M03X { get; set; }
        public bool M04X { get; set; }
        public byte M05X { get; set; }
        public int M06X { get; set; }
        public uint M07X { get; set; }
        public double M08X { get; set; }
        public long? M09X { get; set; }
        public bool M10X { get; set; }
        public byte M11X { get; set; }
        public int M12X { get; set; }
        public uint M13X { get; set; }
        public double M14X { get; set; }
        public long? M15X { get; set; }
        public bool M16X { get; set; }
        public byte M17X { get; set; }
        public int M18X { get; set; }
        public uint M19X { get; set; }
        public double M20X { get; set; }
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
