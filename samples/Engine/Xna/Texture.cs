namespace Xna;

/// <summary>A handle of an image on the graphics card. Only <see cref="Content"/> creates instances.</summary>
public sealed class Texture
{
    internal Texture(string name, int handle)
    {
        Name = name;
        Handle = handle;
    }

    public string Name { get; }

    /// <summary>The handle, which is valid in this process only.</summary>
    public int Handle { get; }
}
