using Xna;

namespace Engine.Model;

/// <summary>Something that has a position in a level.</summary>
public abstract class Entity
{
    public string Name { get; set; } = "";

    public Vector2 Position { get; set; }

    public Texture? Texture { get; set; }
}
