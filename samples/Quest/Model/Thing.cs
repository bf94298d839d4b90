using System.Collections.Generic;

namespace Quest.Model
{
    /// <summary>The members of everything that a player can look at.</summary>
    public abstract class Thing
    {
        public string Id { get; set; } = "";
        public string Name { get; set; } = "";
        public string Description { get; set; } = "";
        public HashSet<string> Tags { get; set; } = new HashSet<string>();
    }
}
