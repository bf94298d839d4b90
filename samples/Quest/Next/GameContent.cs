using System;
using System.Collections.Generic;
using Kitbag;

namespace Quest.Next
{
    /// <summary>The content as the next version of the game has it. What it does not say otherwise is as it was.</summary>
    public class GameContent
    {
        public List<Block> Blocks { get; set; } = new List<Block>();

        // Renamed.
        [KitbagFormerName("BlockLoot")]
        public List<BlockLoot> Loot { get; set; } = new List<BlockLoot>();

        public List<Item> Items { get; set; } = new List<Item>();
        public List<Food> Foods { get; set; } = new List<Food>();
        public List<Entity> Entities { get; set; } = new List<Entity>();

        // Removed: biomes are in a file of their own now.
        public List<Effect> Effects { get; set; } = new List<Effect>();
        public List<Enchantment> Enchantments { get; set; } = new List<Enchantment>();

        // Wider keys, in order.
        public SortedDictionary<long, List<Recipe>> Recipes { get; set; } = new SortedDictionary<long, List<Recipe>>();
        public Dictionary<string, Dictionary<int, double>> Materials { get; set; } = new Dictionary<string, Dictionary<int, double>>();
        public Dictionary<string, string> Language { get; set; } = new Dictionary<string, string>();

        // Added.
        public int Revision { get; set; } = 2;
    }

    /// <summary>What every entry has.</summary>
    public abstract class Named
    {
        public int Id { get; set; }
        public string Name { get; set; } = "";

        // May be null now, where it is that of the language.
        public string? DisplayName { get; set; }
    }

    /// <summary>What lies in a stack. Blocks, items and food had that each for itself.</summary>
    public abstract class Stackable : Named
    {
        public int StackSize { get; set; }
    }

    /// <summary>A kind of block.</summary>
    public class Block : Stackable
    {
        // Rounded.
        public float Hardness { get; set; }
        public float Resistance { get; set; }
        public bool Diggable { get; set; }
        public string Material { get; set; } = "";
        public bool Transparent { get; set; }

        // Wider.
        public int EmitLight { get; set; }
        public int FilterLight { get; set; }
        public long DefaultState { get; set; }
        public long MinStateId { get; set; }
        public long MaxStateId { get; set; }
        public List<BlockState> States { get; set; } = new List<BlockState>();

        // Renamed, and its type is.
        [KitbagFormerName("BoundingBox")]
        public Solidity Solidity { get; set; }

        // Another collection.
        public HashSet<int> Drops { get; set; } = new HashSet<int>();
        public Dictionary<int, bool>? HarvestTools { get; set; }

        // Added.
        public double Slipperiness { get; set; } = 0.6;
    }

    /// <summary>One thing in which blocks of a kind differ: a class before.</summary>
    public struct BlockState
    {
        public string Name;
        public BlockStateType Type;
        public int NumValues;
        public string[]? Values;
    }

    /// <summary>What the values of a block's state are: in another order.</summary>
    public enum BlockStateType
    {
        Unknown,
        Enum,
        Int,
        Bool,
    }

    /// <summary>What a block stops.</summary>
    public enum Solidity : byte
    {
        Empty,

        [KitbagFormerName("Block")]
        Solid,
        Liquid,
    }

    /// <summary>What falls out of a block.</summary>
    public class BlockLoot
    {
        public string Block { get; set; } = "";
        public LootDrop[] Drops { get; set; } = Array.Empty<LootDrop>();
    }

    /// <summary>One item that may fall out of a block, and when.</summary>
    public class LootDrop
    {
        public string Item { get; set; } = "";

        // By value: exactly the decimal that the text of the number denotes.
        public decimal DropChance { get; set; }

        [KitbagFormerName("StackSizeRange")]
        public CountRange Count { get; set; } = new CountRange();
        public bool? SilkTouch { get; set; }
        public bool? NoSilkTouch { get; set; }
        public long? BlockAge { get; set; }
    }

    /// <summary>From how many to how many; an end that is null is open. A struct before.</summary>
    public class CountRange
    {
        public int? Min { get; set; }
        public int? Max { get; set; }
    }

    /// <summary>A kind of item.</summary>
    public class Item : Stackable
    {
        public List<string>? EnchantCategories { get; set; }
        public int? MaxDurability { get; set; }
        public List<string>? RepairWith { get; set; }

        // Added.
        public Rarity Rarity { get; set; } = Rarity.Common;
    }

    /// <summary>How seldom an item is.</summary>
    public enum Rarity
    {
        Common = 1,
        Rare,
    }

    /// <summary>An item that can be eaten. What it is worth in all, FoodPoints + Saturation, is computed now.</summary>
    public class Food : Stackable
    {
        [KitbagFormerName("FoodPoints")]
        public double Nutrition { get; set; }
        public double Saturation { get; set; }

        [KitbagIgnore]
        public double EffectiveQuality => Nutrition + Saturation;
        public double SaturationRatio { get; set; }
    }

    /// <summary>A kind of creature or moving thing.</summary>
    public class Entity : Named
    {
        public int InternalId { get; set; }

        // Two numbers became one value.
        public Extent Extent { get; set; }
        public string Type { get; set; } = "";
        public string Category { get; set; } = "";

        [KitbagFormerName("MetadataKeys")]
        public List<string> Tracked { get; } = new List<string>();

        [KitbagMigration]
        internal static Entity FromFirst(Content.Entity old)
        {
            var entity = new Entity
            {
                Id = old.Id,
                Name = old.Name,
                DisplayName = old.DisplayName,
                InternalId = old.InternalId,
                Extent = new Extent { Width = old.Width, Height = old.Height },
                Type = old.Type,
                Category = old.Category,
            };
            entity.Tracked.AddRange(old.MetadataKeys);
            return entity;
        }
    }

    /// <summary>How large something is.</summary>
    public struct Extent
    {
        public double Width;
        public double Height;
    }

    /// <summary>Something that a potion does.</summary>
    public class Effect : Named
    {
        public EffectType Type { get; set; }
    }

    /// <summary>Whether an effect is wanted.</summary>
    public enum EffectType : sbyte
    {
        Bad = -1,
        Good = 1,
    }

    /// <summary>A kind of magic on an item.</summary>
    public class Enchantment : Named
    {
        /// <summary>A line: <see cref="A"/> times the level plus <see cref="B"/>.</summary>
        public struct Cost
        {
            public long A;
            public long B;
        }

        public int MaxLevel { get; set; }
        public Cost MinCost { get; set; }
        public Cost MaxCost { get; set; }
        public bool TreasureOnly { get; set; }
        public bool Curse { get; set; }
        public HashSet<string> Exclude { get; set; } = new HashSet<string>();

        // One became many.
        [KitbagFormerName("Category")]
        public List<string> Categories { get; set; } = new List<string>();
        public byte Weight { get; set; }
        public bool Tradeable { get; set; }
        public bool Discoverable { get; set; }
    }

    /// <summary>One way to make an item: either a shape or a heap of ingredients.</summary>
    public class Recipe
    {
        public List<int>? Ingredients { get; set; }
        public int?[][]? InShape { get; set; }

        // A struct before.
        public Product Result { get; set; } = new Product();
    }

    /// <summary>What is made.</summary>
    public class Product
    {
        public int Id { get; set; }
        public int Count { get; set; }
    }
}
