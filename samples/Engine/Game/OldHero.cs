namespace Engine;

/// <summary>The hero of version 1 of the game.</summary>
public sealed class OldHero
{
    public string Name { get; set; } = "";

    public int Gold { get; set; }
}
