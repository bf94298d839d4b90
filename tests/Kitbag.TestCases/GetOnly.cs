using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Text.Json.Serialization;

// Members without a setter: the objects that the constructor creates are populated.
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

    /// <summary>A struct whose constructor creates a list that is populated.</summary>
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

    /// <summary>
    /// Setters that are not accessible: called with unsafe accessors on .NET 8, elsewhere by methods that are added to the partial type.
    /// </summary>
    public partial class Guarded
    {
        [KitbagInclude]
        private int _turns;

        public int Level { get; private set; }

        public string? Name { get; protected set; }

        public List<int> Scores { get; private set; } = new List<int>();

        public static Guarded Of(int i) => new Guarded
        {
            Level = i,
            Name = i % 3 == 0 ? null : "g" + i,
            Scores = new List<int> { i, -i },
            _turns = 2 * i
        };

        public int Turns() => _turns;

        public partial struct Mark<T>
        {
            public T Value { get; private set; }

            public int Place { get; internal set; }

            public static Mark<T> Of(T value, int place) => new Mark<T> { Value = value, Place = place };
        }
    }

    /// <summary>An id whose private field is set only by the constructor.</summary>
    public readonly partial struct PassId
    {
        private readonly long _id;

        public PassId(long id)
        {
            _id = id;
        }

        public bool IsValid => _id > 0;
    }

    /// <summary>A class whose constructor takes private members, and parameters of other types than the members.</summary>
    public sealed partial class Query
    {
        private readonly string? text;
        private readonly PassId[]? _tickets;

        public Query(string? text, PassId[]? tickets, int[]? pages, List<string>? words, int limit = 10)
        {
            this.text = text;
            _tickets = tickets;
            Pages = pages;
            Words = words;
            Limit = limit;
        }

        public IReadOnlyList<int>? Pages { get; }

        public IEnumerable<string>? Words { get; }

        public int Limit { get; }

        public override string ToString() => text + _tickets?.Length;
    }
}
