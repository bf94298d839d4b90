namespace Engine.Model;

/// <summary>An entity that can be opened and contains items.</summary>
public sealed class Chest : Entity
{
    public bool IsOpen { get; set; }

    public Bag? Loot { get; set; }
}
