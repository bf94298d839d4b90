using System.Collections.Generic;

namespace Quest.Content
{
    /// <summary>A magical property of an item.</summary>
    public class Enchantment : Named
    {
        /// <summary>The cost of a level: <see cref="A"/> times the level plus <see cref="B"/>.</summary>
        public struct Cost
        {
            public int A;
            public int B;
        }

        public int MaxLevel { get; set; }
        public Cost MinCost { get; set; }
        public Cost MaxCost { get; set; }
        public bool TreasureOnly { get; set; }
        public bool Curse { get; set; }
        public List<string> Exclude { get; set; } = new List<string>();
        public string Category { get; set; } = "";
        public int Weight { get; set; }
        public bool Tradeable { get; set; }
        public bool Discoverable { get; set; }
    }
}
