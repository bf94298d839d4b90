using System.Collections.Generic;

namespace Quest.Content
{
    /// <summary>A kind of creature or moving object.</summary>
    public class Entity : Named
    {
        public int InternalId { get; set; }
        public double Width { get; set; }
        public double Height { get; set; }
        public string Type { get; set; } = "";
        public string Category { get; set; } = "";
        public List<string> MetadataKeys { get; set; } = new List<string>();
    }
}
