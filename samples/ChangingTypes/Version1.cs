namespace ChangingTypes.Version1;

public enum Class { Fighter, Mage }

public class Hero
{
    public string Title { get; set; } = "";
    public int Gold { get; set; }
    public Class Class { get; set; }
    public int Target { get; set; }
    public int? Mount { get; set; }
    public Item Weapon { get; set; } = new("", 0);
    public double Speed { get; set; }
}

public record Item(string Name, int Damage);
