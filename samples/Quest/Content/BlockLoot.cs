using System.Collections.Generic;

namespace Quest.Content
{
    /// <summary>The items that a block drops.</summary>
    public class BlockLoot
    {
        public string Block { get; set; } = "";
        public List<LootDrop> Drops { get; set; } = new List<LootDrop>();
    }

    /// <summary>An item that a block may drop, and the conditions.</summary>
    public class LootDrop
    {
        public string Item { get; set; } = "";
        public double DropChance { get; set; }
        public CountRange StackSizeRange { get; set; }
        public bool? SilkTouch { get; set; }
        public bool? NoSilkTouch { get; set; }
        public int? BlockAge { get; set; }
    }

    /// <summary>A range of counts; a bound that is null is open.</summary>
    public struct CountRange
    {
        public int? Min;
        public int? Max;
    }
}
