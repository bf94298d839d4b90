namespace Game.Core;

public readonly record struct Position(float X, float Y);

public abstract record Entity(string Id)
{
    public Position At { get; set; }
}

public record Player(string Id, string Nick) : Entity(Id)
{
    public List<Item> Bag { get; } = [];

    public int? Target { get; set; }
}

public record Npc(string Id, string Greeting) : Entity(Id);

public record Monster(string Id, int Health = 10) : Entity(Id)
{
    public double Anger { get; init; } = 0.5;
}

public record Chest(string Id, IReadOnlyList<Item> Items) : Entity(Id);

/// <summary>An entity without members of its own.</summary>
public record Portal(string Id) : Entity(Id);

public enum Rarity { Common, Rare, Epic, Legendary }

public record Item(string Name, Rarity Rarity, int Count = 1);

public interface IEffect
{
    int Turns { get; }
}

public record struct Poison(int Turns, int Damage = 2) : IEffect;

public readonly record struct Haste(int Turns, float Factor) : IEffect;
