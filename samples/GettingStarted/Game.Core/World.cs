using Kitbag;

namespace Game.Core;

public enum Rarity { Common, Rare }

public record Item(string Name, Rarity Rarity, int Count = 1);

public class World
{
    [KitbagInclude]
    private int _gold;

    public required string Name { get; set; }

    public List<Item> Bag { get; } = [];

    public int Level { get; private set; } = 1;

    public int Gold => _gold;

    public void Earn(int gold)
    {
        _gold += gold;
        Level = 1 + _gold / 100;
    }
}
