using Kitbag;

var save = new Save { Player = "Ada", Bag = { new Item { Name = "Lamp", Count = 1 } } };

byte[] bytes = KitbagSerializer.Serialize(save);
Save again = KitbagSerializer.Deserialize<Save>(bytes);

public enum Rarity { Common, Rare }

public class Item
{
    public string? Name { get; set; }
    public Rarity Rarity { get; set; }
    public int Count { get; set; }
}

public class Save
{
    public string? Player { get; set; }
    public List<Item> Bag { get; } = [];
}
