using System;
using System.Collections.Generic;

namespace Chain.A
{
    public enum Ground : byte
    {
        Grass,
        Water,
        Rock,
    }

    public struct Spot
    {
        public int X, Y;
    }

    public struct Label
    {
        public string? Text { get; set; }

        public Spot At { get; set; }
    }

    public class Thing
    {
        public int Id { get; set; }

        public string? Name { get; set; }
    }

    public class Box<T>
    {
        public T? Content { get; set; }

        public DateTime Closed { get; set; }
    }

    public class Camp
    {
        public required List<Thing> Supplies;

        public required string Name { get; set; }

        public required Spot At { get; init; }

        public int Tents { get; init; }
    }

    public record Omen(int Strength)
    {
        public required string Text { get; init; }
    }

    /// <summary>Villagers and homes refer to each other. No other project of the chain has access to all of their members.</summary>
    public class Villager
    {
        public string? Name { get; set; }

        public Villager? Spouse { get; private set; }

        public List<Villager> Children { get; } = new List<Villager>();

        public Home? Home { get; init; }

        public void Marry(Villager other)
        {
            Spouse = other;
            other.Spouse = this;
        }
    }

    public record Home(int Number, List<Villager> People);

    public class Map
    {
        public Ground[]? Tiles { get; set; }

        public List<Spot>? Spots { get; set; }

        public Dictionary<Ground, Label>? Labels { get; set; }
    }
}
