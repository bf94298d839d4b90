using Kitbag;

namespace Engine.Model;

/// <summary>The player.</summary>
public sealed class Hero : Entity
{
    public int Health { get; set; } = 10;

    /// <summary>Saves of version 1 call it Gold.</summary>
    [KitbagFormerName("Gold")]
    public int Coins { get; set; }

    public Bag Bag { get; set; } = new();
}
