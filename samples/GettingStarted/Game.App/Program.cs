using Game.App;
using Game.Core;
using Game.Data;
using Kitbag;

string path = Path.Combine(Path.GetTempPath(), "kitbag-getting-started-" + Environment.ProcessId + ".kit");
try
{
    var world = new World { Name = "Ford", Bag = { new Item("Lamp", Rarity.Rare), new Item("Rope", Rarity.Common, 3) } };
    world.Earn(450);

    Saves.Save(path, world);
    World again = Saves.Load<World>(path);

    Console.WriteLine($"{again.Name}: level {again.Level}, {again.Gold} gold, {again.Bag.Count} items, {new FileInfo(path).Length} bytes");
    Console.Write(KitbagJson.Serialize(again, KitbagJsonOptions.Text));

    var journal = new Journal { Quests = { new Quest { Title = "Find the lamp" }, new Hunt { Title = "Wolves", Prey = 3 } } };
    Journal read = Journal.Load(journal.Save());

    byte[] bytes = File.ReadAllBytes(path);
    bytes[^1] ^= 1;
    File.WriteAllBytes(path, bytes);
    try
    {
        Saves.Load<World>(path);
    }
    catch (KitbagException e)
    {
        Console.WriteLine(e.Reason + ": " + e.Message);
    }

    return again is { Name: "Ford", Level: 5, Gold: 450, Bag: [{ Name: "Lamp", Rarity: Rarity.Rare }, { Count: 3 }] }
        && read.Quests is [{ Title: "Find the lamp" }, Hunt { Prey: 3 }] ? 0 : 1;
}
finally
{
    File.Delete(path);
}
