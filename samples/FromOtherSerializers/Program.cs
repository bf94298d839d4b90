using System.Xml.Serialization;
using FromOtherSerializers;
using Kitbag;

string folder = Directory.CreateTempSubdirectory("kitbag-").FullName;
string path = Path.Combine(folder, "game.save");
try
{
    var game = new Save { Number = 7, Actors = { new Hero { Name = "Ada", Level = 3 }, new Dog { Name = "Rex", IsHungry = true } } };
    SaveXml(path, game);

    Save old = Load(path);
    old.Scores["Rex"] = 12;
    old.Selected = old.Actors[0];
    KitbagFile.Save(path, old);
    Save current = Load(path);

    // Two saves of this program, and then one of the earlier program, which somebody still uses: the last one counts.
    KitbagFile.Save(path, new Save { Number = 8 });
    KitbagFile.Save(path, new Save { Number = 9 });
    SaveXml(path, new Save { Number = 100 });
    Save newest = Load(path);
    KitbagFile.Save(path, newest);
    Save kept = Load(Path.Combine(folder, "game.damaged2.save"));

    // A save whose end is missing is not one of the earlier program: the generation before it is loaded.
    KitbagFile.Save(path, new Save { Number = 101 });
    using (FileStream file = File.OpenWrite(path))
        file.SetLength(file.Length / 2);
    Save before = Load(path);

    // What a member of type object holds is registered.
    var letter = new Letter { Parts = { "Hello", new Gift { Gold = 5 } } };
    letter = KitbagSerializer.Deserialize<Letter>(KitbagSerializer.Serialize(letter));

    var purse = KitbagSerializer.Deserialize<Purse>(KitbagSerializer.Serialize(new Purse(10)));

    bool isRight = current is { Number: 7, Selected: null, Actors: [Hero { Level: 3 }, Dog { IsHungry: true }] }
        && current.Scores["Rex"] == 12 && purse.Pay(10) && !purse.Pay(1)
        && newest.Number == 100 && kept.Number == 100 && before.Number == 100
        && letter.Parts is ["Hello", Gift { Gold: 5 }];
    Console.WriteLine($"Save {current.Number} of {current.Actors.Count} actors, {new FileInfo(path).Length} bytes.");
    return isRight ? 0 : 1;
}
finally
{
    Directory.Delete(folder, recursive: true);
}

// What the earlier program does.
static void SaveXml(string path, Save save)
{
    using FileStream file = File.Create(path);
    new XmlSerializer(typeof(Save)).Serialize(file, save);
}

// Loads a save that this version of the program has written, or an earlier one with XmlSerializer.
static Save Load(string path)
{
    try
    {
        Save save = KitbagFile.Load<Save>(path, out KitbagLoaded loaded);
        // If the earlier program has saved since, its file is newer than the generation that was loaded.
        if (!loaded.IsFallback || loaded.Rejected[0].Reason != KitbagErrorReason.NotKitbag)
            return save;
    }
    catch (KitbagException e) when (e.Reason == KitbagErrorReason.NotKitbag)
    {
    }
    using FileStream file = File.OpenRead(path);
    return (Save)new XmlSerializer(typeof(Save)).Deserialize(file)!;
}
