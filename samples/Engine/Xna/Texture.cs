namespace Xna;

/// <summary>A handle of an image that lies on the graphics card. Only <see cref="Content"/> makes one.</summary>
public sealed class Texture
{
    internal Texture(string name, int handle)
    {
        Name = name;
        Handle = handle;
    }

    public string Name { get; }

    /// <summary>Means nothing to another process.</summary>
    public int Handle { get; }
}
