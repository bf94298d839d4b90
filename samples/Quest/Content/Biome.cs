namespace Quest.Content
{
    /// <summary>A kind of landscape.</summary>
    public class Biome : Named
    {
        public string Category { get; set; } = "";
        public double Temperature { get; set; }
        public bool HasPrecipitation { get; set; }
        public Dimension Dimension { get; set; }
        public int Color { get; set; }
    }

    /// <summary>The worlds of the game.</summary>
    public enum Dimension
    {
        Overworld,
        Nether,
        End,
    }
}
