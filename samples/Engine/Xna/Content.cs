using System.Collections.Generic;

namespace Xna;

/// <summary>The textures that the game is shipped with.</summary>
public static class Content
{
    private static readonly Dictionary<string, Texture> s_textures = new();

    static Content()
    {
        foreach (string name in new[] { "hero", "chest", "torch", "lamp", "rope" })
            s_textures.Add(name, new Texture(name, s_textures.Count + 1));
    }

    /// <exception cref="KeyNotFoundException">There is no such texture.</exception>
    public static Texture Load(string name) =>
        s_textures.TryGetValue(name, out Texture? texture) ? texture : throw new KeyNotFoundException($"There is no texture '{name}'.");
}
