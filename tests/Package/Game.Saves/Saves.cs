using System.Collections.Generic;
using Kitbag;

namespace Game.Saves
{
    public enum Rarity { Common, Rare }

    public abstract class Item { public int Price { get; set; } }

    public class Sword : Item { public float Damage { get; set; } }

    public class Potion : Item { public Rarity Rarity { get; set; } }

    public class Hero
    {
        public string Name { get; set; } = "";
#if RENAMED
        // A mistake that must be reported: a renamed member without its former name.
        public int MaximumHealth { get; set; }
#else
        public int MaxHealth { get; set; }
#endif
        public List<Item> Bag { get; } = new();
        public Dictionary<string, Hero> Friends { get; } = new();
    }

    public static class Saves
    {
        public static byte[] Save(Hero hero) => KitbagSerializer.Serialize(hero);
    }
}
