using System;
using System.Collections.Generic;
using Kitbag;

namespace Quest.Next
{
    /// <summary>The content in the next version of the game. Comments mark the changes.</summary>
    public class GameContent
    {
        public List<Block> Blocks { get; set; } = new List<Block>();

        // Renamed.
        [KitbagFormerName("BlockLoot")]
        public List<BlockLoot> Loot { get; set; } = new List<BlockLoot>();

        public List<Item> Items { get; set; } = new List<Item>();
        public List<Food> Foods { get; set; } = new List<Food>();
        public List<Entity> Entities { get; set; } = new List<Entity>();

        // Removed: biomes are stored in a separate file now.
        public List<Effect> Effects { get; set; } = new List<Effect>();
        public List<Enchantment> Enchantments { get; set; } = new List<Enchantment>();

        // Sorted, with wider keys.
        public SortedDictionary<long, List<Recipe>> Recipes { get; set; } = new SortedDictionary<long, List<Recipe>>();
        public Dictionary<string, Dictionary<int, double>> Materials { get; set; } = new Dictionary<string, Dictionary<int, double>>();
        public Dictionary<string, string> Language { get; set; } = new Dictionary<string, string>();

        // Added.
        public int Revision { get; set; } = 2;
    }

    /// <summary>The members of every entry.</summary>
    public abstract class Named
    {
        public int Id { get; set; }
        public string Name { get; set; } = "";

        // May be null now; the name is then taken from the language.
        public string? DisplayName { get; set; }
    }

    /// <summary>Anything that can be stacked. Before, blocks, items and food each declared this member.</summary>
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

        // Renamed, as is its type.
        [KitbagFormerName("BoundingBox")]
        public Solidity Solidity { get; set; }

        // Another type of collection.
        public HashSet<int> Drops { get; set; } = new HashSet<int>();
        public Dictionary<int, bool>? HarvestTools { get; set; }

        // Added.
        public double Slipperiness { get; set; } = 0.6;
    }

    /// <summary>A property in which blocks of a kind differ. It was a class before.</summary>
    public struct BlockState
    {
        public string Name;
        public BlockStateType Type;
        public int NumValues;
        public string[]? Values;
    }

    /// <summary>The type of the values of a block's state. The values have another order than before.</summary>
    public enum BlockStateType
    {
        Unknown,
        Enum,
        Int,
        Bool,
    }

    /// <summary>The volume that a block occupies.</summary>
    public enum Solidity : byte
    {
        Empty,

        [KitbagFormerName("Block")]
        Solid,
        Liquid,
    }

    /// <summary>The items that a block drops.</summary>
    public class BlockLoot
    {
        public string Block { get; set; } = "";
        public LootDrop[] Drops { get; set; } = Array.Empty<LootDrop>();
    }

    /// <summary>An item that a block may drop, and the conditions.</summary>
    public class LootDrop
    {
        public string Item { get; set; } = "";

        // The decimal is exactly the number that the shortest text of the double denotes.
        public decimal DropChance { get; set; }

        [KitbagFormerName("StackSizeRange")]
        public CountRange Count { get; set; } = new CountRange();
        public bool? SilkTouch { get; set; }
        public bool? NoSilkTouch { get; set; }
        public long? BlockAge { get; set; }
    }

    /// <summary>A range of counts; a bound that is null is open. It was a struct before.</summary>
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

    /// <summary>How rare an item is.</summary>
    public enum Rarity
    {
        Common = 1,
        Rare,
    }

    /// <summary>An item that can be eaten. Its effective quality, FoodPoints + Saturation, is computed now.</summary>
    public class Food : Stackable
    {
        [KitbagFormerName("FoodPoints")]
        public double Nutrition { get; set; }
        public double Saturation { get; set; }

        [KitbagIgnore]
        public double EffectiveQuality => Nutrition + Saturation;
        public double SaturationRatio { get; set; }
    }

    /// <summary>A kind of creature or moving object.</summary>
    public class Entity : Named
    {
        public int InternalId { get; set; }

        // One value instead of two numbers.
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

    /// <summary>The size of an entity.</summary>
    public struct Extent
    {
        public double Width;
        public double Height;
    }

    /// <summary>An effect of a potion.</summary>
    public class Effect : Named
    {
        public EffectType Type { get; set; }
    }

    /// <summary>Whether an effect is beneficial.</summary>
    public enum EffectType : sbyte
    {
        Bad = -1,
        Good = 1,
    }

    /// <summary>A magical property of an item.</summary>
    public class Enchantment : Named
    {
        /// <summary>The cost of a level: <see cref="A"/> times the level plus <see cref="B"/>.</summary>
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

        // A list instead of one value.
        [KitbagFormerName("Category")]
        public List<string> Categories { get; set; } = new List<string>();
        public byte Weight { get; set; }
        public bool Tradeable { get; set; }
        public bool Discoverable { get; set; }
    }

    /// <summary>A way to craft an item: with a shape or with unordered ingredients.</summary>
    public class Recipe
    {
        public List<int>? Ingredients { get; set; }
        public int?[][]? InShape { get; set; }

        // It was a struct before.
        public Product Result { get; set; } = new Product();
    }

    /// <summary>The item that is crafted.</summary>
    public class Product
    {
        public int Id { get; set; }
        public int Count { get; set; }
    }
}
