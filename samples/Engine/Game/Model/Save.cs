using System;
using Xna;

namespace Engine.Model;

/// <summary>A saved game.</summary>
public sealed class Save
{
    public DateTime Time { get; set; }

    public Level Level { get; set; } = new();

    public Camera Camera { get; set; } = new();

    /// <summary>The colors of the game's frame; null if the player has not chosen one.</summary>
    public Color?[]? Frame { get; set; }
}
