namespace Quest.Model
{
    /// <summary>The names of a character's numbers.</summary>
    public enum Stat : byte
    {
        Health,
        Strength,
        Wit,
        Charm,
        Luck,
    }

    /// <summary>A character's numbers.</summary>
    public struct Stats
    {
        public int Health;
        public int MaxHealth;
        public short Strength;
        public short Wit;
        public short Charm;
        public short Luck;
        public float Stamina;
    }
}
