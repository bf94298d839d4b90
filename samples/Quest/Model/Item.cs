using System;
using System.Collections.Generic;

namespace Quest.Model
{
    /// <summary>Something that can be carried.</summary>
    public class Item : Thing
    {
        public ItemKind Kind { get; set; }
        public Rarity Rarity { get; set; }
        public HashSet<ItemTrait> Traits { get; set; } = new HashSet<ItemTrait>();
        public char Glyph = '?';
        public decimal Price { get; set; }
        public float Weight { get; set; }
        public int MaxStack { get; set; } = 1;
        public short? Durability { get; set; }
        public Damage? Damage { get; set; }
        public Dictionary<Stat, int> Bonuses { get; set; } = new Dictionary<Stat, int>();
        public Guid Prefab { get; set; }
        public byte[]? Icon { get; set; }

        public bool IsWeapon => Damage != null;
    }

    /// <summary>The purpose of an item.</summary>
    public enum ItemKind
    {
        Junk,
        Weapon,
        Armour,
        Potion,
        Key,
        Scroll,
        Food,
        Treasure,
    }

    /// <summary>How rare an item is.</summary>
    public enum Rarity : byte
    {
        Common,
        Uncommon,
        Rare,
        Legendary,
    }

    /// <summary>Special properties of an item.</summary>
    public enum ItemTrait : ushort
    {
        Edible = 1,
        Cursed,
        TwoHanded,
        QuestOnly,
        Glowing,
        Stolen = 0x8000,
    }
}
