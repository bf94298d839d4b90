using Xna;

namespace Engine.Model;

/// <summary>A light that illuminates a rectangle.</summary>
public sealed class Torch : Entity
{
    public Color Light { get; set; }

    public Rectangle Lit { get; set; }
}
