using Xna;

namespace Engine.Model;

/// <summary>What stands in a level.</summary>
public abstract class Entity
{
    public string Name { get; set; } = "";

    public Vector2 Position { get; set; }

    public Texture? Texture { get; set; }
}
