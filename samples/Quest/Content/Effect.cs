namespace Quest.Content
{
    /// <summary>Something that a potion does.</summary>
    public class Effect : Named
    {
        public EffectType Type { get; set; }
    }

    /// <summary>Whether an effect is wanted.</summary>
    public enum EffectType : sbyte
    {
        Bad = -1,
        Good = 1,
    }
}
