using Kitbag;
using V1 = ChangingTypes.Version1;
using V2 = ChangingTypes.Version2;
using V3 = ChangingTypes.Version3;

var old = new V1.Hero { Title = "Ada", Gold = 12, Class = V1.Class.Fighter, Target = 4, Mount = 2, Weapon = new("Bow", 5), Speed = 1.5 };

byte[] document = KitbagSerializer.Serialize(old);
V2.Hero hero = KitbagSerializer.Deserialize<V2.Hero>(document, out KitbagReadReport report);
Console.WriteLine(report);
if (!report.IsComplete)
    throw new InvalidOperationException("Saving this hero again would lose something.");

var byName = new KitbagJsonOptions { EnumsByName = true };
V2.Hero fromJson = KitbagJson.Deserialize<V2.Hero>(KitbagJson.Serialize(old, byName), byName);

try
{
    KitbagSerializer.Deserialize<V2.Hero>(KitbagSerializer.Serialize(new V1.Hero { Mount = null }));
    return 1;
}
catch (KitbagException e)
{
    Console.WriteLine(e.Message);
}

// What no rule covers: methods of the third version make it of what the first and the second wrote.
byte[] first = KitbagSerializer.Serialize(new V3.HeroV1("Ada Lovelace", 12));
byte[] second = KitbagSerializer.Serialize(new SecondHero("Ada", "Lovelace", 12));
foreach (byte[] save in new[] { first, second })
{
    V3.Hero migrated = KitbagSerializer.Deserialize<V3.Hero>(save);
    if (migrated is not { First: "Ada", Last: "Lovelace", Health: { Current: 12, Max: 12 } })
        return 1;
}

return IsRight(hero) && IsRight(fromJson) ? 0 : 1;

static bool IsRight(V2.Hero hero) => hero is
{
    Name: "Ada", Gold: 12, Class: V2.Class.Warrior, Target: 4, Mount: 2, Weapon: [{ Name: "Bow", Damage: 5, IsMagic: false }], Speed: 1.5f,
    Level: 1,
};

internal sealed record SecondHero(string First, string Last, int Hp);
