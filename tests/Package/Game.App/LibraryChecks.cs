using Kitbag;
using Library;

namespace Game.App;

/// <summary>A library that was compiled against the package's netstandard2.1 assembly runs with the assembly for net8.0.</summary>
internal static class LibraryChecks
{
    public static void Run(Action<string, bool> check)
    {
        var bag = new Inventory
        {
            Items = [new() { Name = "Lamp", Rarity = Rarity.Rare, Charges = 3 }, new() { Name = "Rope" }],
            Found = new() { ["Lamp"] = new Place { X = 1.5f, Y = -2 } },
        };
        check("library, binary", Inventories.Save(bag).SequenceEqual(KitbagSerializer.Serialize(bag)));
        check("library, JSON", Inventories.Print(bag) == KitbagJson.Serialize(bag));
        check("library, roots", Inventories.Pack(new Crate
        {
            Owner = "Ada"
        }).SequenceEqual(KitbagSerializer.Serialize(new Crate { Owner = "Ada" }, KitbagOptions.Bare)));
        check("library, options", Settings.Save(bag).SequenceEqual(KitbagSerializer.Serialize(bag, new KitbagOptions { Checksum = true })));
        check("library, options of JSON", Settings.Print(bag).Contains("\"charges\":3", StringComparison.Ordinal));
        check("library, other options", Settings.Others().Length == 6);
        check("library, migration", Settings.Migrated().Average == 3);
        check("by type", KitbagSerializer.Serialize(typeof(Inventory), bag).SequenceEqual(KitbagSerializer.Serialize(bag)));
    }
}

public class Crate
{
    public string Owner { get; set; } = "";
}
