namespace Quest.Content
{
    /// <summary>An effect of a potion.</summary>
    public class Effect : Named
    {
        public EffectType Type { get; set; }
    }

    /// <summary>Whether an effect is beneficial.</summary>
    public enum EffectType : sbyte
    {
        Bad = -1,
        Good = 1,
    }
}
