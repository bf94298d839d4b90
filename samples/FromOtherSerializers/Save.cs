using System.Xml.Serialization;
using Kitbag;

namespace FromOtherSerializers;

public abstract class Actor
{
    public string Name { get; set; } = "";
}

public class Hero : Actor
{
    public int Level { get; set; }
}

public class Dog : Actor
{
    public bool IsHungry { get; set; }
}

[XmlInclude(typeof(Hero)), XmlInclude(typeof(Dog))]
public class Save
{
    public int Number { get; set; }

    public List<Actor> Actors { get; } = [];

    // XmlSerializer has neither dictionaries nor rectangular arrays.
    [XmlIgnore]
    public Dictionary<string, int> Scores { get; } = [];

    // What need not be stored.
    [XmlIgnore, KitbagIgnore]
    public Actor? Selected { get; set; }
}

// BinaryFormatter stored all fields, and called no constructor.
[KitbagSerializable(Fields = true)]
public class Purse(int coins)
{
    private int _coins = coins;

    public bool Pay(int price)
    {
        if (price > _coins)
            return false;
        _coins -= price;
        return true;
    }
}

// XmlSerializer writes one element for each part, by its type.
public class Letter
{
    [XmlElement("text", typeof(string)), XmlElement("gift", typeof(Gift))]
    public List<object> Parts { get; } = [];
}

// List<object> declares no base class by which Kitbag could find the class.
[KitbagSerializable]
public class Gift
{
    public int Gold { get; set; }
}
