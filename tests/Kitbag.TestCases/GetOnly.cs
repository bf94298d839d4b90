using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Text.Json.Serialization;

// Members without a setter: what the constructor makes is populated.
namespace Kitbag.TestCases
{
    public sealed class Inventory
    {
        public readonly HashSet<string> Seen = new HashSet<string> { "start" };

        public int Size { get; set; } = 3;

        public List<Coin?> Coins { get; } = new List<Coin?>();

        public Dictionary<string, int> Counts { get; } = new Dictionary<string, int> { ["one"] = 1 };

        public Purses Own { get; } = new Purses();

        public IList<string?> Names { get; } = new List<string?>();

        public IDictionary<int, Shape?> Shapes { get; } = new Dictionary<int, Shape?>();

        public Settings Settings { get; } = new Settings();
    }

    public sealed class Purses : Collection<Cell>
    {
    }

    public sealed class Settings
    {
        public readonly Sound Sound = new Sound { Volume = 5 };

        public int Quality { get; set; } = 2;

        public List<string> Keys { get; } = new List<string> { "w", "a" };
    }

    public class Sound
    {
        public int Volume { get; set; }

        public string? Device { get; set; }
    }

    [JsonDerivedType(typeof(Cellar), "Cellar")]
    [JsonDerivedType(typeof(Attic), "Attic")]
    public abstract class Room
    {
        public List<int> Doors { get; } = new List<int>();

        public Shape Floor { get; } = new Square { Label = "floor" };
    }

    public sealed class Cellar : Room
    {
        public Cellar(string name)
        {
            Name = name;
        }

        public string Name { get; }

        public double Depth { get; set; }
    }

    public sealed class Attic : Room
    {
        public string? View { get; init; }
    }

    /// <summary>A struct whose constructor makes what is populated.</summary>
    public readonly struct Batch
    {
        public Batch(int number)
        {
            Number = number;
            Items = new List<int>();
        }

        public int Number { get; }

        public List<int> Items { get; }
    }
}
