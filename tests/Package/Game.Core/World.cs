using Kitbag;

namespace Game.Core;

/// <summary>The state of a game, written without a serializer in mind.</summary>
public class World
{
    private readonly List<string> _log = [];

    [KitbagInclude]
    private int _gold;

    /// <summary>Raised when something happens. An event is not data.</summary>
    public event Action<string>? Happened;

    public required Tile[,] Map { get; init; }

    public required string Name { get; set; }

    public Player? Hero { get; set; }

    public List<Entity> Entities { get; } = [];

    public List<Quest> Quests { get; } = [];

    public Dictionary<(int X, int Y), string> Notes { get; } = [];

    public ISet<string> Flags { get; } = new HashSet<string>();

    public Dictionary<string, int> Counters { get; } = new(StringComparer.OrdinalIgnoreCase);

    public List<IEffect> Effects { get; } = [];

    public Uri? Home { get; set; }

    public DateTimeOffset? SavedAt { get; set; }

    public Weather Weather { get; set; }

    public int Level { get; private set; } = 1;

    public long Seed { get; protected internal set; } = 17;

    [KitbagInclude]
    public int Deaths { get; private set; }

    public Settings Settings { get; } = new();

    public int Gold => _gold;

    public IEnumerable<Quest> Open => Quests.Where(q => q.State != QuestState.Done);

    [KitbagIgnore]
    public IReadOnlyList<string> Log => _log;

    public void Earn(int gold)
    {
        _gold += gold;
        _log.Add("earned " + gold);
        Happened?.Invoke("earned");
    }

    public void Rise() => Level++;

    public void Die() => Deaths++;
}

public record struct Tile(byte Ground, byte Height, bool Walkable);

[Flags]
public enum Weather : byte { Clear = 0, Rain = 1, Wind = 2, Snow = 4 }

public class Settings
{
    public float Volume { get; set; } = 0.8f;

    public Dictionary<string, string> Keys { get; } = new() { ["jump"] = "space" };
}

public class Quest
{
    public required string Title { get; init; }

    public QuestState State { get; set; }

    public List<Step> Steps { get; } = [];

    public Item? Reward { get; set; }
}

public enum QuestState { Offered, Taken, Done }

public class Step
{
    public string Text { get; private set; } = "";

    public bool IsDone { get; private set; }

    public static Step Of(string text, bool isDone) => new() { Text = text, IsDone = isDone };
}
