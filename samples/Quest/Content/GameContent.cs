using System.Collections.Generic;

namespace Quest.Content
{
    /// <summary>A block game's content: all that its JSON files say.</summary>
    public class GameContent
    {
        public List<Block> Blocks { get; set; } = new List<Block>();
        public List<BlockLoot> BlockLoot { get; set; } = new List<BlockLoot>();
        public List<Item> Items { get; set; } = new List<Item>();
        public List<Food> Foods { get; set; } = new List<Food>();
        public List<Entity> Entities { get; set; } = new List<Entity>();
        public List<Biome> Biomes { get; set; } = new List<Biome>();
        public List<Effect> Effects { get; set; } = new List<Effect>();
        public List<Enchantment> Enchantments { get; set; } = new List<Enchantment>();

        /// <summary>By the id of the item that is made: the ways to make it.</summary>
        public Dictionary<int, List<Recipe>> Recipes { get; set; } = new Dictionary<int, List<Recipe>>();

        /// <summary>By material and by the tool's item id: how much faster the tool digs.</summary>
        public Dictionary<string, Dictionary<int, double>> Materials { get; set; } = new Dictionary<string, Dictionary<int, double>>();

        public Dictionary<string, string> Language { get; set; } = new Dictionary<string, string>();
    }
}
