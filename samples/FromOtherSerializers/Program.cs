using System.Xml.Serialization;
using FromOtherSerializers;
using Kitbag;

string folder = Directory.CreateTempSubdirectory("kitbag-").FullName;
string path = Path.Combine(folder, "game.save");
try
{
    var game = new Save { Number = 7, Actors = { new Hero { Name = "Ada", Level = 3 }, new Dog { Name = "Rex", IsHungry = true } } };
    using (FileStream file = File.Create(path))
        new XmlSerializer(typeof(Save)).Serialize(file, game);

    Save old = Load(path);
    old.Scores["Rex"] = 12;
    old.Selected = old.Actors[0];
    KitbagFile.Save(path, old);
    Save current = Load(path);

    var purse = KitbagSerializer.Deserialize<Purse>(KitbagSerializer.Serialize(new Purse(10)));

    bool isRight = current is { Number: 7, Selected: null, Actors: [Hero { Level: 3 }, Dog { IsHungry: true }] }
        && current.Scores["Rex"] == 12 && purse.Pay(10) && !purse.Pay(1);
    Console.WriteLine($"Save {current.Number} of {current.Actors.Count} actors, {new FileInfo(path).Length} bytes.");
    return isRight ? 0 : 1;
}
finally
{
    Directory.Delete(folder, recursive: true);
}

// Loads a save that this version of the program has written, or an earlier one with XmlSerializer.
static Save Load(string path)
{
    try
    {
        return KitbagFile.Load<Save>(path);
    }
    catch (KitbagException e) when (e.Reason == KitbagErrorReason.NotKitbag)
    {
        using FileStream file = File.OpenRead(path);
        return (Save)new XmlSerializer(typeof(Save)).Deserialize(file)!;
    }
}
