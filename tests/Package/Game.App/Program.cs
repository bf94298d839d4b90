using Game.App;
using Game.Core;
using Game.Data;
using New = Game.App.New;
using Old = Game.App.Old;

// A program for .NET Framework prints the same.
if (args is ["classic"])
{
    Console.WriteLine(Classic.Ledgers.Summary());
    return;
}

World world = CreateWorld();
byte[] save = Saves.Save(world);
Same("world, binary", world, Saves.Load<World>(save));
Same("world, JSON", world, Saves.FromText<World>(Saves.ToText(world)));
Check("a comparer", Saves.Load<World>(save).Counters.ContainsKey("STEPS"));
Check("private members of another project", Saves.Load<World>(save) is { Gold: 450, Level: 3, Deaths: 1, Seed: 17 });
Check("types that this program saves in the same way as the project that declares them",
    Saves.Save(new Envelope { World = world }).Length > save.Length);
Same("a world within a type of this project", world, Saves.Load<Envelope>(Saves.Save(new Envelope { World = world })).World);

using (var pipe = new MemoryStream())
{
    var channel = new Channel<Message>(pipe);
    Message[] sent = [new Move(1, 2, 3), new Say(2, "hello"), new Ping(3)];
    foreach (Message message in sent)
        channel.Send(message);
    pipe.Position = 0;
    foreach (Message message in sent)
        Check("message " + message, channel.Receive().Equals(message));
}

Config config = Saves.FromText<Config>("""
    // People write comments.
    {
        "server": "example.org",
        "port": 7000,
        "detail": "VeryHigh",
        "mods": [ "maps", "music", ],
        "scale": { "Low": 0.5, "High": 1.5 },
    }
    """);
Check("config", config is { Server: "example.org", Port: 7000, Detail: Detail.VeryHigh, Mods: ["maps", "music"] }
    && config.Scale[Detail.High] == 1.5f);

var old = new Old.Town
{
    Title = "Ford",
    Coins = 12,
    Rank = Old.Rank.Town,
    Tint = Old.Tint.Green,
    Motto = "Ever on",
    Gift = new("Rope", 2),
    Mayor = 7,
    Guard = 8,
    Taxes = [1, 2],
    Width = 2.5,
};
foreach (New.Town town in new[] { Saves.Load<New.Town>(Saves.Save(old)), Saves.FromText<New.Town>(Saves.ToText(old)) })
{
    Check("an old save", town is
    {
        Name: "Ford", Coins: 12, Rank: New.Rank.Town, Tint: New.Tint.Green, Motto: "Ever on",
        Gift: { Name: "Rope", Count: 2, IsMagic: true },
        Mayor: 7, Guard: 8, Taxes: [1, 2], Width: 2.5f, Founded: 1200, Streets: ["Main Street"],
    });
}

// A save that is truncated anywhere is rejected, and never read as another value.
for (int length = 0; length < save.Length; length += length < 2000 || length > save.Length - 2000 ? 1 : 97)
{
    try
    {
        Saves.Load<World>(save[..length]);
        Check("refuse " + length + " bytes of the save", false);
    }
    catch (Kitbag.KitbagException)
    {
    }
}

LibraryChecks.Run(Check);
await NetworkChecks.RunAsync(Check);

if (Environment.ExitCode == 0)
    Console.WriteLine("The packages work: a world of " + save.Length + " bytes.");

static World CreateWorld()
{
    var map = new Tile[200, 200];
    for (int y = 0; y < 200; y++)
    {
        for (int x = 0; x < 200; x++)
            map[y, x] = new Tile((byte)((x + y) % 5), (byte)(x / 20), (x & 3) != 0);
    }
    var world = new World
    {
        Name = "Ford",
        Map = map,
        Hero = new Player("p1", "Ada")
        {
            Bag = { new Item("Lamp", Rarity.Epic), new Item("Rope", default, 3) },
            At = new(1, 2.5f),
            Target = 0
        },
        Home = new Uri("https://example.org/home"),
        SavedAt = new DateTimeOffset(2026, 11, 21, 20, 0, 0, TimeSpan.FromHours(1)),
        Weather = Weather.Rain | Weather.Wind,
        Settings = { Volume = 0.25f, Keys = { ["jump"] = "up", ["run"] = "shift" } },
    };
    world.Entities.AddRange([new Npc("n1", "Hello"), new Monster("m1", 30) { Anger = 0.75 },
        new Chest("c1", [new Item("Coin", default, 9)]), new Portal("o1"), new Monster("m2")]);
    world.Quests.Add(new Quest
    {
        Title = "Find it",
        State = QuestState.Taken,
        Steps = { Step.Of("look", true), Step.Of("take", false) },
        Reward = new Item("Ring", Rarity.Legendary)
    });
    world.Quests.Add(new Quest { Title = "Rest" });
    world.Notes[(3, 4)] = "here";
    world.Flags.Add("met");
    world.Counters["steps"] = 12;
    world.Effects.AddRange([new Poison(3), new Haste(2, 1.5f), new Poison(1, 7)]);
    world.Earn(450);
    world.Rise();
    world.Rise();
    world.Die();
    return world;
}

static void Same(string what, object expected, object? actual)
{
    if (Comparison.Difference(expected, actual) is { } difference)
        Check(what + ": " + difference, false);
}

static void Check(string what, bool holds)
{
    if (holds)
        return;
    Console.Error.WriteLine("The packages fail: " + what);
    Environment.ExitCode = 1;
}

public class Envelope
{
    public World? World { get; set; }

    public int Version { get; set; } = 2;
}
