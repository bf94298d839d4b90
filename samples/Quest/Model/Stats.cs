namespace Quest.Model
{
    /// <summary>The names of a character's stats.</summary>
    public enum Stat : byte
    {
        Health,
        Strength,
        Wit,
        Charm,
        Luck,
    }

    /// <summary>The stats of a character.</summary>
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
