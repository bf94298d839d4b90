using Xna;

namespace Engine.Model;

/// <summary>An item in a bag.</summary>
public sealed record Item(string Name, int Count, Texture? Icon);
