namespace Engine;

/// <summary>A hero as version 1 of the game had it.</summary>
public sealed class OldHero
{
    public string Name { get; set; } = "";

    public int Gold { get; set; }
}
