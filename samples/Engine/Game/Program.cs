using System;
using System.Linq;
using Engine;
using Engine.Model;
using Kitbag;
using Xna;

// Saves a game whose types use those of a framework, loads it, and compares. The exit code is 0 only if everything is equal.

var lamp = new Item("lamp", 1, Content.Load("lamp"));
var camera = new Camera();
camera.LookAt(new Vector2(12.5f, 40), 1.5f);
var save = new Save
{
    Time = new DateTime(2026, 11, 21, 9, 30, 0, DateTimeKind.Utc),
    Camera = camera,
    Frame = new Color?[] { new Color(20, 20, 60), null, new Color(200, 180, 90, 128) },
    Level = new Level
    {
        Title = "The cellar",
        Sky = new Color(10, 10, 30),
        Entities =
        {
            new Hero { Name = "Ada", Position = new Vector2(12, 40), Texture = Content.Load("hero"), Coins = 3,
                Bag = { lamp, new Item("rope", 2, Content.Load("rope")) } },
            new Chest { Name = "old chest", Position = new Vector2(30, 8), Texture = Content.Load("chest"), Loot = new Bag { lamp } },
            new Torch { Name = "torch", Position = new Vector2(1, 2), Light = new Color(255, 200, 120),
                Lit = new Rectangle(-4, -4, 10, 10) },
        },
    },
};

byte[] document = KitbagSerializer.Serialize(save);
Save loaded = KitbagSerializer.Deserialize<Save>(document);

string json = KitbagJson.Serialize(save);
Save edited = KitbagJson.Deserialize<Save>(json);

foreach (string line in SaveText.Of(loaded))
    Console.WriteLine(line);
Console.WriteLine();
Console.WriteLine($"{document.Length} bytes; as JSON {json.Length} characters: {json[..72]}…");

// A hero that version 1 of the game wrote.
byte[] old = KitbagSerializer.Serialize(new OldHero { Name = "Bob", Gold = 7 });
Hero hero = KitbagSerializer.Deserialize<Hero>(old);
Console.WriteLine($"An old save: {hero.Name} has {hero.Coins} coins.");

// A save that refers to a texture which this game does not have.
string foreign = json.Replace("\"chest\"", "\"throne\"", StringComparison.Ordinal);
string error = "";
try
{
    KitbagJson.Deserialize<Save>(foreign);
}
catch (KitbagException e)
{
    error = e.Message;
}
Console.WriteLine($"A save of another game: {error}");

string[] expected = SaveText.Of(save).ToArray();
bool isEqual = expected.SequenceEqual(SaveText.Of(loaded)) && expected.SequenceEqual(SaveText.Of(edited))
    && loaded.Level.Find("torch") is Torch
    && hero.Coins == 7
    && error.Contains("throne", StringComparison.Ordinal);
Console.WriteLine();
Console.WriteLine(isEqual ? "The loaded save equals the saved one." : "The loaded save differs from the saved one.");
return isEqual ? 0 : 1;
