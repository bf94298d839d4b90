using Kitbag;
using Library;

var save = new Save
{
    Player = "Ada",
    Made = new DateOnly(2026, 11, 21),
    Bag = new Inventory
    {
        Items = [new() { Name = "Lamp", Rarity = Rarity.Rare, Charges = 3 }, new() { Name = "Rope" }],
        Found = new() { ["Lamp"] = new Place { X = 1.5f, Y = -2 } },
    },
    Scores = [1, 2, 3, 500],
};

string json = KitbagJson.Serialize(save);
byte[] bytes = KitbagSerializer.Serialize(save);
Check("binary", KitbagJson.Serialize(KitbagSerializer.Deserialize<Save>(bytes)) == json);
Check("by type", KitbagSerializer.Serialize(typeof(Save), save).SequenceEqual(bytes));
Check("JSON", KitbagSerializer.Serialize(KitbagJson.Deserialize<Save>(json)).SequenceEqual(bytes));
Check("values", KitbagSerializer.Deserialize<Save>(bytes) is { Player: "Ada", Made.Year: 2026, Scores: [1, 2, 3, 500], Bag: { Items: [{ Charges: 3 }, { Charges: null }], Found: var found } } && found!["Lamp"].X == 1.5f);

// The library was compiled for the package's other target, and runs on this one's assembly.
Check("library, binary", Inventories.Save(save.Bag).SequenceEqual(KitbagSerializer.Serialize(save.Bag)));
Check("library, JSON", Inventories.Print(save.Bag) == KitbagJson.Serialize(save.Bag));
Check("library, roots", Inventories.Pack(save).SequenceEqual(KitbagSerializer.Serialize(save, KitbagOptions.Bare)));

Console.WriteLine("The package works: " + bytes.Length + " bytes, JSON of " + json.Length + " characters.");

static void Check(string what, bool holds)
{
    if (holds)
        return;
    Console.Error.WriteLine("The package fails: " + what);
    Environment.Exit(1);
}

public class Save
{
    public string? Player { get; set; }
    public DateOnly Made { get; set; }
    public Inventory? Bag { get; set; }
    public int[]? Scores { get; set; }
}
