using Kitbag;

namespace ChangingTypes.Version3;

public readonly record struct Health(int Current, int Max);

public class Hero
{
    public string First { get; set; } = "";
    public string Last { get; set; } = "";
    public Health Health { get; set; }

    // The first version had one name and a number.
    [KitbagMigration]
    private static Hero FromV1(HeroV1 old)
    {
        string[] names = old.Name.Split(' ', 2);
        return new Hero { First = names[0], Last = names[^1], Health = new Health(old.Hp, old.Hp) };
    }

    // The second had both names, but still a number.
    [KitbagMigration(nameof(Health), From = "Hp")]
    private static Health FromPoints(int old) => new(old, old);
}

// The type in the first version's documents, which is declared only for the migration.
public record HeroV1(string Name, int Hp);
