using Xna;

namespace Engine.Model;

/// <summary>What is in a bag.</summary>
public sealed record Item(string Name, int Count, Texture? Icon);
