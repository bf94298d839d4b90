namespace Quest.Model
{
    /// <summary>The damage of a weapon.</summary>
    public struct Damage
    {
        public enum Kind
        {
            Cut,
            Blow,
            Fire,
            Frost,
        }

        public int Min { get; set; }
        public int Max { get; set; }
        public Kind Type { get; set; }
        public double CriticalChance { get; set; }
    }
}
