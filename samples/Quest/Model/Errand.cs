using System;
using System.Collections.Generic;

namespace Quest.Model
{
    /// <summary>A task for the player, which consists of steps.</summary>
    public class Errand : Thing
    {
        /// <summary>A step of the task.</summary>
        public class Step
        {
            public string Text { get; set; } = "";
            public string DoneFlag { get; set; } = "";
            public Room? Room { get; set; }
            public uint Points { get; set; }
        }

        public Character? Giver { get; set; }
        public List<Step> Steps { get; set; } = new List<Step>();
        public List<ItemStack> Rewards { get; set; } = new List<ItemStack>();
        public TimeSpan? Deadline { get; set; }
        public HashSet<int> UnlockedAtLevels { get; set; } = new HashSet<int>();
    }
}
