using System.Collections.Generic;

namespace Quest.Content
{
    /// <summary>The content of a block game: everything in its JSON files.</summary>
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

        /// <summary>The recipes for each item, by the item's id.</summary>
        public Dictionary<int, List<Recipe>> Recipes { get; set; } = new Dictionary<int, List<Recipe>>();

        /// <summary>How much faster a tool digs, by material and by the tool's item id.</summary>
        public Dictionary<string, Dictionary<int, double>> Materials { get; set; } = new Dictionary<string, Dictionary<int, double>>();

        public Dictionary<string, string> Language { get; set; } = new Dictionary<string, string>();
    }
}
