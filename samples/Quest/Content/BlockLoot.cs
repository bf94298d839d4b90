using System.Collections.Generic;

namespace Quest.Content
{
    /// <summary>What falls out of a block.</summary>
    public class BlockLoot
    {
        public string Block { get; set; } = "";
        public List<LootDrop> Drops { get; set; } = new List<LootDrop>();
    }

    /// <summary>One item that may fall out of a block, and when.</summary>
    public class LootDrop
    {
        public string Item { get; set; } = "";
        public double DropChance { get; set; }
        public CountRange StackSizeRange { get; set; }
        public bool? SilkTouch { get; set; }
        public bool? NoSilkTouch { get; set; }
        public int? BlockAge { get; set; }
    }

    /// <summary>From how many to how many; an end that is null is open.</summary>
    public struct CountRange
    {
        public int? Min;
        public int? Max;
    }
}
