namespace Engine.Model;

/// <summary>Something to open.</summary>
public sealed class Chest : Entity
{
    public bool IsOpen { get; set; }

    public Bag? Loot { get; set; }
}
