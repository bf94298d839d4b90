using Kitbag;

namespace ChangingTypes.Version2;

public enum Class { Ranger, [KitbagFormerName("Fighter")] Warrior, Mage }

public class Hero
{
    [KitbagFormerName("Title")]
    public string Name { get; set; } = "";                    // renamed
    public long Gold { get; private set; }                    // wider, and only the class sets it
    public Class Class { get; set; }                          // a value added before the others, one renamed
    public int? Target { get; set; }                          // may be null now
    public int Mount { get; set; }                            // may not be null any more
    public List<Item> Weapon { get; } = [];                   // one became a list
    public float Speed { get; set; }                          // rounded
    public int Level { get; set; } = 1;                       // added: keeps its initializer
}

public record Item(string Name, int Damage, bool IsMagic = false);
